import { type DueThings, quarantineVerbs } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'
import { countDue, holdDue } from './due.sql.ts'

const things: DueThings<GroupsRuntime> = {
  count: countDue,
  giveUp: ({ em }, before) => holdDue(em, before),
  loops: ['create', 'change', 'post'],
}

/** Verbs of the quarantine: requests that a restored database holds as not made may have been made since its backup. */
export const { get, release } = quarantineVerbs(things)
