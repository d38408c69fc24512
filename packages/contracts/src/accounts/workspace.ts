import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { country, idOf, named, nameText, text, time, timeOfDay, timeZone } from '../schemas.ts'

/** How to treat a single message to a contact who opted out. */
const optedOutMessages = z
  .enum(['send', 'refuse'])
  .describe(
    'Single messages to contacts who have opted out: `send` marks them `optedOut`; `refuse` refuses them with `contact:opted_out`. Posts never reach these contacts',
  )

export type OptedOutMessages = z.output<typeof optedOutMessages>

/** In ISO 8601 order. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const openHours = named(
  'BusinessHours',
  z
    .object({
      day: z.enum(weekdays).describe('Day of the week'),
      from: timeOfDay.describe('Start, in the time zone of the workspace'),
      to: timeOfDay.describe('End, later than `from`; 23:59 means the end of the day'),
    })
    .strict()
    .refine(({ from, to }) => from < to, { message: 'must be later than from', path: ['to'] }),
)

const wordCharactersMax = 40

/**
 * Normalizes a string so that it can be compared with words, such as those that opt out: trims, lowercases, and removes punctuation around
 * a word.
 */
export const wordOf = (message: string): string =>
  message.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase()

/** Maximum length of a message that may be a single word with punctuation. */
const wordedMessageMax = 100

/** Returns whether a message has text and is short enough to be a word with punctuation, so that long texts aren't searched. */
export const mayBeWord = (message: string | null | undefined): message is string =>
  Boolean(message) && (message?.length ?? 0) <= wordedMessageMax

const words = z
  .array(text(1, wordCharactersMax).refine((word) => wordOf(word) !== '', 'must contain a letter or a digit'))
  .min(1)
  .max(50)

const fields = z.object({
  optedOutMessages,
  country: country
    .nullable()
    .describe(
      'Country (ISO 3166-1 alpha-2) of phone numbers in national format, such as `0151 20007556`; null: phone numbers are international',
    ),
  timeZone: timeZone.describe('Time zone for business hours and reports, as an IANA name'),
  hours: z
    .array(openHours)
    .min(1)
    .max(28)
    .nullable()
    .describe('Business hours, used to measure the time to a first reply; null: always'),
  optOutWords: words
    .nullable()
    .describe('Words that opt a contact out; null: the words of the installation, such as STOP'),
  optInWords: words.nullable().describe('Words that opt a contact in again; null: the words of the installation'),
  answering: z
    .enum(['anyone', 'assignee'])
    .describe('Members who may send in a chat; `assignee`: only its assignee; `anyone`: every member. Keys always may'),
  answerGoalMinutes: z
    .int()
    .min(1)
    .max(10_080)
    .nullable()
    .describe('Minutes within business hours until an unanswered chat is `overdue`; null: never'),
  unknownPhones: z
    .enum(['exist', 'unknown'])
    .describe(
      'What the established v1 dialect answers for a phone number that was never reached: `exist`: it exists, unverified; `unknown`: null',
    ),
  retentionDays: z
    .int()
    .min(31)
    .max(3650)
    .nullable()
    .describe(
      'Days until messages and files from customers are deleted; null: never. The event log keeps events for 31 days',
    ),
})

const settingsChange = named('SettingsChange', fields.partial().strict())

const workspaceSettings = named('WorkspaceSettings', fields, settingsChange)

export type WorkspaceSettings = z.output<typeof workspaceSettings>

export const usualSettings: WorkspaceSettings = {
  optedOutMessages: 'send',
  country: null,
  timeZone: 'UTC',
  hours: null,
  optOutWords: null,
  optInWords: null,
  answering: 'anyone',
  answerGoalMinutes: null,
  unknownPhones: 'exist',
  retentionDays: null,
}

/** Settings that other services need. A setting unknown to an older gateway is absent. */
export const workspaceChanged = z.object({ settings: fields.partial() })

/** The tenant that owns keys, numbers, chats, contacts, groups and webhooks. */
export const workspace = z.object({
  id: idOf('ws'),
  name: z.string().describe('Name of the workspace'),
  createdAt: time,
})

const ownWorkspace = named(
  'Workspace',
  workspace.extend({ settings: workspaceSettings.describe('Settings of the workspace') }),
)

const exampleWorkspace = {
  id: 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const,
  name: 'Shop',
  createdAt: '2026-11-20T08:30:00.000Z',
}
const example = { ...exampleWorkspace, settings: { ...usualSettings, country: 'DE', timeZone: 'Europe/Berlin' } }

export const ownWorkspaceOperations = {
  get: query({
    summary: 'Show the workspace',
    description: 'The workspace of the key, including its settings.',
    rest: 'GET /v1/workspace',
    scope: 'read',
    limitedBy: 'nothing',
    input: z.object({}),
    output: ownWorkspace,
    errors: ['workspace:not_found'],
    example: { input: {}, output: example },
  }),
  update: mutation({
    summary: 'Change the workspace',
    description:
      'Changes the name and settings; omitted fields stay. Settings apply within seconds; `retentionDays` also applies to older messages.',
    rest: 'PATCH /v1/workspace',
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({
      name: nameText(100).optional().describe('New name'),
      settings: settingsChange.optional().describe('Settings to change; omitted settings stay as they are'),
    }),
    output: ownWorkspace,
    errors: ['workspace:not_found', 'confirmation:required'],
    example: {
      input: { settings: { optedOutMessages: 'refuse' } },
      output: { ...example, settings: { ...example.settings, optedOutMessages: 'refuse' } },
    },
  }),
}
