import { newId } from '@posthorn/contracts'
import { incomingMessage, requestErasure, until } from '@posthorn/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openChatByText } from '../chats/inbox.fixture.ts'
import { type NumberFixture, useMessaging } from '../messaging.fixture.ts'
import { answersOfMessages, awaitRecorded } from './answers-model.fixture.ts'
import { storeMessage } from './stored-message.fixture.ts'

const { fixture } = useMessaging()
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const iso = (ms: number) => new Date(ms).toISOString()
const members = ['Ada', 'Bob', 'Cem'].map((name) => ({ type: 'member', id: newId('mem'), name }))
const beganMs = Math.floor(Date.now() / day) * day - 3 * day

type Way = 'in' | 'out' | 'post' | 'rule' | 'system' | 'blocked' | 'rating'
type Said = { chat: number; minute: number; way: Way; by: number }

/** Content of incoming messages that are no questions. */
const contents: Partial<Record<Way, object>> = { blocked: { blocked: true }, rating: { rating: 5 } }

const said = fc.record({
  chat: fc.nat(3),
  minute: fc.nat(2 * 24 * 60),
  way: fc.constantFrom('in', 'in', 'in', 'out', 'out', 'post', 'rule', 'system', 'blocked', 'rating'),
  by: fc.nat(3),
} satisfies Record<keyof Said, fc.Arbitrary<unknown>>)
const conversation = fc.uniqueArray(said as fc.Arbitrary<Said>, {
  minLength: 20,
  maxLength: 60,
  selector: (each) => each.minute,
})

function store(connected: NumberFixture, chat: string, each: Omit<Said, 'chat'>): Promise<void> {
  const byTeam = members[each.by] ?? { type: 'key', id: newId('key') }
  const byRule = each.way === 'rule' ? { type: 'automation', id: newId('atm'), name: 'Away' } : null
  const author = each.way === 'out' ? byTeam : byRule
  const isOut = ['out', 'post', 'rule'].includes(each.way)
  return storeMessage(fixture, connected, {
    atMs: beganMs + each.minute * minute,
    chat_id: chat,
    direction: isOut ? 'out' : 'in',
    type: each.way === 'system' ? 'system' : 'text',
    content: contents[each.way] ?? null,
    status: isOut ? 'sent' : 'received',
    status_at: {},
    reference: each.way === 'post' ? newId('pst') : null,
    author,
  })
}

const ranges = [
  { from: iso(beganMs - day), to: iso(beganMs + 5 * day), interval: 'day', timeZone: 'UTC' },
  { from: iso(beganMs - day), to: iso(beganMs + 5 * day), interval: 'day', timeZone: 'Asia/Kolkata' },
  { from: iso(beganMs + 7.4 * hour), to: iso(beganMs + 40.2 * hour), interval: 'hour', timeZone: 'Asia/Kolkata' },
] as const
const reportOf = (workspace: string, range: (typeof ranges)[number]) =>
  fixture.service.clients.messaging.statistics.answers.query(range, fixture.service.as(workspace))

/** Compares the response with the messages themselves instead of the recorded hours. */
async function expectExact(workspace: string): Promise<void> {
  for (const range of ranges) {
    const { from: _, to: __, members: found, ...rest } = await reportOf(workspace, range)
    const inOrder = found.toSorted((a, b) => (a.member < b.member ? -1 : 1))
    expect({ ...rest, members: inOrder }).toEqual(await answersOfMessages(fixture, workspace, range))
  }
}

async function expectExactAlways(workspace: string): Promise<void> {
  await expectExact(workspace)
  await awaitRecorded(fixture, workspace)
  await expectExact(workspace)
}

async function customerTakesPhone(connected: NumberFixture, before: string, after: string): Promise<void> {
  const system = { event: 'user_changed_number' as const, phone: after }
  const content = { type: 'system' as const, system }
  const previous = { phone: before }
  const more = { number: connected.number, type: 'system' as const, text: 'Moved', content, previous }
  await fixture.service.bus.publish(incomingMessage(connected.workspace, { phone: after }, more))
}

