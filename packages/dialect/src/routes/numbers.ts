import { accounts, countryOfPhone, describePhone, Fault, numbers, phoneFault, readPhone } from '@posthorn/contracts'
import { z } from 'zod'
import { fieldsOf, itemsOf, refuseField, textOf, textsOf } from '../face/body.ts'
import { type DialectCall, type DialectRoute, route } from '../face/route.ts'
import type { Session } from '../face/session.ts'
import { widOfPhone } from '../wid.ts'
import { countryFactsOf } from './countries.ts'

function refusePhone(given: string): never {
  const message = phoneFault(given)
  throw new Fault('phone:invalid', { errors: [{ path: 'phone', code: 'phone:invalid', message }] })
}

/** Returns the result for a phone without any record, as configured in the workspace. */
async function existsWhenUnknown(session: Session): Promise<true | null> {
  const { settings } = await session.ask(accounts.workspace.get, {})
  return settings.unknownPhones === 'exist' ? true : null
}

async function exists({ session, body }: DialectCall) {
  const given = textOf(fieldsOf(body), 'phone') ?? refuseField('phone', 'is required')
  const phone = readPhone(given) ?? refusePhone(given)
  const { country, formatted } = describePhone(phone) ?? { country: countryOfPhone(phone), formatted: phone }
  const [known] = await session.ask(numbers.phones.exists, { phones: [phone] })
  return {
    exists: known?.exists ?? (await existsWhenUnknown(session)),
    verified: known?.exists === true,
    phone,
    wid: widOfPhone(phone),
    isBusiness: false,
    businessInfo: { name: '', isApi: false, isSmb: false, privacyMode: null },
    link: `https://wa.me/${phone.slice(1)}`,
    ...(country ? { country: countryFactsOf(country, formatted) } : {}),
  }
}

async function validate({ session, body }: DialectCall) {
  const fields = fieldsOf(body)
  const country = textOf(fields, 'country')?.toUpperCase()
  const phones = textsOf(itemsOf(fields['numbers'] ?? []), 'numbers').map((text) => readPhone(text, country) ?? text)
  if (phones.length === 0) refuseField('numbers', 'is required')
  const rows = await session.ask(numbers.phones.validate, { phones })
  return rows.map(({ input, phone, valid, country, formatted }) => ({
    phone: phone ?? input,
    valid,
    country,
    wid: phone === null ? null : widOfPhone(phone),
    formatted,
  }))
}

const existsSchema = z.object({
  exists: z.boolean().nullable(),
  verified: z.boolean(),
  phone: z.string(),
  wid: z.string(),
  isBusiness: z.boolean(),
  businessInfo: z.object({ name: z.string(), isApi: z.boolean(), isSmb: z.boolean(), privacyMode: z.null() }),
  link: z.string(),
  country: z
    .object({
      code: z.string(),
      name: z.string(),
      officialName: z.string(),
      phonePrefix: z.string(),
      flag: z.string(),
      domain: z.string(),
      currency: z.string(),
      currencyName: z.string(),
      languages: z.array(z.string()),
      locales: z.array(z.string()),
      timezones: z.array(z.string()),
    })
    .optional(),
})
const validSchema = z.array(
  z.object({
    phone: z.string(),
    valid: z.boolean(),
    country: z.string().nullable(),
    wid: z.string().nullable(),
    formatted: z.string().nullable(),
  }),
)

/** Checks of phones. */
export const numberRoutes: readonly DialectRoute[] = [
  route(
    'POST /numbers/exists',
    {
      answer: existsSchema,
      fields: 'phone',
      differs:
        'The official channel has no look-up: a phone of which nothing is known counts as existing, with `verified: false`, or as null, as the setting `unknownPhones` says.',
    },
    exists,
  ),
  route('POST /numbers/validate', { answer: validSchema, fields: 'numbers country' }, validate),
]
