import { LockMode } from '@mikro-orm/core'
import { forWorkspace, inTransaction, type Round, type Worker } from '@posthorn/chassis'
import type { ContactsRuntime } from '../config.ts'
import { eraseContact } from '../contacts/contacts.ts'
import { Contact } from '../entities/contact.ts'
import { lostErasures, markInJournal, missingInJournal } from '../erasures/journal.sql.ts'
import { appendToJournal, type JournalLine, readJournal } from '../erasures/journal.ts'

const pollMs = 10_000

/**
 * Writes each erasure to the journal outside Postgres, and repeats those that a restore has undone. A restore is detected by the newest erasure
 * that both had, which is looked up at start and in every round.
 */
export const journalErasures: Worker<ContactsRuntime> = { name: 'erasure-journal', pollMs, run: journalRound }

async function journalRound(runtime: ContactsRuntime): Promise<Round> {
  const folder = runtime.config.ERASURE_JOURNAL_DIR
  if (folder === undefined) return { worked: 0 }
  const { last } = runtime.deps.journal
  if (last === undefined || (last && (await lostErasures(runtime.db.em(), [last])).length > 0))
    await replay(runtime, folder)
  const added = await inTransaction(runtime, async (tx) => {
    const lines = await missingInJournal(tx.em)
    if (lines.length === 0) return lines
    await appendToJournal(folder, lines, new Date())
    await markInJournal(tx.em, lines)
    return lines
  })
  const newest = added.at(-1)
  if (newest) runtime.deps.journal.last = newest
  return { worked: added.length }
}

async function replay(runtime: ContactsRuntime, folder: string): Promise<void> {
  const lines = readJournal(folder)
  const lost = await lostErasures(runtime.db.em(), lines)
  let again = 0
  for (const line of lost) again += await eraseAgain(runtime, line)
  if (again > 0) runtime.log.warn({ people: again }, 'erasure.replayed')
  const gone = new Set(lost.map(({ erasure }) => erasure))
  runtime.deps.journal.last = lines.findLast(({ erasure }) => !gone.has(erasure)) ?? null
}

/** Erases a line's contacts that existed when it was written; a later sender is another person. Returns how many. */
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
