import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { attributeNames, fieldsMax, type Identifier, identifierOf, newId, tagsMax } from '@posthorn/contracts'
import { attributeColumns, columnOf } from '../contacts/csv.ts'
import { isListed } from '../contacts/select.sql.ts'
import type { ImportRow } from '../entities/contact.ts'
import { type Candidate, duplicate, Overtaken, type RowFault, tooMany } from './row.ts'

type ChunkResult = {
  created: number
  updated: number
  skipped: number
  faults: RowFault[]
  /** Candidates whose contacts were created or updated. */
  written: Candidate[]
}

const candidateRow = rowType<Candidate & { id?: string }>({
  id: 'text',
  address: 'text',
  phone: 'text',
  ...Object.fromEntries(
    attributeNames.map((name) => [columnOf(name), ['text', (candidate: Candidate) => candidate[name]] as const]),
  ),
  country_given: ['boolean', ({ countryGiven }) => countryGiven],
  tags: 'text[]',
  fields: 'jsonb',
  opted_out_at: ['timestamptz', ({ optedOutAt }) => optedOutAt],
  blocked: 'boolean',
})

const contactColumns = ['id', 'phone', ...attributeColumns, 'tags', 'fields', 'opted_out_at', 'blocked']

/** Creates contacts from candidates. */
const insertContacts = statement(
  { workspace: 'text', rows: candidateRow },
  ({ workspace, rows }) => `insert into contact (workspace_id, ${contactColumns.join(', ')}, source)
    select ${workspace}, ${contactColumns.map((column) => `r.${column}`).join(', ')}, 'import' from ${rows.as('r')}`,
)

/** An identifier in a row. `owner`: the id of its contact, or another identifier of the contact. */
const identifierRow = rowType<Identifier & { owner: string }>({ type: 'text', value: 'text', owner: 'text' })

/** Creates the identities of new contacts. Fails if another transaction has created one meanwhile. */
const insertIdentities = statement(
  { workspace: 'text', rows: identifierRow },
  ({ workspace, rows }) => `insert into identity (workspace_id, type, value, contact_id)
    select ${workspace}, r.type, r.value, r.owner from ${rows.as('r')}`,
)

/** Adds the identifiers in a row to its contact. One of another contact stays there: a file is no proof that the two are one person. */
const addIdentities = statement(
  { workspace: 'text', rows: identifierRow },
  ({ workspace, rows }) => `with added as (
      insert into identity (workspace_id, type, value, contact_id)
      select ${workspace}, r.type, r.value, k.contact_id from ${rows.as('r')}
      join identity k on k.workspace_id = ${workspace} and k.value = r.owner
      on conflict do nothing returning type, value, contact_id
    )
    update contact c set phone = a.value from added a
    where c.workspace_id = ${workspace} and c.id = a.contact_id and a.type = 'phone' and c.phone is null`,
)

// A country derived from the phone number only fills a gap. A country in the row replaces the stored one.
const assignmentOf = (column: string) =>
  column === 'country'
    ? 'country = case when r.country_given then r.country else coalesce(c.country, r.country) end'
    : `${column} = coalesce(r.${column}, c.${column})`

/** Tags of the contact `c` with those of its row `r`. */
const allTags = `array(select tag from unnest(c.tags || r.tags) with ordinality as t (tag, n) group by tag order by min(n))`
const allFields = 'c.fields || r.fields'
const isWithinLimits = `cardinality(${allTags}) <= ${tagsMax} and (select count(*) from jsonb_object_keys(${allFields})) <= ${fieldsMax}`

/**
 * Updates contacts from candidates. An empty cell keeps the stored value, opt-outs and blocks stay, and tags and fields are added. Reads the
 * contact only as the updated row: from another reference, Postgres would read it as it was before a change that the update waited for.
 */
const updateContacts = statement(
  { workspace: 'text', rows: candidateRow },
  ({ workspace, rows }) => `update contact c set ${attributeColumns.map(assignmentOf).join(', ')},
      opted_out_at = coalesce(c.opted_out_at, r.opted_out_at), stopped = c.stopped and r.opted_out_at is null,
      unlisted_at = null, blocked = c.blocked or r.blocked, tags = ${allTags}, fields = ${allFields}, version = c.version + 1,
      updated_at = now()
    from ${rows.as('r')}, identity i where i.workspace_id = ${workspace} and i.value = r.address
      and c.workspace_id = ${workspace} and c.id = i.contact_id and ${isWithinLimits}
    returning 1`,
)

/**
 * Stores any number of candidates in a few statements: creates contacts for new people, and handles known people as the import specifies.
 * Skips people who have been erased since the import was requested: `findErased` returns their identifiers. Throws `Overtaken` or a unique
 * violation if another transaction changed one of the contacts; the caller rolls back and starts again.
 */
