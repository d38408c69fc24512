import { type DueThings, quarantineVerbs } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { countDue, holdDue } from './due.sql.ts'

const dueWork: DueThings<MessagingRuntime> = {
  count: countDue,
  giveUp: ({ em, config }, before) => holdDue(em, before, config.UNKNOWN_HOLD_SECONDS),
  loops: ['dispatch', 'reap', 'receipts', 'media'],
}

/** Messages that a restored database holds as waiting may have been sent since its backup. */
export const { get, release } = quarantineVerbs(dueWork)
