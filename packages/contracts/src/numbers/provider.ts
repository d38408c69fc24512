import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf, json, listOf, named, pageOf, text, time } from '../schemas.ts'
import { exampleNumberId, exampleTime } from './number.ts'

/** Resources of a number or account at the provider that callers can access. Messages, media, and groups have their own operations. */
export const providerEdges = [
  'block_users',
  'business_compliance_info',
  'conversational_automation',
  'deregister',
  'message_history',
  'message_qrdls',
  'message_templates',
  'official_business_account',
  'phone_numbers',
  'register',
  'request_code',
  'settings',
  'verify_code',
  'whatsapp_business_encryption',
  'whatsapp_business_profile',
  'whatsapp_commerce_settings',
] as const

/** Names of parameters that let a read change something, or read other objects. */
const forbidden = /^(method|ids)(\[|$)/i

/** Whether a parameter lists fields of other objects, in braces or in the older form `.fields()`. Only the number's token may read these. */
const namesOthers = ([name, value]: [string, string]) => /^fields(\[|$)/i.test(name) && /[{}]|\.fields\(/i.test(value)

const place = {
  id: idOf('num'),
  object: z
    .string()
    .regex(/^\d{1,64}$/)
    .describe("The provider's id for the number, its account, or one of the account's templates"),
  edge: z.enum(providerEdges).optional().describe('Part of the object'),
  item: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional()
    .describe('An item of that part'),
  query: z
    .record(z.string().max(100), text(0, 2048))
    .refine((query) => !Object.keys(query).some((name) => forbidden.test(name)), 'must not have method or ids')
    .refine((query) => !Object.entries(query).some(namesOthers), 'must not have fields of other objects')
    .optional()
    .describe('Parameters'),
}

const answer = z.object({ status: z.int().describe('HTTP status from the provider'), body: json })

const errors = [
  'number:not_found',
  'number:disconnected',
  'number:unauthorized',
  'numbers:limited',
  'provider:unreachable',
  'template:not_found',
] as const

/** Calls in the provider's own format about a number, its business account, or a template. For programs written for the provider's API. */
export const providerCalls = {
  read: query({
    summary: "Read a number's data from the provider",
    description: "Internal. Returns the provider's response, even if it is an error.",
    slow: true,
    scope: 'read',
    limitedBy: 'number',
    input: z.object(place),
    output: answer,
    errors: [...errors],
    example: {
      input: { id: exampleNumberId, object: '106540352242922', query: { fields: 'id' } },
      output: { status: 200, body: { id: '106540352242922' } },
    },
  }),
  change: mutation({
    summary: "Change a number's data with the provider",
    description: "Internal. Returns the provider's response, even if it is an error.",
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({
      ...place,
      method: z.enum(['POST', 'DELETE']).describe('HTTP method'),
      body: json.optional().describe('Body of the request'),
    }),
    output: answer,
    errors: [...errors, 'provider:outcome_unknown'],
    example: {
      input: { id: exampleNumberId, method: 'POST', object: '106540352242922', edge: 'deregister', body: {} },
      output: { status: 200, body: { success: true } },
    },
  }),
}

export const missedCall = named(
  'CallMissedData',
  z.object({
    number: idOf('num'),
    call: z.string().describe("The provider's id for the call"),
    from: z
      .object({
        phone: z.string().nullable().describe('Phone number of the caller'),
        userId: z.string().nullable().describe("The provider's id for a caller whose phone number is hidden"),
        name: z.string().nullable().describe("Name in the caller's profile"),
      })
      .describe('Caller'),
    endedAt: time,
    status: z.string().nullable().describe("How the call ended, in the provider's words"),
  }),
)

export const exampleMissedCall = {
  number: exampleNumberId,
  call: 'wacid.HBgLNDkxNTExMjM0NTY3OBUCABEYEjQ1',
  from: { phone: '+4915112345678', userId: null, name: 'Ada Lovelace' },
  endedAt: exampleTime,
  status: 'FAILED',
}

const update = named(
  'UnusedUpdate',
  z.object({
    id: idOf('upd'),
    field: z.string().describe("The provider's name for this kind of update"),
    raw: json.nullable().describe('The update as the provider sent it; null when it is larger than 64 KiB'),
    receivedAt: time,
  }),
)

const example = { id: 'upd_01k5v2s8xgf9hb3m4q7r8t9w0y' as const, field: 'flows', raw: { event: 'FLOW_STATUS_CHANGE' } }

/** Provider updates that weren't fully understood. */
export const updates = {
  list: query({
    summary: 'List provider updates that Posthorn does not understand',
    description:
      'Updates of an unknown kind, or with content that no response or event shows; newest first, stored for 30 days. They may contain personal data, so the key needs the `raw` scope, which you must request explicitly.',
    rest: 'GET /v1/numbers/{id}/updates',
    scope: 'raw',
    limitedBy: 'number',
    input: z.object({ id: idOf('num'), ...listOf(update) }),
    output: pageOf(update),
    errors: ['number:not_found'],
    example: {
      input: { id: exampleNumberId },
      output: { items: [{ ...example, receivedAt: exampleTime }], next: null },
    },
  }),
}
