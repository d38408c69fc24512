import { listPage, type Verb } from '@posthorn/chassis'
import { type groups, type OutputOf, refuseUnknown } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { GroupParticipant, type GroupRow, type ParticipantRow } from '../entities/group.ts'
import { announce, pendingChange, withPending } from '../groups/changes.ts'
import { findAndLockGroup, findGroup, refuseUnlessActive } from '../groups/find.ts'
import { requestChange } from '../groups/updates.sql.ts'
import { sendInvitations, writeInvitations } from './invitation.ts'
import { announcePeople, isSame, participantsOf, presentParticipant } from './record.ts'

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

/** Removes people. For those who have joined, requests the removal from the provider. */
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
