import { setTimeout as pause } from 'node:timers/promises'
import { unpublishedSql, until } from '@posthorn/testkit'
import { cpuSecondsOf, idleSeconds, type Replica, type RunningSystem, startReplica } from '@posthorn/testkit/system'
import autocannon, { type Options } from 'autocannon'
import { quantile } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

const overloadSeconds = 30
const twiceSeconds = 15
const peakSeconds = 10
/** Time until all 512 connections are open. Only later responses count. */
const onsetMs = 3_000
/** During warm-up, the code isn't compiled yet and only half as many requests are accepted. */
const warmUpSeconds = 20
/** The same number as in the acceptance benchmark. */
const usualConnections = 64
const [overload2, overload4] = [2, 4]
const recoveryMsMax = 15_000
/** The default of `LOAD_TARGET_MS`. Before the gateway refuses requests, it lets nine of ten calls take this long. */
const targetMs = 80
/** Maximum CPU time for a refusal, as a fraction of the system-wide CPU time for an accepted request. */
const refusalShareMax = 0.1
/** autocannon sends each second's requests at the start of the second, so an even pace requires many instances. */
const burstsPerSecond = 64
const connectionsPerBurst = 8

/** CPU seconds used by the gateway, the whole system and our load generator, and idle CPU seconds; in an observation, per second. */
type Cpu = { gateway: number; system: number; own: number; idle: number }

type Observation = {
  perSecond: number
  refusedPerSecond: number
  accepted: number[]
  refused: number[]
  other: number
  cpu: Cpu
}

type Target = { gateway: Replica; system: RunningSystem }

/**
 * Posts messages for the given number of seconds, either as fast as responses arrive or at a fixed rate. Counts only responses after
 * `countFromMs`.
 */
async function measureUnderLoad(
  { gateway, system }: Target,
  opts: { seconds: number; perSecond?: number; countFromMs?: number },
): Promise<Observation> {
  const { seconds, countFromMs = 0 } = opts
  const begun = performance.now()
  const tookMs = { accepted: [] as number[], refused: [] as number[], other: [] as number[] }
  const bursts = opts.perSecond === undefined ? 1 : Math.min(burstsPerSecond, opts.perSecond)
  const options: Options = {
    url: `${gateway.edgeUrl}/v1/messages`,
    connections: opts.perSecond === undefined ? usualConnections : connectionsPerBurst,
    duration: seconds,
    ...(opts.perSecond === undefined ? {} : { overallRate: opts.perSecond / bursts }),
    method: 'POST',
    headers: { 'content-type': 'application/json', token: system.account.key },
    requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
  }
  const cpuNow = () => ({ used: cpuOf({ gateway, system }), at: performance.now() })
  const cpuBefore = pause(countFromMs).then(cpuNow)
  await Promise.all(
    Array.from({ length: bursts }, async (_, i) => {
      await pause((i * 1_000) / bursts)
      await posted(options, (status, ms) => {
        const atMs = performance.now() - begun
        if (atMs < countFromMs || atMs >= seconds * 1_000) return
        tookMs[status === 201 ? 'accepted' : status === 503 ? 'refused' : 'other'].push(ms)
      })
    }),
  )
  const [before, after] = [await cpuBefore, cpuNow()]
  const observedSeconds = seconds - countFromMs / 1_000
  return {
    accepted: tookMs.accepted,
    refused: tookMs.refused,
    other: tookMs.other.length,
    perSecond: tookMs.accepted.length / observedSeconds,
    refusedPerSecond: tookMs.refused.length / observedSeconds,
    cpu: shareOf(before.used, after.used, (after.at - before.at) / 1_000),
  }
}

/** Returns the CPU seconds used so far by the gateway, the whole system and this process, and those that the machine was idle. */
const cpuOf = ({ gateway, system }: Target): Cpu => {
  const { user, system: kernel } = process.cpuUsage()
  return {
    gateway: cpuSecondsOf([gateway.pid]),
    system: cpuSecondsOf([system.run.pid, gateway.pid]),
    own: (user + kernel) / 1e6,
    idle: idleSeconds(),
  }
}

/** Returns how many cores were used on average, each of which is one CPU second per second. */
function shareOf(before: Cpu, after: Cpu, seconds: number): Cpu {
  const share = (name: keyof Cpu) => (after[name] - before[name]) / seconds
  return { gateway: share('gateway'), system: share('system'), own: share('own'), idle: share('idle') }
}

/** Runs a load, and calls `onAnswer` for each response. */
const posted = (options: Options, onAnswer: (status: number, tookMs: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const run = autocannon(options, (err: unknown) => (err ? reject(err as Error) : resolve()))
    run.on('response', (...[, status, , tookMs]) => onAnswer(status, tookMs))
  })

let next = 0

/** Returns a message to the next of 5,000 phone numbers. */
function nextBody(): string {
  next = (next + 1) % 5_000
  return JSON.stringify({ phone: `+4915${200_000_000 + next}`, message: `g5 ${next}` })
}

/**
 * Returns the gateway's CPU time per refusal, in microseconds: the extra CPU time at four times capacity compared with twice capacity,
 * minus the cost of any extra accepted requests, divided by the number of extra refusals. The overhead of accepting requests under pressure
 * cancels out.
 */
function refusalCost(twice: Observation, over: Observation, acceptedUs: number): number {
  const more = (over.cpu.gateway - twice.cpu.gateway) * 1e6 - (over.perSecond - twice.perSecond) * acceptedUs
  return more / (over.refusedPerSecond - twice.refusedPerSecond)
}