let people = 0
async function follow(conversationOf: Said[]): Promise<void> {
  const connected = await fixture.connectNumber()
  const { workspace } = connected
  const phones = Array.from({ length: 4 }, () => `+1555961${1000 + (people += 1)}`)
  const opened = await Promise.all(phones.map((phone) => openChatByText(fixture, connected, { phone })))
  const chats = opened.map(({ id }) => id)
  const half = Math.ceil(conversationOf.length / 2)
  for (const each of conversationOf.slice(0, half)) await store(connected, chats[each.chat] as string, each)
  await expectExactAlways(workspace)
  for (const each of conversationOf.slice(half)) await store(connected, chats[each.chat] as string, each)
  await expectExactAlways(workspace)
  const before = await Promise.all(ranges.map((range) => reportOf(workspace, range)))
  await requestErasure(fixture.service, 'messaging', { workspace, phones: [phones[0] as string] })
  expect(await Promise.all(ranges.map((range) => reportOf(workspace, range)))).toEqual(before)
  await expectExactAlways(workspace)
  const { messaging } = fixture.service.clients
  await messaging.chats.remove.mutate({ id: chats[1] as string }, fixture.service.as(workspace))
  await expectExactAlways(workspace)
  await customerTakesPhone(connected, phones[2] as string, phones[3] as string)
  const joined = `select 1 from chat_alias where workspace_id = $1`
  await until(async () => (await fixture.service.rows(joined, [workspace])).length === 1)
  await expectExactAlways(workspace)
}

describe('recorded figures of answers', () => {
  it('are those of the messages: unrecorded, recorded, and after late, erased, deleted and joined ones', async () => {
    const conversations = fc.array(conversation, { minLength: 6, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(conversations, async (each) => void (await Promise.all(each.map(follow)))),
      { numRuns: 1, endOnFailure: true },
    )
  })

  it('answer for hours that have passed, without a look at their messages', async () => {
    const connected = await fixture.connectNumber()
    await store(connected, newId('chat'), { minute: 20 * 60, way: 'in', by: 0 })
    await awaitRecorded(fixture, connected.workspace)
    for (const [table, incoming] of [
      ['answer_day', 7],
      ['answer_hour', 8],
    ] as const)
      await fixture.service.rows(`update ${table} set incoming = ${incoming} where workspace_id = $1`, [
        connected.workspace,
      ])
    const [byDay, byHour] = await Promise.all(ranges.map((range) => reportOf(connected.workspace, range)))
    expect([byDay?.total.in, byHour?.total.in]).toEqual([7, 8])
  })

  it('are made anew for a message that is committed while its hour is being recorded', async () => {
    const connected = await fixture.connectNumber()
    const { workspace } = connected
    const chat = newId('chat')
    await store(connected, chat, { minute: 10, way: 'in', by: 0 })
    await awaitRecorded(fixture, workspace)
    await fixture.service.rows(
      `insert into answer_change select workspace_id, hour from answer_hour where workspace_id = $1`,
      [workspace],
    )
    await fixture.service.rows('begin')
    await store(connected, chat, { minute: 20, way: 'out', by: 1 })
    const changes = `select 1 from answer_change where workspace_id = $1`
    fixture.service.bus.nudge('messaging', 'answers')
    await until(async () => (await fixture.service.rows(changes, [workspace])).length === 1)
    await fixture.service.rows('commit')
    await expectExactAlways(workspace)
  })

  it('follow waiting messages to the chats of another number', async () => {
    const from = await fixture.connectNumber()
    const to = await fixture.connectNumber({ workspace: from.workspace })
    const caller = fixture.service.as(from.workspace)
    const { queues, messages } = fixture.service.clients.messaging
    const { id: chat } = await openChatByText(fixture, from, { phone: '+15559619001' })
    await queues.pause.mutate({ id: from.number }, caller)
    await messages.send.mutate({ chat, message: 'An answer' }, caller)
    await awaitRecorded(fixture, from.workspace)
    // Includes the hour that hasn't ended yet.
    await fixture.service.rows(
      `with named as (update answer_range set to_at = date_trunc('hour', now()) + interval '2 hours' where workspace_id = $1)
       insert into answer_change select $1, date_trunc('hour', now()) + i * interval '1 hour' from generate_series(-1, 1) i`,
      [from.workspace],
    )
    await expectExactAlways(from.workspace)
    await queues.move.mutate({ id: from.number, number: to.number }, caller)
    await expectExactAlways(from.workspace)
  })
})
