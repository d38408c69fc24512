import { access, alerts, workspace } from './desk/access.ts'
import { audience, contacts } from './desk/audience.ts'
import { automations, broadcasts } from './desk/broadcasts.ts'
import { developer } from './desk/developer.ts'
import { emoji, find, history, views } from './desk/find.ts'
import { groups, numbers } from './desk/numbers.ts'
import { operations } from './desk/operations.ts'
import { operator, reports } from './desk/reports.ts'

/** Texts that several screens share. */
const desk = {
  'desk.stale': 'As of {time}. Could not refresh.',
  'desk.copy': 'Copy',
  'desk.shownOnce': "Copy this now. You won't be able to see it again.",
  'desk.saved': "I've saved it",
  'desk.more': 'Show more',
  'desk.stored': 'Saved',
  'desk.changedMeanwhile':
    'Someone else changed this meanwhile. To replace their version, save again. To see it, reload the page.',
  'desk.filter': 'Apply',
  'desk.filterList': 'Filter',
  'desk.selectAll': 'Select all',
  'desk.noMatch': 'No matches for “{text}”.',
  'desk.clearFilter': 'Clear filter',
  'desk.discard': 'Discard changes',
  'desk.discardWhy': 'What you typed has not been saved.',
} as const

/** Texts for every screen except the inbox and sign-in. They load with the first such screen. */
export const deskWords = {
  ...desk,
  ...access,
  ...contacts,
  ...numbers,
  ...broadcasts,
  ...developer,
  ...audience,
  ...groups,
  ...reports,
  ...workspace,
  ...views,
  ...history,
  ...operator,
  ...alerts,
  ...find,
  ...emoji,
  ...automations,
  ...operations,
} as const
