import { type EventData, type EventKind, exampleChat, exampleEvent, newId } from '@posthorn/contracts'
import { busEvent, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

type Fixture = ReturnType<typeof createFixture>

const of = <K extends EventKind>({ workspace }: Fixture, event: K, data: object) =>
  busEvent({ event, workspace, data: data as EventData<K> })
const chatEvent = (fixture: Fixture, id: string, more: object = {}) =>
  of(fixture, 'chat:updated', { ...exampleChat, id, change: 'pinned', ...more })
const messageEvent = (fixture: Fixture, chat: string, more: object = {}) =>
  of(fixture, 'message:in', { ...exampleEvent.data, id: newId('msg'), chat, ...more })

const list = async (fixture: Fixture, input: object, as = fixture.as()) =>
  (await fixture.api().events.list.query(input, as)).map(({ sequence }) => sequence)

describe('the events of a chat', () => {
  it('are those about it and its messages, in either order, page by page, and with every other condition', async () => {
    const fixture = createFixture(service)
    const [chat, other, message] = [newId('chat'), newId('chat'), newId('msg')]
    await service.bus.publish(
      chatEvent(fixture, chat),
      messageEvent(fixture, chat, { id: message }),
      messageEvent(fixture, other),
      fixture.event(),
      chatEvent(fixture, other),
      messageEvent(fixture, chat),
    )
    await until(async () => (await list(fixture, {})).length === 6)
    expect(await list(fixture, { chat })).toEqual([1, 2, 6])
    expect(await list(fixture, { chat, order: 'desc', size: 2 })).toEqual([6, 2])
    expect(await list(fixture, { chat, order: 'desc', before: 2 })).toEqual([1])
    expect(await list(fixture, { chat, after: 2 })).toEqual([6])
    expect(await list(fixture, { chat, events: ['message:*'] })).toEqual([2, 6])
    expect(await list(fixture, { chat, message })).toEqual([2])
    const [now, hourAgo] = [Date.now() + 60_000, Date.now() - 3_600_000].map((ms) => new Date(ms).toISOString())
    expect([
      await list(fixture, { chat, occurredAfter: hourAgo, occurredBefore: now }),
      await list(fixture, { chat, occurredBefore: hourAgo }),
    ]).toEqual([[1, 2, 6], []])
    expect(await list(fixture, { chat: newId('chat') })).toEqual([])
    expect(await list(createFixture(service), { chat })).toEqual([])
  })

  it('stay within the numbers of a limited key', async () => {
    const fixture = createFixture(service)
    const [chat, mine, foreign] = [newId('chat'), newId('num'), newId('num')]
    await service.bus.publish(
      messageEvent(fixture, chat, { number: mine }),
      messageEvent(fixture, chat, { number: foreign }),
    )
    await until(async () => (await list(fixture, { chat })).length === 2)
    expect(await list(fixture, { chat }, fixture.as({ numbers: [mine] }))).toEqual([1])
    expect(await list(fixture, { chat, number: [foreign] })).toEqual([2])
  })

  it('include what moved out of it and into it', async () => {
    const fixture = createFixture(service)
    const [chat, into] = [newId('chat'), newId('chat')]
    await service.bus.publish(
      of(fixture, 'message:changed', {
        ...exampleEvent.data,
        chat: into,
        changed: ['chat'],
        movedFrom: { number: newId('num'), chat },
      }),
      chatEvent(fixture, chat, { change: 'deleted', mergedInto: into }),
    )
    await until(async () => (await list(fixture, {})).length === 2)
    expect([await list(fixture, { chat }), await list(fixture, { chat: into })]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('are waited for while there is none', async () => {
    const fixture = createFixture(service)
    const chat = newId('chat')
    const waiting = list(fixture, { chat, wait: 20 })
    await service.bus.publish(chatEvent(fixture, newId('chat')), chatEvent(fixture, chat))
    expect(await waiting).toEqual([2])
  })
})
