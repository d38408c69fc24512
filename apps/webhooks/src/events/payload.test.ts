import { type EventData, exampleContact, newId, payloadBytesMax } from '@posthorn/contracts'
import { busEvent, startReceiver, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { startWebhooks, workspaceOf } from '../stage.suite.ts'
import { payloadOf } from './payload.ts'

const contactOf = (more: object) => ({ ...exampleContact, ...more }) as EventData<'contact:created'>
const eventWith = (more: object) =>
  busEvent({ event: 'contact:created', workspace: newId('ws'), data: contactOf(more) })

describe('payloadOf', () => {
  it('leaves an event of up to 64 KiB as it is, counted in bytes', () => {
    const { length } = payloadOf(eventWith({ name: '' }), 1)
    const fitting = payloadOf(eventWith({ name: 'x'.repeat(payloadBytesMax - length) }), 1)
    expect(Buffer.byteLength(fitting)).toBe(payloadBytesMax)
    expect(JSON.parse(fitting)).not.toHaveProperty('truncated')
    const longer = JSON.parse(payloadOf(eventWith({ name: 'ä'.repeat(payloadBytesMax - length) }), 1))
    expect(longer).toMatchObject({ truncated: ['name'], data: { id: exampleContact.id, phone: exampleContact.phone } })
    expect(longer.data).not.toHaveProperty('name')
  })

  it('leaves out the longest fields only, and keeps ids, states and times whatever else there is', () => {
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, 'y'.repeat(2_000)]))
    const cut = JSON.parse(payloadOf(eventWith({ fields, tags: ['z'.repeat(300)] }), 7))
    expect(cut).toMatchObject({ sequence: 7, truncated: ['fields'], data: { tags: ['z'.repeat(300)] } })
    const much = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`more${i}`, 'w'.repeat(3_000)]))
    const bare = payloadOf(eventWith(much), 7)
    expect(Buffer.byteLength(bare)).toBeLessThanOrEqual(payloadBytesMax)
    expect(JSON.parse(bare).data.id).toBe(exampleContact.id)
  })

  it('is what the receiver, the log and a later reading of it get', async () => {
    await using kit = await startWebhooks()
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    await place.webhook(receiver)
    const event = busEvent({
      event: 'contact:created',
      workspace: place.workspace,
      data: contactOf({ name: 'n'.repeat(100_000) }),
    })
    await kit.bus.publish(event)
    const arrived = await until(() => receiver.requests[0])
    expect(arrived.verified).toBe(true)
    expect(arrived.json).toMatchObject({ id: event.id, truncated: ['name'], data: { id: exampleContact.id } })
    expect(await place.api().events.get.query({ id: event.id as never }, place.as())).toEqual(arrived.json)
  })
})
