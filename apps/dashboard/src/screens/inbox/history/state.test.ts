import type { Message, Note } from '@posthorn/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commands, createModel, type Model, snapshotOf } from './chat-model.fixture.ts'
import { type LogEvent, stateAt } from './state.ts'

const chat = 'chat_1'
const shown = (events: readonly LogEvent[], at: number, notes: readonly Note[]) => {
  const past = stateAt(events, { chat, at, notes })
  // A cancellation doesn't name the author of the message.
  return { ...past, messages: past.messages.map(({ id, by: _by, ...rest }: Message) => [id, rest]) }
}

function run(steps: readonly ((model: Model) => void)[]): Model {
  const model = createModel(chat)
  for (const step of steps) step(model)
  return model
}

describe('a chat at an event of its log', () => {
  it('is what it was then, at every event, whatever was done to it', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 1, maxLength: 40 }), (steps) => {
        const model = run(steps)
        for (const [sequence, snapshot] of model.snapshots) {
          const past = stateAt(model.events, { chat, at: sequence, notes: model.notes })
          expect(past.messages).toEqual(snapshot.messages)
          expect(past.chat).toMatchObject(snapshot.chat)
          expect(past.notes.map(({ id }) => id)).toEqual(snapshot.notes.map(({ id }) => id))
          for (const [i, { message }] of past.notes.entries())
            expect(['', snapshot.notes[i]?.message]).toContain(message)
        }
      }),
    )
  })

  it('says how the customer rated it', () => {
    const data = { id: chat, version: 1, change: 'rated', by: null, rating: { score: 4 } }
    const event = { sequence: 1, event: 'chat:updated', occurredAt: '2026-11-29T09:00:00.000Z', data }
    const { changes } = stateAt([event], { chat, at: 1, notes: [] })
    expect(changes.map(({ rating }) => rating?.score)).toEqual([4])
  })

  it('is at the newest event what it is now, with the texts of all notes', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 1, maxLength: 40 }), (steps) => {
        const model = run(steps)
        const past = stateAt(model.events, { chat, at: Number.MAX_SAFE_INTEGER, notes: model.notes })
        const now = snapshotOf(model)
        expect(past.messages).toEqual(now.messages)
        expect(past.chat).toMatchObject(now.chat)
        expect(past.notes.map(({ id, message }) => [id, message])).toEqual(now.notes.map((n) => [n.id, n.message]))
      }),
    )
  })

  it('is the same whatever the order in which events are given, and with a part of the log for what that part touches', () => {
    const shuffled = (model: Model) => fc.shuffledSubarray(model.events, { minLength: model.events.length })
    const histories = fc.array(commands, { minLength: 2, maxLength: 30 }).map(run)
    fc.assert(
      fc.property(
        histories.chain((model) => fc.record({ model: fc.constant(model), order: shuffled(model), cut: fc.nat(29) })),
        ({ model: { events, notes }, order, cut }) => {
          const at = events.at(-1)?.sequence ?? 0
          const whole = shown(events, at, notes)
          expect(shown(order, at, notes)).toEqual(whole)
          const part = events.slice(Math.min(cut, events.length - 1))
          const touched = new Set(part.map(({ data }) => data['id']))
          const both = shown(part, at, notes)
          expect(both.messages).toEqual(whole.messages.filter(([id]) => touched.has(id)))
        },
      ),
    )
  })
})

describe('a message in the past', () => {
  const said = (version: number, more: object = {}, event = 'message:in'): LogEvent => ({
    sequence: version,
    event,
    occurredAt: `2026-11-23T08:00:0${version}.000Z`,
    data: { id: 'msg_1', chat, version, createdAt: '2026-11-23T08:00:00.000Z', message: 'Hello', ...more },
  })
  const messagesAt = (events: LogEvent[], at = 9) => stateAt(events, { chat, at, notes: [] }).messages

  it('has the words of before its edit and before its deletion', () => {
    const log = [
      said(1),
      said(2, { message: 'Hello!', editedAt: 'x', change: 'edited' }, 'message:updated'),
      said(3, { message: undefined, deletedAt: 'x', change: 'deleted' }, 'message:updated'),
    ]
    expect([1, 2, 3].map((at) => messagesAt(log, at)[0]?.message)).toEqual(['Hello', 'Hello!', undefined])
    expect(messagesAt(log)[0]).not.toHaveProperty('change')
  })

  it('keeps its author when a colleague cancels it', () => {
    const log = [
      said(1, { by: { id: 'mem_a' } }, 'message:waiting'),
      said(2, { by: { id: 'mem_b' }, status: 'canceled' }, 'message:canceled'),
    ]
    expect(messagesAt(log)[0]).toMatchObject({ status: 'canceled', by: { id: 'mem_a' } })
  })

  it('leaves the chat with its move to another number, and comes into the other one', () => {
    const moved = said(2, { chat: 'chat_2', movedFrom: { chat } }, 'message:changed')
    expect([messagesAt([said(1), moved], 1).length, messagesAt([said(1), moved]).length]).toEqual([1, 0])
    expect(stateAt([moved], { chat: 'chat_2', at: 9, notes: [] }).messages).toHaveLength(1)
  })

  it('is gone once its person was erased, but not because an event cannot be read', () => {
    expect(messagesAt([said(1), { ...said(2), data: { id: 'msg_1', erased: true } }])).toEqual([])
    const unreadable = { ...said(2), data: { id: 'msg_1', erased: false } }
    expect(messagesAt([said(1), unreadable])).toEqual(messagesAt([said(1)]))
  })

  it('keeps the fields that its next event was too large for', () => {
    const next = { ...said(2, { message: undefined, status: 'read' }, 'message:ack'), truncated: ['message'] }
    delete next.data['message']
    expect(messagesAt([said(1), next])[0]).toMatchObject({ message: 'Hello', status: 'read' })
  })
})
