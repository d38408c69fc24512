import { z } from 'zod'
import { mutation } from '../contract.ts'
import type { ErrorCode } from '../errors.ts'
import { keptError } from '../fault.ts'
import { exampleQueue } from '../messaging/examples.ts'
import { queueStatus } from '../messaging/queues.ts'
import { country, idOf, isTimeZone, jsonObject, named, time, timeOfDay } from '../schemas.ts'

/** Returns the minutes since midnight of a time such as 21:30. */
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const minutesMax = 12 * 60

/**
 * Daily hours during which messages of low and normal priority wait. At most twelve, so that countries with many time zones keep some
 * sending hours.
 */
export const quietHours = named(
  'QuietHours',
  z
    .object({
      from: timeOfDay.describe('Start, as hours and minutes in the time zone'),
      to: timeOfDay.describe('End, on the next day if earlier than `from`; at most 12 hours after `from`'),
      timeZone: z
        .string()
        .max(64)
        .refine(
          (name) => name === 'recipient' || isTimeZone(name),
          'must be the name of a time zone, such as Europe/Berlin, or recipient',
        )
        .describe(
          "IANA name, or `recipient`: the time zone of the recipient's country; if it has several, quiet hours end with the last one",
        ),
    })
    .strict()
    .superRefine((hours, ctx) => {
      const minutes = (minutesOf(hours.to) - minutesOf(hours.from) + 1440) % 1440
      if (minutes > 0 && minutes <= minutesMax) return
      ctx.addIssue({
        code: 'custom',
        path: ['to'],
        message: 'must be at most 12 hours after from, and not the same time',
      })
    }),
)

export type QuietHours = z.output<typeof quietHours>

/** A number's status in the provider's words, which can be any text; null if not reported. */
const device = named(
  'DeviceReport',
  z.object({
    qualityRating: z.string().nullable().describe('GREEN, YELLOW or RED: how recipients rate its messages'),
    messagingLimit: z
      .string()
      .nullable()
      .describe('Limit on people that it can message first within 24 h, such as TIER_2K'),
    throughput: z.string().nullable().describe('STANDARD: 80 messages a second, HIGH: 1000'),
    verifiedName: z.string().nullable().describe('Name that recipients see'),
    nameStatus: z.string().nullable().describe('Status of the display name, such as APPROVED'),
    codeVerification: z.string().nullable().describe('VERIFIED once the phone number was verified with a code'),
    canSend: z
      .string()
      .nullable()
      .describe('AVAILABLE, LIMITED or BLOCKED: the worst status of the number, account and app'),
    checkedAt: time.describe('Time of the last check; POST …/refresh checks now'),
  }),
)

const sessionStatus = named(
  'SessionStatus',
  z.object({
    status: z
      .enum(['online', 'offline', 'pending', 'error'])
      .describe('Status of the session: `online` while the provider accepts calls for the number'),
    since: time,
    lastError: keptError.nullable().describe('Last error from the provider; null: none'),
  }),
)

/** A connected number in all responses and events, without its credentials. */
export const number = named(
  'Number',
  z.object({
    id: idOf('num'),
    phone: z.string().nullable().describe('Phone number, E.164; null until the provider reports it'),
    name: z.string().describe('Your name for the number'),
    provider: z.enum(['cloud', 'simulator']).describe('Provider of the number; simulator numbers reach no one'),
    phoneNumberId: z.string().describe("The provider's id for the number"),
    businessAccountId: z.string().nullable().describe("The provider's id for its account"),
    status: z
      .enum(['connecting', 'active', 'restricted', 'disconnected', 'error'])
      .describe('Status of the number; only an active one sends'),
    session: sessionStatus.describe('Session with the provider'),
    default: z.boolean().describe('True for the number that sends messages without `number`'),
    device: device.describe('As last reported by the provider'),
    settings: z
      .object({
        ratePerSecond: z.number().nullable().describe("Maximum messages per second; null: the installation's default"),
        quietHours: quietHours.nullable().describe('Hours when low- and normal-priority messages wait; null: none'),
        country: country
          .nullable()
          .describe("Country of phone numbers without a country code; null: the workspace's country"),
      })
      .describe('Settings of the number'),
    queue: queueStatus
      .nullable()
      .describe(
        'As in GET …/queue; null while unavailable. Among events, only `number:updated` with `change: queue` has it',
      ),
    callbackUrl: z.string().describe("Callback URL to enter in the provider's app dashboard"),
    createdAt: time,
  }),
)

export const accountReport = named(
  'AccountReport',
  z.object({
    field: z.string().describe("The provider's name for the report, such as account_update or account_alerts"),
    event: z.string().describe("The provider's term, such as ACCOUNT_RESTRICTION"),
    reason: z.string().nullable().describe('The violation, restrictions, ban status, or alert description'),
    until: time.nullable().describe('End of the last restriction'),
    bannedAt: z.string().nullable().describe('Date of the ban, as the provider states it'),
    details: jsonObject.describe('The report as the provider sent it'),
  }),
)

