import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceNames } from '@posthorn/contracts'
import { residentMb } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { during, type Event, listen, type RunningSystem, rest, unthrottle } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, type Load, startLoad, strangeStatuses } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { queueMany } from '../sending/provider.ts'

type Sample = { atMs: number; rssMiB: number; descriptors: number }

/** Measures a process now (Linux). */
function sampleOf(pid: number): Sample {
  const descriptors = readdirSync(`/proc/${pid}/fd`).length
  return { atMs: performance.now(), rssMiB: residentMb(pid), descriptors }
}

/** Returns the growth in MiB per minute, by least squares. */
function slope(samples: readonly Sample[]): number {
  const minutes = samples.map(({ atMs }) => atMs / 60_000)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(minutes), mean(samples.map(({ rssMiB }) => rssMiB))]
  const top = samples.reduce((sum, { rssMiB }, i) => sum + ((minutes[i] ?? 0) - x) * (rssMiB - y), 0)
  return top / minutes.reduce((sum, minute) => sum + (minute - x) ** 2, 0)
}

/** Memory growth of a service's longest-lived process once warm, as the slope of its lows in MiB per minute. */
type Growth = { service: string; mibPerMinute: number }

type Watch = { rssMiB(): number; stop(): Growth[] }

/** Returns the number of open files and sockets of each service. */
const descriptorsOf = (system: RunningSystem): Map<string, number> =>
  new Map(
    serviceNames.map((service) => [service, sampleOf(system.run.processes[service]?.pid ?? 0).descriptors] as const),
  )

const everyMs = 2_000
const warmUpMs = 60_000
/** Fewer samples than this (a minute's worth) show no trend. */
const samplesMin = 30
/** Only the lowest of this many consecutive samples counts, because anything above it is uncollected garbage. */
const looksPerLow = 10

/** Samples the memory of each service until stopped. A restarted process counts as a new one, because its memory starts from zero. */
function watchServices(system: RunningSystem): Watch {
  const lives = new Map<string, { service: string; samples: Sample[] }>()
  let rssMiB = 0
  const look = () => {
    rssMiB = 0
    for (const service of serviceNames) {
      try {
        const pid = system.run.processes[service]?.pid ?? 0
        const sample = sampleOf(pid)
        const life = lives.get(`${service} ${pid}`) ?? { service, samples: [] }
        lives.set(`${service} ${pid}`, life)
        life.samples.push(sample)
        rssMiB += sample.rssMiB
      } catch {
        // The process was killed a moment ago.
      }
    }
  }
  const timer = setInterval(look, everyMs)
  return {
    rssMiB: () => rssMiB,
    stop() {
      clearInterval(timer)
      const longest = new Map<string, Sample[]>()
      for (const { service, samples } of lives.values())
        if (samples.length > (longest.get(service)?.length ?? 0)) longest.set(service, samples)
      return [...longest].flatMap(([service, samples]) => growthOf(service, samples) ?? [])
    },
  }
}

/** Returns how fast a process's memory has grown since its warm-up, or undefined if it did not live long enough to show a trend. */
function growthOf(service: string, samples: readonly Sample[]): Growth | undefined {
  const warm = samples.filter(({ atMs }) => atMs >= (samples[0]?.atMs ?? 0) + warmUpMs)
  if (warm.length < samplesMin) return undefined
  return { service, mibPerMinute: slope(lowsOf(warm)) }
}

/**
 * Returns the lowest sample of each group of consecutive ones. Between them, memory rises and falls with garbage collection, which is no
 * growth.
 */
function lowsOf(samples: readonly Sample[]): Sample[] {
  const groups = Array.from({ length: Math.floor(samples.length / looksPerLow) }, (_, i) =>
    samples.slice(i * looksPerLow, (i + 1) * looksPerLow),
  )
  return groups.flatMap((group) => group.toSorted((a, b) => a.rssMiB - b.rssMiB).slice(0, 1))
}

/** What a fault acts on. `receiverIsDown(true)` makes the receiver drop every connection. */
type FaultTarget = { fixture: ProofFixture; system: RunningSystem; receiverIsDown(isDown: boolean): void }

/** A fault. It is over when `strike` resolves. */
type Fault = { name: string; strike(target: FaultTarget): Promise<void> }

const stoppedMs = 5_000
const downMs = 10_000

