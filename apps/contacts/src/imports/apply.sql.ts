import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { attributeNames, fieldsMax, newId, tagsMax } from '@posthorn/contracts'
import { attributeColumns, columnOf } from '../contacts/attribute-columns.ts'
import { isListed } from '../contacts/select.sql.ts'
import type { ImportRow } from '../entities/import.ts'
import { type Candidate, duplicate, type RowFault, tooMany } from './row.ts'

/** Result of a chunk: counts of rows, faults, and the candidates that were written. */
export type ChunkResult = {
  created: number
  updated: number
  skipped: number
  faults: RowFault[]
  written: Candidate[]
}

const candidateRow = rowType<Candidate & { id?: string }>({
  id: 'text',
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

const insertContacts = statement(
  { workspace: 'text', rows: candidateRow },
  ({ workspace, rows }) => `with added as (
    insert into contact (workspace_id, ${contactColumns.join(', ')}, source)
    select ${workspace}, ${contactColumns.map((column) => `r.${column}`).join(', ')}, 'import' from ${rows.as('r')}
    returning workspace_id, id, phone
  )
  insert into identity (workspace_id, type, value, contact_id) select workspace_id, 'phone', phone, id from added`,
)

// The country of a phone only fills a gap, one that was given replaces.
const assignmentOf = (column: string) =>
  column === 'country'
    ? 'country = case when r.country_given then r.country else coalesce(c.country, r.country) end'
    : `${column} = coalesce(r.${column}, c.${column})`

const updateContacts = statement(
  { workspace: 'text', rows: candidateRow },
  ({ workspace, rows }) => `update contact c set ${attributeColumns.map(assignmentOf).join(', ')},
      opted_out_at = coalesce(c.opted_out_at, r.opted_out_at), stopped = c.stopped and r.opted_out_at is null,
      unlisted_at = null, blocked = c.blocked or r.blocked, tags = r.all_tags, fields = r.all_fields, version = c.version + 1, updated_at = now()
    from (
      select r.*, i.contact_id, o.fields || r.fields as all_fields,
        array(select tag from unnest(o.tags || r.tags) with ordinality as t (tag, n) group by tag order by min(n)) as all_tags
      from ${rows.as('r')}
      join identity i on i.workspace_id = ${workspace} and i.type = 'phone' and i.value = r.phone
      join contact o on o.workspace_id = ${workspace} and o.id = i.contact_id
    ) r
    where c.workspace_id = ${workspace} and c.id = r.contact_id and cardinality(r.all_tags) <= ${tagsMax}
      and (select count(*) from jsonb_object_keys(r.all_fields)) <= ${fieldsMax}
    returning r.phone`,
)

/** Writes candidates in a few statements, whatever their number: new phones are created, known ones treated as the import says. */
export async function applyCandidates(
  em: EntityManager,
  job: ImportRow,
  candidates: Candidate[],
): Promise<ChunkResult> {
  const { fresh, again, faults, skipped, rowsOf } = sortCandidates(
    job,
    candidates,
    await knownPhones(em, job, candidates),
  )
  const rowsOfAll = (some: Candidate[]) => some.flatMap(({ phone }) => rowsOf.get(phone) ?? [])
  const counts = { created: fresh.length, skipped }
  if (job.dryRun) {
    await markSeen(em, job, fresh)
    return { ...counts, updated: rowsOfAll([...fresh, ...again]).length - fresh.length, faults, written: [] }
  }
  await createAll(em, job, fresh)
  const updated = await updateAll(em, job, again)
  const written = [...fresh, ...again.filter(({ phone }) => updated.has(phone))]
  const refused = rowsOfAll(again.filter(({ phone }) => !updated.has(phone))).map(tooMany)
  return { ...counts, updated: rowsOfAll(written).length - fresh.length, faults: [...faults, ...refused], written }
}

/** Candidates by phone: of a phone that comes twice the rows are joined. `rowsOf`: the rows that each was joined from. */
type SortedCandidates = {
  fresh: Candidate[]
  again: Candidate[]
  faults: RowFault[]
  skipped: number
  rowsOf: Map<string, number[]>
}

/** A phone that comes twice in the chunk is new once, and known from then on; a deleted contact is no duplicate: it comes back. */
function sortCandidates(job: ImportRow, candidates: Candidate[], known: Map<string, boolean>): SortedCandidates {
  const byPhone = new Map<string, Candidate>()
  const result: Pick<SortedCandidates, 'faults' | 'skipped' | 'rowsOf'> = { faults: [], skipped: 0, rowsOf: new Map() }
  for (const candidate of candidates) {
    const { phone, row } = candidate
    const earlier = byPhone.get(phone)
    const isDuplicate = earlier !== undefined || known.get(phone) === true
    const joined = earlier ? joinCandidates(earlier, candidate) : candidate
    if (isDuplicate && job.onDuplicate === 'skip') result.skipped += 1
    else if (isDuplicate && job.onDuplicate === 'error') result.faults.push(duplicate(candidate))
    else if (joined.tags.length > tagsMax || Object.keys(joined.fields).length > fieldsMax)
      result.faults.push(tooMany(row))
    else {
      byPhone.set(phone, joined)
      result.rowsOf.set(phone, [...(result.rowsOf.get(phone) ?? []), row])
    }
  }
  const all = [...byPhone.values()]
  const isFresh = ({ phone }: Candidate) => !known.has(phone)
  return { fresh: all.filter(isFresh), again: all.filter((candidate) => !isFresh(candidate)), ...result }
}

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

/** The phones of these that have a contact; true when it is in the address book. */
async function knownPhones(em: EntityManager, job: ImportRow, candidates: Candidate[]): Promise<Map<string, boolean>> {
  const rows = await sql<{ phone: string; listed: boolean }>(
    em,
    `select i.value as phone, c.${isListed} as listed from identity i
     join contact c on c.workspace_id = i.workspace_id and c.id = i.contact_id
     where i.workspace_id = $1 and i.type = 'phone' and i.value = any($2::text[])
     union all
     select phone, true from import_seen where workspace_id = $1 and import_id = $3 and phone = any($2::text[])`,
    [job.workspaceId, candidates.map(({ phone }) => phone), job.id],
  )
  return new Map(rows.map(({ phone, listed }) => [phone, listed]))
}

async function markSeen(em: EntityManager, job: ImportRow, candidates: Candidate[]): Promise<void> {
  await sql(em, 'insert into import_seen (workspace_id, import_id, phone) select $1, $2, unnest($3::text[])', [
    job.workspaceId,
    job.id,
    candidates.map(({ phone }) => phone),
  ])
}

async function createAll(em: EntityManager, { workspaceId: workspace }: ImportRow, fresh: Candidate[]): Promise<void> {
  if (fresh.length === 0) return
  await sql(em, insertContacts({ workspace, rows: fresh.map((candidate) => ({ ...candidate, id: newId('con') })) }))
}

/** Returns the phones whose contact was updated; one that would have too many tags or fields stays as it was. */
async function updateAll(
  em: EntityManager,
  { workspaceId: workspace }: ImportRow,
  again: Candidate[],
): Promise<Set<string>> {
  if (again.length === 0) return new Set()
  const updated = await sql<{ phone: string }>(em, updateContacts({ workspace, rows: again }))
  return new Set(updated.map(({ phone }) => phone))
}
