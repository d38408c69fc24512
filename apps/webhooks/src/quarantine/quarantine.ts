import { type DueThings, quarantineVerbs } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { cancelDue, countDue } from './due.sql.ts'

const dueDeliveries: DueThings<WebhooksRuntime> = {
  count: countDue,
  giveUp: ({ em }, before) => cancelDue(em, before),
  loops: ['deliver'],
}

/** Deliveries that a restored database holds as waiting may have been made since its backup. */
export const { get, release } = quarantineVerbs(dueDeliveries)
