import { until } from '@posthorn/testkit'
import { allDelivered, eachOf, eventLog, listen, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

const messages = 500
const kills = 5

/** NATS may lose its data or die. Nothing waits for it, and nothing is lost. */
export function brokerRestarts(system: () => RunningSystem): void {
  test('broker restarts: NATS killed five times during 500 sends; accepting continues, all events arrive once', async () => {
    await using webhook = await listen(system(), { events: ['message:*'] })
    let accepted = 0
    const sending = eachOf(messages, 8, async (i) => {
      const { id } = await system().post('/v1/messages', { phone: phoneOf(i), message: `during outage ${i}` })
      accepted += 1
      return id
    })
    for (let kill = 0; kill < kills; kill++) {
      await until(() => accepted >= (messages / (kills + 1)) * (kill + 1))
      const killed = system().kill9('nats')
      await until(() => system().run.processes['nats']?.pid !== killed, { describe: 'NATS to run again' })
    }
    const ids = await sending
    await allDelivered(system(), webhook, { ids, timeoutMs: 120_000 })
    // An event that the dying broker refused is published after later ones, so its acknowledgment may arrive first.
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
