import { databaseTime, forWorkspace, type Tx } from '@posthorn/chassis'
import { type ErrorCode, groupPeopleMax, type invitationInput, newId, type participant } from '@posthorn/contracts'
import type { GroupPerson } from '@posthorn/provider'
import type { z } from 'zod'
import { GroupParticipant, type GroupRow, JoinRequest, type ParticipantRow } from '../entities/group.ts'
import { announce, errorView } from '../groups/group.ts'

type Invitations = { phones: string[]; invitation: z.output<typeof invitationInput> | undefined }

/**
 * Stores an invitation for each person. Returns these people in the given order, and those of them who changed. Someone who is in the
 * group or already invited isn't invited again, and someone who was removed can't be invited. Invitations beyond the group's capacity fail
 * immediately. The caller flushes, and sends and announces what changed.
 */
export async function writeInvitations(
  tx: Tx,
  row: GroupRow,
  { phones, invitation }: Invitations,
): Promise<{ people: ParticipantRow[]; changed: ParticipantRow[] }> {
  const known = await participantsOf(tx, row)
  let places = groupPeopleMax - known.filter((each) => isIn(each) || each.status === 'invited').length
  const invitedAt = await databaseTime(tx.em)
  const changed: ParticipantRow[] = []
  const people = [...new Set(phones)].map((phone) => {
    const found = known.find((each) => isSame(each, { phone }))
    if (found?.status === 'removed') found.errorCode = 'participant:removed'
    if (found && ['joined', 'removing', 'removed', 'invited'].includes(found.status)) return found
    const person = found ?? newPerson(tx, row, phone)
    const invited = places > 0 ? newInvitation(invitation, invitedAt) : noPlace
    // Kept, because a late report that they had joined before they left must not make them a member.
    tx.em.assign(person, { ...invited, leftAt: isOut(person) ? (person.leftAt ?? null) : null })
    places -= 1
    changed.push(person)
    return person
  })
  return { people, changed }
}

const noPlace = { status: 'failed' as const, errorCode: 'group:full', invitationId: null, invitationStatus: null }

/** Returns the fields of a person with an invitation that is to be sent. */
function newInvitation(invitation: Invitations['invitation'], invitedAt: Date) {
  const [invitationId, status] = [newId('inv'), 'invited' as const]
  const fresh = { errorCode: null, invitedAt, invitation: invitation ?? null }
  return { ...fresh, status, invitationId, invitationStatus: 'waiting' as const }
}

/** Adds a person. The caller sets their status. */
const newPerson = ({ em }: Tx, { workspaceId, id: groupId }: GroupRow, phone: string): ParticipantRow =>
  em.create(GroupParticipant, { workspaceId, groupId, id: phone, phone, status: 'failed' })

/** Requests the messages of waiting invitations from messaging, if the group is active and has a link. */
export async function sendInvitations(tx: Tx, row: GroupRow): Promise<void> {
  const { inviteLink: link } = row
  if (row.status !== 'active' || !link) return
  for (const person of await participantsOf(tx, row)) {
    const { status, invitationStatus, invitationId, phone } = person
    if (status !== 'invited' || invitationStatus !== 'waiting' || !invitationId || !phone) continue
    tx.emit({
      kind: 'message:requested',
      workspace: row.workspaceId,
      data: { number: row.numberId, phones: [phone], reference: invitationId, message: messageOf(person, row, link) },
      aggregate: { id: invitationId, version: 1 },
    })
    tx.em.assign(person, { invitationStatus: 'queued', invitation: null })
  }
}

/** Returns the content of an invitation's message. The link is added at the end if the text has no place for it. */
function messageOf({ invitation }: ParticipantRow, { name }: GroupRow, link: string): Record<string, unknown> {
  const text = invitation?.message ?? `You are invited to the group ${name}.`
  const message = text.includes('{link}') ? text : `${text}\n{link}`
  return withLink(
    { message, previewUrl: true, ...(invitation?.onWindowClosed && { onWindowClosed: invitation.onWindowClosed }) },
    link,
  )
}

/** Replaces `{link}` in every text within a value. */
function withLink<T>(value: T, link: string): T {
  if (typeof value === 'string') return value.replaceAll('{link}', link) as T
  if (Array.isArray(value)) return value.map((each: unknown) => withLink(each, link)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withLink(each, link)])) as T
}

export const participantsOf = (tx: Tx, { workspaceId, id: groupId }: GroupRow): Promise<ParticipantRow[]> =>
  forWorkspace(tx.em, workspaceId).find(GroupParticipant, { groupId })

/** Counts a group's participants, invitations and open join requests for its row, which lists show. Flushes first: the database counts. */
export async function recount(tx: Tx, row: GroupRow): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  await em.flush()
  const count = (statuses: ParticipantRow['status'][]) =>
    em.count(GroupParticipant, { groupId: row.id, status: { $in: statuses } })
  row.joined = await count(['joined', 'removing'])
  row.invited = await count(['invited'])
  const open = { $in: ['pending' as const, 'approving' as const, 'rejecting' as const] }
  row.requested = await em.count(JoinRequest, { groupId: row.id, status: open })
}

/** Announces changed people, if any, with the group's new counts. */
export async function announcePeople(tx: Tx, row: GroupRow, people: ParticipantRow[]): Promise<void> {
  if (people.length === 0) return
  await recount(tx, row)
  await announce(tx, row, { change: 'participants', people: people.map(presentParticipant) })
}

/**
 * Records that people joined, who may be among the invited by phone number or user id. Skips those who left after `at`. Returns those who
 * weren't members, whom the caller announces.
 */
