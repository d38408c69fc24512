import type { PreparedVerb } from '@posthorn/chassis'
import { type groups, newId } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { ChatGroup } from '../entities/chat-group.ts'
import { GroupCreation } from '../entities/group-creation.ts'
import { writeInvitations } from '../participants/invitation.ts'
import { presentParticipant } from '../participants/present.ts'
import { recount } from '../participants/record.ts'
import { awaitFreshNumber, findConnectedNumber } from './number.ts'
import { presentGroup } from './present.ts'

/** Accepts a new group; the `create` loop requests it from the provider. */
export const create: PreparedVerb<typeof groups.groups.create, GroupsRuntime, void> = {
  prepare: ({ ctx, input }) => awaitFreshNumber(ctx.em, input.number),
  async run({ ctx, input }) {
    const { em, workspace: workspaceId } = ctx
    const line = await findConnectedNumber(ctx, input.number)
    const now = new Date()
    const row = em.create(ChatGroup, {
      workspaceId,
      id: newId('grp'),
      numberId: line.id,
      name: input.name,
      description: input.description ?? null,
      status: 'creating',
      joinApproval: input.joinApproval,
      createdAt: now,
      updatedAt: now,
    })
    await em.flush()
    em.create(GroupCreation, { workspaceId, groupId: row.id, numberId: line.id, status: 'waiting' })
    const { participants: phones = [], invitation } = input
    const { changed } = await writeInvitations(ctx, row, { phones, invitation })
    await recount(ctx, row)
    await em.flush()
    const group = presentGroup(row)
    ctx.emit({
      kind: 'group:updated',
      data: { ...group, change: 'created', ...(changed.length > 0 && { people: changed.map(presentParticipant) }) },
      aggregate: { id: row.id, version: row.version },
    })
    ctx.wake('create')
    return group
  },
}
