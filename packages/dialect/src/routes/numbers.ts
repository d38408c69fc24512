import {
  accounts,
  countryOfPhone,
  describePhone,
  Fault,
  failField,
  numbers,
  phoneFault,
  readPhone,
} from '@posthorn/contracts'
import { z } from 'zod'
import { fieldsOf, itemsOf, textOf, textsOf } from '../api/request.ts'
import { type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { widOfPhone } from '../ids.ts'

/** Fails with what is wrong with a phone number. */
function refusePhone(phoneText: string): never {
  const message = phoneFault(phoneText)
  throw new Fault('phone:invalid', { errors: [{ path: 'phone', code: 'phone:invalid', message }] })
}

/** Returns the result for an unknown phone number, as configured in the workspace. */
async function existsWhenUnknown(session: Session): Promise<true | null> {
  const { settings } = await session.ask(accounts.workspace.get, {})
  return settings.unknownPhones === 'exist' ? true : null
}

/** Says whether a phone number has an account, as far as known: the provider has no look-up. */
async function exists({ session, body }: DialectCall) {
  const phoneText = textOf(fieldsOf(body), 'phone') ?? failField('phone', 'is required')
  const phone = readPhone(phoneText) ?? refusePhone(phoneText)
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

/** Checks phone numbers, also in the national format of the body's `country`. Any other text is passed on, to be shown as invalid. */
async function validate({ session, body }: DialectCall) {
  const fields = fieldsOf(body)
  const country = textOf(fields, 'country')?.toUpperCase()
  const phones = textsOf(itemsOf(fields, 'numbers'), 'numbers').map((text) => readPhone(text, country) ?? text)
  if (phones.length === 0) failField('numbers', 'is required')
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

/** ISO codes of the countries with each currency that several share. For a country in neither list, the currency is empty. */
const sharedCurrencies: Readonly<Record<string, string>> = {
  EUR: 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
  USD: 'US EC SV PR PA GU',
  GBP: 'GB IM JE GG',
  CHF: 'CH LI',
}

/** Other currencies. Their codes begin with the code of their country. */
const ownCurrencies =
  'BRL MXN ARS CLP COP PEN UYU PYG BOB CRC GTQ DOP INR IDR PKR BDT PHP MYR SGD THB VND JPY KRW CNY HKD TWD AED SAR QAR KWD EGP MAD NGN KES GHS ZAR TRY ILS RUB UAH PLN CZK HUF RON SEK NOK DKK AUD NZD CAD'.split(
    ' ',
  )

const currencyOf = new Map([
  ...ownCurrencies.map((currency) => [currency.slice(0, 2), currency] as const),
  ...Object.entries(sharedCurrencies).flatMap(([currency, codes]) =>
    codes.split(' ').map((code) => [code, currency] as const),
  ),
])

const regionNames = new Intl.DisplayNames('en', { type: 'region' })
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const regionalIndicatorA = 0x1f1e6
const letterA = 65

type CountryFacts = NonNullable<z.output<typeof existsSchema>['country']>

/** Returns facts about a country. `formatted`: one of its phone numbers in international format. */
function countryFactsOf(code: string, formatted: string): CountryFacts {
  const locale = new Intl.Locale(`und-${code}`).maximize()
  const currency = currencyOf.get(code) ?? ''
  const name = regionNames.of(code) ?? code
  const letters = Array.from(code).map((letter) => letter.charCodeAt(0) - letterA + regionalIndicatorA)
  const zones = (locale as unknown as { getTimeZones?: () => string[] | undefined }).getTimeZones?.() ?? []
  return {
    code,
    name,
    officialName: name,
    phonePrefix: formatted.split(' ')[0] ?? '',
    flag: String.fromCodePoint(...letters),
    domain: `.${code.toLowerCase()}`,
    currency,
    currencyName: currency === '' ? '' : (currencyNames.of(currency) ?? currency),
    languages: [locale.language],
    locales: [`${locale.language}-${code}`],
    timezones: zones,
  }
}
