import { type EventData, exampleContact, newId, payloadBytesMax } from '@posthorn/contracts'
import { busEvent, startReceiver, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'
import { buildPayload } from './log.ts'

const contactOf = (more: object) => ({ ...exampleContact, ...more }) as EventData<'contact:created'>
const eventWith = (more: object) =>
  busEvent({ event: 'contact:created', workspace: newId('ws'), data: contactOf(more) })

describe('buildPayload', () => {
  it('leaves an event of up to 64 KiB as it is, counted in bytes', () => {
    const { length } = buildPayload(eventWith({ name: '' }), 1)
    const fitting = buildPayload(eventWith({ name: 'x'.repeat(payloadBytesMax - length) }), 1)
    expect(Buffer.byteLength(fitting)).toBe(payloadBytesMax)
    expect(JSON.parse(fitting)).toHaveProperty('truncated', null)
    const longer = JSON.parse(buildPayload(eventWith({ name: 'ä'.repeat(payloadBytesMax - length) }), 1))
    expect(longer).toMatchObject({ truncated: ['name'], data: { id: exampleContact.id, phone: exampleContact.phone } })
    expect(longer.data).not.toHaveProperty('name')
  })

  it('leaves out the longest fields only, and keeps ids, statuses and times in any case', () => {
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, 'y'.repeat(2_000)]))
    const cut = JSON.parse(buildPayload(eventWith({ fields, tags: ['z'.repeat(300)] }), 7))
    expect(cut).toMatchObject({ sequence: 7, truncated: ['fields'], data: { tags: ['z'.repeat(300)] } })
    const much = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`more${i}`, 'w'.repeat(3_000)]))
    const bare = buildPayload(eventWith(much), 7)
    expect(Buffer.byteLength(bare)).toBeLessThanOrEqual(payloadBytesMax)
    expect(JSON.parse(bare).data.id).toBe(exampleContact.id)
  })

  it('is the same at the receiver, in the log and in later reads', async () => {
    await using service = await startWebhooks()
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    await fixture.webhook(receiver)
    const event = busEvent({
      event: 'contact:created',
      workspace: fixture.workspace,
      data: contactOf({ name: 'n'.repeat(100_000) }),
    })
    await service.bus.publish(event)
    const arrived = await until(() => receiver.requests[0])
    expect(arrived.verified).toBe(true)
    expect(arrived.json).toMatchObject({ id: event.id, truncated: ['name'], data: { id: exampleContact.id } })
    expect(await fixture.api().events.get.query({ id: event.id as never }, fixture.as())).toEqual(arrived.json)
  })
})
