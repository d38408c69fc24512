import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Owner } from './update-owner.ts'

/** A number with the columns that callbacks need. */
export type CallbackNumber = Owner & { businessAccountId: string | null }

/** Finds connected numbers by id, across workspaces. */
export async function findCallbackNumbers(em: EntityManager, ids: string[]): Promise<Map<string, CallbackNumber>> {
  const rows = await sql<CallbackNumber>(
    em,
    `select id, workspace_id as "workspaceId", version, credentials, provider, phone_number_id as "phoneNumberId",
       business_account_id as "businessAccountId"
     from number where id = any($1) and status <> 'disconnected'`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A body to store, with its valid signature. `unpacked`: its updates are announced right away. */
export type StoredCallback = {
  id: string
  workspaceId: string
  numberId: string
  sha256: Buffer
  signature: string
  raw: Buffer
  traceparent: string | null
  unpacked: boolean
}

/** Stores bodies once for each number, compared by their bytes. Returns the ids of new ones. */
export async function storeCallbacks(em: EntityManager, callbacks: StoredCallback[]): Promise<Set<string>> {
  const column = <K extends keyof StoredCallback>(name: K) => callbacks.map((callback) => callback[name])
  const rows = await sql<{ id: string }>(
    em,
    `with body as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::text[], $6::bytea[], $7::text[], $8::boolean[])
         as body (id, workspace_id, number_id, sha256, signature, raw, traceparent, unpacked)
     ), inserted as (
       insert into provider_inbox_digest (number_id, sha256)
       select distinct number_id, sha256 from body order by number_id, sha256
       on conflict do nothing returning number_id, sha256
     )
     insert into provider_inbox (id, workspace_id, number_id, sha256, signature, raw, traceparent, unpacked_at)
     select distinct on (number_id, sha256) id, workspace_id, number_id, sha256, signature, raw, traceparent, case when unpacked then now() end
     from body join inserted using (number_id, sha256) order by number_id, sha256, id
     returning id`,
    [
      column('id'),
      column('workspaceId'),
      column('numberId'),
      column('sha256'),
      column('signature'),
      column('raw'),
      column('traceparent'),
      column('unpacked'),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}
