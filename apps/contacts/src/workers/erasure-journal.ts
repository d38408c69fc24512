import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { eachApart, forWorkspace, inTransaction, type Round, sql, type Worker } from '@posthorn/chassis'
import type { ContactsRuntime } from '../config.ts'
import { eraseContact } from '../contacts/contacts.ts'
import { Contact } from '../entities/contact.ts'
import { appendToJournal, type JournalLine, readJournal } from '../erasures/journal.ts'

const pollMs = 10_000

/**
 * Writes each erasure to the journal outside Postgres, and repeats those that a restore has undone. To detect a restore, every round checks
 * that Postgres still has the newest erasure that both contained before.
 */
export const journalErasures: Worker<ContactsRuntime> = { name: 'erasure-journal', pollMs, run: journalRound }

/**
 * Repeats lost erasures if Postgres was restored or the process is new. Then adds new erasures to the journal, even if some could not be
 * repeated.
 */
async function journalRound(runtime: ContactsRuntime): Promise<Round> {
  const folder = runtime.config.ERASURE_JOURNAL_DIR
  if (folder === undefined) return { worked: 0 }
  const { journal } = runtime.deps
  if (journal.last && (await missingInPostgres(runtime.db.em(), [journal.last])).length > 0) journal.last = undefined
  let worked = 0
  const steps = [
    async () => journal.last === undefined && replay(runtime, folder),
    async () => {
      worked = await addNew(runtime, folder)
    },
  ]
  await eachApart<() => Promise<unknown>>(steps, (step) => step())
  return { worked }
}

/** Adds new erasures to the journal. Until the lost ones are repeated, no erasure counts as the newest that both have. */
async function addNew(runtime: ContactsRuntime, folder: string): Promise<number> {
  const { journal } = runtime.deps
  const added = await inTransaction(runtime, async (tx) => {
    const lines = await missingInJournal(tx.em)
    if (lines.length === 0) return lines
    await appendToJournal(folder, lines, new Date())
    await markInJournal(tx.em, lines)
    return lines
  })
  const newest = added.at(-1)
  if (newest && journal.last !== undefined) journal.last = newest
  return added.length
}

/** Repeats the erasures that are in the journal but no longer in Postgres. Remembers the newest that both have. */
async function replay(runtime: ContactsRuntime, folder: string): Promise<void> {
  const lines = readJournal(folder)
  const lost = await missingInPostgres(runtime.db.em(), lines)
  let erasedCount = 0
  await eachApart(lost, async (line) => {
    erasedCount += await eraseAgain(runtime, line)
  })
  if (erasedCount > 0) runtime.log.warn({ people: erasedCount }, 'erasure.replayed')
  const lostIds = new Set(lost.map(({ erasure }) => erasure))
  runtime.deps.journal.last = lines.findLast(({ erasure }) => !lostIds.has(erasure)) ?? null
}

/**
 * Erases the contacts in a journal line, except any created after the request: someone who sent a message later is another person.
 * The first gets the id of the lost erasure. Returns the number of erased contacts.
 */
function eraseAgain(runtime: ContactsRuntime, line: JournalLine): Promise<number> {
  const { workspace, erasure, contacts, requestedAt } = line
  return inTransaction(runtime, async (tx) => {
    const em = forWorkspace(tx.em, workspace)
    const rows = await em.find(
      Contact,
      { id: { $in: contacts }, createdAt: { $lte: new Date(requestedAt) } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    )
    for (const [i, row] of rows.entries()) {
      const emit: Parameters<typeof eraseContact>[0]['emit'] = (announcement) =>
        tx.emit({ workspace, ...announcement } as Parameters<typeof tx.emit>[0])
      await eraseContact({ em, workspace, runtime, emit, wake: tx.wake }, row, i === 0 ? { erasure } : {})
    }
    return rows.length
  })
}

const batchSizeMax = 500

/** Locks and returns the erasures that are missing from the journal. Only one process at a time gets them, so that lines are complete. */
async function missingInJournal(em: EntityManager): Promise<JournalLine[]> {
  const [row] = await sql<{ mine: boolean }>(
    em,
    `select pg_try_advisory_xact_lock(hashtext('erasure journal ' || current_schema())) as mine`,
  )
  if (!row?.mine) return []
  const rows = await sql<Omit<JournalLine, 'requestedAt'> & { requestedAt: string | Date }>(
    em,
    `select id as erasure, workspace_id as workspace, contact_id || contact_ids as contacts, requested_at as "requestedAt"
     from erasure where not in_journal order by requested_at limit ${batchSizeMax} for update`,
  )
  return rows.map((each) => ({ ...each, requestedAt: new Date(each.requestedAt).toISOString() }))
}

/** Marks erasures as written to the journal. This is in the transaction that locked them, so a crash in between writes them twice. */
async function markInJournal(em: EntityManager, lines: readonly JournalLine[]): Promise<void> {
  await sql(
    em,
    `update erasure e set in_journal = true from unnest($1::text[], $2::text[]) as l (workspace, id)
     where e.workspace_id = l.workspace and e.id = l.id`,
    [lines.map(({ workspace }) => workspace), lines.map(({ erasure }) => erasure)],
  )
}

/** Returns the lines without an erasure in Postgres, in order: a restore to an earlier time lost it. Must run in the scope of all workspaces. */
async function missingInPostgres(em: EntityManager, lines: readonly JournalLine[]): Promise<JournalLine[]> {
  const lost: JournalLine[] = []
  for (let from = 0; from < lines.length; from += batchSizeMax) {
    const batch = lines.slice(from, from + batchSizeMax)
    const known = await sql<{ id: string }>(
      em,
      `select e.id from erasure e join unnest($1::text[], $2::text[]) as l (workspace, id)
       on e.workspace_id = l.workspace and e.id = l.id`,
      [batch.map(({ workspace }) => workspace), batch.map(({ erasure }) => erasure)],
    )
    const ids = new Set(known.map(({ id }) => id))
    lost.push(...batch.filter(({ erasure }) => !ids.has(erasure)))
  }
  return lost
}
