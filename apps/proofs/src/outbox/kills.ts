import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { listen, percentile } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, type Sent, startLoad } from '../load.ts'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'

/** Messages per second that a process can publish if it dies on every tenth event and takes a second to restart. */
const perSecondOfDying = 2

/**
 * B1: messaging is killed each time the bus has accepted its tenth event but Postgres hasn't recorded it yet. Promise: an event that was
 * published but not marked as such is published again, and has one effect.
 */
export async function diesAfterPublishing(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ FAULT_POINTS: 'event.taken/messaging@10' })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: perSecondOfDying })
  const wanted = 50
  let deaths = 0
  let pid = system.run.processes['messaging']?.pid
  while (deaths < wanted) {
    await until(() => system.run.processes['messaging']?.pid !== pid, { timeoutMs: 60_000, describe: 'a death' })
    pid = system.run.processes['messaging']?.pid
    deaths += 1
  }
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  return all(`${deaths} deaths, ${sent.length} messages, ${invariantText(broken)}`, {
    'each event has its effect once': broken.length === 0,
  })
}

/** Returns the time that 99 of 100 messages were accepted within. */
const p99 = (sent: readonly Sent[]) =>
  percentile(
    sent.map(({ latencyMs }) => latencyMs),
    99,
  )

/** B3: NATS is killed every 5 s, and callers don't notice. */
export async function killedBroker(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system)
  const calm = startLoad(system, { perSecond: 50, firstPhone: 40_000 })
  await pause(30_000)
  const before = await calm.stop()
  const load = startLoad(system, { perSecond: 50, firstPhone: 40_000 })
  const kills = 10
  for (let kill = 0; kill < kills; kill++) {
    await pause(4_000)
    await fixture.killAndWait('nats')
  }
  const sent = await load.stop()
  const accepted = [...before, ...sent].map(({ id }) => id)
  const broken = await brokenInvariants(fixture, system, { accepted, receivers: [webhook] })
  const [calmMs, faultMs] = [p99(before), p99(sent)]
  const refused = sent.filter(({ statuses }) => statuses.length > 1).length
  return all(
    `${kills} kills, ${sent.length} accepted, ${refused} of them late, p99 ${calmMs.toFixed(0)} ms before and ${faultMs.toFixed(0)} ms meanwhile, ${invariantText(broken)}`,
    {
      'nothing lost or doubled': broken.length === 0,
      'nobody refused': refused === 0,
      'p99 at most a fifth higher': faultMs <= calmMs * 1.2,
    },
  )
}

/**
 * B10: a consumer pauses for longer than the bus waits for an acknowledgment. Promise: a frozen consumer continues, and events redelivered
 * during the freeze have one effect.
 */
export async function pausedConsumer(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: 20, firstPhone: 41_000 })
  await pause(2_000)
  fixture.signal('webhooks', 'SIGSTOP')
  const seconds = 25
  await pause(seconds * 1_000)
  fixture.signal('webhooks', 'SIGCONT')
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  return all(`stopped for ${seconds} s (the bus waits 8 s), ${sent.length} messages, ${invariantText(broken)}`, {
    'each event has its effect once': broken.length === 0,
  })
}
