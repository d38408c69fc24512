import { until } from '@posthorn/testkit'
import {
  acceptedCalls,
  callLog,
  type Event,
  eventLog,
  listen,
  type RunningSystem,
  secretHeader,
} from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Message = { id: string; status: string; providerId?: string; chat: string }

/** Returns a message's event steps, sorted. `delivered` is missing if `read` overtook it. */
function stepsOf(events: readonly Event[], id: string): string[] {
  const steps = events.filter(({ event, data }) => event.startsWith('message:') && data.id === id)
  return steps.map(({ event, data }) => data.ack ?? event).sort()
}

/** A message is sent and acknowledged, and the webhook gets each step with a signature. */
export function sendAndAck(system: () => RunningSystem): void {
  test('send and ack: a message accepted over REST is sent once, acknowledged, and delivered to a webhook', async () => {
    await using webhook = await listen(system(), { events: ['message:*'] })
    const body = { phone: '+4915120000001', message: 'Hello', reference: 'order-1' }
    const { status, body: sent } = await system().call<Message>('POST', '/v1/messages', { body, idempotencyKey: 'one' })
    expect({ status, state: sent.status }).toEqual({ status: 201, state: 'queued' })

    const logged = await until(async () => {
      const steps = stepsOf(await eventLog(system()), sent.id)
      return steps.includes('message:out') && steps.includes('read') && steps
    })
    expect(logged).toEqual(expect.arrayContaining(['message:out', 'read']))
    await until(() => stepsOf(webhook.received(), sent.id).length >= logged.length)
    expect(stepsOf(webhook.received(), sent.id)).toEqual(logged)
    for (const { verified, headers } of webhook.receiver.requests) {
      expect({ verified, secret: headers[secretHeader.name.toLowerCase()] }).toEqual({
        verified: true,
        secret: secretHeader.value,
      })
    }

    const shown = await system().ok<Message>('GET', `/v1/messages/${sent.id}`)
    expect(shown).toMatchObject({ ...body, status: 'read', providerId: expect.stringMatching(/^wamid\./) })
    expect(acceptedCalls(await callLog(system())).get(sent.id)).toBe(1)
    const trace = () =>
      system().ok<{ traceId: string; entries: { what: string }[] }>('GET', `/v1/messages/${sent.id}/trace`)
    const tried = async () => (await trace()).entries.filter(({ what }) => what === 'webhook')
    await until(async () => (await tried()).length >= logged.length, { describe: 'the deliveries to be in the trace' })
    expect((await tried())[0]).toMatchObject({ attempt: 1, httpStatus: 200, outcome: 'delivered' })
    const { entries, traceId } = await trace()
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(entries).toContainEqual(expect.objectContaining({ what: 'attempt', attempt: 1, outcome: 'sent' }))

    const { usage } = await system().ok<{ usage: { in: number; out: number } }>('GET', '/v1/me')
    expect(usage).toMatchObject({ in: expect.any(Number), out: expect.any(Number) })

    const again = await system().call<Message>('POST', '/v1/messages', { body, idempotencyKey: 'one' })
    expect(again.body.id).toBe(sent.id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
}
