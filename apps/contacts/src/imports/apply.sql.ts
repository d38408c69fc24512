import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { ImportRow } from '../entities/import.ts'
import { type Candidate, type RowFault, tooMany } from './row.ts'

/** What became of the candidates of a stretch. */
export type Applied = { created: number; updated: number; skipped: number; faults: RowFault[] }

const attributes = `name text, "firstName" text, "lastName" text, phone text, email text, company text, country text,
  "countryGiven" boolean, language text, tags jsonb, fields jsonb`

/** Writes candidates in a few statements, whatever their number: new phones are created, known ones treated as the import says. */
export async function applyCandidates(em: EntityManager, job: ImportRow, candidates: Candidate[]): Promise<Applied> {
  const known = await knownPhones(em, job, candidates)
  const { fresh, again, faults, skipped } = sorted(job, candidates, known)
  if (job.dryRun) {
    await noteSeen(em, job, fresh)
    return { created: fresh.length, updated: again.length, skipped, faults }
  }
  await createContacts(em, job, fresh)
  const refused = await updateContacts(em, job, again)
  return { created: fresh.length, updated: again.length - refused.length, skipped, faults: [...faults, ...refused] }
}

type Sorted = { fresh: Candidate[]; again: Candidate[]; faults: RowFault[]; skipped: number }

/** A phone that comes twice in the stretch is new once, and known from then on. */
function sorted(job: ImportRow, candidates: Candidate[], known: Set<string>): Sorted {
  const fresh = new Map<string, Candidate>()
  const again = new Map<string, Candidate>()
  const result: Pick<Sorted, 'faults' | 'skipped'> = { faults: [], skipped: 0 }
  let updates = 0
  for (const candidate of candidates) {
    const { phone, row } = candidate
    const earlier = fresh.get(phone) ?? again.get(phone)
    if (!earlier && !known.has(phone)) fresh.set(phone, candidate)
    else if (job.onDuplicate === 'skip') result.skipped += 1
    else if (job.onDuplicate === 'error') {
      const message = 'a contact with this phone exists already'
      result.faults.push({ row, column: 'phone', errorCode: 'contact:duplicate', message, value: phone })
    } else {
      updates += 1
      const joined = earlier ? joinedWith(earlier, candidate) : candidate
      if (fresh.has(phone)) fresh.set(phone, joined)
      else again.set(phone, joined)
    }
  }
  // A row that repeats another of its stretch updates it before either is written.
  const merged = updates - again.size
  return { fresh: [...fresh.values()], again: [...again.values()], ...result, skipped: result.skipped + merged }
}

function joinedWith(earlier: Candidate, later: Candidate): Candidate {
  const country = later.countryGiven ? later : earlier
  return {
    ...earlier,
    ...later,
    country: country.country,
    countryGiven: country.countryGiven,
    tags: [...new Set([...earlier.tags, ...later.tags])],
    fields: { ...earlier.fields, ...later.fields },
  }
}

async function knownPhones(em: EntityManager, job: ImportRow, candidates: Candidate[]): Promise<Set<string>> {
  const rows = await sql<{ phone: string }>(
    em,
    `select value as phone from identity where workspace_id = $1 and type = 'phone' and value = any($2::text[])
     union all
     select phone from import_seen where workspace_id = $1 and import_id = $3 and phone = any($2::text[])`,
    [job.workspaceId, candidates.map(({ phone }) => phone), job.id],
  )
  return new Set(rows.map(({ phone }) => phone))
}

async function noteSeen(em: EntityManager, job: ImportRow, candidates: Candidate[]): Promise<void> {
  await sql(em, 'insert into import_seen (workspace_id, import_id, phone) select $1, $2, unnest($3::text[])', [
    job.workspaceId,
    job.id,
    candidates.map(({ phone }) => phone),
  ])
}

