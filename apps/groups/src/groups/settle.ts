import { LockMode } from '@mikro-orm/core'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import { type ErrorCode, errorCatalog } from '@posthorn/contracts'
import { ChatGroup, GroupCreation, type GroupRow } from '../entities/group.ts'
import { sendInvitations } from '../participants/invitation.ts'
import { announcePeople, participantsOf } from '../participants/record.ts'
import { announce } from './changes.ts'
import { type CreationUpdate, requestChange } from './updates.sql.ts'

export type GroupKey = { workspaceId: string; groupId: string }

/** Locks a group until the transaction ends. Returns null if it doesn't exist. An outcome must be stored only while holding this lock. */
export function lockGroup(tx: Tx, { workspaceId, groupId }: GroupKey): Promise<GroupRow | null> {
  return forWorkspace(tx.em, workspaceId).findOne(
    ChatGroup,
    { id: groupId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
}

/**
 * Ends the creation of a group with the reported outcome. A late confirmation activates a group that failed only because no confirmation
 * had arrived.
 */
export async function settleByUpdate(tx: Tx, row: GroupRow, update: CreationUpdate): Promise<void> {
  const open = row.status === 'creating' || row.errorCode === 'group:outcome_unknown'
  if (!open) return
  if (update.groupId === undefined) return update.error && failGroup(tx, row, update.error.errorCode)
  const { groupId, inviteLink = null, requestId = row.requestId ?? null } = update
  await end(tx, row, {
    status: 'active',
    providerId: groupId,
    inviteLink,
    requestId,
    errorCode: null,
    errorMessage: null,
  })
}

/** Ends a failed creation. The error message is our own, because the provider's may contain text that must not be shown. */
export async function failGroup(tx: Tx, row: GroupRow, errorCode: ErrorCode): Promise<void> {
  const errorMessage = errorCatalog[errorCode].message
  await end(tx, row, { status: 'failed', errorCode, errorMessage })
}

async function end(tx: Tx, row: GroupRow, outcome: Partial<GroupRow> & { status: 'active' | 'failed' }): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  em.assign(row, outcome)
  await announce(tx, row, { change: outcome.status })
  await em.nativeDelete(GroupCreation, { workspaceId: row.workspaceId, groupId: row.id })
  if (outcome.status === 'active') await open(tx, row)
  else await failInvitations(tx, row, outcome.errorCode ?? 'provider:refused')
}

/** Invites the people who are waiting for the group. If it has no link yet, requests one first. */
async function open(tx: Tx, row: GroupRow): Promise<void> {
  if (row.inviteLink === null) {
    await requestChange(tx.em, row, { pending: { kind: 'invite' } })
    tx.wake('change')
  }
  await sendInvitations(tx, row)
  await tx.em.flush()
}

async function failInvitations(tx: Tx, row: GroupRow, errorCode: string): Promise<void> {
  const invited = (await participantsOf(tx, row)).filter(({ status }) => status === 'invited')
  for (const each of invited)
    tx.em.assign(each, { status: 'failed', errorCode, invitation: null, invitationStatus: 'failed' })
  await announcePeople(tx, row, invited)
}
