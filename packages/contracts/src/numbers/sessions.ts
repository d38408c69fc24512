import { z } from 'zod'
import { mutation } from '../contract.ts'
import type { ErrorCode } from '../errors.ts'
import { idOf, named } from '../schemas.ts'
import { exampleTime, exampleNumberId as id, sessionStatus } from './number.ts'

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
const online = { number: id, status: 'online' as const, since: exampleTime, lastError: null }

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
    example: { input: { id }, output: online },
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
      input: { id, method: 'sms', language: 'en_US' },
      output: { number: id, requested: true, method: 'sms' },
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
    example: { input: { id, code: '123456' }, output: { ...online, status: 'pending' } },
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
    example: { input: { id, pin: '135790' }, output: online },
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
    example: { input: { id }, output: { ...online, status: 'pending' } },
  }),
}