export async function applyCandidates(
  em: EntityManager,
  job: ImportRow,
  { candidates, findErased }: { candidates: Candidate[]; findErased: () => Promise<Set<string>> },
): Promise<ChunkResult> {
  const all: ChunkResult = { created: 0, updated: 0, skipped: 0, faults: [], written: [] }
  let known = await findKnown(em, job, candidates)
  for (const [i, group] of groupsOf(candidates, known).entries()) {
    if (i > 0) known = await findKnown(em, job, group)
    // After contacts were read, because an erasure may have removed one of them a moment ago.
    const erased = await findErased()
    const kept = group.filter((candidate) => !identifiersOf(candidate).some((identifier) => erased.has(identifier)))
    const { created, updated, skipped, faults, written } = await applyGroup(em, job, { group: kept, known })
    all.created += created
    all.updated += updated
    all.skipped += skipped + group.length - kept.length
    all.faults.push(...faults)
    all.written.push(...written)
  }
  return all
}

/** Candidates that are about different people, or have the same identifiers. */
type Group = { group: Candidate[]; known: Known }

/** Stores a group of candidates; a dry run only notes them. Throws `Overtaken` as `updateAll` does. */
async function applyGroup(em: EntityManager, job: ImportRow, { group, known }: Group): Promise<ChunkResult> {
  const named = group.map((candidate) => ({ ...candidate, address: addressOf(candidate, known) }))
  const { fresh, again, rows, faults, skipped } = sortCandidates(job, named, known)
  const merged = [...fresh, ...again]
  if (job.dryRun) await markSeen(em, job, { group: merged, known })
  else {
    await createAll(em, job, fresh)
    await updateAll(em, job, again)
  }
  const counts = { created: fresh.length, updated: rows - fresh.length, skipped }
  return { ...counts, faults, written: job.dryRun ? [] : merged }
}

/**
 * Splits candidates into groups to store one after the other. If a row names a person in another way than that person's last row, such as by
 * user id alone, it is in a later group, and so finds that person's contact.
 */
function groupsOf(candidates: Candidate[], known: Known): Candidate[][] {
  type Person = { names: string[]; group: number; last: string }
  const groups: Candidate[][] = []
  const people = new Map<string, Person>()
  for (const candidate of candidates) {
    const identifiers = identifiersOf(candidate)
    const last = identifiers.join(' ')
    const names = [...identifiers, ...identifiers.flatMap((identifier) => known.get(identifier)?.person ?? [])]
    const earlier = [...new Set(names.flatMap((name) => people.get(name) ?? []))]
    const group = Math.max(0, ...earlier.map((person) => person.group + Number(person.last !== last)))
    const [largest, ...others] = earlier.toSorted((a, b) => b.names.length - a.names.length)
    const joined: Person = Object.assign(largest ?? { names: [] }, { group, last })
    for (const name of [...names, ...others.flatMap((other) => other.names)]) {
      if (people.get(name) === joined) continue
      joined.names.push(name)
      people.set(name, joined)
    }
    ;(groups[group] ??= []).push(candidate)
  }
  return groups
}

const identifiersOf = ({ phone, userId }: Candidate): string[] =>
  [phone, userId].filter((identifier) => identifier !== null)

const identifiersWith = (owner: string, candidate: Candidate) =>
  identifiersOf(candidate).map((value) => ({ ...identifierOf(value), owner }))

/** Candidates by identifier. Rows with the same identifier are merged; `rows` is their number. */
type SortedCandidates = {
  /** Candidates without a contact. */
  fresh: Candidate[]
  /** Candidates whose contact exists already. */
  again: Candidate[]
  rows: number
  faults: RowFault[]
  skipped: number
}

/**
 * Separates new candidates from those with a contact, and applies `onDuplicate`. An identifier that occurs twice in the group is new the
 * first time and known the second. A contact that was removed from the address book isn't a duplicate: it is listed again.
 */
function sortCandidates(job: ImportRow, candidates: Candidate[], known: Known): SortedCandidates {
  const byAddress = new Map<string, Candidate>()
  const result: Pick<SortedCandidates, 'rows' | 'faults' | 'skipped'> = { rows: 0, faults: [], skipped: 0 }
  for (const candidate of candidates) {
    const { address, row } = candidate
    const stored = known.get(address)
    const earlier = byAddress.get(address)
    const isDuplicate = earlier !== undefined || stored?.isListed === true
    const joined = earlier ? joinCandidates(earlier, candidate) : candidate
    if (isDuplicate && job.onDuplicate === 'skip') result.skipped += 1
    else if (isDuplicate && job.onDuplicate === 'error') result.faults.push(duplicate(candidate))
    else if (hasTooMany(joined, stored)) result.faults.push(tooMany(row))
    else {
      byAddress.set(address, joined)
      result.rows += 1
    }
  }
  const all = [...byAddress.values()]
  const isFresh = ({ address }: Candidate) => !known.has(address)
  return { fresh: all.filter(isFresh), again: all.filter((candidate) => !isFresh(candidate)), ...result }
}

/** Whether a contact would have too many tags or fields. `stored`: the contact, unless it is new. */
const hasTooMany = ({ tags, fields }: Candidate, stored?: KnownContact): boolean =>
  new Set([...(stored?.tags ?? []), ...tags]).size > tagsMax ||
  new Set([...(stored?.fields ?? []), ...Object.keys(fields)]).size > fieldsMax

