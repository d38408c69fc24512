import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { besideOtherFaults, phone, text, textCharactersMax, time } from '../primitives.ts'

/** A connected number, as every answer and event shows it; credentials never appear. */
export const number = z.object({
  id: idOf('num'),
  phone: z.string().nullable(),
  name: z.string(),
  provider: z.enum(['cloud', 'simulator']),
  phoneNumberId: z.string().describe("The provider's id of the number"),
  status: z.enum(['connecting', 'active', 'paused', 'restricted', 'disconnected', 'error']),
  session: z.object({
    status: z.enum(['online', 'offline', 'pending', 'error']),
    since: time,
    lastError: z.object({ errorCode: z.string(), message: z.string() }).nullable(),
  }),
  default: z.boolean().describe('Sends when a message names no number'),
  settings: z.object({ ratePerSecond: z.number().nullable() }),
  callbackUrl: z.string().describe('Where the provider posts its callbacks; paste it there'),
  createdAt: time,
})

const at = '2026-11-20T08:30:00.000Z'
const id = 'num_01k5v2s8xgf9hb3m4q7r8t9w0y'
/** A connected simulator number. */
export const exampleNumber = {
  id,
  phone: '+15550000001',
  name: 'Shop',
  provider: 'simulator' as const,
  phoneNumberId: '106540352242922',
  status: 'active' as const,
  session: { status: 'online' as const, since: at, lastError: null },
  default: true,
  settings: { ratePerSecond: null },
  callbackUrl: `https://posthorn.example.com/callbacks/${id}`,
  createdAt: at,
}

const credential = (name: string) => text(1, 1024).describe(name)

const createInput = z
  .object({
    name: text(1, 100),
    provider: z.enum(['cloud', 'simulator']).default('cloud'),
    phoneNumberId: text(1, 64).optional(),
    businessAccountId: text(1, 64).optional(),
    accessToken: credential('Token of a system user; stored encrypted, never returned').optional(),
    appSecret: credential('Secret of the app that signs callbacks; stored encrypted, never returned').optional(),
    verifyToken: text(8, 100).optional().describe('Token of the verification request; made for you when absent'),
    default: z.boolean().optional(),
    settings: z
      .object({ ratePerSecond: z.number().positive().max(1000).nullable() })
      .strict()
      .optional(),
  })
  .superRefine((input, ctx) => {
    const wanted = input.provider === 'cloud'
    for (const path of ['phoneNumberId', 'businessAccountId', 'accessToken', 'appSecret'] as const) {
      if (wanted === (input[path] !== undefined)) continue
      const message = wanted ? 'is required to connect a cloud number' : 'is made by the simulator; leave it out'
      ctx.addIssue({ code: 'custom', path: [path], message })
    }
  }, besideOtherFaults)

const simulateMessage = z
  .object({
    from: phone,
    type: text(1, 40).default('text'),
    text: text(1, textCharactersMax).optional(),
    name: text(1, 100).optional(),
    replyTo: text(1, 256).optional().describe("The provider's id of the message it answers"),
    content: z.record(z.string(), z.json()).optional().describe('The content object of types other than text'),
  })
  .strict()

const simulateInput = z
  .object({
    id: idOf('num'),
    message: simulateMessage.optional().describe('A customer writes'),
    status: z
      .object({
        message: text(1, 256).describe('Our message id or the provider id'),
        state: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
        error: z.int().optional().describe('Provider error code, with failed'),
      })
      .strict()
      .optional(),
    outage: z
      .object({
        kind: z.enum(['refuse', 'hang', 'error', 'cut', 'throttle']),
        seconds: z.number().positive().max(86_400),
      })
      .strict()
      .optional(),
    advance: z
      .object({ seconds: z.number().positive().max(31_536_000) })
      .strict()
      .optional(),
  })
  .superRefine((input, ctx) => {
    const named = [input.message, input.status, input.outage, input.advance].filter((part) => part !== undefined)
    if (named.length !== 1) {
      ctx.addIssue({ code: 'custom', path: [], message: 'name exactly one of message, status, outage, advance' })
    }
  }, besideOtherFaults)

