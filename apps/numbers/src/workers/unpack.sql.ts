import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, sql } from '@posthorn/chassis'
import type { Owner, ProvenCallback } from '../callbacks/update-owner.ts'

/** A stored body that this transaction has locked to unpack. */
export type ClaimedCallback = ProvenCallback & { id: string; receivedAt: Date }

/** Locks the oldest bodies that wait, at most `limit`. */
export async function claimCallbacks(em: EntityManager, limit: number): Promise<ClaimedCallback[]> {
  const rows = await sql<Omit<ClaimedCallback, 'receivedAt'> & { receivedAt: unknown }>(
    em,
    `select i.id, i.workspace_id as "workspaceId", i.number_id as "numberId", i.raw, i.signature, i.traceparent,
       i.received_at as "receivedAt", n.provider, n.phone_number_id as "phoneNumberId",
       n.business_account_id as "businessAccountId"
     from provider_inbox i join number n on n.workspace_id = i.workspace_id and n.id = i.number_id
     where i.unpacked_at is null order by i.id limit $1 for update of i skip locked`,
    [limit],
  )
  return rows.map((row) => ({ ...row, receivedAt: new Date(isoTime(row.receivedAt) ?? 0) }))
}

/** Finds the connected numbers with these ids at their provider, of all workspaces. */
export function findOwners(em: EntityManager, keys: { provider: string; phoneNumberId: string }[]): Promise<Owner[]> {
  return sql<Owner>(
    em,
    `select id, workspace_id as "workspaceId", version, credentials, provider, phone_number_id as "phoneNumberId"
     from number where status <> 'disconnected'
       and (provider, phone_number_id) in (select * from unnest($1::text[], $2::text[]))`,
    [keys.map(({ provider }) => provider), keys.map(({ phoneNumberId }) => phoneNumberId)],
  )
}

/** Result of unpacking a body: updates without an owner, and the error of an unreadable one. */
export type UnpackResult = {
  id: string
  quarantined: { kind: string; phoneNumberId: string | null }[] | null
  error: string | null
}

/** Marks bodies unpacked. */
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

/** Marks a body that cannot be unpacked with its error, so that it delays no other. */
export async function quarantineCallback(em: EntityManager, id: string, error: string): Promise<void> {
  await sql(em, 'update provider_inbox set unpacked_at = now(), error = $2 where id = $1', [id, error.slice(0, 2_000)])
}
