import { z } from 'zod'
import { named } from '../names.ts'

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59')
  .meta({ example: '21:00' })

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const minutesMax = 12 * 60

function isTimeZone(name: string): boolean {
  try {
    return name === 'recipient' || new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Hours of every day in which messages of low and normal priority wait; at most twelve, so that countries with many zones have hours left. */
export const quietHours = named(
  'QuietHours',
  z
    .object({
      from: clock.describe('Beginning, as hours and minutes in the time zone'),
      to: clock.describe('On the next day when it is before `from`; at most 12 hours after it'),
      timeZone: z
        .string()
        .max(64)
        .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin, or recipient')
        .describe(
          'IANA name, or `recipient`: the time zone of the country of the recipient. In a country with several zones, a message is sent when the quiet hours have ended in all of them',
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

/** Quiet hours as they are stored. */
export type QuietHours = z.output<typeof quietHours>
