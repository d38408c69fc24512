/** Currencies by ISO country code. Other countries have none. */
const currencies: Readonly<Record<string, string>> = {
  EUR: 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
  USD: 'US EC SV PR PA GU',
  GBP: 'GB IM JE GG',
  CHF: 'CH LI',
  BRL: 'BR',
  MXN: 'MX',
  ARS: 'AR',
  CLP: 'CL',
  COP: 'CO',
  PEN: 'PE',
  UYU: 'UY',
  PYG: 'PY',
  BOB: 'BO',
  CRC: 'CR',
  GTQ: 'GT',
  DOP: 'DO',
  INR: 'IN',
  IDR: 'ID',
  PKR: 'PK',
  BDT: 'BD',
  PHP: 'PH',
  MYR: 'MY',
  SGD: 'SG',
  THB: 'TH',
  VND: 'VN',
  JPY: 'JP',
  KRW: 'KR',
  CNY: 'CN',
  HKD: 'HK',
  TWD: 'TW',
  AED: 'AE',
  SAR: 'SA',
  QAR: 'QA',
  KWD: 'KW',
  EGP: 'EG',
  MAD: 'MA',
  NGN: 'NG',
  KES: 'KE',
  GHS: 'GH',
  ZAR: 'ZA',
  TRY: 'TR',
  ILS: 'IL',
  RUB: 'RU',
  UAH: 'UA',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  RON: 'RO',
  SEK: 'SE',
  NOK: 'NO',
  DKK: 'DK',
  AUD: 'AU',
  NZD: 'NZ',
  CAD: 'CA',
}

const currencyOf = new Map(
  Object.entries(currencies).flatMap(([currency, codes]) => codes.split(' ').map((code) => [code, currency] as const)),
)

const regionNames = new Intl.DisplayNames('en', { type: 'region' })
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const regionalIndicatorA = 0x1f1e6
const letterA = 65

/** A phone's country, in the dialect's format. */
export type CountryFacts = {
  code: string
  name: string
  officialName: string
  phonePrefix: string
  flag: string
  domain: string
  currency: string
  currencyName: string
  languages: string[]
  locales: string[]
  timezones: string[]
}

/** Returns facts about a country. `formatted`: one of its phones in international format. */
export function countryFactsOf(code: string, formatted: string): CountryFacts {
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
