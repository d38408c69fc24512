import { listPage, type Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { GroupParticipant, type ParticipantRow } from '../entities/group-participant.ts'
import { findGroup } from '../groups/find.ts'
import { presentParticipant } from './present.ts'

/** Everyone who is, was, or is wanted in a group. */
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
