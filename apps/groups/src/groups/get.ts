import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { ChatGroup } from '../entities/chat-group.ts'
import { presentGroup } from './present.ts'

/** One group. */
export const get: Verb<typeof groups.groups.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentGroup((await ctx.em.findOne(ChatGroup, { id: input.id })) ?? fail('group:not_found'))
