import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { besideOtherFaults, oneOrMany, requireOne, text, textCharactersMax, visibleText } from '../primitives.ts'
import { providerBounds as bounds } from '../provider-rules/index.ts'
import { labelReference } from './chat.ts'

export const trigger = named(
  'AutomationTrigger',
  z
    .enum(['conversation_started', 'message_received', 'chat_resolved'])
    .describe(
      '`conversation_started`: a customer wrote for the first time, or in a resolved or archived chat; `message_received`: a customer wrote; `chat_resolved`: a member or key resolved the chat',
    ),
)

export const conditions = named(
  'AutomationConditions',
  z
    .object({
      number: oneOrMany(idOf('num')).describe('Only chats of these numbers'),
      label: oneOrMany(labelReference).describe('Chats with at least one of these labels, each by id or name'),
      labelExclude: oneOrMany(labelReference).describe('Chats with none of these labels, each by id or name'),
      words: oneOrMany(
        text(1, 60).refine((word) => /[\p{L}\p{N}\p{S}]/u.test(word), 'must have a letter, a digit or a symbol'),
      ).describe('Messages with at least one of these words or phrases, ignoring case and accents'),
      hours: z
        .enum(['open', 'closed'])
        .optional()
        .describe('`open`: only within the business hours of the workspace; `closed`: only outside of them'),
      optedOut: z.boolean().optional().describe('Only customers who have opted out, or with false only others'),
    })
    .strict()
    .describe('Conditions on the chat and the message; all of them must hold'),
)

const assign = z
  .object({
    member: idOf('mem').optional().describe('The member to assign it to'),
    department: idOf('dep').optional().describe('Assigns to the members of this department in turn'),
    capacity: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('With `department`: open chats that a member can have; absent: any number'),
  })
  .strict()
  .superRefine((input, ctx) => requireOne(['member', 'department'], input, ctx, {}), besideOtherFaults)

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
      .describe(`Hours in which it replies once in a chat; absent: ${pauseHoursUsual}`),
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
      .refine(({ length }) => length === 3 || length === 5, 'must be 3 or 5 texts')
      .refine((texts) => new Set(texts).size === texts.length, 'must differ')
      .optional()
      .describe(
        'The answers, the best first: 5 are a list with the scores 5 to 1, 3 are buttons with 5, 3 and 1; absent: five to one ★',
      ),
    button: visibleText(bounds.listButton.max).optional().describe('Text of the button that opens the list; absent: ★'),
    pauseDays: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .describe(`Days in which no automation asks the same customer again; absent: ${ratingUsual.pauseDays}`),
    answerDays: z
      .int()
      .min(1)
      .max(30)
      .optional()
      .describe(`Days in which an answer counts; absent: ${ratingUsual.answerDays}`),
    thanks: visibleText(bounds.bodyText.max)
      .optional()
      .describe('Text that the customer gets after their first answer, once for each question; absent: none'),
  })
  .strict()

export const actions = named(
  'AutomationActions',
  z
    .object({
      assign: named('AutomationAssignment', assign)
        .optional()
        .describe('Assigns the chat, unless it is assigned already'),
      labels: z
        .array(labelReference)
        .min(1)
        .max(50)
        .optional()
        .describe('Labels to add to the chat, each by id or name'),
      reply: named('AutomationReply', reply)
        .optional()
        .describe(
          'Sends a text, but not to a customer who opted out or outside the 24-hour window. The chat still waits for an answer',
        ),
      rating: named('AutomationRating', rating)
        .optional()
        .describe(
          'Asks for a rating of the conversation under the same conditions; only with the trigger `chat_resolved`',
        ),
    })
    .strict()
    .refine((given) => Object.values(given).some((each) => each !== undefined), 'must have at least one action')
    .describe('Actions, in the order in which they are done: assign, label, reply, rating'),
)
