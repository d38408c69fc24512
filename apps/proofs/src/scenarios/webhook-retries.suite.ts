import { type ReceivedRequest, until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Delivery = { id: string; status: string; attempts: number; event: { id: string } }

/** A failing receiver gets the same bytes until it accepts them. */
export function webhookRetries(system: () => RunningSystem): void {
  test('webhook retries: a failing receiver gets the same event again, on schedule, until it answers 2xx', async () => {
    // Other tests' messages in this workspace may still be reported.
    const phone = '+4915120000004'
    const isOwn = ({ json }: ReceivedRequest) => (json as { data: { phone?: string } }).data.phone === phone
    let answered = 0
    await using webhook = await listen(system(), {
      events: ['message:out'],
      respond: (request) => ({ status: isOwn(request) && answered++ < 2 ? 500 : 200 }),
    })
    await system().ok('POST', '/v1/messages', { body: { phone, message: 'Hello' } })
    const requests = () => webhook.receiver.requests.filter(isOwn)
    await until(() => requests().some(({ status }) => status === 200))
    expect(requests().map(({ status, verified }) => ({ status, verified }))).toEqual([
      { status: 500, verified: true },
      { status: 500, verified: true },
      { status: 200, verified: true },
    ])
    const [id, ...others] = new Set(requests().map(({ headers }) => headers['webhook-id']))
    expect(others).toEqual([])
    expect(new Set(requests().map(({ body }) => body.toString('utf8'))).size).toBe(1)

    const delivery = async () => {
      const deliveries = await system().ok<Delivery[]>('GET', `/v1/webhooks/${webhook.id}/deliveries`)
      return deliveries.find(({ event }) => event.id === id)
    }
    await until(async () => (await delivery())?.status === 'succeeded')
    expect(await delivery()).toMatchObject({ attempts: 3 })
  })
}
