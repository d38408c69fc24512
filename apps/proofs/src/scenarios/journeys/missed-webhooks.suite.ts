import { until } from '@posthorn/testkit'
import { type Event, eachOf, eventLog, listen, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { reaches } from './customers.ts'

const messages = 30

/** A receiver that was away can catch up from the log, from parked deliveries, and by a replay. */
export function missedWebhooks(system: () => RunningSystem): void {
  test('a missed day: what a receiver did not get is in the log without a gap, and is delivered again when asked', async () => {
    await using hook = await listen(system(), { events: ['message:out', 'message:ack'] })
    const last = (await eventLog(system())).at(-1)?.sequence ?? 0
    const from = new Date().toISOString()
    await system().ok('POST', `/v1/webhooks/${hook.id}/pause`)
    const sent = await eachOf(messages, 8, async (i) => {
      const body = { phone: phoneOf(900_000 + i), message: `Order ${i} has left` }
      return (await system().ok<{ id: string }>('POST', '/v1/messages', { body })).id
    })
    await Promise.all(sent.map((id) => reaches(system(), id, 'read')))
    const isOwn = ({ data }: Event) => sent.includes(String(data.id))
    expect(hook.received().filter(isOwn)).toEqual([])

    const about = (events: readonly Event[], kind: string) =>
      events.filter((each) => each.event === kind && isOwn(each))
    // A message can be reported as read without first being reported as delivered, so only the `read` acknowledgment is certain.
    const read = (log: readonly Event[]) => about(log, 'message:ack').filter(({ data }) => data.ack === 'read')
    const missed = await until(
      async () => {
        const log = await eventLog(system(), last)
        return about(log, 'message:out').length === messages && read(log).length === messages && log
      },
      { describe: 'the log to have it all' },
    )
    expect(missed.map(({ sequence }) => sequence)).toEqual(missed.map((_, i) => last + 1 + i))

    await system().ok('POST', `/v1/webhooks/${hook.id}/resume`)
    const wanted = missed.filter(({ event }) => event === 'message:out' || event === 'message:ack')
    const has = () => new Set(hook.received().map(({ id }) => id))
    await until(() => wanted.every(({ id }) => has().has(id)), { describe: 'what was parked to arrive' })

    const already = hook.receiver.requests.length
    const replay = { body: { from, events: ['message:out'] } }
    await system().ok('POST', `/v1/webhooks/${hook.id}/replays`, replay)
    const again = () =>
      hook.receiver.requests
        .slice(already)
        .filter(({ headers, json }) => headers['webhook-replay'] === 'true' && isOwn(json as Event))
    await until(() => again().length >= messages, { describe: 'the replay to arrive' })
    for (const { json, body } of again()) {
      const first = hook.receiver.requests.find((request) => (request.json as Event).id === (json as Event).id)
      expect(body).toEqual(first?.body)
    }
    expect(hook.receiver.requests.every(({ verified }) => verified === true)).toBe(true)
  })
}
