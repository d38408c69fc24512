import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Identifier, KnownIdentifier } from '@posthorn/contracts'

type Row = Pick<Identifier, 'type' | 'value'> & { owner: string; since: string; released: string | null }

/** Returns the stored rows for these identifiers, and all identifiers of their current contacts and of the given contact. */
export async function knownIdentifiers(
  em: EntityManager,
  workspace: string,
  identifiers: readonly Identifier[],
  contact: string | null = null,
): Promise<KnownIdentifier[]> {
  const rows = await sql<Row>(
    em,
    `with owner as (
       select contact_id from identity where workspace_id = $1 and value = any($2::text[]) union select $3::text where $3 is not null
     )
     select type, value, contact_id as owner, since, null as released from identity
     where workspace_id = $1 and contact_id in (select contact_id from owner)
     union all
     select type, value, contact_id, changed_at, changed_at from previous_address where workspace_id = $1 and value = any($2::text[])`,
    [workspace, identifiers.map(({ value }) => value), contact],
  )
  return rows.map(({ since, released, ...row }) => ({
    ...row,
    since: new Date(since).getTime(),
    releasedAt: released === null ? null : new Date(released).getTime(),
  }))
}

type IdentityOwner = { workspace: string; contact: string; at: number }

/** Assigns identifiers to a contact, and takes them from any other contact that had them. */
export async function assignIdentifiers(
  em: EntityManager,
  identifiers: readonly Identifier[],
  { workspace, contact, at }: IdentityOwner,
): Promise<void> {
  if (identifiers.length === 0) return
  const values = identifiers.map(({ value }) => value)
  await sql(
    em,
    `insert into identity (workspace_id, type, value, contact_id, since)
     select $1, type, value, $4, $5::timestamptz from unnest($2::text[], $3::text[]) as i (type, value)
     on conflict (workspace_id, type, value) do update set contact_id = excluded.contact_id,
       since = case when identity.contact_id = excluded.contact_id then least(identity.since, excluded.since) else excluded.since end`,
    [workspace, identifiers.map(({ type }) => type), values, contact, new Date(at).toISOString()],
  )
  const again = 'delete from previous_address where workspace_id = $1 and contact_id = $2 and value = any($3)'
  await sql(em, again, [workspace, contact, values])
}

/** Removes identifiers from a contact, but remembers them as previous addresses: phone numbers until the given time, ids forever. */
export async function releaseIdentifiers(
  em: EntityManager,
  identifiers: readonly Identifier[],
  { workspace, contact, at }: IdentityOwner,
): Promise<void> {
  if (identifiers.length === 0) return
  await sql(
    em,
    `with released as (
       delete from identity where workspace_id = $1 and contact_id = $4 and value = any($3)
     )
     insert into previous_address (workspace_id, type, value, contact_id, changed_at)
     select $1, type, value, $4, $5::timestamptz from unnest($2::text[], $3::text[]) as i (type, value)
     on conflict (workspace_id, contact_id, value) do update set changed_at = greatest(previous_address.changed_at, excluded.changed_at)`,
    [
      workspace,
      identifiers.map(({ type }) => type),
      identifiers.map(({ value }) => value),
      contact,
      new Date(at).toISOString(),
    ],
  )
}

/** Moves all identifiers, including previous ones, from one contact to another. */
export async function moveIdentifiers(
  em: EntityManager,
  { workspace, from, into }: { workspace: string; from: string; into: string },
): Promise<void> {
  await sql(em, 'update identity set contact_id = $3 where workspace_id = $1 and contact_id = $2', [
    workspace,
    from,
    into,
  ])
  await sql(
    em,
    `insert into previous_address (workspace_id, type, value, contact_id, changed_at)
     select workspace_id, type, value, $3, changed_at from previous_address where workspace_id = $1 and contact_id = $2
     on conflict (workspace_id, contact_id, value) do update set changed_at = greatest(previous_address.changed_at, excluded.changed_at)`,
    [workspace, from, into],
  )
}
