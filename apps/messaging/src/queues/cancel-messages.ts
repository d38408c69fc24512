import type { Tx } from '@posthorn/chassis'
import type { Author } from '../entities/chat.ts'
import { announceStep } from '../messages/announce-step.ts'
import { lockMessages } from '../messages/rows.sql.ts'
import { endWaiting } from './purge.sql.ts'

type Canceled = { workspace: string; ids: string[]; by: Author }

/** Cancels messages whose jobs are locked, and announces each with who did it. */
export async function cancelMessages(tx: Pick<Tx, 'em' | 'emit'>, { workspace, ids, by }: Canceled): Promise<void> {
  if (ids.length === 0) return
  const canceled = await endWaiting(tx.em, workspace, ids)
  const keys = canceled.map((id) => ({ workspace, id }))
  for (const row of await lockMessages(tx.em, keys)) announceStep(tx, row, { kind: 'message:canceled', by })
}
