import type { Verb } from '@posthorn/chassis'
import { describePhone, type numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { PhoneRecord } from '../entities/connected-number.ts'

/**
 * Returns, in input order, whether each phone number uses WhatsApp, as the latest message between it and the caller's numbers that shows this
 * does. Null if none does.
 */
export const exists: Verb<typeof numbers.phones.exists, NumbersRuntime> = async ({ ctx, input }) => {
  const phones = { phone: { $in: input.phones } }
  const rows = await ctx.em.find(PhoneRecord, phones, { orderBy: { learnedAt: 'asc' } })
  const known = new Map(rows.map((row) => [row.phone, row]))
  return input.phones.map((phone) => {
    const row = known.get(phone)
    return { phone, exists: row?.isThere ?? null, learnedAt: row?.learnedAt.toISOString() ?? null }
  })
}

/** Returns, in input order, whether each input is a possible phone number, with its international form, country and formatted text. */
export const validate: Verb<typeof numbers.phones.validate, NumbersRuntime> = async ({ input }) =>
  input.phones.map((typed) => {
    const result = describePhone(typed)
    return { input: typed, valid: result !== null, ...(result ?? { phone: null, country: null, formatted: null }) }
  })
