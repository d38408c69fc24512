import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { time } from '../primitives.ts'
import { exampleNumberId, exampleTime } from './number.ts'

/** A customer's voice call that wasn't answered. */
export const missedCall = named(
  'CallMissedData',
  z.object({
    number: idOf('num'),
    call: z.string().describe("The provider's id of the call"),
    from: z
      .object({
        phone: z.string().nullable().describe('Phone of the caller'),
        userId: z.string().nullable().describe("The provider's id of a caller whose phone is hidden"),
        name: z.string().nullable().describe("Name in the caller's profile"),
      })
      .describe('Caller'),
    endedAt: time,
    status: z.string().nullable().describe("End of the call, in the provider's words"),
  }),
)

export const exampleMissedCall = {
  number: exampleNumberId,
  call: 'wacid.HBgLNDkxNTExMjM0NTY3OBUCABEYEjQ1',
  from: { phone: '+4915112345678', userId: null, name: 'Ada Lovelace' },
  endedAt: exampleTime,
  status: 'FAILED',
}
