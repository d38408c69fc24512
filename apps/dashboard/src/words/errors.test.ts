import type { ApiError } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { errorName } from '../parts/problem.tsx'
import type { errorWords } from './en/errors.ts'
import { type Language, languages } from './load.ts'
import { chooseWords } from './words.ts'

/** The codes that the API's contract names. */
type Known<C> = C extends string ? (string extends C ? never : C) : never
type Code = Known<ApiError['errorCode']>
type Word = keyof typeof errorWords
type Reason<C> = C extends `${string}:${infer R}` ? R : never
type Said<C> = C extends `${string}:${infer R}`
  ? (`error.${C}` | `error.${R}`) & Word extends never
    ? never
    : C
  : never

/** Codes whose texts load first, because they can come while the server doesn't answer. */
type Passing = 'rate:limited' | 'rate:in_flight' | 'service:overloaded' | 'service:unavailable'

/**
 * The codes without a text: only programs and commands meet them, because the dashboard sends no such requests. The compiler refuses this
 * list if a code of the contract has no text and is missing here.
 */
const ofPrograms = {
  'request:malformed': true,
  'request:too_deep': true,
  'request:unsupported_type': true,
  'request:cross_site': true,
  'target:ambiguous': true,
  'device:invalid': true,
  'device:no_pairing': true,
  'sort:unsupported': true,
  'range:unsatisfiable': true,
  'cursor:invalid': true,
  'location:coordinates_required': true,
  'credentials:ambiguous': true,
  'workspace:required': true,
  'session:invalid': true,
  'callback:signature_invalid': true,
  'callback:verify_token_invalid': true,
  'route:method_not_allowed': true,
  'person:unproven': true,
  'message:not_incoming': true,
  'message:target_fixed': true,
  'chat:never_written': true,
  'number:same': true,
  'number:not_simulator': true,
  'idempotency:key_reused': true,
  'idempotency:key_invalid': true,
  'assistant:recipients_exceeded': true,
  'feature:unsupported': true,
} satisfies Record<Exclude<Code, Said<Code> | Passing>, true>

/** Whether each text is for a code of the contract. The compiler refuses `true` otherwise. */
const areKnown: [Exclude<Word, `error.${Code | Reason<Code>}`>] extends [never] ? true : false = true

describe.each(Object.keys(languages) as Language[])('the errors in the language %s', (tag) => {
  it('have texts for the codes that people can meet, and no others', async () => {
    const { errorWords } = await languages[tag].errors()
    chooseWords(tag, errorWords)
    expect(areKnown).toBe(true)
    const codes = Object.keys(errorWords).map((key) => key.replace('error.', ''))
    expect(codes.filter((code) => errorName(code, 'x') === undefined)).toEqual([])
    expect(Object.keys(ofPrograms).filter((code) => errorName(code) !== undefined)).toEqual([])
  })
})
