import { newId } from '@posthorn/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, type NumberFixture, useMessaging } from '../messaging.fixture.ts'
import { storeMessage } from './stored-message.fixture.ts'

const { fixture } = useMessaging()
let connected: NumberFixture
beforeEach(async () => {
  connected = await fixture.connectNumber()
})

const statistics = () => fixture.service.clients.messaging.statistics
const caller = () => fixture.service.as(connected.workspace)
const noonMs = Date.parse('2026-03-01T12:00:00.000Z')
const minute = 60_000
const iso = (ms: number) => new Date(ms).toISOString()
const range = { from: iso(noonMs - 3_600_000), to: iso(noonMs + 86_400_000) }
const [ada, bob] = [newId('mem'), newId('mem')]

type Said = {
  chat: string
  atMs: number
  way: 'in' | 'out'
  by?: string
  key?: boolean
  reference?: string
  as?: object
}

async function said({ chat, atMs, way, by, key, reference, as }: Said): Promise<void> {
  await storeMessage(fixture, connected, {
    atMs,
    chat_id: chat,
    direction: way,
    type: 'text',
    status: way === 'in' ? 'received' : 'sent',
    status_at: {},
    reference: reference ?? null,
    author: by ? { type: 'member', id: by, name: 'Ada' } : key ? { type: 'key', id: newId('key') } : null,
    ...as,
  })
}

describe('statistics.answers', () => {
  it('measures from the first message without an answer, once for each answer, by hour, number and member', async () => {
    const [one, two] = [newId('chat'), newId('chat')]
    await said({ chat: one, atMs: noonMs, way: 'in' })
    await said({ chat: one, atMs: noonMs + minute, way: 'in' })
    await said({ chat: one, atMs: noonMs + 4 * minute, way: 'out', by: ada })
    await said({ chat: one, atMs: noonMs + 5 * minute, way: 'out', by: ada })
    await said({ chat: two, atMs: noonMs + 50 * minute, way: 'in' })
    await said({ chat: two, atMs: noonMs + 70 * minute, way: 'out', by: bob })
    const found = await statistics().answers.query({ ...range, interval: 'hour' }, caller())
    expect(found.total).toEqual({ in: 3, out: 3, answers: 2, answerMs: { p50: 12 * minute, p90: 18.4 * minute } })
    expect(found.buckets).toEqual([
      { from: iso(noonMs), in: 3, out: 2, answers: 1, answerMs: { p50: 4 * minute, p90: 4 * minute } },
      { from: iso(noonMs + 60 * minute), in: 0, out: 1, answers: 1, answerMs: { p50: 20 * minute, p90: 20 * minute } },
    ])
    expect(found.numbers).toMatchObject([{ number: connected.number, in: 3, answers: 2 }])
    expect(found.members).toHaveLength(2)
    expect(found.members).toContainEqual({
      member: ada,
      name: 'Ada',
      out: 2,
      answers: 1,
      answerMs: { p50: 4 * minute, p90: 4 * minute },
    })
  })

  it('counts the answer of a program for no member, no post as an answer, and no first message to a customer', async () => {
    const [one, two] = [newId('chat'), newId('chat')]
    await said({ chat: one, atMs: noonMs, way: 'in' })
    await said({ chat: one, atMs: noonMs + minute, way: 'out', reference: newId('pst') })
    await said({ chat: one, atMs: noonMs + 2 * minute, way: 'out', key: true })
    await said({ chat: two, atMs: noonMs, way: 'out', by: ada })
    const found = await statistics().answers.query({ ...range }, caller())
    expect(found.total).toEqual({ in: 1, out: 2, answers: 1, answerMs: { p50: 2 * minute, p90: 2 * minute } })
    expect(found.members).toEqual([{ member: ada, name: 'Ada', out: 1, answers: 0, answerMs: null }])
    expect(found.buckets).toMatchObject([{ from: '2026-03-01T00:00:00.000Z', in: 1, out: 2 }])
  })

  it('sees the numbers of the caller and of the question only, and nothing of other workspaces', async () => {
    await said({ chat: newId('chat'), atMs: noonMs, way: 'in' })
    const none = { in: 0, out: 0, answers: 0, answerMs: null }
    const other = fixture.service.as(fixture.service.workspace())
    expect((await statistics().answers.query(range, other)).total).toEqual(none)
    const limited = fixture.service.as(connected.workspace, { numbers: [newId('num')] })
    expect((await statistics().answers.query(range, limited)).total).toEqual(none)
    expect((await statistics().answers.query({ ...range, number: [newId('num')] } as never, caller())).numbers).toEqual(
      [],
    )
    expect(
      (await statistics().answers.query({ ...range, number: [connected.number] } as never, caller())).total.in,
    ).toBe(1)
  })

  it('refuses a range of more than 92 days, or of more than 500 hours by the hour', async () => {
    const asked = (input: object) => codeOf(statistics().answers.query(input as never, caller()))
    const from = (days: number) => ({ from: iso(noonMs - days * 86_400_000), to: iso(noonMs) })
    expect(await asked(from(93))).toBe('request:invalid')
    expect(await asked(from(92))).toBe('no fault')
    expect(await asked({ ...from(22), interval: 'hour' })).toBe('request:invalid')
  })
})

it('messages of the provider and of blocked contacts, and ratings, count as no questions, in and before the range', async () => {
  const [one, two] = [newId('chat'), newId('chat')]
  const others = [{ type: 'system' }, { content: { blocked: true } }, { content: { rating: 5 } }]
  for (const as of others) {
    await said({ chat: one, atMs: noonMs, way: 'in', as })
    await said({ chat: two, atMs: noonMs - 90 * minute, way: 'in', as })
  }
  await said({ chat: one, atMs: noonMs + 4 * minute, way: 'in' })
  await said({ chat: one, atMs: noonMs + 9 * minute, way: 'out', by: ada })
  await said({ chat: two, atMs: noonMs, way: 'out', by: ada })
  const { total } = await statistics().answers.query(range, caller())
  expect(total).toEqual({ in: 1, out: 2, answers: 1, answerMs: { p50: 5 * minute, p90: 5 * minute } })
})
