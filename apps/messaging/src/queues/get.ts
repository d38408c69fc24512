import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findNumber } from './find-number.ts'
import { readQueue } from './queue.sql.ts'

/** The queue of one number. */
export const get: Verb<typeof messaging.queues.get, MessagingRuntime> = async ({ ctx, input }) =>
  readQueue(ctx, (await findNumber(ctx, input.id)).id)
