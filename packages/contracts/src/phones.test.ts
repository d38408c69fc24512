import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describePhone, phoneFault, providerPhone, readPhone, storedPhoneFault } from './phones.ts'

/** A mobile phone number from each country: as stored, in national format, and with its country code. */
const countries: [country: string, stored: string, dialed: string, international: string][] = [
  ['DE', '+4915123456789', '01512 3456789', '+49 1512 3456789'],
  ['AT', '+43664123456', '0664 123456', '+43 664 123456'],
  ['CH', '+41781234567', '078 123 45 67', '+41 78 123 45 67'],
  ['NL', '+31612345678', '06 12345678', '+31 6 12345678'],
  ['BE', '+32450001234', '0450 00 12 34', '+32 450 00 12 34'],
  ['LU', '+352628123456', '628 123 456', '+352 628 123 456'],
  ['FR', '+33612345678', '06 12 34 56 78', '+33 6 12 34 56 78'],
  ['ES', '+34612345678', '612 34 56 78', '+34 612 34 56 78'],
  ['PT', '+351912345678', '912 345 678', '+351 912 345 678'],
  ['IT', '+393123456789', '312 345 6789', '+39 312 345 6789'],
  ['GB', '+447400123456', '07400 123456', '+44 7400 123456'],
  ['IE', '+353850123456', '085 012 3456', '+353 85 012 3456'],
  ['DK', '+4534412345', '34 41 23 45', '+45 34 41 23 45'],
  ['SE', '+46701234567', '070-123 45 67', '+46 70 123 45 67'],
  ['NO', '+4740612345', '40 61 23 45', '+47 40 61 23 45'],
  ['FI', '+358412345678', '041 2345678', '+358 41 2345678'],
  ['PL', '+48512345678', '512 345 678', '+48 512 345 678'],
  ['CZ', '+420601123456', '601 123 456', '+420 601 123 456'],
  ['SK', '+421912123456', '0912 123 456', '+421 912 123 456'],
  ['HU', '+36201234567', '06 20 123 4567', '+36 20 123 4567'],
  ['RO', '+40712034567', '0712 034 567', '+40 712 034 567'],
  ['BG', '+35943012345', '043 012 345', '+359 43 012 345'],
  ['HR', '+385921234567', '092 123 4567', '+385 92 123 4567'],
  ['SI', '+38631234567', '031 234 567', '+386 31 234 567'],
  ['RS', '+381601234567', '060 1234567', '+381 60 1234567'],
  ['GR', '+306912345678', '691 234 5678', '+30 691 234 5678'],
  ['TR', '+905012345678', '0501 234 56 78', '+90 501 234 56 78'],
  ['UA', '+380501234567', '050 123 4567', '+380 50 123 4567'],
  ['RU', '+79123456789', '8 (912) 345-67-89', '+7 912 345 67 89'],
  ['KZ', '+77710009998', '8 (771) 000 9998', '+7 771 000 9998'],
  ['EE', '+37251234567', '5123 4567', '+372 5123 4567'],
  ['LV', '+37121234567', '21 234 567', '+371 21 234 567'],
  ['LT', '+37061234567', '(0-612) 34567', '+370 612 34567'],
  ['IL', '+972502345678', '050-234-5678', '+972 50 234 5678'],
  ['AE', '+971501234567', '050 123 4567', '+971 50 123 4567'],
  ['SA', '+966512345678', '051 234 5678', '+966 51 234 5678'],
  ['EG', '+201001234567', '010 01234567', '+20 10 01234567'],
  ['MA', '+212650123456', '06 50 12 34 56', '+212 6 50 12 34 56'],
  ['NG', '+2348021234567', '0802 123 4567', '+234 802 123 4567'],
  ['KE', '+254712123456', '0712 123456', '+254 712 123456'],
  ['ZA', '+27711234567', '071 123 4567', '+27 71 123 4567'],
  ['GH', '+233231234567', '023 123 4567', '+233 23 123 4567'],
  ['IN', '+918123456789', '081234 56789', '+91 81234 56789'],
  ['PK', '+923012345678', '0301 2345678', '+92 301 2345678'],
  ['BD', '+8801812345678', '01812-345678', '+880 1812 345678'],
  ['LK', '+94712345678', '071 234 5678', '+94 71 234 5678'],
  ['ID', '+62812345678', '0812-345-678', '+62 812 345 678'],
  ['MY', '+60123456789', '012-345 6789', '+60 12 345 6789'],
  ['SG', '+6581234567', '8123 4567', '+65 8123 4567'],
  ['TH', '+66812345678', '081 234 5678', '+66 81 234 5678'],
  ['VN', '+84912345678', '0912 345 678', '+84 912 345 678'],
  ['PH', '+639051234567', '0905 123 4567', '+63 905 123 4567'],
  ['CN', '+8613123456789', '131 2345 6789', '+86 131 2345 6789'],
  ['TW', '+886912345678', '0912 345 678', '+886 912 345 678'],
  ['JP', '+819012345678', '090-1234-5678', '+81 90 1234 5678'],
  ['KR', '+821020000000', '010-2000-0000', '+82 10 2000 0000'],
  ['AU', '+61412345678', '0412 345 678', '+61 412 345 678'],
  ['NZ', '+64211234567', '021 123 4567', '+64 21 123 4567'],
  ['US', '+12015550123', '(201) 555-0123', '+1 201 555 0123'],
  ['CA', '+15062345678', '(506) 234-5678', '+1 506 234 5678'],
  ['MX', '+5212221234567', '222 123 4567', '+52 222 123 4567'],
  ['BR', '+5511961234567', '(11) 96123-4567', '+55 11 96123 4567'],
  ['AR', '+5491123456789', '011 15-2345-6789', '+54 9 11 2345 6789'],
  ['CL', '+56221234567', '(2) 2123 4567', '+56 2 2123 4567'],
  ['CO', '+573211234567', '321 1234567', '+57 321 1234567'],
  ['PE', '+51912345678', '912 345 678', '+51 912 345 678'],
]

