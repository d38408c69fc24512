import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import {
  createRemovalQueue,
  databaseTime,
  forWorkspace,
  inTransaction,
  isPassing,
  type Round,
  rowType,
  runTogether,
  settingsOf,
  sql,
  statement,
  type Tx,
  violatedConstraint,
  type Worker,
} from '@posthorn/chassis'
import type { ContactsRuntime } from '../config.ts'
import { presentContacts } from '../contacts/contact.ts'
import { announceIdentified, eventContactsMax } from '../contacts/identities.sql.ts'
import { Contact, Identity, Import, type ImportRow } from '../entities/contact.ts'
import { erasedSince } from '../erasures/erasures.ts'
import { applyCandidates } from '../imports/apply.sql.ts'
import { attemptsMax, finish } from '../imports/imports.ts'
import { keepFaults, readFile } from '../imports/pieces.sql.ts'
import { type Candidate, Overtaken, type RowFault, readRow } from '../imports/row.ts'
import { type Chunk, cellsOf, readContacts, readRows, targetsOf } from '../imports/table.ts'

/** Queues the announcements of opt-outs for a loop that announces many per event: one event for each contact of an import would be too many. */
const queueOptOuts = statement(
  { workspace: 'text', people: rowType<Candidate>({ address: 'text' }) },
  ({ workspace, people }) => `insert into opt_out_announcement (workspace_id, contact_id)
    select distinct i.workspace_id, i.contact_id from ${people.as('p')}
    join identity i on i.workspace_id = ${workspace} and i.value = p.address
    on conflict do nothing`,
)

/** Announces the names of stored candidates who have a chat, and all opt-outs and blocks, because other services store these, too. */
async function announceWritten(tx: Tx, { workspaceId }: ImportRow, written: Candidate[]): Promise<void> {
  const addresses = written.map(({ address }) => address)
  await announceIdentified(tx, workspaceId, addresses)
  const optedOut = written.filter(({ optedOutAt }) => optedOutAt !== null)
  if (optedOut.length > 0) {
    await sql(tx.em, queueOptOuts({ workspace: workspaceId, people: optedOut }))
    tx.wake('announce-opt-outs')
  }
  const blocked = written.flatMap((candidate) => (candidate.blocked ? [candidate.address] : []))
  if (blocked.length > 0) await announceBlocked(tx, workspaceId, blocked)
}

/** Announces the contacts with these addresses as changed, so that other services learn of the block. */
async function announceBlocked({ em, emit }: Tx, workspace: string, addresses: string[]): Promise<void> {
  const identities = await em.find(Identity, { value: { $in: addresses } })
  const ids = identities.map(({ contactId }) => contactId)
  const rows = await em.find(Contact, { id: { $in: ids } }, { refresh: true })
  const contacts = await presentContacts(em, rows)
  for (const [i, data] of contacts.entries()) {
    const aggregate = { id: data.id, version: rows[i]?.version ?? 1 }
    emit({ kind: 'contact:updated', workspace, data, aggregate })
  }
}

/** Number of pieces to read per chunk: the usual number, and the maximum if the first row doesn't fit. */
const piecesPerChunk = { usual: 2, most: 6 }
/** Bytes per chunk: about 5,000 rows, which is fast and needs little memory. */
const chunkBytes = 256 * 1024

/** Pause before a chunk is imported again, in milliseconds. */
const overtakenPauseMs = 50

/**
 * Imports a chunk and stores the position reached in the same transaction. A chunk that was rolled back is imported again, after a crash or
 * because another transaction has created or removed one of its contacts meanwhile; a committed chunk isn't. Workspaces take turns, and so
 * do the imports within a workspace.
 */
export async function importRound(runtime: ContactsRuntime): Promise<Round> {
  const taken: { job?: ImportRow } = {}
  try {
    return await inTransaction(runtime, async (tx) => {
      const job = await nextJob(tx.em)
      if (!job) return { worked: 0 }
      taken.job = job
      await workOn(runtime, tx, job)
      return { worked: 1 }
    })
  } catch (err) {
    const isOvertaken = err instanceof Overtaken || violatedConstraint(err) === 'identity_pkey'
    if (taken.job) await lastInTurn(runtime, taken.job, isOvertaken || isPassing(err) ? 0 : 1)
    if (isOvertaken) return { worked: 0, nextInMs: overtakenPauseMs }
    throw err
  }
}

/**
 * Moves an import whose chunk was rolled back to the end of the queue, so that it doesn't delay others. `failures` are counted. If that fails,
 * too, the import keeps its turn.
 */
async function lastInTurn(runtime: ContactsRuntime, { workspaceId, id }: ImportRow, failures: 0 | 1): Promise<void> {
  const text = 'update import set touched_at = now(), attempts = attempts + $3 where workspace_id = $1 and id = $2'
  await sql(runtime.db.em(), text, [workspaceId, id, failures]).catch(() => {})
}

/**
 * Locks the next import. The workspace that waited longest is next, and within it the import that waited longest. An import that was only
 * accepted (`touched_at` is `created_at`) was no turn of its workspace.
 */
