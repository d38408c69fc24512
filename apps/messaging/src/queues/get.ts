import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { readQueue } from './queue.sql.ts'
import { findNumber } from './visible.ts'

/** The queue of one number. */
export const get: Verb<typeof messaging.queues.get, MessagingRuntime> = async ({ ctx, input }) =>
  readQueue(ctx.em, ctx.workspace, (await findNumber(ctx, input.id)).id)
