import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { besideOtherFaults, pageOf, paging, text } from '../primitives.ts'
import { devices, profiles } from './device.ts'
import { exampleNumber, exampleNumberWithQueue, exampleNumberId as id, number } from './number.ts'
import { phones } from './phones.ts'
import { quietHours } from './quiet-hours.ts'
import { sessions } from './sessions.ts'
import { simulateInput } from './simulate.ts'
import { templates } from './templates.ts'
import { updates } from './updates.ts'

/** It travels in a header of HTTP, which takes no other characters. */
const credential = (name: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'must be 1–1024 visible ASCII characters')
    .describe(name)

const providersId = z.string().regex(/^\d{1,64}$/, 'must be the id the provider shows, digits only')

/** Settings of a number; fields that are left out stay as they are. */
const settings = z
  .object({
    ratePerSecond: z.number().positive().max(1000).nullable().optional(),
    quietHours: quietHours
      .nullable()
      .optional()
      .describe(
        'Messages of low and normal priority wait until these hours have ended; their validity waits with them',
      ),
  })
  .strict()

const createInput = z
  .object({
    name: text(1, 100),
    provider: z.enum(['cloud', 'simulator']).default('cloud'),
    phoneNumberId: providersId.optional(),
    businessAccountId: providersId.optional(),
    accessToken: credential('Token of a system user; stored encrypted, never returned').optional(),
    appSecret: credential('Secret of the app that signs callbacks; stored encrypted, never returned').optional(),
    verifyToken: text(8, 100).optional().describe('Token of the verification request; made for you when absent'),
    default: z.boolean().optional(),
    settings: settings.optional(),
  })
  .superRefine((input, ctx) => {
    const wanted = input.provider === 'cloud'
    for (const path of ['phoneNumberId', 'businessAccountId', 'accessToken', 'appSecret'] as const) {
      if (wanted === (input[path] !== undefined)) continue
      const message = wanted ? 'is required to connect a cloud number' : 'is made by the simulator; leave it out'
      ctx.addIssue({ code: 'custom', path: [path], message })
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
    description: 'Oldest first.',
    rest: 'GET /v1/numbers',
    scope: 'read',
    list: true,
    input: z.object(paging),
    output: pageOf(number),
    errors: ['cursor:invalid'],
    example: { input: {}, output: { items: [exampleNumberWithQueue], next: null } },
  }),
  get: query({
    summary: 'Show a number',
    description: 'With its session at the provider and its queue.',
    rest: 'GET /v1/numbers/{id}',
    scope: 'read',
    input: z.object({ id: idOf('num') }),
    output: number,
    errors: ['number:not_found'],
    example: { input: { id }, output: exampleNumberWithQueue },
  }),
  update: mutation({
    summary: 'Change a number',
    description:
      'Name, default, rate, quiet hours. A new token is checked with the provider first; after a new app secret, callbacks signed with the previous one are still accepted.',
    rest: 'PATCH /v1/numbers/{id}',
    slow: true,
    scope: 'manage',
    input: z.object({
      id: idOf('num'),
      name: text(1, 100).optional(),
      default: z.literal(true).optional(),
      settings: settings.optional(),
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
    example: { input: { id, name: 'Shop North' }, output: { ...exampleNumberWithQueue, name: 'Shop North' } },
  }),
  disconnect: mutation({
    summary: 'Disconnect a number',
    description: 'Its credentials are erased; chats and messages stay. Waiting messages stay queued until they expire.',
    rest: 'DELETE /v1/numbers/{id}',
    scope: 'manage',
    input: z.object({ id: idOf('num') }),
    output: number,
    errors: ['number:not_found'],
    example: { input: { id }, output: { ...exampleNumber, status: 'disconnected', default: false } },
  }),
  simulate: mutation({
    summary: 'Simulate the customer or the provider',
    description:
      'Simulator numbers only: an incoming message, a status, an outage, time passing, a decision of the provider about the number, a report about its account, or an event of a group.',
    rest: 'POST /v1/numbers/{id}/simulate',
    slow: true,
    scope: 'manage',
    input: simulateInput,
    output: z.object({
      simulated: z.enum(['message', 'status', 'outage', 'advance', 'account', 'group', 'change']),
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

const callbacks = {
  receive: mutation({
    summary: 'Receive a callback of the provider',
    description: 'Raw bytes and signature as received. Stored before the answer, unpacked then or afterwards.',
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

/** Operations of the numbers service. */
export const numbers = {
  numbers: numbersOfWorkspace,
  sessions,
  devices,
  profiles,
  templates,
  phones,
  updates,
  callbacks,
}
