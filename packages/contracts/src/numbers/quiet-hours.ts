import { z } from 'zod'
import { named } from '../names.ts'
import { isTimeZone, timeOfDay } from '../primitives.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const minutesMax = 12 * 60

/**
 * Daily hours in which messages of low and normal priority wait. Twelve at most, so that some hours remain in countries with many time zones.
 */
export const quietHours = named(
  'QuietHours',
  z
    .object({
      from: timeOfDay.describe('Beginning, as hours and minutes in the time zone'),
      to: timeOfDay.describe('On the next day when it is before `from`; at most 12 hours after it'),
      timeZone: z
        .string()
        .max(64)
        .refine(
          (name) => name === 'recipient' || isTimeZone(name),
          'must be the name of a time zone, such as Europe/Berlin, or recipient',
        )
        .describe(
          'IANA name, or `recipient`: that of the country of the recipient; if it has several, quiet hours end in the last',
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