async function nextJob(em: EntityManager): Promise<ImportRow | null> {
  const [found] = await sql<{ workspace_id: string; id: string }>(
    em,
    `select workspace_id, id from import i where status = 'running'
     order by (select max(touched_at) from import o where o.workspace_id = i.workspace_id and o.touched_at <> o.created_at) nulls first,
       touched_at limit 1 for update skip locked`,
  )
  if (!found) return null
  forWorkspace(em, found.workspace_id)
  return em.findOne(Import, { id: found.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

/** Imports the next chunk and updates the import's counts and position. Finishes the import at the end of its file, or if a row can't be read or stored. */
async function workOn(runtime: ContactsRuntime, tx: Tx, job: ImportRow): Promise<void> {
  if (job.attempts >= attemptsMax) return finish(tx, job, 'import:unreadable')
  const { rows, broken, endBytes, endLines, atEnd } = await nextChunk(tx.em, job)
  if (endBytes === 0 && !atEnd) return finish(tx, job, 'import:unreadable')
  const settings = await settingsOf(tx.em, [job.workspaceId])
  const chunk = { rows, endBytes, endLines, broken, country: settings(job.workspaceId).country }
  const { candidates, faults } = evaluateRows(job, chunk)
  const findErased = () => erasedSince({ em: tx.em, runtime }, job.createdAt)
  const applied = await applyCandidates(tx.em, job, { candidates, findErased })
  if (applied.written.length > 0) await announceWritten(tx, job, applied.written)
  const all = withPlaces(job, chunk, [...faults, ...applied.faults])
  await keepFaults(tx.em, job, all)
  job.rows += rows.length + (broken ? 1 : 0)
  job.created += applied.created
  job.updated += applied.updated
  job.skipped += applied.skipped
  job.failed += new Set(all.map(({ row }) => row)).size
  job.doneBytes = atEnd ? job.sizeBytes : job.doneBytes + endBytes
  // A JSON import counts no lines.
  if (job.doneLines > 0) job.doneLines += endLines
  Object.assign(job, { touchedAt: await databaseTime(tx.em), attempts: 0 })
  if (atEnd) await finish(tx, job)
  else await tx.em.flush()
}

/** Reads the rows that end within `chunkBytes`, or within more pieces if one row fills that. A row that still doesn't end is unreadable. */
async function nextChunk(em: EntityManager, job: ImportRow): Promise<Chunk & { atEnd: boolean }> {
  for (const count of [piecesPerChunk.usual, piecesPerChunk.most]) {
    const read = await readFile(em, job, { start: job.doneBytes, count })
    const bytes = count === piecesPerChunk.usual ? read.subarray(0, chunkBytes) : read
    const atEnd = job.doneBytes + bytes.length >= job.sizeBytes
    const chunk = job.format === 'json' ? readContacts(bytes) : await readRows(bytes, job.delimiter ?? ',', atEnd)
    if (chunk.endBytes > 0 || atEnd) return { ...chunk, atEnd }
  }
  return { rows: [], endBytes: 0, endLines: 0, broken: true, atEnd: false }
}

/** Reads the rows of a chunk. Returns contacts to store, and errors of invalid rows; a broken chunk adds one for its last row. */
function evaluateRows(job: ImportRow, { rows, broken, country }: Omit<Chunk, 'atEnd'> & { country: string | null }) {
  const columns = job.columns ?? []
  const plan = { columns, targets: targetsOf(columns, job.mapping ?? {}), tags: job.tags, country }
  const candidates: Candidate[] = []
  const faults: RowFault[] = []
  for (const [i, { content }] of rows.entries()) {
    const result = readRow(content, job.rows + i + 1, plan)
    if (Array.isArray(result)) faults.push(...result)
    else candidates.push(result)
  }
  if (broken) {
    const row = job.rows + rows.length + 1
    faults.push({ row, column: '', errorCode: 'field:invalid', message: 'a quote is not closed', value: null })
  }
  return { candidates, faults }
}

/** Adds the row's line to each error, and the row's cells to its first error. */
function withPlaces(job: ImportRow, { rows, endLines }: Chunk, faults: RowFault[]): RowFault[] {
  const shown = new Set<number>()
  return faults.map((fault) => {
    const parsed = rows[fault.row - job.rows - 1]
    const line = job.doneLines === 0 ? null : job.doneLines + (parsed?.firstLine ?? endLines + 1)
    const isFirst = !shown.has(fault.row)
    shown.add(fault.row)
    return { ...fault, line, cells: isFirst && parsed ? cellsOf(parsed.content, job.columns ?? []) : null }
  })
}

/** A contact to announce. `version` is null if the contact opted in again or is gone. */
type OptOut = { workspace: string; contact: string; recipients: string[]; version: number | null }

const queue = createRemovalQueue<OptOut>({
  table: 'opt_out_announcement',
  key: { workspace_id: 'workspace', contact_id: 'contact' },
  columns: `c.version, array(select value from identity i where i.workspace_id = c.workspace_id and i.contact_id = c.id order by value) as recipients`,
  from: 'job left join contact c on c.workspace_id = job.workspace_id and c.id = job.contact_id and c.opted_out_at is not null',
})

/** Announces opt-outs that no `contact:updated` event reports. */
export const announceOptOuts: Worker<ContactsRuntime> = {
  name: 'announce-opt-outs',
  pollMs: 60_000,
  run: (runtime) =>
    runTogether(runtime, queue, {
      limit: eventContactsMax,
      async work({ emit }, taken) {
        const optOuts = taken.filter(({ version }) => version !== null)
        for (const [workspace, contacts] of Map.groupBy(optOuts, (optOut) => optOut.workspace)) {
          const data = {
            contacts: contacts.map(({ contact, recipients, version }) => ({ contact, recipients, version })),
          } as Parameters<typeof emit<'contact:opted_out'>>[0]['data']
          const aggregate = { id: contacts[0]?.contact ?? '', version: 1 }
          emit({ kind: 'contact:opted_out', workspace, data, aggregate })
        }
      },
    }),
}
