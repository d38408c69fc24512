import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { type Identifier, identifierOf, identifiersOf, type KnownIdentifier } from '@posthorn/contracts'

export type Named = { workspace: string; identifiers: readonly Identifier[] }

type Row = Pick<Identifier, 'type' | 'value'> & {
  workspace: string
  owner: string
  since: string
  released: string | null
}

/** Returns what is stored about these identifiers and their owners, by workspace. */
export async function knownPeople(em: EntityManager, named: readonly Named[]): Promise<Map<string, KnownIdentifier[]>> {
  const wanted = named.flatMap(({ workspace, identifiers }) => identifiers.map(({ value }) => ({ workspace, value })))
  if (wanted.length === 0) return new Map()
  const rows = await sql<Row>(
    em,
    `with person as (
       select distinct workspace_id, i.person from unnest($1::text[], $2::text[]) as w (workspace_id, value)
       join person_identifier i using (workspace_id, value)
     )
     select i.workspace_id as workspace, i.type, i.value, i.person as owner, i.since, i.released_at as released
     from person p join person_identifier i using (workspace_id, person)`,
    [wanted.map(({ workspace }) => workspace), wanted.map(({ value }) => value)],
  )
  const known = rows.map(({ workspace, since, released, ...row }) => {
    const releasedAt = released === null ? null : new Date(released).getTime()
    return { workspace, row: { ...row, since: new Date(since).getTime(), releasedAt } }
  })
  const byWorkspace = Map.groupBy(known, ({ workspace }) => workspace)
  return new Map([...byWorkspace].map(([workspace, all]) => [workspace, all.map(({ row }) => row)]))
}

/** Number of locks to which people are hashed. Large enough that few people share one, small enough for a batch to hold all. */
const places = 1_024
const lockClass = 7_077

/**
 * Isolates transactions that look up a person's chat (`shared`) from those that move it to another identifier (`exclusive`). Call this in a
 * statement before the one that reads, because the read must be newer than the lock. Call it before taking row locks.
 */
export async function lockPeople(
  em: EntityManager,
  named: readonly { workspace: string; value: string }[],
  mode: 'shared' | 'exclusive',
): Promise<void> {
  if (named.length === 0) return
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await sql(
    em,
    `select ${lock}(${lockClass}, place) from (
       select distinct hashtext(workspace_id || ' ' || value) & ${places - 1} as place
       from unnest($1::text[], $2::text[]) as w (workspace_id, value) order by place
     ) as p`,
    [named.map(({ workspace }) => workspace), named.map(({ value }) => value)],
  )
}

const knownRow = rowType<KnownIdentifier>({
  value: 'text',
  type: 'text',
  since: ['timestamptz', ({ since }) => new Date(since).toISOString()],
  released_at: ['timestamptz', ({ releasedAt }) => (releasedAt === null ? null : new Date(releasedAt).toISOString())],
})

const write = statement(
  { workspace: 'text', person: 'text', owners: 'text[]', rows: knownRow },
  ({ workspace, person, owners, rows }) => `with given as (
      select * from ${rows.as('r')}
    ), joined as (
      update person_identifier set person = ${person} where workspace_id = ${workspace} and person = any(${owners}) and value not in (select value from given)
    )
    insert into person_identifier as i (workspace_id, value, type, person, since, released_at)
    select ${workspace}, value, type, ${person}, since, released_at from given
    on conflict (workspace_id, value) do update set person = excluded.person, released_at = excluded.released_at,
      since = case when i.person = any(${owners}) and i.released_at is null then least(i.since, excluded.since) else excluded.since end`,
)

/** Stores a person's identifiers, and merges the people in `owners` into them. */
export async function writePerson(
  em: EntityManager,
  person: { workspace: string; person: string; owners: string[]; rows: KnownIdentifier[] },
): Promise<void> {
  await sql(em, write(person))
}

/** Applies opt-outs and blocks of a person's other identifiers to the one that messages go to. */
export async function carryMarks(
  em: EntityManager,
  { workspace, person, owners }: { workspace: string; person: string; owners: string[] },
): Promise<void> {
  await sql(
    em,
    `with blocked as (
       insert into blocked_recipient (workspace_id, recipient, contact_id)
       select distinct on (workspace_id) workspace_id, $2, contact_id from blocked_recipient where workspace_id = $1 and recipient = any($3)
       on conflict do nothing
     )
     insert into opted_out_recipient as o (workspace_id, recipient, contact_id, version, opted_out)
     select distinct on (workspace_id) workspace_id, $2, contact_id, version, true from opted_out_recipient
     where workspace_id = $1 and recipient = any($3) and opted_out
     on conflict (workspace_id, recipient) do update set opted_out = true where not o.opted_out`,
    [workspace, person, owners],
  )
}

/** Returns the current recipient for each address, by workspace and address. */
export async function recipientsOf(
  em: EntityManager,
  named: readonly { workspace: string; value: string }[],
): Promise<Map<string, string>> {
  const known = await knownPeople(
    em,
    named.map(({ workspace, value }) => ({ workspace, identifiers: [identifierOf(value)] })),
  )
  const found = named.flatMap(({ workspace, value }) => {
    const row = known.get(workspace)?.find((each) => each.value === value)
    const isTheirs = row && (row.releasedAt === null || row.type !== 'phone')
    return isTheirs ? [[`${workspace} ${value}`, row.owner] as const] : []
  })
  return new Map(found)
}

type Sender = Parameters<typeof identifiersOf>[0] & { contact?: string | undefined }

/** Returns a function that tells whether two people are the same: they have the same contact or linked identifiers. */
export async function personTest(
  em: EntityManager,
  workspace: string,
  people: readonly (Sender | null | undefined)[],
): Promise<(a: Sender, b: Sender) => boolean> {
  const identifiers = people.flatMap((each) => identifiersOf(each ?? {}))
  const known = (await knownPeople(em, [{ workspace, identifiers }])).get(workspace) ?? []
  const keysOf = (each: Sender) => {
    const values = identifiersOf(each).map(({ value }) => known.find((row) => row.value === value)?.owner ?? value)
    return new Set(each.contact ? [...values, each.contact] : values)
  }
  return (a, b) => {
    const others = keysOf(b)
    return [...keysOf(a)].some((key) => others.has(key))
  }
}
