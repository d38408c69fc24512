import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { ChatGroup } from '../entities/chat-group.ts'

/** The provider's ids of groups; those that the caller may not see, or that were not confirmed, are left out. */
export const atProvider: Verb<typeof groups.groups.atProvider, GroupsRuntime> = async ({ ctx, input }) => {
  const rows = await ctx.em.find(ChatGroup, { id: { $in: input.ids } })
  return rows.flatMap(({ id, providerId }) => (providerId ? [{ id, providerId }] : []))
}
