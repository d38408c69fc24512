import { z } from 'zod'
import { mutation } from '../contract.ts'
import { phone, text, time } from '../schemas.ts'

const phonesMax = 1000

export const phones = {
  validate: mutation({
    summary: 'Check the format of phone numbers',
    description: 'Up to 1000 phone numbers at once, in any common format. No message is sent.',
    rest: 'POST /v1/phones/validate',
    scope: 'read',
    limitedBy: 'nothing',
    input: z.object({
      phones: z.array(text(0, 64)).min(1).max(phonesMax).describe('Phone numbers to check, 1 to 1,000'),
    }),
    output: z.array(
      z.object({
        input: z.string().describe('The phone number as you sent it'),
        valid: z.boolean().describe('True when such a number can exist'),
        phone: z.string().nullable().describe('E.164'),
        country: z.string().nullable().describe('ISO 3166; null for numbers without a country'),
        formatted: z.string().nullable().describe('International format for display'),
      }),
    ),
    example: {
      input: { phones: ['4915112345678', '12'] },
      output: [
        { input: '4915112345678', valid: true, phone: '+4915112345678', country: 'DE', formatted: '+49 1511 2345678' },
        { input: '12', valid: false, phone: null, country: null, formatted: null },
      ],
    },
  }),
  exists: mutation({
    summary: 'Check which phone numbers are on the channel',
    description:
      'The provider has no lookup, so the result comes from messages of the numbers that the caller can use. `true`: the phone number sent or received a message. `false`: the last message to it could not be delivered. `null`: unknown.',
    rest: 'POST /v1/phones/exists',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ phones: z.array(phone).min(1).max(phonesMax).describe('Phone numbers to check, 1 to 1,000') }),
    output: z.array(
      z.object({
        phone: z.string().describe('The phone number, E.164'),
        exists: z.boolean().nullable().describe('True: on the channel; false: not on it; null: unknown'),
        learnedAt: time.nullable().describe('Time of the message that showed this; null: unknown'),
      }),
    ),
    example: {
      input: { phones: ['+4915112345678'] },
      output: [{ phone: '+4915112345678', exists: true, learnedAt: '2026-11-20T08:30:00.000Z' }],
    },
  }),
}
