import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, sql } from '@posthorn/chassis'
import type { Owner, ProvenCallback } from '../callbacks/update-owner.ts'

/** A stored body that this transaction may unpack. */
export type Claimed = ProvenCallback & { id: string; receivedAt: Date }

/** The oldest bodies that wait, at most `limit`; they belong to this transaction until it ends. */
export async function claimCallbacks(em: EntityManager, limit: number): Promise<Claimed[]> {
  const rows = await sql<Omit<Claimed, 'receivedAt'> & { receivedAt: unknown }>(
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

/** The connected numbers that are known at their provider by these ids, of all workspaces. */
export function ownersOf(em: EntityManager, named: { provider: string; phoneNumberId: string }[]): Promise<Owner[]> {
  return sql<Owner>(
    em,
    `select id, workspace_id as "workspaceId", version, credentials, provider, phone_number_id as "phoneNumberId"
     from number where status <> 'disconnected'
       and (provider, phone_number_id) in (select * from unnest($1::text[], $2::text[]))`,
    [named.map(({ provider }) => provider), named.map(({ phoneNumberId }) => phoneNumberId)],
  )
}

/** What became of a body: updates that are nobody's, and why it could not be read, if so. */
export type Unpacked = {
  id: string
  quarantined: { kind: string; phoneNumberId: string | null }[] | null
  error: string | null
}

/** Marks bodies unpacked. */
export async function markUnpacked(em: EntityManager, done: Unpacked[]): Promise<void> {
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

/** Keeps a body that cannot be unpacked out of the way of the others. */
export async function putAside(em: EntityManager, id: string, error: string): Promise<void> {
  await sql(em, 'update provider_inbox set unpacked_at = now(), error = $2 where id = $1', [id, error.slice(0, 2_000)])
}
