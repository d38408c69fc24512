import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { PreparedVerb } from '@posthorn/chassis'
import { fail, type groups, idTimeMs, newId } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { ChatGroup } from '../entities/chat-group.ts'
import { GroupCreation } from '../entities/group-creation.ts'
import { NumberLine } from '../entities/number-line.ts'
import { presentGroup } from './present.ts'

/** How young a number may be for its event to be still under way, and how long that is waited for. */
const freshMs = 5_000
const knownWithinMs = 1_000
const lookEveryMs = 25

/** Takes the wish for a group; the `create` loop asks the provider. */
export const create: PreparedVerb<typeof groups.groups.create, GroupsRuntime, void> = {
  prepare: ({ ctx, input }) => awaitFreshNumber(ctx.em, input.number),
  async run({ ctx, input }) {
    const { em, workspace: workspaceId } = ctx
    if (ctx.call.numbers?.every((id) => id !== input.number)) fail('number:not_found')
    const line = (await em.findOne(NumberLine, { id: input.number })) ?? fail('number:not_found')
    if (!line.ciphertext) fail('number:disconnected')
    const now = new Date()
    const row = em.create(ChatGroup, {
      workspaceId,
      id: newId('grp'),
      numberId: line.id,
      name: input.name,
      description: input.description ?? null,
      state: 'creating',
      joinApproval: input.joinApproval,
      createdAt: now,
      updatedAt: now,
    })
    await em.flush()
    em.create(GroupCreation, { workspaceId, groupId: row.id, numberId: line.id, state: 'waiting' })
    const group = presentGroup(row)
    ctx.emit({
      kind: 'group:updated',
      data: { ...group, change: 'created' },
      aggregate: { id: row.id, version: row.version },
    })
    ctx.wake('create')
    return group
  },
}

/** A number that was connected a moment ago may not have been heard of yet; any other is known or is none. */
async function awaitFreshNumber(em: EntityManager, id: string): Promise<void> {
  const endMs = performance.now() + knownWithinMs
  while (Date.now() - idTimeMs(id) < freshMs && performance.now() < endMs) {
    if (await em.findOne(NumberLine, { id })) return
    await pause(lookEveryMs)
  }
}
