import { LockMode } from '@mikro-orm/core'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import { type ErrorCode, errorCatalogue } from '@posthorn/contracts'
import { ChatGroup, type GroupRow } from '../entities/chat-group.ts'
import { GroupCreation } from '../entities/group-creation.ts'
import { announcePeople, peopleOf } from '../participants/book.ts'
import { handInvitations } from '../participants/invitation.ts'
import { announce } from './announce.ts'
import type { CreationNews } from './news.sql.ts'
import { keepWish } from './wish.sql.ts'

/** A group by its key. */
export type GroupKey = { workspaceId: string; groupId: string }

/** Locks a group until the transaction ends; whoever settles one locks it first. Null when there is none. */
export function lockGroup(tx: Tx, { workspaceId, groupId }: GroupKey): Promise<GroupRow | null> {
  return forWorkspace(tx.em, workspaceId).findOne(
    ChatGroup,
    { id: groupId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
}

/** Ends the making of a group with what the provider said. A group that failed only for want of news is made active by late ones. */
export async function settleByNews(tx: Tx, row: GroupRow, news: CreationNews): Promise<void> {
  const open = row.state === 'creating' || row.errorCode === 'group:outcome_unknown'
  if (!open) return
  if (news.groupId === undefined) return news.error && failGroup(tx, row, news.error.errorCode)
  const { groupId, inviteLink = null, requestId = row.requestId ?? null } = news
  await end(tx, row, {
    state: 'active',
    providerId: groupId,
    inviteLink,
    requestId,
    errorCode: null,
    errorMessage: null,
  })
}

/** Ends the making of a group without one. The words are ours: those of the provider may repeat what should not be shown. */
export async function failGroup(tx: Tx, row: GroupRow, errorCode: ErrorCode): Promise<void> {
  const errorMessage = errorCatalogue[errorCode].message
  await end(tx, row, { state: 'failed', errorCode, errorMessage })
}

async function end(tx: Tx, row: GroupRow, outcome: Partial<GroupRow> & { state: 'active' | 'failed' }): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  em.assign(row, outcome)
  await announce(tx, row, { change: outcome.state })
  await em.nativeDelete(GroupCreation, { workspaceId: row.workspaceId, groupId: row.id })
  if (outcome.state === 'active') await open(tx, row)
  else await failInvitations(tx, row, outcome.errorCode ?? 'provider:refused')
}

/** Whom the group was waited for is invited now, as soon as there is a link. */
async function open(tx: Tx, row: GroupRow): Promise<void> {
  if (row.inviteLink === null) {
    await keepWish(tx.em, row, { wish: { kind: 'invite' } })
    tx.wake('change')
  }
  await handInvitations(tx, row)
  await tx.em.flush()
}

async function failInvitations(tx: Tx, row: GroupRow, errorCode: string): Promise<void> {
  const invited = (await peopleOf(tx, row)).filter(({ state }) => state === 'invited')
  for (const each of invited) tx.em.assign(each, { state: 'failed', errorCode, wish: null, invitationStatus: 'failed' })
  await announcePeople(tx, row, invited)
}
