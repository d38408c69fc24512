import { databaseTime, forWorkspace, listPage, type Tx, type Verb, type VerbContext } from '@posthorn/chassis'
import { type ErrorCode, type groups, type OutputOf, refuseUnknown } from '@posthorn/contracts'
import type { GroupUpdate } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import {
  GroupParticipant,
  type GroupRow,
  JoinRequest,
  type JoinRequestRow,
  type ParticipantRow,
} from '../entities/group.ts'
import {
  announce,
  errorView,
  findAndLockGroup,
  findGroup,
  pendingChange,
  refuseUnlessActive,
  withPending,
} from '../groups/group.ts'
import { requestChange } from '../groups/updates.sql.ts'
import {
  announcePeople,
  isBefore,
  isIn,
  isSame,
  type PersonName,
  participantsOf,
  presentParticipant,
  recordJoined,
  recount,
  sendInvitations,
  writeInvitations,
} from './membership.ts'

/** Invites people. Invitations wait until the group exists. */
export const invite: Verb<typeof groups.participants.invite, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findAndLockGroup(ctx, input.id)
  if (row.status !== 'creating') refuseUnlessActive(row)
  const { phones, invitation } = input
  const { people, changed } = await writeInvitations(ctx, row, { phones, invitation })
  await ctx.em.flush()
  await sendInvitations(ctx, row)
  await announcePeople(ctx, row, changed)
  return people.map(presentParticipant)
}

export const list: Verb<typeof groups.participants.list, GroupsRuntime> = async ({ ctx, input }) => {
  await findGroup(ctx, input.id)
  const page = await listPage<ParticipantRow>(ctx, input, {
    entity: GroupParticipant,
    list: `participants ${input.id}`,
    order: { column: 'id', direction: 'asc' },
    where: { groupId: input.id, ...(input.status ? { status: { $in: input.status } } : {}) },
  })
  return { items: page.rows.map(presentParticipant), next: page.next }
}

/**
 * Removes people: cancels invitations, and requests the removal of those who have joined from the provider. Leaves others unchanged. Returns
 * all.
 */
export const remove: Verb<typeof groups.participants.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findAndLockGroup(ctx, input.id)
  if (row.status !== 'creating') refuseUnlessActive(row)
  const known = await participantsOf(ctx, row)
  const found = input.participants.map((named) => known.find((each) => isSame(each, { input: named })))
  refuseUnknown(
    'participant:not_found',
    found.flatMap((each, i) => (each ? [] : [`participants.${i}`])),
  )
  const people = [...new Set(found.filter((each) => each !== undefined))]
  const invited = people.filter(({ status }) => status === 'invited')
  const joined = people.filter(({ status }) => status === 'joined')
  for (const each of invited) ctx.em.assign(each, { status: 'canceled', invitation: null, leftAt: new Date() })
  for (const each of joined) ctx.em.assign(each, { status: 'removing', errorCode: null })
  if (joined.length > 0) {
    await requestChange(ctx.em, row, { pending: { kind: 'removal', people: joined.map((each) => each.id) } })
    ctx.wake('change')
  }
  await announcePeople(ctx, row, [...invited, ...joined])
  return people.map(presentParticipant)
}

/** Presents the invite link. Until a new one replaces it, the old one is shown as `renewing`. */
function presentInvite({ inviteLink, changes }: GroupRow): OutputOf<typeof groups.invites.get> {
  const change = changes.find(({ setting }) => setting === 'invite')
  const status = change?.status === 'pending' ? 'renewing' : 'valid'
  return { link: inviteLink ?? null, status, error: change?.error ?? null }
}

export const get: Verb<typeof groups.invites.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentInvite(await findGroup(ctx, input.id))

/** Requests a new link from the provider, unless a request is pending. */
export const revoke: Verb<typeof groups.invites.revoke, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findAndLockGroup(ctx, input.id)
  refuseUnlessActive(row)
  if (pendingChange(row.changes, 'invite')) return presentInvite(row)
  row.changes = withPending(row.changes, { setting: 'invite', to: null, at: new Date() })
  await requestChange(ctx.em, row, { pending: { kind: 'invite' } })
  await announce(ctx, row, { change: 'changing' })
  ctx.wake('change')
  return presentInvite(row)
}

