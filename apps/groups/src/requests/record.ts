import { forWorkspace, type Tx } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { GroupUpdate } from '@posthorn/provider'
import type { GroupRow } from '../entities/chat-group.ts'
import type { ParticipantRow } from '../entities/group-participant.ts'
import { JoinRequest, type JoinRequestRow } from '../entities/join-request.ts'
import { announce } from '../groups/announce.ts'
import { announcePeople, isBefore, isIn, participantsOf, recordJoined, recount } from '../participants/record.ts'
import { isSame, type PersonName } from '../participants/same-person.ts'
import { presentRequest } from './present.ts'

/** Stores changed requests with the new counts of their group, and announces them. */
export async function announceRequests(tx: Tx, row: GroupRow, requests: JoinRequestRow[]): Promise<void> {
  if (requests.length === 0) return
  await recount(tx, row)
  await announce(tx, row, { change: 'requests', requests: requests.map(presentRequest) })
}

/** Stores a request to join, or that it was taken back. */
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

type Fresh = Pick<JoinRequestRow, 'id' | 'status'> & { at: Date; phone?: string; userId?: string }

/** Updates may overtake each other: a request whose end came first is stored as ended. */
function newRequest(tx: Tx, row: GroupRow, { id, at, status, phone, userId }: Fresh): JoinRequestRow {
  return tx.em.create(JoinRequest, {
    workspaceId: row.workspaceId,
    groupId: row.id,
    id,
    phone: phone ?? null,
    userId: userId ?? null,
    status,
    createdAt: at,
    updatedAt: at,
  })
}

/** Records answers to requests: approved people are in the group; requests whose answer failed wait again. */
export async function recordAnswers(
  tx: Tx,
  row: GroupRow,
  { approve, taken, failed }: { approve: boolean; taken: string[]; failed: { id: string; errorCode: ErrorCode }[] },
): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  const ids = [...taken, ...failed.map(({ id }) => id)]
  const rows = (await em.find(JoinRequest, { groupId: row.id, id: { $in: ids } })).filter(isOpen)
  const at = new Date()
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

/** Closes requests of people who have joined, whatever happened to the response. */
export async function closeRequestsOf(tx: Tx, row: GroupRow, people: PersonName[]): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  const open = (await em.find(JoinRequest, { groupId: row.id })).filter(isOpen)
  const closed = open.filter((each) =>
    people.some((person) => isSame({ phone: each.phone ?? null, userId: each.userId ?? null }, person)),
  )
  for (const each of closed) em.assign(each, { status: 'approved', errorCode: null, updatedAt: new Date() })
  await announceRequests(tx, row, closed)
}

/** True while a request is not at its end. */
export function isOpen({ status }: JoinRequestRow): boolean {
  return status === 'pending' || status === 'approving' || status === 'rejecting'
}
