import { z } from 'zod'
import { errorCode } from '../fault.ts'
import { idOf, named, time } from '../schemas.ts'
import { assignee, chatLabel } from './chat.ts'

const status = named(
  'AutomationStatus',
  z
    .enum(['done', 'skipped', 'failed'])
    .describe('`skipped`: there was a reason not to act; `failed`: the action was tried and refused'),
)

const action = named(
  'AutomatedAction',
  z.object({
    action: z.enum(['assign', 'label', 'reply', 'rating']).describe('Kind of action'),
    status,
    reason: z
      .enum([
        'assigned',
        'no_capacity',
        'member_missing',
        'department_missing',
        'labeled',
        'label_missing',
        'opted_out',
        'window_closed',
        'repeated',
        'late',
        'refused',
        'error',
      ])
      .nullable()
      .describe(
        'Why an action was skipped or failed: the chat is already assigned; no member has room; the member, department or label no longer exists; the chat has the labels; the customer opted out; the 24-hour window is closed; a recent reply or rating question in this chat; the message is over an hour old; it was refused with `errorCode`; a service error',
      ),
    errorCode: errorCode.nullable().describe('Error code for a refused message'),
  }),
)

/** Number of days for which automation runs are listed. */
export const automationRunDays = 90

/** Outcome of an automation's actions in a chat, whether real or in a trial run. */
export const automationOutcome = {
  actions: z.array(action).describe('Result of each action'),
  assignee: assignee.nullable().describe('Member assigned to the chat; null: not assigned'),
  labels: z.array(chatLabel).describe('Labels added to the chat'),
}

export const automationRun = named(
  'AutomationRun',
  z.object({
    id: idOf('run'),
    automation: idOf('atm'),
    name: z.string().describe('Name of the automation at the time of the run'),
    chat: idOf('chat'),
    message: idOf('msg').nullable().describe('Customer message that caused the run; null: the chat was resolved'),
    status,
    ...automationOutcome,
    reply: idOf('msg').nullable().describe('Reply that was sent; null: none'),
    question: idOf('msg').nullable().describe('Rating question that was sent; null: none'),
    createdAt: time,
  }),
)
