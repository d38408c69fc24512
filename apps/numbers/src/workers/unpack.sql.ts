import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, sql } from '@posthorn/chassis'
import type { Owner, ProvenCallback } from '../callbacks/update-owner.ts'

/** A stored body that this transaction has locked to unpack. */
export type ClaimedCallback = ProvenCallback & { id: string; receivedAt: Date }

/** Maximum bytes of bodies in one round, because they are all in memory. */
const claimedBytesMax = 8 * 1024 * 1024

/** Locks up to `limit` waiting bodies: workspaces take turns, oldest first, so that one's backlog doesn't delay others. */
export async function claimCallbacks(em: EntityManager, limit: number): Promise<ClaimedCallback[]> {
  const rows = await sql<Omit<ClaimedCallback, 'receivedAt'> & { receivedAt: unknown }>(
    em,
    `with recursive workspace (id) as (
       (select workspace_id from provider_inbox where unpacked_at is null order by workspace_id limit 1)
       union all
       select (select i.workspace_id from provider_inbox i where unpacked_at is null and i.workspace_id > workspace.id order by i.workspace_id limit 1)
       from workspace where workspace.id is not null
     ), turn as (
       select waiting.*, row_number() over (partition by workspace.id order by waiting.id) as place
       from workspace cross join lateral (
         select i.id, octet_length(i.raw) as bytes from provider_inbox i
         where i.unpacked_at is null and i.workspace_id = workspace.id order by i.id limit $1 for update skip locked
       ) waiting
     ), sized as (
       select id, sum(bytes) over (order by place, id) - bytes as before, row_number() over (order by place, id) as n from turn
     )
     select i.id, i.workspace_id as "workspaceId", i.number_id as "numberId", i.raw, i.signature, i.traceparent,
       i.received_at as "receivedAt", n.provider, n.phone_number_id as "phoneNumberId",
       n.business_account_id as "businessAccountId"
     from sized join provider_inbox i on i.id = sized.id join number n on n.workspace_id = i.workspace_id and n.id = i.number_id
     where sized.n <= $1 and sized.before < ${claimedBytesMax} order by sized.n`,
    [limit],
  )
  return rows.map((row) => ({ ...row, receivedAt: new Date(isoTime(row.receivedAt) ?? 0) }))
}

/** Finds connected numbers by their provider ids, across workspaces. */
export function findOwners(em: EntityManager, keys: { provider: string; phoneNumberId: string }[]): Promise<Owner[]> {
  return sql<Owner>(
    em,
    `select id, workspace_id as "workspaceId", version, credentials, provider, phone_number_id as "phoneNumberId"
     from number where status <> 'disconnected'
       and (provider, phone_number_id) in (select * from unnest($1::text[], $2::text[]))`,
    [keys.map(({ provider }) => provider), keys.map(({ phoneNumberId }) => phoneNumberId)],
  )
}

/** Result of unpacking a body: updates without an owner, and an unreadable body's error. */
export type UnpackResult = {
  id: string
  quarantined: { kind: string; phoneNumberId: string | null }[] | null
  error: string | null
}

export async function markUnpacked(em: EntityManager, done: UnpackResult[]): Promise<void> {
  await sql(
    em,
    `update provider_inbox i set unpacked_at = now(), quarantined = d.quarantined::jsonb, error = d.error
     from unnest($1::text[], $2::text[], $3::text[]) as d (id, quarantined, error) where i.id = d.id`,
    [
      done.map(({ id }) => id),
      done.map(({ quarantined }) => quarantined && JSON.stringify(quarantined)),
      done.map(({ error }) => error),
    ],
  )
}

/** Marks a body that can't be unpacked with its error, so that it doesn't delay others. */
export async function quarantineCallback(em: EntityManager, id: string, error: string): Promise<void> {
  await sql(em, 'update provider_inbox set unpacked_at = now(), error = $2 where id = $1', [id, error.slice(0, 2_000)])
}
