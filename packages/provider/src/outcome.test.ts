import { describe, expect, it } from 'vitest'
import { suspendsNumber } from './error-rule.ts'
import { groupOutcome, sendOutcome } from './outcome.ts'

const now = new Date('2026-11-20T08:00:00Z')
const answer = (status: number, error?: object, headers: Record<string, string> = {}) =>
  sendOutcome({ kind: 'answer', status, headers, body: JSON.stringify(error === undefined ? {} : { error }) }, now)

/** Codes grouped by what they mean for a retry, with a deliberately wrong HTTP status. */
const classes = {
  not_sent: [1, 2, 131000, 131016, 131057, 133000, 133004, 133015, 134101],
  throttled: [4, 17, 32, 613, 80007, 80008, 130429, 131056, 131208],
  suspends: [
    0, 3, 10, 33, 104, 190, 200, 299, 368, 131005, 131031, 131037, 131042, 131044, 131045, 131048, 131064, 133010,
  ],
  refused: [
    100, 803, 130472, 130497, 131008, 131009, 131020, 131021, 131026, 131030, 131041, 131047, 131049, 131050, 131051,
    131053, 131055, 131059, 131062, 131063, 131207, 131215, 132000, 132001, 132005, 132007, 132012, 132015, 132016,
    132068, 132069, 135000, 137000, 999999,
  ],
}

describe('a send call is judged by the code alone', () => {
  it.each(classes.not_sent)('%i may be sent again', (code) => {
    expect(answer(400, { code, message: 'x' })).toMatchObject({ outcome: 'not_sent', error: { code, retryable: true } })
  })

  it.each(classes.throttled)('%i waits without counting as an attempt', (code) => {
    const scope = code === 131056 ? 'pair' : 'number'
    expect(answer(500, { code, message: 'x' })).toMatchObject({
      outcome: 'throttled',
      scope,
      error: { retryable: true },
    })
  })

  it.each(classes.suspends)('%i suspends the number', (code) => {
    expect(answer(500, { code, message: 'x' })).toMatchObject({ outcome: 'refused', suspendsNumber: true })
  })

  it.each([3, 10, 200, 131005])('%i, a missing permission, refuses a group request without the number', (code) => {
    const result = { kind: 'answer', status: 403, headers: {}, body: JSON.stringify({ error: { code } }) } as const
    expect(groupOutcome(result, now, () => undefined)).toMatchObject({ outcome: 'refused', suspendsNumber: false })
  })

  it.each(
    Object.entries(classes).flatMap(([name, codes]) => codes.map((code) => ({ code, suspends: name === 'suspends' }))),
  )('$code of a status suspends the number: $suspends', ({ code, suspends }) => {
    expect(suspendsNumber({ code })).toBe(suspends)
  })

  it('a customer who stopped marketing messages has opted out', () => {
    expect(answer(400, { code: 131050 })).toMatchObject({ error: { errorCode: 'contact:opted_out' } })
  })

  it.each(classes.refused)('%i is final for this message only', (code) => {
    expect(answer(400, { code, message: 'x' })).toMatchObject({ outcome: 'refused', suspendsNumber: false })
  })

  it('code 100 with subcode 33 means the number itself is not there', () => {
    expect(answer(400, { code: 100, error_subcode: 33, message: 'x' })).toMatchObject({
      outcome: 'refused',
      suspendsNumber: true,
    })
  })
})

it('an error has the title and the reason that the provider writes for people, in any of its formats', () => {
  const subject = { code: 100, message: 'Invalid parameter', error_subcode: 2388299 }
  const title = 'Variables can’t be at the start'
  const details = 'Variables can’t be at the start or end of the template.'
  const forPeople = { error_user_title: title, error_user_msg: details }
  for (const [error, expected] of [
    [forPeople, { title, details }],
    [{ error_data: { details } }, { title: 'Invalid parameter', details }],
    [
      { ...forPeople, error_data: { details: 'Other' } },
      { title, details: 'Other' },
    ],
  ] as const)
    expect(answer(400, { ...subject, ...error })).toMatchObject({ error: expected })
})

it('an error has only characters that can be stored', () => {
  const { error } = answer(400, { code: 100, message: 'a\u0000b', error_data: { details: 'c\ud800d' } }) as {
    error: object
  }
  expect(error).toMatchObject({ title: 'a\uFFFDb', details: 'c\uFFFDd' })
})

it.each([
  ['accepted', undefined],
  [undefined, undefined],
  ['held_for_quality_assessment', true],
  ['paused', true],
])('a message with the status %s in the response is held: %s', (message_status, isHeld) => {
  const body = JSON.stringify({ messages: [{ id: 'wamid.1', message_status }] })
  const outcome = sendOutcome({ kind: 'answer', status: 200, headers: {}, body }, now)
  expect(outcome).toEqual({ outcome: 'sent', providerId: 'wamid.1', recipient: [], ...(isHeld && { isHeld }) })
})

it('an id that is too long to be stored proves nothing', () => {
  const body = JSON.stringify({ messages: [{ id: 'x'.repeat(3_000) }] })
  expect(sendOutcome({ kind: 'answer', status: 200, headers: {}, body }, now)).toMatchObject({ outcome: 'unknown' })
})

describe('an answer without a known code', () => {
  it.each([
    [503, 'unknown'],
    [429, 'throttled'],
    [401, 'refused'],
    [418, 'refused'],
  ])('%i with an error of an unlisted code is %s', (status, outcome) => {
    expect(answer(status, { code: 987_654, message: 'new' })).toMatchObject({ outcome })
  })

  it.each([
    [500, 'unknown'],
    [503, 'unknown'],
    [408, 'unknown'],
    [302, 'unknown'],
    [204, 'unknown'],
    [429, 'throttled'],
    [404, 'refused'],
  ])('%i with no error at all is %s', (status, outcome) => {
    expect(answer(status)).toMatchObject({ outcome })
  })

  it('never becomes retryable when its outcome is unknown', () => {
    expect(answer(502)).toMatchObject({ error: { errorCode: 'message:outcome_unknown', retryable: false } })
  })
})

describe('the wait the provider asks for', () => {
  it.each([
    [{ 'retry-after': '12' }, 12_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 08:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 07:00:00 GMT' }, 0],
    [{ 'x-business-use-case-usage': '{"1":[{"type":"messaging","estimated_time_to_regain_access":2}]}' }, 120_000],
    [{ 'retry-after': '99999999999999999999' }, 3_600_000],
    [{ 'retry-after': '9'.repeat(400) }, 3_600_000],
    [{ 'x-business-use-case-usage': '{"1":[{"type":"messaging","estimated_time_to_regain_access":1e15}]}' }, 3_600_000],
  ])('%o is understood, and followed for an hour at most', (headers, retryAfterMs) => {
    expect(answer(400, { code: 80007, message: 'x' }, headers)).toMatchObject({ retryAfterMs })
  })

  it.each([{}, { 'retry-after': 'soon' }, { 'x-business-use-case-usage': 'not json' }])(
    '%o asks for none',
    (headers) => {
      expect(answer(400, { code: 80007, message: 'x' }, headers)).not.toHaveProperty('retryAfterMs')
    },
  )
})