const fullWidth = (text: string) => text.replace(/[0-9+]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))

describe('a phone of', () => {
  it.each(countries)('%s is %s, however it is written', (country, stored, dialed, international) => {
    const code = international.split(' ')[0] as string
    const bracketed = dialed.startsWith('0') ? [`${code} (0)${dialed.slice(1)}`] : []
    const withCode = [
      international,
      stored,
      international.replaceAll(' ', '\u00a0'),
      international.replaceAll(' ', '\u2011'),
      `\u202a${international}\u202c`,
      fullWidth(international),
      `00${international.slice(1)}`,
      international.slice(1),
      `${international.slice(1).replaceAll(' ', '')}.0`,
      `${stored.slice(1)}@c.us`,
      // With the prefix used only within the country.
      `${code} ${dialed}`,
      `${code}${dialed.replace(/\D/g, '')}`,
      ...bracketed,
    ]
    expect(withCode.map((text) => [text, readPhone(text)])).toEqual(withCode.map((text) => [text, stored]))
    const within = [dialed, dialed.replace(/\D/g, ''), ` ${dialed} `, fullWidth(dialed), ...withCode]
    expect(within.map((text) => [text, readPhone(text, country)])).toEqual(within.map((text) => [text, stored]))
  })
})

describe('a phone', () => {
  it.each([
    ['4915120000022.0', null, '+4915120000022'],
    ['4915120000022.00', null, '+4915120000022'],
    ['06.12.34.56.00', 'FR', '+33612345600'],
    ['+44 0161 496 0000', null, '+441614960000'],
    ['+39 06 698 1234', null, '+39066981234'],
    ['+39 (0)6 698 1234', null, '+39066981234'],
    ['06 698 1234', 'IT', '+39066981234'],
    ['٠١٥١٢٠٠٠٧٥٥٦', 'DE', '+4915120007556'],
    ['0151/20007556', 'DE', '+4915120007556'],
    ['tel:+49-151-20007556', null, '+4915120007556'],
    ['+52 55 0000 1234', null, '+5215500001234'],
    ['+52 1 55 0000 1234', null, '+5215500001234'],
    ['00 52 1 55 0000 1234', null, '+5215500001234'],
    ['044 55 1234 5678', 'MX', '+5215512345678'],
    ['13123456789', 'CN', '+8613123456789'],
    ['393471234567', 'DE', '+393471234567'],
    ['4915120007556', 'US', '+4915120007556'],
    ['+12345', 'DE', '+12345'],
    ['+9999999999', null, '+9999999999'],
    ['0151 20007556', 'XX', null],
    ['015112345678', null, null],
    ['4155552671', null, null],
    ['49 151 20000022.0', null, null],
    ['4915120000022.5', null, null],
    ['4915120000022.000', null, null],
    ['4915120000022,0', null, null],
    ['4.915120000022E+12', null, null],
    ['+1 (0) 415 555 2671', null, null],
    ['+4915112345678;ext=5', null, null],
    ['++4915112345678', null, null],
    ['+1234', null, null],
    ['+49151\u200b12345678', null, '+4915112345678'],
    ['+0151123456', null, null],
    ['+49', null, null],
    ['+1 800 FLOWERS', null, null],
    [`+${'1'.repeat(16)}`, null, null],
    ['', null, null],
    ['0', 'DE', null],
  ])('%s within %s is %s', (text, within, stored) => {
    expect(readPhone(text, within)).toBe(stored)
  })

  it('that came out of reading is read as itself, whatever was written', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.stringMatching(/^[ +()0-9.-]{0,20}$/), fc.string({ unit: 'grapheme', maxLength: 20 })),
        fc.constantFrom(null, 'DE', 'US', 'IT', 'GB', 'BR', 'MX', 'CN', 'RU'),
        (text, within) => {
          const phone = readPhone(text, within)
          if (phone === null) return
          expect(phone).toMatch(/^\+[1-9]\d{4,14}$/)
          expect([readPhone(phone), readPhone(phone, within)]).toEqual([phone, phone])
        },
      ),
      { seed: 7, numRuns: 3_000 },
    )
  })

  it('of the provider is kept as it is, and read as itself unless it has a prefix that no phone of its country has', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{4,14}$/), (digits) => {
        const phone = providerPhone(digits) as string
        if (!/^52[2-9]\d{9}$/.test(digits)) expect(phone).toBe(`+${digits}`)
        const read = readPhone(phone)
        if (read !== phone) expect(describePhone(read ?? '')).not.toBeNull()
      }),
      { seed: 7, numRuns: 2_000 },
    )
    expect(['5215500001234', '525500001234'].map(providerPhone)).toEqual(['+5215500001234', '+5215500001234'])
    expect(['abc', '1234', '1'.repeat(16), ''].map(providerPhone)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('that is refused is shown, with the way out', () => {
    expect(phoneFault('015112345678')).toBe(
      '`015112345678` is not in international format. Use `+49…`, or add `country: "DE"`.',
    )
    expect(phoneFault('nope')).toBe(
      '`nope` is not a phone number. Use the international format, such as `+4915112345678`.',
    )
    expect(phoneFault('x'.repeat(300)).length).toBeLessThan(150)
    expect(storedPhoneFault('015112345678')).toBe('is not in international format. Use `+49…`, or add `country: "DE"`.')
  })
})