export async function recordJoined(tx: Tx, row: GroupRow, { people, at }: { people: GroupPerson[]; at: Date }) {
  const known = await participantsOf(tx, row)
  const joined: ParticipantRow[] = []
  for (const person of people) {
    const found = findOrAdd(tx, row, known, person)
    if (!found || (found.status !== 'canceled' && isBefore(at, found.leftAt))) continue
    found.userId ??= person.userId ?? null
    if (isIn(found)) {
      // A report that they had left earlier may still arrive.
      if (isBefore(found.joinedAt ?? at, at)) found.joinedAt = at
      continue
    }
    tx.em.assign(found, { status: 'joined', errorCode: null, joinedAt: at, leftAt: null })
    joined.push(found)
  }
  return joined
}

/**
 * Finds a person among the known ones, or adds to them someone who wasn't invited here. A report that names them twice adds them once. The
 * caller sets their status. Returns undefined if the provider gave no identifier.
 */
function findOrAdd(tx: Tx, row: GroupRow, known: ParticipantRow[], person: GroupPerson): ParticipantRow | undefined {
  const found = known.find((each) => isSame(each, person))
  if (found) return found
  const [phone, userId] = [person.phone ?? null, person.userId ?? null]
  const id = phone ?? userId
  if (id === null) return undefined
  const { workspaceId, id: groupId } = row
  const newcomer = tx.em.create(GroupParticipant, { workspaceId, groupId, id, phone, userId, status: 'left' })
  known.push(newcomer)
  return newcomer
}

/**
 * Records that people left or were removed, also unknown ones, because a report that they joined earlier may still arrive. Returns those who
 * were members, whom the caller announces. For the same reason, someone who is only invited counts as one if the report names them (`reported`).
 */
export async function recordLeft(
  tx: Tx,
  row: GroupRow,
  { people, reported = [], byUs, at }: { people: GroupPerson[]; reported?: GroupPerson[]; byUs: boolean; at: Date },
): Promise<ParticipantRow[]> {
  const known = await participantsOf(tx, row)
  const status = byUs ? 'removed' : 'left'
  const named = known.filter((each) => people.some((person) => isSame(each, person)) && !isBefore(at, each.joinedAt))
  const hasLeftEarly = (each: ParticipantRow) =>
    !isOut(each) && !isBefore(at, each.invitedAt) && reported.some((person) => isSame(each, person))
  const gone = named.filter((each) => isIn(each) || hasLeftEarly(each))
  for (const each of gone) tx.em.assign(each, { status, errorCode: null, leftAt: at })
  const unknown = people.filter((person) => !known.some((each) => isSame(each, person)))
  const early = [...named.filter(isOut), ...unknown.flatMap((person) => findOrAdd(tx, row, known, person) ?? [])]
  for (const each of early) if (!isBefore(at, each.leftAt)) tx.em.assign(each, { status, leftAt: at })
  return gone
}

/** Whether a person has left or was removed. Someone whom we have only invited is neither in nor out. */
const isOut = ({ status }: ParticipantRow): boolean => status === 'left' || status === 'removed'

/** Whether a time is earlier by the provider's clock, which has a resolution of one second. */
export const isBefore = (at: Date, other: Date | null | undefined): boolean =>
  other instanceof Date && Math.floor(at.getTime() / 1000) < Math.floor(other.getTime() / 1000)

/** Records why people could not be removed. They are members again. Returns those whose removal was in progress, for the caller to announce. */
export async function recordRefused(
  tx: Tx,
  row: GroupRow,
  failed: (GroupPerson & { errorCode: ErrorCode })[],
): Promise<ParticipantRow[]> {
  const leaving = (await participantsOf(tx, row)).filter(({ status }) => status === 'removing')
  return leaving.filter((each) => {
    const cause = failed.find((person) => isSame(each, person))
    if (cause) tx.em.assign(each, { status: 'joined', errorCode: cause.errorCode })
    return cause !== undefined
  })
}

/** Whether a person is in a group, as far as we know. */
export const isIn = ({ status }: ParticipantRow): boolean => status === 'joined' || status === 'removing'

/** Someone who is invited again has not left: their stored `leftAt` only orders late reports. */
export function presentParticipant(row: ParticipantRow): z.output<typeof participant> {
  const { invitationId: id, invitationStatus: status } = row
  return {
    phone: row.phone ?? null,
    userId: row.userId ?? null,
    status: row.status,
    invitation: id && status ? { id, status } : null,
    error: row.errorCode ? errorView(row.errorCode) : null,
    invitedAt: row.invitedAt?.toISOString() ?? null,
    joinedAt: row.joinedAt?.toISOString() ?? null,
    leftAt: row.status === 'invited' ? null : (row.leftAt?.toISOString() ?? null),
  }
}

/** How the provider or a caller identifies a person. */
export type PersonName = { phone?: string | null; userId?: string | null; input?: string | null }

/** Returns a phone number in the provider's format, which omits the ninth digit of some Brazilian numbers. */
function providersSpelling(phone: string): string {
  const brazilian = /^\+55([3-9]\d)9(\d{8})$/.exec(phone)
  return brazilian ? `+55${brazilian[1]}${brazilian[2]}` : phone
}

/** Whether both are the same person, by user id or by phone number in either format. */
export function isSame(row: Pick<ParticipantRow, 'phone' | 'userId'>, person: PersonName): boolean {
  const names = [person.phone, person.userId, person.input].filter((name) => name !== undefined && name !== null)
  const phone = row.phone ? providersSpelling(row.phone) : undefined
  return names.some((name) => name === row.userId || providersSpelling(name) === phone)
}