/** Returns the row's phone number or, second, its user id if a contact has it already. If none has, returns the row's own identifier. */
const addressOf = (candidate: Candidate, known: Known): string =>
  identifiersOf(candidate).find((identifier) => known.has(identifier)) ?? candidate.address

/** Merges two rows with the same identifier. The later row wins, but an opt-out or block in either holds. */
function joinCandidates(earlier: Candidate, later: Candidate): Candidate {
  const country = later.countryGiven ? later : earlier
  return {
    ...earlier,
    ...later,
    country: country.country,
    countryGiven: country.countryGiven,
    tags: [...new Set([...earlier.tags, ...later.tags])],
    fields: { ...earlier.fields, ...later.fields },
    optedOutAt: earlier.optedOutAt ?? later.optedOutAt,
    blocked: earlier.blocked || later.blocked,
  }
}

/**
 * A stored contact, or one that a dry run would have created. `person`: its id or, if new, its first identifier. `isListed`: whether it is in
 * the address book. `fields`: names of its fields.
 */
type KnownContact = { person: string; isListed: boolean; tags: string[]; fields: string[] }

/** Stored contacts by identifier. */
type Known = Map<string, KnownContact>

/** Finds the identifiers that belong to a contact, or would after the earlier rows of a dry run. */
async function findKnown(em: EntityManager, job: ImportRow, candidates: Candidate[]): Promise<Known> {
  const rows = await sql<KnownContact & { identifier: string }>(
    em,
    `with named as (
       select value as identifier, contact_id as person from identity where workspace_id = $1 and value = any($2::text[])
       union all select identifier, person from import_seen where workspace_id = $1 and import_id = $3 and identifier = any($2::text[])
     )
     select n.identifier, n.person, s.identifier is not null or c.${isListed} as "isListed", c.tags || s.tags as tags,
       array(select jsonb_object_keys(c.fields)) || s.fields as fields from named n
     left join contact c on c.workspace_id = $1 and c.id = n.person left join import_seen s on s.workspace_id = $1 and s.import_id = $3 and s.identifier = n.person`,
    [job.workspaceId, candidates.flatMap(identifiersOf), job.id],
  )
  return new Map(rows.map(({ identifier, ...contact }) => [identifier, contact]))
}

type Seen = { identifier: string; person: string; tags: string[]; fields: string[] }
const seenRow = rowType<Seen>({ identifier: 'text', person: 'text', tags: 'text[]', fields: 'text[]' })

const noteSeen = statement(
  { workspace: 'text', id: 'text', rows: seenRow },
  ({ workspace, id, rows }) => `insert into import_seen as s (workspace_id, import_id, identifier, person, tags, fields)
     select ${workspace}, ${id}, r.identifier, r.person, r.tags, r.fields from ${rows.as('r')}
     on conflict (workspace_id, import_id, identifier) do update set
       tags = array(select distinct unnest(s.tags || excluded.tags)), fields = array(select distinct unnest(s.fields || excluded.fields))`,
)

/**
 * In a dry run, remembers which contacts it would have created or updated, with their new identifiers, tags and fields, so that later rows
 * count as duplicates and may have too many.
 */
async function markSeen(em: EntityManager, job: ImportRow, { group, known }: Group): Promise<void> {
  const rows = group.flatMap((candidate): Seen[] => {
    const person = known.get(candidate.address)?.person ?? candidate.address
    const names = identifiersOf(candidate).filter((identifier) => identifier !== person && !known.has(identifier))
    return [
      { identifier: person, person, tags: candidate.tags, fields: Object.keys(candidate.fields) },
      ...names.map((identifier) => ({ identifier, person, tags: [], fields: [] })),
    ]
  })
  if (rows.length > 0) await sql(em, noteSeen({ workspace: job.workspaceId, id: job.id, rows }))
}

/** Creates contacts with their identities, in two statements for any number of candidates. */
async function createAll(em: EntityManager, { workspaceId: workspace }: ImportRow, fresh: Candidate[]): Promise<void> {
  if (fresh.length === 0) return
  const rows = fresh.map((candidate) => ({ ...candidate, id: newId('con') }))
  await sql(em, insertContacts({ workspace, rows }))
  await sql(em, insertIdentities({ workspace, rows: rows.flatMap((each) => identifiersWith(each.id, each)) }))
}

/**
 * Updates the contacts of these candidates, and adds identifiers that they lack. Throws `Overtaken` if another transaction has removed one, or has added
 * tags or fields to one that would now get too many.
 */
async function updateAll(em: EntityManager, job: ImportRow, candidates: Candidate[]): Promise<void> {
  if (candidates.length === 0) return
  const workspace = job.workspaceId
  const updated = await sql(em, updateContacts({ workspace, rows: candidates }))
  if (updated.length < candidates.length) throw new Overtaken()
  const named = candidates.filter(({ phone, userId }) => phone !== null && userId !== null)
  const rows = named.flatMap((each) => identifiersWith(each.address, each))
  if (rows.length > 0) await sql(em, addIdentities({ workspace, rows }))
}
