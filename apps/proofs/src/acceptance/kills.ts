import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { listen, phoneOf } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, type Load, sendUntilAccepted, startLoad, strangeStatuses } from '../load.ts'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'

/**
 * A1: messaging is killed repeatedly under load. Promise: an accepted message survives the death of the process that accepted it, and is
 * sent once.
 */
export async function killedMessaging(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: 50, body: { onUnknown: 'resend' } })
  const kills = 20
  for (let kill = 0; kill < kills; kill++) {
    await pause(3_000)
    await fixture.killAndWait('messaging')
  }
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  const strange = strangeStatuses(sent)
  return all(`${kills} kills, ${sent.length} accepted, ${invariantText(broken)}`, {
    'nothing lost or doubled': broken.length === 0,
    'only 201, 503 and lost connections': strange.length === 0,
  })
}

/** A2: messaging dies between commit and response. The repeated request gets the original response. */
export async function diesBeforeAnswering(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ FAULT_POINTS: 'answer.committed/messages.send@1' })
  const deaths = 50
  const pids = new Set([system.run.processes['messaging']?.pid])
  const sent = []
  // The gateway repeats the call with the same key if the service recovers quickly. Otherwise, the client does.
  for (let i = 0; i < deaths; i++) {
    sent.push(await sendUntilAccepted(system, { phone: phoneOf(i), reference: `load-a2-${i}` }))
    await until(() => !pids.has(system.run.processes['messaging']?.pid), { timeoutMs: 30_000 })
    pids.add(system.run.processes['messaging']?.pid)
  }
  const stored = await fixture.rows<{ id: string; reference: string }>(
    `select id, reference from messaging.message where reference like 'load-a2-%'`,
  )
  const same = sent.filter(({ id, reference }) => stored.some((row) => row.id === id && row.reference === reference))
  const retried = sent.filter(({ statuses }) => statuses.length > 1)
  const asked = `${retried.length} times the client asked again, else the gateway`
  return all(
    `${pids.size - 1} deaths after the commit, ${stored.length} messages for ${sent.length} requests; ${asked}`,
    {
      'each request met a death': pids.size - 1 === deaths,
      'one message each': stored.length === deaths,
      'the id answered is the one stored': same.length === deaths,
    },
  )
}

/** Lets load run for two seconds, then causes a fault, which `fault` waits out. */
async function interruptLoad(fixture: ProofFixture, load: Load, fault: () => Promise<void>): Promise<void> {
  await pause(2_000)
  await fault()
  fixture.say(`${load.sent.length} accepted so far`)
}

/**
 * A3: Postgres is stopped immediately (`pg_ctl stop -m immediate`) under load. Promise: without Postgres, nothing is accepted, and nothing
 * accepted before is lost.
 */
export async function stoppedPostgres(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const load = startLoad(system, { perSecond: 50, firstPhone: 20_000, body: { onUnknown: 'resend' } })
  const stops = 5
  const backMs: number[] = []
  for (let stop = 0; stop < stops; stop++) {
    await interruptLoad(fixture, load, async () => {
      // SIGQUIT makes the postmaster shut down immediately.
      const killed = fixture.signal('postgres', 'SIGQUIT')
      await until(() => system.run.processes['postgres']?.pid !== killed, { timeoutMs: 30_000 })
      await until(async () => (await fixture.rows('select 1')).length === 1, { timeoutMs: 30_000 })
      const accepts = Date.now()
      const after = await sendUntilAccepted(system, { phone: phoneOf(29_000 + stop), reference: `load-a3-${stop}` })
      backMs.push(after.acceptedAtMs - accepts)
    })
  }
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
  const worst = Math.max(...backMs)
  return all(
    `${stops} stops, ${sent.length} accepted, next 201 at most ${worst} ms after Postgres accepts, ${invariantText(broken)}`,
    {
      'nothing lost or doubled': broken.length === 0,
      'only 201, 503 and lost connections': strangeStatuses(sent).length === 0,
      'back within 5 s': worst <= 5_000,
    },
  )
}