/** Returns the fault of killing a process, over when the launcher has started it again. */
const killed = (part: string): Fault => ({
  name: `kill -9 of ${part}`,
  strike: ({ fixture }) => fixture.killAndWait(part),
})

/** Returns the fault of a process that stands still and then goes on. */
const stopped = (part: string): Fault => ({
  name: `${part} stopped for 5 s`,
  strike: ({ fixture }) => fixture.suspend(part, stoppedMs),
})

// SIGQUIT makes the postmaster shut down immediately.
const postgresStops: Fault = {
  name: 'immediate stop of Postgres',
  strike: ({ fixture }) => fixture.killAndWait('postgres', 'SIGQUIT'),
}

const receiverDown: Fault = {
  name: 'receiver down for 10 s',
  async strike({ receiverIsDown }) {
    receiverIsDown(true)
    await pause(downMs)
    receiverIsDown(false)
  },
}

const providerFails: Fault = {
  name: 'provider answers 500 for 5 s',
  strike: ({ system }) => during(system, { kind: 'error', seconds: 10 }, () => pause(stoppedMs)),
}

const survived: readonly Fault[] = [
  providerFails,
  postgresStops,
  stopped('messaging'),
  killed('nats'),
  receiverDown,
  stopped('webhooks'),
  stopped('numbers'),
]

const deadly = ['messaging', 'numbers', 'webhooks', 'contacts', 'groups', 'gateway'].map(killed)

/**
 * Returns `count` faults. In the first half, services are killed in turn, with other faults in between. In the second half, no service is
 * killed, so that growing memory shows.
 */
function faultsInTurn(count: number): Fault[] {
  const half = Math.floor(count / 2)
  return Array.from({ length: count }, (_, i) => {
    const isDeadly = i < half && i % 2 === 0
    const [turn, from] = isDeadly ? [i / 2, deadly] : [i < half ? (i - 1) / 2 : i, survived]
    return from[turn % from.length] ?? providerFails
  })
}

const faultEveryMs = 20_000
const loadShare = 0.6
/** Messages to measure the capacity with. */
const measuredMessages = 3_000
/** If the check runs for at least this many minutes, its second half is long enough to tell memory growth from garbage collection. */
const growthFromMinutes = 10
const descriptorsMoreMax = 10
const deadRowsMax = 20_000
/** Longer than either side keeps an idle connection open. */
const lettingGoMs = 120_000