export const exampleTime = '2026-11-20T08:30:00.000Z'
export const exampleNumberId = 'num_01k5v2s8xgf9hb3m4q7r8t9w0y'
const exampleDevice = {
  qualityRating: 'GREEN',
  messagingLimit: 'TIER_2K',
  throughput: 'STANDARD',
  verifiedName: 'Shop',
  nameStatus: 'APPROVED',
  codeVerification: 'VERIFIED',
  canSend: 'AVAILABLE',
  checkedAt: exampleTime,
}
export const exampleNumber = {
  id: exampleNumberId,
  phone: '+15550000001',
  name: 'Shop',
  provider: 'simulator' as const,
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  status: 'active' as const,
  session: { status: 'online' as const, since: exampleTime, lastError: null },
  default: true,
  device: exampleDevice,
  settings: { ratePerSecond: null, quietHours: null, country: null },
  queue: null,
  callbackUrl: `https://posthorn.example.com/callbacks/${exampleNumberId}`,
  createdAt: exampleTime,
}
const { number: _, ...idleQueue } = exampleQueue
export const exampleNumberWithQueue = { ...exampleNumber, queue: idleQueue }

export const providerErrors: ErrorCode[] = [
  'number:not_found',
  'number:disconnected',
  'number:unauthorized',
  'number:suspended',
  'provider:unreachable',
  'provider:unavailable',
  'provider:throttled',
  'provider:refused',
]

const session = named('NumberSession', z.object({ number: idOf('num'), ...sessionStatus.shape }), sessionStatus)
const online = { number: exampleNumberId, status: 'online' as const, since: exampleTime, lastError: null }

export const sessions = {
  refresh: mutation({
    summary: 'Check a number with the provider now',
    description: 'Reads the number from the provider with the stored credentials and updates its session and status.',
    rest: 'POST /v1/numbers/{id}/refresh',
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({ id: idOf('num') }),
    output: session,
    errors: ['number:not_found', 'number:disconnected'],
    example: { input: { id: exampleNumberId }, output: online },
  }),
  requestCode: mutation({
    summary: 'Request a verification code',
    description:
      'The provider sends six digits to the phone number by text message or call. A simulator number gets the last six digits of its phone number.',
    rest: 'POST /v1/numbers/{id}/request-code',
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({
      id: idOf('num'),
      method: z.enum(['sms', 'voice']).default('sms').describe('How the code is sent'),
      language: z
        .string()
        .regex(/^[a-z]{2}_[A-Z]{2}$/, 'must be a language such as en_US')
        .default('en_US')
        .describe('Language of the text message or call, such as en_US'),
    }),
    output: z.object({
      number: idOf('num'),
      requested: z.literal(true).describe('Always true'),
      method: z.enum(['sms', 'voice']).describe('How the code is sent'),
    }),
    errors: [...providerErrors, 'number:code_not_sent'],
    example: {
      input: { id: exampleNumberId, method: 'sms', language: 'en_US' },
      output: { number: exampleNumberId, requested: true, method: 'sms' },
    },
  }),
  verifyCode: mutation({
    summary: 'Verify a number with a code',
    description: 'Takes the six digits of the code; hyphens and spaces are ignored. Register the number next.',
    rest: 'POST /v1/numbers/{id}/verify-code',
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({
      id: idOf('num'),
      code: z
        .string()
        .max(20)
        .overwrite((value) => value.replace(/[ -]/g, ''))
        .regex(/^\d{6}$/, 'must be six digits')
        .describe('The six digits that the provider sent'),
    }),
    output: session,
    errors: [...providerErrors, 'number:code_wrong'],
    example: { input: { id: exampleNumberId, code: '123456' }, output: { ...online, status: 'pending' } },
  }),
  register: mutation({
    summary: 'Register a number',
    description:
      'Enables the number to send and receive. Sets the two-step verification PIN if there is none; otherwise the PIN must match. The PIN is not stored. The provider allows ten registrations in 72 hours.',
    rest: 'POST /v1/numbers/{id}/register',
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    confirmed: true,
    input: z.object({
      id: idOf('num'),
      pin: z
        .string()
        .regex(/^\d{6}$/, 'must be six digits')
        .describe('Two-step verification PIN, six digits'),
    }),
    output: session,
    errors: [...providerErrors, 'number:not_verified', 'number:pin_wrong', 'number:register_limited'],
    example: { input: { id: exampleNumberId, pin: '135790' }, output: online },
  }),
  deregister: mutation({
    summary: 'Deregister a number',
    description:
      'Stops sending and receiving until the number is verified and registered again. Waiting messages stay in the queue until they expire.',
    rest: 'POST /v1/numbers/{id}/deregister',
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    confirmed: true,
    input: z.object({ id: idOf('num') }),
    output: session,
    errors: [...providerErrors, 'number:register_limited'],
    example: { input: { id: exampleNumberId }, output: { ...online, status: 'pending' } },
  }),
}
