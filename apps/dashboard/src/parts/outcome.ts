import type { AutomatedAction, AutomationRun } from '@posthorn/sdk'
import { say } from '../words/words.ts'
import { errorName } from './problem.tsx'

type Outcome = Pick<AutomationRun, 'actions' | 'assignee' | 'labels'>

/** Describes what an automation did in a chat, and why any of its actions weren't performed. */
export const outcomeOf = (run: Outcome): string => run.actions.map((action) => partOf(action, run)).join(', ')

/** Returns in words what one action did, or why it did nothing. */
function partOf({ action, reason, errorCode }: AutomatedAction, { assignee, labels }: Outcome): string {
  if (reason === 'refused') return say('run.reason.refused', { code: errorName(errorCode ?? '') ?? errorCode ?? '' })
  if (reason !== null) return say(`run.reason.${reason}`)
  if (action === 'assign') return say('run.assign', { name: assignee?.name ?? '' })
  if (action === 'label') return say('run.label', { labels: labels.map(({ name }) => name).join(', ') })
  return say(action === 'rating' ? 'run.rating' : 'run.reply')
}