/** Receives all events, but keeps only their ids, because a long load has too many to keep in memory. */
async function startWitness(system: RunningSystem) {
  const got = new Set<string>()
  let [isDown, unverified, first] = [false, 0, Number.POSITIVE_INFINITY]
  const listening = await listen(system, {
    keeps: false,
    respond: ({ json, verified }) => {
      if (isDown) return { drop: true }
      const { id, sequence } = json as Event
      got.add(id)
      first = Math.min(first, sequence)
      unverified += verified === true ? 0 : 1
      return {}
    },
  })
  return {
    receiverIsDown: (so: boolean) => {
      isDown = so
    },
    async broken(fixture: ProofFixture): Promise<string[]> {
      const log = await fixture.rows<{ id: string }>('select id from webhooks.event where sequence >= $1', [first])
      const missing = log.filter(({ id }) => !got.has(id)).length
      return [
        ...(missing > 0 ? [`I8 not delivered: ${missing}`] : []),
        ...(unverified > 0 ? [`I11 not verified: ${unverified}`] : []),
      ]
    },
    delivered: () => got.size,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}

/** Measures the capacity in messages per second, from acceptance to the last delivery. The first 500 messages only warm up. */
async function capacityOf(system: RunningSystem): Promise<number> {
  await queueMany(system, 500, { firstPhone: 200_000 })
  await rest(system)
  const begun = performance.now()
  await queueMany(system, measuredMessages, { firstPhone: 210_000 })
  await rest(system)
  return (measuredMessages * 1_000) / (performance.now() - begun)
}

/** Causes a fault every 20 s for some minutes and prints progress each minute. Returns the names of the faults. */
async function strikeInTurn(
  target: FaultTarget,
  { minutes, load, watch }: { minutes: number; load: Load; watch: Watch },
): Promise<string[]> {
  const begun = performance.now()
  const struck: string[] = []
  const perMinute = 60_000 / faultEveryMs
  for (const [i, { name, strike }] of faultsInTurn(minutes * perMinute).entries()) {
    await pause(Math.max(0, begun + (i + 0.5) * faultEveryMs - performance.now()))
    await strike(target)
    struck.push(name)
    if (i % perMinute < perMinute - 1) continue
    const minute = Math.round((i + 1) / perMinute)
    const rssMiB = Math.round(watch.rssMiB())
    target.fixture.say(
      `minute ${minute} of ${minutes}: ${load.sent.length} accepted, ${struck.length} faults, ${rssMiB} MiB in all services`,
    )
  }
  await pause(Math.max(0, begun + minutes * 60_000 - performance.now()))
  return struck
}

/** Returns the growth of memory as text for the page of guarantees. */
function growthText(growth: readonly Growth[]): string {
  const each = growth.map(({ service, mibPerMinute }) => `${service} ${mibPerMinute.toFixed(2)}`)
  return `MiB per minute of the process of each service that lived longest: ${each.join(', ')}`
}

/**
 * Returns how many more open files and sockets each service has than before. Waits until they are few, because callers keep idle
 * connections open for a while.
 */
async function openMore(system: RunningSystem, before: Map<string, number>): Promise<[string, number][]> {
  const moreOf = ([service, count]: [string, number]): [string, number] => [service, count - (before.get(service) ?? 0)]
  const more = () => [...descriptorsOf(system)].map(moreOf)
  const areFew = async () => more().every(([, count]) => count <= descriptorsMoreMax) || pause(1_000).then(() => false)
  await until(areFew, { timeoutMs: lettingGoMs }).catch(() => {})
  return more()
}

/** Returns the number of dead rows in the table that has the most, of those whose rows change with each message or delivery. */
async function deadRowsOf(fixture: ProofFixture): Promise<number> {
  const [dead] = await fixture.rows<{ most: number }>(
    `select coalesce(max(n_dead_tup), 0)::int as most from pg_stat_user_tables where relname in ('send_job', 'delivery_job', 'number_queue')`,
  )
  return dead?.most ?? 0
}

/** J12: the complete message flow at 60 % of capacity, with a fault every 20 s. */
export async function loadWithFaults(fixture: ProofFixture): Promise<Outcome> {
  // Ends the system, because its number has a higher rate than in other checks.
  await using _fixture = fixture
  const minutes = fixture.soakMinutes
  const system = await fixture.freshSystem()
  await unthrottle(system, 1_000)
  await using witness = await startWitness(system)
  const capacity = await capacityOf(system)
  const perSecond = Math.floor(capacity * loadShare)
  fixture.say(`${capacity.toFixed(0)} messages a second are the most; ${perSecond} for ${minutes} min`)
  const before = descriptorsOf(system)
  const watch = watchServices(system)
  const load = startLoad(system, { perSecond, firstPhone: 300_000 })
  const target: FaultTarget = { fixture, system, receiverIsDown: witness.receiverIsDown }
  const struck = await strikeInTurn(target, { minutes, load, watch }).finally(() => load.stop())
  const growth = watch.stop()
  const deadRows = await deadRowsOf(fixture)
  const { sent } = load
  const mibPerMinute = growth.reduce((sum, each) => sum + each.mibPerMinute, 0) / growth.length
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
  broken.push(...(await witness.broken(fixture)))
  const more = await openMore(system, before)
  const failed = await fixture.count(`messaging.message where status = 'failed'`)
  const unknown = await fixture.count(`messaging.message where error->>'errorCode' = 'message:outcome_unknown'`)
  return all(
    `${minutes} min at ${perSecond}/s, 60 % of ${capacity.toFixed(0)}/s: ${sent.length} accepted, ${witness.delivered()} events delivered, ${struck.length} faults of ${new Set(struck).size} kinds, ${unknown} failed for an outcome no one learned; ${invariantText(broken)}; ${growthText(growth)}; at most ${deadRows} dead rows in a hot table; descriptors more at rest: ${more.map((each) => each.join(' ')).join(', ')}`,
    {
      'nothing lost or doubled': broken.length === 0,
      'nothing failed for another reason': failed === unknown,
      'only 201, 429, 503 and lost connections': strangeStatuses(sent).length === 0,
      'under 1 MiB per minute and process on average': minutes < growthFromMinutes || mibPerMinute < 1,
      'dead rows bounded': deadRows < deadRowsMax,
      'no descriptors more': more.every(([, count]) => count <= descriptorsMoreMax),
    },
  )
}
