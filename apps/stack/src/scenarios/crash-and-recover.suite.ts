import { until } from '@posthorn/testkit'
import { expect, test } from 'vitest'
import { acceptedCalls, allDelivered, eachOf, eventLog, ledger, listen, phoneOf, threeOfTenFail } from './events.ts'
import type { RunningSystem } from './system.ts'

const messages = 500

/**
 * `kill -9` while 500 messages are on their way: the launcher, which is everything in one process; or, split, one process after
 * another. A call the provider never saw, because the kill cut it, is made again after the hold (`onUnknown: 'resend'`), and a
 * call it did take is found again by its status: so each is accepted there exactly once.
 */
export function crashAndRecover(system: () => RunningSystem, victims: readonly string[]): void {
  test('crash and recover: kill -9 during 500 sends; 500 delivered, no provider call twice, no sequence gap', async () => {
    await using webhook = await listen(system(), { events: ['message:*'], respond: threeOfTenFail })
    let accepted = 0
    const sending = eachOf(messages, 8, async (i) => {
      const body = { phone: phoneOf(10_000 + i), message: `kept ${i}`, onUnknown: 'resend' }
      const { id } = await system().post('/v1/messages', body)
      accepted += 1
      return id
    })
    for (const [i, victim] of victims.entries()) {
      await until(() => accepted >= (messages / (victims.length + 1)) * (i + 1), { timeoutMs: 120_000 })
      const killed = system().kill9(victim)
      if (victim === 'launcher') await system().restart()
      else await until(() => system().run.processes[victim]?.pid !== killed, { describe: `${victim} to run again` })
    }
    const ids = await sending
    expect(new Set(ids).size).toBe(messages)

    await allDelivered(system(), webhook, { ids, timeoutMs: 240_000 })
    expect(webhook.receiver.requests.filter(({ verified }) => verified !== true)).toEqual([])
    const calls = acceptedCalls(await ledger(system()))
    expect(ids.filter((id) => calls.get(id) !== 1)).toEqual([])
    const log = await eventLog(system())
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1))
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
  })
}
