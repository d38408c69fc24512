import { z } from 'zod'
import { errorCode } from '../error-code.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { time } from '../primitives.ts'
import { assignee, chatLabel } from './chat.ts'

const status = named(
  'AutomationStatus',
  z
    .enum(['done', 'skipped', 'failed'])
    .describe('`skipped`: there was a reason not to act; `failed`: it was tried and refused'),
)

const action = named(
  'AutomatedAction',
  z.object({
    action: z.enum(['assign', 'label', 'reply', 'rating']).describe('Kind of the action'),
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
        'Reason of a skipped or failed action: the chat is assigned already; no member has room for another chat; what it names is gone; the chat has the labels already; the customer opted out; the 24-hour window is closed; it replied in this chat or the customer was asked for a rating recently; the message came an hour ago or earlier; the message was refused with `errorCode`; an error of the service',
      ),
    errorCode: errorCode.nullable().describe('Error of a refused message'),
  }),
)

/** Number of days for which automation runs are listed. */
export const automationRunDays = 90

/** Outcome of an automation's actions in a chat, whether real or in a trial run. */
export const automationOutcome = {
  actions: z.array(action).describe('Result of each action'),
  assignee: assignee.nullable().describe('Member that the chat was assigned to; null: not assigned'),
  labels: z.array(chatLabel).describe('Labels that the chat got'),
}

/** A run of an automation in a chat. */
export const automationRun = named(
  'AutomationRun',
  z.object({
    id: idOf('run'),
    automation: idOf('atm'),
    name: z.string().describe('Name of the automation at that time'),
    chat: idOf('chat'),
    message: idOf('msg').nullable().describe('Message of the customer that caused it; null: the chat was resolved'),
    status,
    ...automationOutcome,
    reply: idOf('msg').nullable().describe('Message that was sent; null: none'),
    question: idOf('msg').nullable().describe('Question for a rating that was sent; null: none'),
    createdAt: time,
  }),
)
