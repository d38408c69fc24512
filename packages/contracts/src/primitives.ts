import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'

/** Longest text of one message, in characters (provider: text.body 1–4096). */
export const textCharactersMax = 4096

/** Brings a phone as people type it into E.164: spaces, dashes, dots, brackets, a missing plus and `@c.us` do no harm. Idempotent. */
export function normalisePhone(input: string): string {
  const bare = input.replace(/@(c\.us|s\.whatsapp\.net)$/, '').replace(/[ \-().]/g, '')
  return /^[1-9]\d{6,14}$/.test(bare) ? `+${bare}` : bare
}

/** Judges a value once as long as it is remembered: 10,000 at most are. */
function remembered(judge: (value: string) => boolean): (value: string) => boolean {
  const judged = new Map<string, boolean>()
  return (value) => {
    const known = judged.get(value)
    if (known !== undefined) return known
    const verdict = judge(value)
    if (judged.size >= 10_000) judged.clear()
    judged.set(value, verdict)
    return verdict
  }
}

// Who is written to once is written to again: judging anew took 4 % of the gateway's time and 4 % of the service's.
const couldExist = remembered((phone) => parsePhoneNumberFromString(phone)?.isPossible() === true)

/** True for an E.164 number that could exist: right country code and length. Assigned or not is not asked. */
export function isPossiblePhone(phone: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(phone) && couldExist(phone)
}

/** Country of an E.164 number, ISO 3166-1 alpha-2; null where the number alone does not tell. */
export function countryOfPhone(phone: string): string | null {
  return parsePhoneNumberFromString(phone)?.country ?? null
}

/** A phone number; answers and stored values are always E.164 with a plus. */
export const phone = z
  .string()
  .max(64)
  .overwrite(normalisePhone)
  .superRefine((value, ctx) => {
    if (isPossiblePhone(value)) return
    ctx.addIssue({
      code: 'custom',
      params: { code: 'phone:invalid' },
      message: 'must be an international phone number such as +4915112345678',
    })
  })
  .meta({ description: 'Phone number, E.164', example: '+4915112345678' })

/** Text with no NUL and no half of a surrogate pair: Postgres and JSON readers elsewhere refuse both. */
export function text(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      message: 'must not contain NUL or half of a surrogate pair',
    })
}

const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const givenTime = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i

// What is told of one moment is told together: judging each anew took 3 % of a service that accepts batches.
const isInCalendar = remembered((value) => {
  const parsed = new Date(value)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === value
})

/** Whether it is a time as we store it. `Date` takes the 30th of February as a day of March, and then says so. */
function isStoredTime(value: string): boolean {
  return storedTime.test(value) && isInCalendar(value)
}

/** A time as it is stored and answered; what is none stays as it was given. */
function toStoredTime(value: string): string {
  if (storedTime.test(value)) return value
  const [whole, date] = givenTime.exec(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) ?? []
  const parsed = new Date(whole ?? Number.NaN)
  const isTime = isStoredTime(`${date}T00:00:00.000Z`) && !Number.isNaN(parsed.getTime())
  return isTime ? parsed.toISOString() : value
}

/** A moment: any ISO 8601 offset on input, always UTC with milliseconds and `Z` in answers. */
export const time = z
  .string()
  .max(40)
  .overwrite(toStoredTime)
  .refine(isStoredTime, { message: 'must be an ISO 8601 time with an offset, such as 2026-11-20T08:30:00Z' })
  .meta({ description: 'Time, ISO 8601 UTC', example: '2026-11-20T08:30:00.000Z' })

/** Paging of every list: `size` 1–200, an opaque signed `cursor`, or `page` 0–50 for shallow paging. */
export const paging = {
  size: z.int().min(1).max(200).default(50).describe('Items per page'),
  cursor: z.string().max(1024).optional().describe('Where the previous page ended; take it from the Link header'),
  page: z.int().min(0).max(50).optional().describe('Page number for shallow paging; not together with cursor'),
}

/** Output of a list operation: REST answers the bare array and puts `next` into the `Link` header. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().nullable() })
}

/** Output of an operation with `stream`: a piece of the answer, and the `cursor` that brings the one after it; null at the end. */
export const streamed = z.object({ chunk: z.string(), next: z.string().nullable() })

/** One value, comma separated or repeated values: what list filters take. */
export function oneOrMany<T extends z.ZodType>(item: T) {
  return z.array(item).min(1).max(50).optional()
}

/** For a rule over several fields that only asks which are given: it speaks up beside other faults, so that all are named at once. */
export const besideOtherFaults = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/** A free label of the caller, echoed everywhere, never interpreted. */
export const reference = text(1, 255).describe('Your own reference, echoed in every answer and event')

/** How a phone begins that is searched for, as stored phones are written: only what begins with `+` is one and nothing else. Null for any other text. */
export function phoneSearched(search: string): string | null {
  const typed = search.replace(/[\s().-]/g, '')
  return /^\+\d+$/.test(typed) ? typed : null
}
