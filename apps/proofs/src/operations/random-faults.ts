import { setTimeout as pause } from 'node:timers/promises'
import { acceptedCalls, callLog, control, type RunningSystem } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, startLoad, strangeStatuses } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { dice } from './killed-children.ts'

const faultsMs = 240_000
const perSecond = 5
/** The defaults. With shorter waits, the waits themselves would cause unknown outcomes. */
const usualWaits = { LEASE_SECONDS: '30', UNKNOWN_HOLD_SECONDS: '120', RETRY_SCALE: '1' }
/** Maximum share of unknown outcomes. Each time the provider hangs, a few calls begin before Posthorn notices, and each probe is one more. */
const unknownShareMax = 0.05
const stopMs = 5_000

type Roll = (limit: number) => number
type Counts = Map<string, number>

const outages = ['error', 'hang', 'refuse'] as const
const systemFaults = ['kill', 'kill', 'kill', 'kill', 'nats', 'backends', 'backends', 'stop', 'stop', 'stop'] as const
const stopped = ['messaging', 'numbers', 'webhooks', 'contacts', 'gateway'] as const

/** Causes provider outages of 2 to 9 s each, about twelve in four minutes. */
async function failProvider(system: RunningSystem, roll: Roll, faults: Counts): Promise<void> {
  const { number, simulator } = system.account
  const { phoneNumberId } = await system.ok<{ phoneNumberId: string }>('GET', `/v1/numbers/${number}`)
  for (const endsAt = performance.now() + faultsMs; performance.now() < endsAt; ) {
    await pause(10_000 + roll(10_000))
    const kind = outages[roll(outages.length)] ?? 'error'
    const seconds = 2 + roll(8)
    await control(simulator, `/numbers/${phoneNumberId}/simulate`, { outage: { kind, seconds } })
    count(faults, `provider: ${kind}`)
    await pause(seconds * 1_000)
  }
}

/** Causes random faults in the system, each a few seconds after the previous one. */
async function failSystem(fixture: ProofFixture, roll: Roll, faults: Counts): Promise<void> {
  for (const endsAt = performance.now() + faultsMs; performance.now() < endsAt; ) {
    await pause(3_000 + roll(5_000))
    const fault = systemFaults[roll(systemFaults.length)] ?? 'kill'
    if (fault === 'kill') await fixture.killAndWait('messaging')
    else if (fault === 'nats') await fixture.killAndWait('nats')
    else if (fault === 'stop') await fixture.suspend(stopped[roll(stopped.length)] ?? 'messaging', stopMs)
    else await endBackends(fixture, roll(100))
    count(faults, fault)
  }
}

/** Ends about this percentage of the connections to Postgres, chosen by process id. */
async function endBackends(fixture: ProofFixture, percent: number): Promise<void> {
  await fixture.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and pid % 100 <= $1`,
    [percent],
  )
}

/** Counts something by its name, for the report of the run. */
function count(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Returns the counts as text for the page of guarantees. */
const countsText = (counts: Counts): string => [...counts].map(([what, times]) => `${times} × ${what}`).join(', ')

/** Returns how many messages have an unknown outcome, how many of those the provider accepted, and the recorded reasons. */
async function unknownOutcomes(fixture: ProofFixture, system: RunningSystem) {
  const rows = await fixture.rows<{ id: string; reason: string | null }>(
    `select id, substring(error->>'message' from 'Reason: (.*)\\.$') as reason from messaging.message
     where direction = 'out' and error->>'errorCode' = 'message:outcome_unknown'`,
    [],
    'messaging',
  )
  const accepted = acceptedCalls(await callLog(system))
  const reasons: Counts = new Map()
  for (const { reason } of rows) count(reasons, reason ?? 'none')
  return { total: rows.length, taken: rows.filter(({ id }) => accepted.has(id)).length, reasons }
}

/** J16: random, overlapping provider and system faults for four minutes. */
export async function randomFaults(fixture: ProofFixture): Promise<Outcome> {
  const { seed } = fixture
  const system = await fixture.freshSystem(usualWaits)
  const faults: Counts = new Map()
  const load = startLoad(system, { perSecond })
  await Promise.all([failProvider(system, dice(seed), faults), failSystem(fixture, dice(seed + 1), faults)]).finally(
    () => load.stop(),
  )
  const { sent } = load
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
  const { total, taken, reasons } = await unknownOutcomes(fixture, system)
  await fixture.end()
  const share = total / sent.length
  return all(
    `seed ${seed}: ${sent.length} accepted in ${faultsMs / 60_000} min; faults: ${countsText(faults)}; ${total} with an unknown outcome (${(share * 100).toFixed(2)} %), ${taken} of them taken by the provider; reasons: ${countsText(reasons) || 'none'}; ${invariantText(broken)}`,
    {
      'nothing lost or doubled': broken.length === 0,
      'only 201, 429, 503 and lost connections': strangeStatuses(sent).length === 0,
      'a status settled each that was taken': taken === 0,
      'each states its reason': !reasons.has('none'),
      'at most 5% with an unknown outcome': share <= unknownShareMax,
    },
  )
}
