import type { Verb } from '@posthorn/chassis'
import { type contacts, newId } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Segment } from '../entities/segment.ts'
import { announceSegment, presentSegment, refuseTakenName } from './find.ts'

/** Saves a filter under a name of its own. */
export const create: Verb<typeof contacts.segments.create, ContactsRuntime> = async ({ ctx, input }) => {
  await refuseTakenName(ctx, input.name)
  const now = new Date()
  const row = ctx.em.create(Segment, {
    workspaceId: ctx.workspace,
    id: newId('seg'),
    name: input.name,
    description: input.description ?? null,
    filter: input.filter,
    createdAt: now,
    updatedAt: now,
  })
  await ctx.em.flush()
  announceSegment(ctx, row)
  return presentSegment(ctx, row)
}
