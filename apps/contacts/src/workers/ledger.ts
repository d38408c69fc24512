import { LockMode } from '@mikro-orm/core'
import { forWorkspace, inTransaction, type Round, type Worker } from '@posthorn/chassis'
import type { ContactsRuntime } from '../config.ts'
import { forget } from '../contacts/forget.ts'
import { Contact } from '../entities/contact.ts'
import { missingInLedger, noteInLedger, undone } from '../erasures/ledger.sql.ts'
import { addToLedger, contactsOf, type LedgerLine, readLedger, sealLedger, sealLine } from '../erasures/ledger.ts'

const pollMs = 10_000
/** For each process: the newest erasure that ledger and Postgres were seen to have both. */
const lastSeen = new WeakMap<ContactsRuntime, LedgerLine | null>()

/**
 * Writes every erasure into the ledger outside of Postgres, and after a restore does those again that Postgres knows nothing of any
 * more. Whether there was one shows by the newest: at the start, and then whenever it is gone.
 */
export const ledger: Worker<ContactsRuntime> = { name: 'ledger', pollMs, run: ledgerRound }

async function ledgerRound(runtime: ContactsRuntime): Promise<Round> {
  const { ERASURE_LEDGER_DIR: folder } = runtime.config
  if (folder === undefined) return { worked: 0 }
  const last = lastSeen.get(runtime)
  if (last === undefined) await sealLedger(folder, runtime.vault)
  if (last === undefined || (last && (await undone(runtime.db.em(), [last])).length > 0)) await replay(runtime, folder)
  const added = await inTransaction(runtime, async (tx) => {
    const lines = await missingInLedger(tx.em)
    if (lines.length === 0) return lines
    await addToLedger(
      folder,
      lines.map((line) => sealLine(runtime.vault, line)),
      new Date(),
    )
    await noteInLedger(tx.em, lines)
    return lines
  })
  const newest = added.at(-1)
  if (newest) lastSeen.set(runtime, newest)
  return { worked: added.length }
}

async function replay(runtime: ContactsRuntime, folder: string): Promise<void> {
  const lines = readLedger(folder)
  const lost = await undone(runtime.db.em(), lines)
  let again = 0
  for (const line of lost) again += await eraseAgain(runtime, line)
  if (again > 0) runtime.log.warn({ people: again }, 'erasure.replayed')
  const gone = new Set(lost.map(({ erasure }) => erasure))
  lastSeen.set(runtime, lines.findLast(({ erasure }) => !gone.has(erasure)) ?? null)
}

/** Forgets the contacts of one line that were there when it was written; who wrote afterwards is somebody new. Answers how many. */
function eraseAgain(runtime: ContactsRuntime, line: LedgerLine): Promise<number> {
  const { workspace, erasure, requestedAt } = line
  return inTransaction(runtime, async (tx) => {
    const em = forWorkspace(tx.em, workspace)
    const rows = await em.find(
      Contact,
      { id: { $in: contactsOf(runtime.vault, line) }, createdAt: { $lte: new Date(requestedAt) } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    )
    for (const [i, row] of rows.entries()) {
      const emit: Parameters<typeof forget>[0]['emit'] = (announcement) =>
        tx.emit({ workspace, ...announcement } as Parameters<typeof tx.emit>[0])
      await forget({ em, workspace, runtime, emit, wake: tx.wake }, row, i === 0 ? { erasure } : {})
    }
    return rows.length
  })
}