/**
 * Returns the cores available to the system for accepted requests. Excludes our load generator, refusals (checked separately) and other
 * work on the machine.
 */
const coresLeft = ({ refusedPerSecond, cpu }: Observation, refusalUs: number): number =>
  cpu.system + cpu.idle - (refusedPerSecond * refusalUs) / 1e6

/** Maximum number of events per round of announcing waiting messages. While the queue is long, another round is always pending. */
const waitsPerRound = 100

/** Waits until the events of accepted messages are published, so that they don't affect the next measurement. */
async function published(fixture: ProofFixture): Promise<void> {
  const isDone = async () => (await fixture.count(`${unpublishedSql('messaging')} as u`)) <= waitsPerRound
  await until(isDone, { timeoutMs: 120_000, describe: 'the events of what was accepted to be published' })
}

type Observations = { peak: Observation; twice: Observation; over: Observation; recoveredMs: number }

/** Measures the usual load, twice and four times its rate, and how long the system then takes to be as fast as before. */
async function observe(fixture: ProofFixture, pair: Target): Promise<Observations> {
  await measureUnderLoad(pair, { seconds: warmUpSeconds })
  await published(fixture)
  const peak = await measureUnderLoad(pair, { seconds: peakSeconds })
  await published(fixture)
  const times = (factor: number) => ({ perSecond: Math.round(peak.perSecond * factor), countFromMs: onsetMs })
  const twice = await measureUnderLoad(pair, { ...times(overload2), seconds: twiceSeconds })
  await published(fixture)
  const over = await measureUnderLoad(pair, { ...times(overload4), seconds: overloadSeconds })
  const ended = performance.now()
  const usual = quantile(peak.accepted, 0.99)
  // Ten requests per second show whether the system is calm without being a load.
  for (;;) {
    const calm = await measureUnderLoad(pair, { seconds: 1, perSecond: 10 })
    const recoveredMs = performance.now() - ended
    const isCalm = calm.refused.length === 0 && quantile(calm.accepted, 0.5) <= usual
    if (isCalm || recoveredMs >= recoveryMsMax)
      return { peak, twice, over, recoveredMs: isCalm ? recoveredMs : Infinity }
    await pause(100)
  }
}

/**
 * G5: at four times one gateway's capacity, the gateway accepts as many as before, refuses the others cheaply, and is soon calm again. The
 * queue is paused and has room for all, so that accepting is all that the system does. The load goes to a gateway that nothing else uses.
 */
export async function proveOverload(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ QUEUE_SIZE_MAX: '10000000', LOAD_TARGET_MS: `${targetMs}` })
  await system.ok('POST', `/v1/numbers/${system.account.number}/queue/pause`)
  await using gateway = await startReplica(system, 'gateway')
  const observed = await observe(fixture, { gateway, system })
  await gateway.end()
  await fixture.end()
  return outcomeOf(observed)
}

/** Judges the observations. The load generator needs CPU too, so rates and latencies count by the CPU that it left to the system. */
function outcomeOf({ peak, twice, over, recoveredMs }: Observations): Outcome {
  const usual = quantile(peak.accepted, 0.99)
  const late = quantile(over.accepted, 0.99)
  const refusal = quantile(over.refused, 0.5)
  const acceptedUs = (peak.cpu.gateway * 1e6) / peak.perSecond
  const systemUs = Math.round((peak.cpu.system * 1e6) / peak.perSecond)
  const refusalUs = refusalCost(twice, over, acceptedUs)
  const left = coresLeft(over, refusalUs) / coresLeft(peak, refusalUs)
  const goodput = Math.round((over.perSecond / peak.perSecond / left) * 100)
  const measured = `peak ${observationText(peak)}; at twice the peak ${observationText(twice)}; at four times ${observationText(over)}: ${goodput} % of the peak and p99 ${Math.round((late / usual) * left * 100)} % of the usual, both by the CPU left (${Math.round(left * 100)} %); refused with p50 ${refusal} ms and ${Math.round(refusalUs)} µs of the gateway each, an accepted one ${Math.round(acceptedUs)} µs of it and ${systemUs} µs of the whole system, ${over.other} other answers; calm again after ${Math.round(recoveredMs / 100) / 10} s`
  return all(measured, {
    // A busy machine can't generate that load, in which case the check proves nothing.
    'at least three times the peak was asked': over.perSecond + over.refusedPerSecond >= 3 * peak.perSecond,
    'something was refused': over.refused.length > 0,
    'goodput at least 80 % of the peak, by the CPU left': goodput >= 80,
    // With half the CPU, everything takes twice as long.
    'p99 of what is accepted at most twice the usual or the target, by the CPU left':
      late * left <= 2 * Math.max(usual, targetMs),
    // A negative cost means that the machine was too busy for the measurement.
    'the cost of a refusal could be measured': refusalUs > 0,
    'a refusal costs at most a tenth of what an accepted request costs the system':
      refusalUs <= refusalShareMax * systemUs,
    'half of all refusals sooner than half of what is accepted': refusal < quantile(over.accepted, 0.5),
    'no other answers': over.other === 0,
    'calm again within 10 s': recoveredMs <= 10_000,
  })
}

/** Returns one load's rates, latency and use of CPU as text for the page of guarantees. */
function observationText({ perSecond, refusedPerSecond, accepted, cpu }: Observation): string {
  const cores = (Object.entries(cpu) as [string, number][]).map(([of, share]) => `${of} ${share.toFixed(2)}`).join(', ')
  return `${Math.round(perSecond)}/s accepted with p99 ${quantile(accepted, 0.99)} ms and ${Math.round(refusedPerSecond)}/s refused (cores: ${cores})`
}
