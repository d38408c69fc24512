import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { allDelivered, eachOf, eventLog, listen, phoneOf } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

const messages = 500
const kills = 5

/** NATS may forget and die: nothing waits for it, and nothing is lost. */
export function brokerRestarts(system: () => RunningSystem): void {
  test('broker restarts: NATS killed five times during 500 sends; accepting never stops, all events arrive', async () => {
    await using webhook = await listen(system(), { events: ['message:*'] })
    let accepted = 0
    const sending = eachOf(messages, 8, async (i) => {
      const body = { phone: phoneOf(i), message: `during outage ${i}` }
      const { status, body: sent } = await system().call<{ id: string }>('POST', '/v1/messages', { body })
      accepted += 1
      return { status, id: sent.id }
    })
    for (let kill = 0; kill < kills; kill++) {
      await until(() => accepted >= (messages / (kills + 1)) * (kill + 1))
      const killed = system().kill9('nats')
      await until(() => system().run.processes['nats']?.pid !== killed, { describe: 'NATS to run again' })
    }
    const answers = await sending
    expect(answers.filter(({ status }) => status !== 201)).toEqual([])

    const ids = answers.map(({ id }) => id)
    await allDelivered(system(), webhook, { ids, timeoutMs: 120_000 })
    // An event the dying broker refused is swept up after those that followed it: its acknowledgement may be delivered before.
    const log = await until(
      async () => {
        const events = await eventLog(system())
        const sent = new Set(events.filter(({ event }) => event === 'message:out').map(({ data }) => data.id))
        return ids.every((id) => sent.has(id)) && events
      },
      { describe: 'every message to be reported as sent' },
    )
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1))
    const sent = log.filter(({ event }) => event === 'message:out').map(({ data }) => data.id)
    expect(new Set(sent).size).toBe(sent.length)
  })
}
