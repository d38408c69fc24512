import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { lockOwnGroup, refuseUnlessActive } from '../groups/find.ts'
import { sendInvitations, writeInvitations } from './invitation.ts'
import { presentParticipant } from './present.ts'
import { announcePeople } from './record.ts'

/** Invites people; the invitations wait while the group is being made. */
export const invite: Verb<typeof groups.participants.invite, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await lockOwnGroup(ctx, input.id)
  if (row.status !== 'creating') refuseUnlessActive(row)
  const { phones, invitation } = input
  const { people, changed } = await writeInvitations(ctx, row, { phones, invitation })
  await ctx.em.flush()
  await sendInvitations(ctx, row)
  await announcePeople(ctx, row, changed)
  return people.map(presentParticipant)
}
