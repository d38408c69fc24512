import { ApiError, ConnectionError } from '@posthorn/sdk'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { errorWords as deErrors } from '../words/de/errors.ts'
import { firstWords as de } from '../words/de/first.ts'
import { firstWords as en } from '../words/en/first.ts'
import { chooseWords } from '../words/words.ts'
import { untilText } from './message.tsx'
import { errorOfKeyed, errorText, faultOf, namedFaultOf, ranked, sentenceOf } from './problem.tsx'

const fault = (message: string, path = 'name') => ({ path, code: 'field:invalid', message })

describe('an error that passes', () => {
  afterEach(() => chooseWords('en', en))

  it.each([
    [429, 'rate:limited', 'Zu viele Anfragen auf einmal. Gleich noch einmal versuchen.'],
    [503, 'service:overloaded', 'Der Server ist ausgelastet oder startet neu. Gleich noch einmal versuchen.'],
    [502, undefined, 'Der Server ist ausgelastet oder startet neu. Gleich noch einmal versuchen.'],
  ])('is said to people in their language, not to programs: %s', (status, errorCode, sentence) => {
    chooseWords('de', de)
    const text = errorCode === undefined ? '<html>' : JSON.stringify({ errorCode, message: 'Wait for Retry-After.' })
    expect(sentenceOf(new ApiError({ status, headers: new Headers(), text }))).toBe(sentence)
  })
})

describe('an error of a request with an idempotency key', () => {
  const refused = (status: number, errorCode: string) =>
    new ApiError({ status, headers: new Headers(), text: JSON.stringify({ errorCode, message: 'No.' }) })

  it.each([
    ['a lost connection', new ConnectionError('lost')],
    ['a failed server', refused(500, 'server:error')],
    ['a first attempt that is still running', refused(409, 'idempotency:in_flight')],
  ])('says after %s that it is safe to submit the same again', (_, error) => {
    expect(errorOfKeyed(error).message).toBe(en['problem.unanswered'])
  })

  it('is left as it is if the request was refused', () => {
    const error = refused(409, 'label:duplicate')
    expect(errorOfKeyed(error)).toBe(error)
  })
})

describe('an error with a code', () => {
  afterEach(() => chooseWords('en', en))
  const refused = (errorCode: string, message: string, errors: object[] = []) =>
    new ApiError({ status: 409, headers: new Headers(), text: JSON.stringify({ errorCode, message, errors }) })

  it.each([
    ['label:too_many', 'Mehr sind nicht erlaubt; löschen Sie zuerst einige.'],
    ['view:duplicate', 'Dieser Name ist schon vergeben.'],
    ['provider:refused', 'Von WhatsApp abgelehnt: Rejected (131000).'],
    ['of:tomorrow', 'Rejected (131000).'],
  ])('is said in the language of the reader: %s', (code, sentence) => {
    chooseWords('de', { ...de, ...deErrors })
    expect(sentenceOf(refused(code, 'Rejected (131000).'))).toBe(sentence)
    expect(errorText({ errorCode: code, message: 'Rejected (131000).' })).toBe(sentence)
  })

  it('is said in that language at its field, too', () => {
    chooseWords('de', { ...de, ...deErrors })
    const path = 'name'
    const fault = { path, code: 'department:duplicate', message: 'is taken by another department' }
    expect(faultOf(fault)).toBe('Dieser Name ist schon vergeben.')
  })
})

describe('a fault of a field', () => {
  afterEach(() => chooseWords('en', en))

  it('is said in the language of the reader', () => {
    const rows = [
      ['is required', 'This field is required.', 'Bitte ausfüllen.'],
      ['must have at least 12 characters', 'Use at least 12 characters.', 'Mindestens 12 Zeichen.'],
      ['must have at most 1 character', 'Use at most 1 character.', 'Höchstens 1 Zeichen.'],
      ['must have at most 2000 items', 'Enter at most 2,000.', 'Höchstens 2.000 Einträge.'],
      ['must be at most 10080', 'Enter 10,080 or less.', 'Höchstens 10.080.'],
      ['must have at least one action', 'Choose at least one action.', 'Bitte mindestens eine Aktion wählen.'],
      ['must be an email address', 'Enter an email address.', 'Bitte eine E-Mail-Adresse eingeben.'],
      ['must be one of send, refuse', 'Choose one of: send, refuse.', 'Bitte eines davon wählen: send, refuse.'],
    ] as const
    for (const [message, english, german] of rows) {
      chooseWords('en', en)
      expect(faultOf(fault(message))).toBe(english)
      chooseWords('de', de)
      expect(faultOf(fault(message))).toBe(german)
    }
  })

  it('leaves out the value, which the reader has before them', () => {
    chooseWords('en', en)
    expect(faultOf(fault('must be an email address (got "ada")'))).toBe('Enter an email address.')
  })

  it('keeps a rule that is not known here, as a sentence', () => {
    chooseWords('en', en)
    expect(faultOf(fault('must be an ISO 3166-1 alpha-2 country code, such as DE'))).toBe(
      'Must be an ISO 3166-1 alpha-2 country code, such as DE.',
    )
    fc.assert(fc.property(fc.string({ minLength: 1 }), (message) => faultOf(fault(message)).length >= 1))
  })

  it('shows no Markdown, with which the API quotes values', () => {
    chooseWords('en', en)
    expect(faultOf(fault('`x` is not a country. Use a code such as `DE`.'))).toBe(
      'X is not a country. Use a code such as DE.',
    )
  })

  it('names its field where it is said elsewhere, instead of the sentence for programs', () => {
    chooseWords('en', en)
    const text = JSON.stringify({
      message: 'urls.0: is required (1 more in errors).',
      errorCode: 'request:invalid',
      errors: [fault('is required', 'urls.0'), fault('is not a field here; remove it', '')],
    })
    const error = new ApiError({ status: 400, headers: new Headers(), text })
    expect(sentenceOf(error)).toBe('urls.0: This field is required. Is not a field here; remove it.')
    expect(namedFaultOf(fault('is required', 'tags.0'))).toBe('Tags: This field is required.')
    expect(namedFaultOf(fault('is required', 'template.variables.0'), 'Day')).toBe('Day: This field is required.')
  })
})

it('names are ranked by frequency, and by name among equals', () => {
  expect(ranked({ b: 1, c: 9, a: 1 }).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
})

it.each([
  ['time alone within a day', 1, false],
  ['date too after that', 48, true],
])('a wait says its end by the %s', (_name, hours, hasDate) => {
  chooseWords('en', en)
  const until = new Date(Date.now() + hours * 3_600_000)
  expect(untilText(until.toISOString()).includes(String(until.getFullYear()))).toBe(hasDate)
  expect(untilText(null)).toBe('')
})
