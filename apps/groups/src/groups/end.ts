import { forWorkspace, type Tx } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { GroupRow } from '../entities/chat-group.ts'
import { JoinRequest } from '../entities/join-request.ts'
import { presentParticipant } from '../participants/present.ts'
import { isIn, participantsOf, recount } from '../participants/record.ts'
import { isOpen } from '../requests/requests.ts'
import { announce } from './announce.ts'
import { withOutcome } from './changes.ts'

/** The provider has deleted a group: no one is in it any more, and nothing that waited can happen. */
export async function endGroup(tx: Tx, row: GroupRow): Promise<void> {
  if (row.status === 'deleted') return
  const em = forWorkspace(tx.em, row.workspaceId)
  const at = new Date()
  row.status = 'deleted'
  row.changes = withOutcome(row.changes, { setting: 'deletion' })
  const out = (await participantsOf(tx, row)).filter((each) => isIn(each) || each.status === 'invited')
  for (const each of out) em.assign(each, { status: isIn(each) ? 'left' : 'canceled', invitation: null, leftAt: at })
  const requests = (await em.find(JoinRequest, { groupId: row.id })).filter(isOpen)
  for (const each of requests) em.assign(each, { status: 'revoked', updatedAt: at })
  await recount(tx, row)
  await announce(tx, row, { change: 'deleted', people: out.map(presentParticipant) })
}

/** The provider has not deleted a group: it is as before. */
export async function keepGroup(tx: Tx, row: GroupRow, errorCode: ErrorCode): Promise<void> {
  if (row.status !== 'deleting') return
  row.status = 'active'
  row.changes = withOutcome(row.changes, { setting: 'deletion', errorCode })
  await announce(tx, row, { change: 'refused' })
}