const numbersOfWorkspace = {
  create: mutation({
    summary: 'Connect a number',
    description:
      'A simulator number needs only a name. A cloud number brings its credentials, which are checked with the provider and stored encrypted. Paste `callbackUrl` and `verifyToken` at the provider.',
    rest: 'POST /v1/numbers',
    status: 201,
    slow: true,
    scope: 'manage',
    input: createInput,
    output: number.extend({ verifyToken: z.string() }),
    errors: ['number:duplicate', 'provider:credentials_invalid', 'provider:unreachable', 'provider:unavailable'],
    example: {
      input: { name: 'Shop', provider: 'simulator' },
      output: { ...exampleNumber, verifyToken: 'x8Kq2mZ7aBk3J9' },
    },
  }),
  list: query({
    summary: 'List numbers',
    description: 'All numbers of the workspace, oldest first.',
    rest: 'GET /v1/numbers',
    scope: 'read',
    input: z.object({}),
    output: z.array(number),
    errors: [],
    example: { input: {}, output: [exampleNumber] },
  }),
  get: query({
    summary: 'Show a number',
    description: 'With its session at the provider.',
    rest: 'GET /v1/numbers/{id}',
    scope: 'read',
    input: z.object({ id: idOf('num') }),
    output: number,
    errors: ['number:not_found'],
    example: { input: { id }, output: exampleNumber },
  }),
  update: mutation({
    summary: 'Change a number',
    description:
      'Name, default, rate. A new token is checked with the provider first; after a new app secret, callbacks signed with the one before are still taken.',
    rest: 'PATCH /v1/numbers/{id}',
    slow: true,
    scope: 'manage',
    input: z.object({
      id: idOf('num'),
      name: text(1, 100).optional(),
      default: z.literal(true).optional(),
      settings: z
        .object({ ratePerSecond: z.number().positive().max(1000).nullable() })
        .strict()
        .optional(),
      accessToken: credential('A new token').optional(),
      appSecret: credential('A new secret of the app that signs callbacks').optional(),
    }),
    output: number,
    errors: [
      'number:not_found',
      'number:disconnected',
      'provider:credentials_invalid',
      'provider:unreachable',
      'provider:unavailable',
    ],
    example: { input: { id, name: 'Shop North' }, output: { ...exampleNumber, name: 'Shop North' } },
  }),
  disconnect: mutation({
    summary: 'Disconnect a number',
    description: 'Its credentials are erased; chats and messages stay. What waits to be sent is held until it expires.',
    rest: 'DELETE /v1/numbers/{id}',
    scope: 'manage',
    input: z.object({ id: idOf('num') }),
    output: number,
    errors: ['number:not_found'],
    example: { input: { id }, output: { ...exampleNumber, status: 'disconnected', default: false } },
  }),
  simulate: mutation({
    summary: 'Play the customer or the provider',
    description: 'Simulator numbers only: an incoming message, a status, an outage, or time passing.',
    rest: 'POST /v1/numbers/{id}/simulate',
    slow: true,
    scope: 'manage',
    input: simulateInput,
    output: z.object({
      simulated: z.enum(['message', 'status', 'outage', 'advance']),
      providerId: z.string().nullable(),
    }),
    errors: [
      'number:not_found',
      'number:not_simulator',
      'number:disconnected',
      'message:not_found',
      'provider:unreachable',
      'provider:refused',
    ],
    example: {
      input: { id, message: { from: '+4915112345678', text: 'Hello' } },
      output: { simulated: 'message', providerId: 'wamid.HBgNNDkxNTExMjM0NTY3OBUC' },
    },
  }),
}

const session = z.object({
  number: idOf('num'),
  status: z.enum(['online', 'offline', 'pending', 'error']),
  since: time,
  lastError: z.object({ errorCode: z.string(), message: z.string() }).nullable(),
})

const callbacks = {
  receive: mutation({
    summary: 'Take a callback of the provider',
    description: 'Raw bytes and signature as they came. Stored before the answer, unpacked afterwards.',
    scope: null,
    input: z.object({ number: text(1, 64), body: z.base64(), signature: z.string().max(256).optional() }),
    output: z.object({ stored: z.boolean() }),
    errors: ['number:not_found', 'callback:signature_invalid'],
    example: { input: { number: id, body: 'e30=', signature: `sha256=${'0'.repeat(64)}` }, output: { stored: true } },
  }),
  verify: query({
    summary: 'Answer the verification request of the provider',
    description: "Echoes the challenge when the verify token is the number's own.",
    scope: null,
    input: z.object({ number: text(1, 64), verifyToken: z.string().max(256), challenge: z.string().max(1024) }),
    output: z.object({ challenge: z.string() }),
    errors: ['number:not_found', 'callback:verify_token_invalid'],
    example: {
      input: { number: id, verifyToken: 'x8Kq2mZ7aBk3J9', challenge: '1158201444' },
      output: { challenge: '1158201444' },
    },
  }),
}

const sessions = {
  get: query({
    summary: 'Show the session of a number',
    description: 'Whether the provider takes our calls for this number, since when, and the last error.',
    rest: 'GET /v1/numbers/{id}/session',
    scope: 'read',
    input: z.object({ id: idOf('num') }),
    output: session,
    errors: ['number:not_found'],
    example: { input: { id }, output: { number: id, status: 'online', since: at, lastError: null } },
  }),
  refresh: mutation({
    summary: 'Check a number with the provider now',
    description: 'Asks the provider for the number with the stored credentials and updates session and status.',
    rest: 'POST /v1/numbers/{id}/session/refresh',
    slow: true,
    scope: 'manage',
    input: z.object({ id: idOf('num') }),
    output: session,
    errors: ['number:not_found', 'number:disconnected'],
    example: { input: { id }, output: { number: id, status: 'online', since: at, lastError: null } },
  }),
}

/** Operations of the numbers service. */
export const numbers = { numbers: numbersOfWorkspace, sessions, callbacks }
