import { z } from 'zod'
import { idOf, named } from '../schemas.ts'
import { accountReport, number } from './number.ts'
import { missedCall } from './provider.ts'
import { templateChange } from './templates.ts'

/** Returns the vault purpose for `ciphertext` in `number:credentials`. The numbers service encrypts it; messaging and groups decrypt it. */
export const numberCredentialsPurpose = (numberId: string): string => `number ${numberId}`

export const numberEvents = {
  'number:updated': {
    when: 'A number was connected or changed; `change` says how',
    data: named(
      'NumberUpdatedData',
      number.extend({
        change: z
          .enum([
            'connected',
            'session',
            'restricted',
            'quality',
            'limit',
            'name',
            'device',
            'settings',
            'queue',
            'account',
            'disconnected',
          ])
          .describe('Kind of change'),
        account: accountReport.nullable().describe('Restriction, violation, ban or alert; with `change: account` only'),
      }),
      number,
    ),
  },
  'number:credentials': {
    when: 'A number was connected, changed or disconnected; contains the number and its encrypted credentials',
    data: z.object({ number, businessAccountId: z.string().nullable(), ciphertext: z.string().nullable() }),
    internal: true,
  },
  'number:check_requested': {
    when: 'The provider refuses calls because of the number or its token; the session must be checked',
    data: z.object({ number: idOf('num'), errorCode: z.string() }),
    internal: true,
  },
  'number:reported': {
    when: 'The provider reported something other than messages; webhooks with `format: graph` get the report as it was sent',
    data: named(
      'NumberReportedData',
      z.object({
        id: idOf('num').describe('Number'),
        field: z.string().describe("The provider's field name, such as account_update"),
      }),
    ),
  },
  'call:missed': { when: 'A customer called a number and no one answered', data: missedCall },
  'template:updated': {
    when: 'The provider approved or refused a template, or changed its quality or category',
    data: templateChange,
  },
} as const
