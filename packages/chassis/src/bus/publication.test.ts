import { exampleContact, newId } from '@posthorn/contracts'
import { natsUrl } from '@posthorn/test-servers'
import fc from 'fast-check'
import { connect } from 'nats'
import { expect, it } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'
import { loginOptions } from './nats-stream.ts'
import { groupIntoMessages } from './publication.ts'

const events = fc.array(
  fc.record({ kind: fc.constantFrom('a', 'b'), payload: fc.nat(60_000).map((length) => 'x'.repeat(length)) }),
  { maxLength: 200, size: 'max' },
)

it('events go out in their order, each once, in messages of one kind that are neither long nor many where one would do', () => {
  fc.assert(
    fc.property(events, (all) => {
      const messages = groupIntoMessages(all)
      expect(messages.flat()).toEqual(all)
      for (const message of messages) {
        const bytes = message.reduce((sum, { payload }) => sum + payload.length, 0)
        expect(new Set(message.map(({ kind }) => kind)).size).toBe(1)
        expect(message.length).toBeLessThanOrEqual(50)
        if (message.length > 1) expect(bytes).toBeLessThanOrEqual(128 * 1024)
      }
      for (const [i, next] of messages.slice(1).entries()) {
        const both = [...(messages[i] ?? []), next[0]]
        const bytes = both.reduce((sum, event) => sum + (event?.payload.length ?? 0), 0)
        expect(new Set(both.map((event) => event?.kind)).size > 1 || both.length > 50 || bytes > 128 * 1024).toBe(true)
      }
    }),
  )
})

it.each([undefined, { field: 'messages', value: { messages: [] } }])(
  "a message has its event's trace, with the callback %j",
  async (callback) => {
    const busName = `t_${newId('evt').slice('evt_'.length)}`
    await using probe = await startProbe({ busName })
    const reader = await connect(loginOptions({ url: natsUrl() }))
    const messages = reader.subscribe(`${busName}.events.>`, { max: 1 })
    await reader.flush()
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const workspace = newId('ws')
    const data = { ...exampleContact, id: newId('con') }
    const about = { kind: 'contact:created', workspace, data, aggregate: { id: data.id, version: 1 } } as const
    await probe.announcing(workspace, async (tx) => tx.emit({ ...about, traceparent, callback }))
    const traces: unknown[] = []
    for await (const { headers } of messages) traces.push(headers?.get('traceparent'))
    expect(traces).toEqual([traceparent])
    await reader.close()
  },
)
