import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { callsFor, queueMany, releasedAtOnce, takenTwice } from './calls.ts'
import { openSwitch } from './cloud-provider.ts'
import { secondDispatcher } from './rates.ts'

/** The simulator accepts messages to this recipient at once and responds after 5 s. */
const slowRecipient = '+15550100003'
const slowCount = 30
const otherCount = 1_000
/** Longer than the lease of 5 s and the peer's round that finds it expired. */
const stoppedMs = 12_000

const underWay = (fixture: ProofFixture, ids: readonly string[]) =>
  fixture.rows(`select 1 from messaging.send_job where message_id = any($1) and status = 'calling'`, [ids])

async function queueSlow(system: RunningSystem): Promise<string[]> {
  const message = { phone: slowRecipient, message: 'c4', order: 'none' }
  const messages = Array.from({ length: slowCount }, () => message)
  return (await system.post<{ id: string }[]>('/v1/messages/batch', { messages })).map(({ id }) => id)
}

/** C4: of two dispatchers, the one with calls in progress is paused for longer than its leases, then continues. */
export async function stoppedDispatcher(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  // The second one calls the provider through its own switch, which counts.
  await using providerSwitch = await openSwitch(system.account.simulator)
  const second = await secondDispatcher(system, providerSwitch.url)
  try {
    const [slow, others] = await releasedAtOnce(system, async () => [
      await queueSlow(system),
      await queueMany(system, otherCount, { firstPhone: 47_000 }),
    ])
    await until(async () => (await underWay(fixture, slow)).length >= slowCount / 2, { describe: 'calls under way' })
    const secondServes = providerSwitch.sends.length > 0
    const signal = (name: NodeJS.Signals) => (secondServes ? second.kill(name) : fixture.signal('messaging', name))
    signal('SIGSTOP')
    const [underWayThen, stoppedAt] = [(await underWay(fixture, slow)).length, Date.now()]
    await pause(stoppedMs)
    signal('SIGCONT')
    const resumedAt = Date.now()
    const ids = [...slow, ...others]
    const broken = await brokenInvariants(fixture, system, { accepted: ids })
    const calls = await callsFor(system, ids)
    const byPeer = calls.filter(({ at }) => Date.parse(at) > stoppedAt + 1_000 && Date.parse(at) < resumedAt).length
    const read = () => fixture.rows(`select 1 from messaging.message where id = any($1) and status = 'read'`, [ids])
    // The simulator reads a message some time after delivering it.
    await until(async () => (await read()).length === ids.length, { timeoutMs: 10_000 }).catch(() => {})
    const readCount = (await read()).length
    return all(
      `stopped for ${stoppedMs / 1000} s with ${underWayThen} calls under way, ${byPeer} messages sent by the peer meanwhile; ${readCount} of ${ids.length} read, ${takenTwice(calls).length} taken twice, ${invariantText(broken)}`,
      {
        'calls were under way': underWayThen > 0,
        'the peer continues meanwhile': byPeer >= 100,
        'each is read': readCount === ids.length,
        'none taken twice': takenTwice(calls).length === 0,
        'nothing lost or doubled': broken.length === 0,
      },
    )
  } finally {
    second.kill('SIGTERM')
  }
}
