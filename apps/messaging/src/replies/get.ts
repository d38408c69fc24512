import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Reply } from '../entities/reply.ts'
import { presentReply } from './present.ts'

/** Shows one saved reply. */
export const get: Verb<typeof messaging.replies.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentReply((await ctx.em.findOne(Reply, { id: input.id })) ?? fail('reply:not_found'))