async function createContacts(em: EntityManager, { workspaceId }: ImportRow, fresh: Candidate[]): Promise<void> {
  if (fresh.length === 0) return
  const rows = fresh.map((candidate) => ({ ...candidate, id: newId('con') }))
  await sql(
    em,
    `insert into contact (workspace_id, id, name, first_name, last_name, phone, email, company, country, language, tags, fields,
       source)
     select $1, r.id, r.name, r."firstName", r."lastName", r.phone, r.email, r.company, r.country, r.language,
       array(select jsonb_array_elements_text(r.tags)), r.fields, 'import'
     from jsonb_to_recordset($2::jsonb) as r (id text, ${attributes})`,
    [workspaceId, JSON.stringify(rows)],
  )
  const ids = rows.map(({ id }) => id)
  await sql(
    em,
    `insert into identity (workspace_id, type, value, contact_id)
     select $1, 'phone', phone, id from unnest($2::text[], $3::text[]) as r (phone, id)`,
    [workspaceId, rows.map(({ phone }) => phone), ids],
  )
}

/** Answers the rows whose contact would have had too many tags or fields; those stay as they were. */
async function updateContacts(em: EntityManager, { workspaceId }: ImportRow, again: Candidate[]): Promise<RowFault[]> {
  if (again.length === 0) return []
  const done = await sql<{ phone: string }>(
    em,
    `update contact c set name = coalesce(r.name, c.name), first_name = coalesce(r."firstName", c.first_name),
       last_name = coalesce(r."lastName", c.last_name), email = coalesce(r.email, c.email),
       company = coalesce(r.company, c.company), language = coalesce(r.language, c.language),
       country = case when r."countryGiven" then r.country else coalesce(c.country, r.country) end,
       tags = r.all_tags, fields = r.all_fields, version = c.version + 1, updated_at = now()
     from (
       select r.*, i.contact_id, o.fields || r.fields as all_fields,
         array(select tag from unnest(o.tags || array(select jsonb_array_elements_text(r.tags))) with ordinality as t (tag, n)
           group by tag order by min(n)) as all_tags
       from jsonb_to_recordset($2::jsonb) as r (${attributes})
       join identity i on i.workspace_id = $1 and i.type = 'phone' and i.value = r.phone
       join contact o on o.workspace_id = $1 and o.id = i.contact_id
     ) r
     where c.workspace_id = $1 and c.id = r.contact_id and cardinality(r.all_tags) <= 100
       and (select count(*) from jsonb_object_keys(r.all_fields)) <= 50
     returning r.phone`,
    [workspaceId, JSON.stringify(again)],
  )
  const written = new Set(done.map(({ phone }) => phone))
  return again.filter(({ phone }) => !written.has(phone)).map(({ row }) => tooMany(row))
}

/** Most faults of one import that are kept; all are counted. */
const faultsKeptMax = 10_000

/** Keeps the faults of a stretch, in the order of the rows, until there are many. */
export async function keepFaults(em: EntityManager, job: ImportRow, faults: RowFault[]): Promise<void> {
  if (faults.length === 0) return
  const ordered = faults.toSorted((a, b) => a.row - b.row)
  await sql(
    em,
    `insert into import_error (workspace_id, import_id, id, row, column_name, error_code, message, value)
     select $1, $2, r.id, r.row, r.column, r."errorCode", r.message, r.value
     from jsonb_to_recordset($3::jsonb) as r (id text, row integer, "column" text, "errorCode" text, message text, value text)
     limit greatest(0, $4 - (select count(*) from import_error where workspace_id = $1 and import_id = $2))`,
    [
      job.workspaceId,
      job.id,
      JSON.stringify(ordered.map((fault, i) => ({ ...fault, id: idOfFault(fault.row, i) }))),
      faultsKeptMax,
    ],
  )
}

// Digits of one length, so that text order is row order.
const idOfFault = (row: number, place: number) => `${String(row).padStart(10, '0')}-${String(place).padStart(6, '0')}`