const presentRequest = (row: JoinRequestRow): OutputOf<typeof groups.joinRequests.list>['items'][number] => ({
  id: row.id,
  phone: row.phone ?? null,
  userId: row.userId ?? null,
  status: row.status,
  error: row.errorCode ? errorView(row.errorCode) : null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Announces changed join requests, if any, with the group's new counts. */
async function announceRequests(tx: Tx, row: GroupRow, requests: JoinRequestRow[]): Promise<void> {
  if (requests.length === 0) return
  await recount(tx, row)
  await announce(tx, row, { change: 'requests', requests: requests.map(presentRequest) })
}

/** Records that a person asked to join or withdrew their request. Reports arrive in any order, also after the person joined. */
export async function recordRequest(
  tx: Tx,
  row: GroupRow,
  update: Extract<GroupUpdate, { kind: 'request' }>,
): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  const { id, open, person } = update
  const at = new Date(update.at)
  const known = await em.findOne(JoinRequest, { groupId: row.id, id })
  if (!known) {
    const isSince = ({ joinedAt }: ParticipantRow) => joinedAt instanceof Date && !isBefore(joinedAt, at)
    const members = (await participantsOf(tx, row)).filter((each) => isIn(each) && isSame(each, person))
    const status = members.some(isSince) ? 'approved' : open ? 'pending' : 'revoked'
    return announceRequests(tx, row, [newRequest(tx, row, { ...person, id, at, status })])
  }
  if (open || !isOpen(known)) return
  em.assign(known, { status: 'revoked', updatedAt: at })
  await announceRequests(tx, row, [known])
}

type ReportedRequest = Pick<JoinRequestRow, 'id' | 'status'> & { at: Date; phone?: string; userId?: string }

/** Stores a reported request. Reports arrive in any order, so the first one may already say that it ended. */
const newRequest = (tx: Tx, row: GroupRow, { id, at, status, phone, userId }: ReportedRequest): JoinRequestRow =>
  tx.em.create(JoinRequest, {
    workspaceId: row.workspaceId,
    groupId: row.id,
    id,
    phone: phone ?? null,
    userId: userId ?? null,
    status,
    createdAt: at,
    updatedAt: at,
  })

/**
 * Records the outcomes of answers to join requests. `taken` are the requests whose answer the provider accepted. Approved people become
 * members. If an answer failed, its request is reopened.
 */
export async function recordAnswers(
  tx: Tx,
  row: GroupRow,
  { approve, taken, failed }: { approve: boolean; taken: string[]; failed: { id: string; errorCode: ErrorCode }[] },
): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  const ids = [...taken, ...failed.map(({ id }) => id)]
  const rows = (await em.find(JoinRequest, { groupId: row.id, id: { $in: ids } })).filter(isOpen)
  const at = await databaseTime(tx.em)
  for (const each of rows) {
    const errorCode = failed.find(({ id }) => id === each.id)?.errorCode ?? null
    const done = approve ? 'approved' : 'rejected'
    em.assign(each, { status: errorCode === null ? done : 'pending', errorCode, updatedAt: at })
  }
  const approved = rows.filter(({ status }) => status === 'approved')
  const people = approved.map(({ phone, userId }) => ({ ...(phone && { phone }), ...(userId && { userId }) }))
  const joined = await recordJoined(tx, row, { people, at })
  await announceRequests(tx, row, rows)
  await announcePeople(tx, row, joined)
}

/** Counts open requests of people who have joined as approved, even if the response was lost. */
export async function closeRequestsOf(tx: Tx, row: GroupRow, people: PersonName[]): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  const open = (await em.find(JoinRequest, { groupId: row.id })).filter(isOpen)
  const closed = open.filter((each) =>
    people.some((person) => isSame({ phone: each.phone ?? null, userId: each.userId ?? null }, person)),
  )
  for (const each of closed) em.assign(each, { status: 'approved', errorCode: null, updatedAt: new Date() })
  await announceRequests(tx, row, closed)
}

/** Whether a request is undecided. An answer that the provider hasn't accepted yet can still fail. */
export const isOpen = ({ status }: JoinRequestRow): boolean =>
  status === 'pending' || status === 'approving' || status === 'rejecting'

export const approve: Verb<typeof groups.joinRequests.approve, GroupsRuntime> = ({ ctx, input }) =>
  answer(ctx, { ...input, approve: true })

export const reject: Verb<typeof groups.joinRequests.reject, GroupsRuntime> = ({ ctx, input }) =>
  answer(ctx, { ...input, approve: false })

/** Accepts the answer to join requests. The `change` loop passes it to the provider. Requests that already have an answer don't change. */
async function answer(
  ctx: VerbContext<GroupsRuntime>,
  { id: groupId, requests, approve: isApproval }: { id: string; requests: string[]; approve: boolean },
) {
  const row = await findAndLockGroup(ctx, groupId)
  refuseUnlessActive(row)
  const rows = await ctx.em.find(JoinRequest, { groupId, id: { $in: requests } })
  const known = new Map(rows.map((each) => [each.id, each]))
  refuseUnknown(
    'join_request:not_found',
    requests.flatMap((id, i) => (known.has(id) ? [] : [`requests.${i}`])),
  )
  const open = rows.filter(({ status }) => status === 'pending')
  const status = isApproval ? 'approving' : 'rejecting'
  for (const each of open) ctx.em.assign(each, { status, errorCode: null, updatedAt: new Date() })
  if (open.length > 0) {
    await requestChange(ctx.em, row, {
      pending: { kind: 'answer', approve: isApproval, requests: open.map(({ id }) => id) },
    })
    ctx.wake('change')
  }
  await announceRequests(ctx, row, open)
  return [...new Set(requests)].map((id) => presentRequest(known.get(id) as JoinRequestRow))
}

export const listRequests: Verb<typeof groups.joinRequests.list, GroupsRuntime> = async ({ ctx, input }) => {
  await findGroup(ctx, input.id)
  const page = await listPage<JoinRequestRow>(ctx, input, {
    entity: JoinRequest,
    list: `requests ${input.id}`,
    order: { column: 'createdAt', direction: 'desc' },
    where: { groupId: input.id, ...(input.status ? { status: { $in: input.status } } : {}) },
  })
  return { items: page.rows.map(presentRequest), next: page.next }
}
