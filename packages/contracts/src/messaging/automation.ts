import { z } from 'zod'
import { errorCode } from '../fault.ts'
import { providerBounds as bounds } from '../provider-rules/index.ts'
import {
  besideOtherFaults,
  idOf,
  named,
  oneOrMany,
  requireOne,
  text,
  textCharactersMax,
  time,
  visibleText,
} from '../schemas.ts'
import { assignee, chatLabel, labelReference } from './chat.ts'

export const trigger = named(
  'AutomationTrigger',
  z
    .enum(['conversation_started', 'message_received', 'chat_resolved'])
    .describe(
      "`conversation_started`: a customer's first message, or one that reopens a chat; `message_received`: any customer message; `chat_resolved`: a member or key resolved the chat",
    ),
)

export const conditions = named(
  'AutomationConditions',
  z
    .object({
      number: oneOrMany(idOf('num')).describe('Only chats on these numbers'),
      label: oneOrMany(labelReference).describe('Chats with at least one of these labels, by id or name'),
      labelExclude: oneOrMany(labelReference).describe('Chats with none of these labels, by id or name'),
      words: oneOrMany(
        text(1, 60).refine((word) => /[\p{L}\p{N}\p{S}]/u.test(word), 'must have a letter, a digit or a symbol'),
      ).describe('Messages with at least one of these words or phrases, ignoring case and accents'),
      hours: z
        .enum(['open', 'closed'])
        .optional()
        .describe("`open`: only during the workspace's business hours; `closed`: only outside those hours"),
      optedOut: z.boolean().optional().describe('Only customers who have opted out, or all others if false'),
    })
    .strict()
    .describe('Conditions on the chat and the message; all must be met'),
)

const assign = z
  .object({
    member: idOf('mem').optional().describe('The member to assign the chat to'),
    department: idOf('dep').optional().describe("Assigns chats to this department's members in turn"),
    capacity: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('With `department`: maximum open chats per member; absent: no limit'),
  })
  .strict()
  .superRefine((input, ctx) => requireOne(['member', 'department'], input, ctx), besideOtherFaults)

/** Hours between an automation's replies in a chat, unless the automation specifies otherwise. */
export const pauseHoursUsual = 12

const reply = z
  .object({
    message: text(1, textCharactersMax).describe('Text of the reply'),
    pauseHours: z
      .int()
      .min(1)
      .max(720)
      .optional()
      .describe(`Hours before it can reply again in the same chat; absent: ${pauseHoursUsual}`),
  })
  .strict()

/** Defaults for a rating request, unless the automation specifies otherwise. */
export const ratingUsual = {
  options: ['★★★★★', '★★★★', '★★★', '★★', '★'],
  button: '★',
  pauseDays: 30,
  answerDays: 3,
} as const

const rating = z
  .object({
    message: visibleText(bounds.bodyText.max).describe('The question'),
    options: z
      .array(visibleText(bounds.buttonTitle.max))
      .refine(({ length }) => length === 3 || length === 5, 'must have 3 or 5 answers')
      .refine((texts) => new Set(texts).size === texts.length, 'must all be different')
      .optional()
      .describe(
        'The answers, best first: 5 are shown as a list and score 5 to 1, 3 are shown as buttons and score 5, 3 and 1; absent: five to one ★',
      ),
    button: visibleText(bounds.listButton.max).optional().describe('Text of the button that opens the list; absent: ★'),
    pauseDays: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .describe(`Days before any automation asks the same customer again; absent: ${ratingUsual.pauseDays}`),
    answerDays: z
      .int()
      .min(1)
      .max(30)
      .optional()
      .describe(`Days during which an answer counts; absent: ${ratingUsual.answerDays}`),
    thanks: visibleText(bounds.bodyText.max)
      .optional()
      .describe('Text sent to the customer after their first answer to each question; absent: none'),
  })
  .strict()

export const actions = named(
  'AutomationActions',
  z
    .object({
      assign: named('AutomationAssignment', assign)
        .optional()
        .describe('Assigns the chat, unless it is already assigned'),
      labels: z.array(labelReference).min(1).max(50).optional().describe('Labels to add to the chat, by id or name'),
      reply: named('AutomationReply', reply)
        .optional()
        .describe(
          'Sends a text, unless the customer opted out or the 24-hour window is closed. The chat still counts as waiting for an answer',
        ),
      rating: named('AutomationRating', rating)
        .optional()
        .describe(
          'Asks for a rating of the conversation, under the same conditions as `reply`; only with the `chat_resolved` trigger',
        ),
    })
    .strict()
    .refine((given) => Object.values(given).some((each) => each !== undefined), 'must have at least one action')
    .describe('Actions, done in this order: assign, label, reply, rating'),
)

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
        'Why an action was skipped or failed: the chat is already assigned; no member has room; the member is disabled or, like a department or label, gone; the chat has the labels; the customer opted out; the 24-hour window is closed; a recent reply or rating question in this chat; the message is over an hour old; it was refused with `errorCode`; a service error',
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
