import type { Tx } from '@posthorn/chassis'
import { groupPeopleMax, type invitationInput, newId } from '@posthorn/contracts'
import type { z } from 'zod'
import { GroupParticipant, type GroupRow, type ParticipantRow } from '../entities/group.ts'
import { isIn, isSame, participantsOf } from './record.ts'

export type Invitations = { phones: string[]; invitation: z.output<typeof invitationInput> | undefined }

/**
 * Stores an invitation for each person. Returns all of the invitations in the given order, and those that changed. Someone who is in the
 * group or already invited isn't invited again, and someone who was removed can't be invited. Invitations beyond the group's capacity fail
 * immediately.
 */
export async function writeInvitations(
  tx: Tx,
  row: GroupRow,
  { phones, invitation }: Invitations,
): Promise<{ people: ParticipantRow[]; changed: ParticipantRow[] }> {
  const known = await participantsOf(tx, row)
  let places = groupPeopleMax - known.filter((each) => isIn(each) || each.status === 'invited').length
  const changed: ParticipantRow[] = []
  const people = [...new Set(phones)].map((phone) => {
    const found = known.find((each) => isSame(each, { phone }))
    if (found?.status === 'removed') found.errorCode = 'participant:removed'
    if (found && ['joined', 'removing', 'removed', 'invited'].includes(found.status)) return found
    const person = found ?? newPerson(tx, row, phone)
    tx.em.assign(person, places > 0 ? invited(invitation) : noPlace)
    places -= 1
    changed.push(person)
    return person
  })
  return { people, changed }
}

const noPlace = { status: 'failed' as const, errorCode: 'group:full', invitationId: null, invitationStatus: null }

function invited(invitation: Invitations['invitation']) {
  const [invitationId, status] = [newId('inv'), 'invited' as const]
  const fresh = { errorCode: null, invitedAt: new Date(), leftAt: null, invitation: invitation ?? null }
  return { ...fresh, status, invitationId, invitationStatus: 'waiting' as const }
}

function newPerson({ em }: Tx, { workspaceId, id: groupId }: GroupRow, phone: string): ParticipantRow {
  return em.create(GroupParticipant, { workspaceId, groupId, id: phone, phone, status: 'failed' })
}

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

function messageOf({ invitation }: ParticipantRow, { name }: GroupRow, link: string): Record<string, unknown> {
  const said = invitation?.message ?? `You are invited to the group ${name}.`
  const message = said.includes('{link}') ? said : `${said}\n{link}`
  return withLink(
    { message, previewUrl: true, ...(invitation?.onWindowClosed && { onWindowClosed: invitation.onWindowClosed }) },
    link,
  )
}

function withLink<T>(value: T, link: string): T {
  if (typeof value === 'string') return value.replaceAll('{link}', link) as T
  if (Array.isArray(value)) return value.map((each: unknown) => withLink(each, link)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withLink(each, link)])) as T
}
