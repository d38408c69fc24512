import { type DueThings, quarantineVerbs } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'
import { countDue, holdDue } from './due.sql.ts'

const things: DueThings<GroupsRuntime> = {
  count: countDue,
  giveUp: ({ em }, before) => holdDue(em, before),
  loops: ['create', 'change', 'post'],
}

/** What a restored database holds as not asked for may have been asked for since its backup. */
export const { get, release } = quarantineVerbs(things)
