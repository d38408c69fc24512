import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { cpuSecondsOf, type Replica, startReplica } from '@posthorn/testkit/system'
import autocannon, { type Options } from 'autocannon'
import { all, type Outcome } from '../check.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'

const overloadSeconds = 30
/** So long it takes until all 512 connections are there and ask; what is answered from then on is judged. */
const onsetMs = 3_000
/** Until then the code is not compiled for good, and half as much is accepted. */
const warmUpSeconds = 20
/** As many as the bench of acceptance has. */
const usualConnections = 64
const times = 4
/** Largest CPU time of a refusal, as a share of that of an accepted request. */
const refusalShareMax = 0.25
/** autocannon asks at the beginning of a second for all of it: only many of them, one after another, keep a pace. */
const burstsPerSecond = 64
const connectionsPerBurst = 8

/** `cpuMs`: of the gateway; `ownShare`: of a core, what asking took. */
type Observation = {
  perSecond: number
  seconds: number
  accepted: number[]
  refused: number[]
  other: number
  cpuMs: number
  ownShare: number
}

type Pressure = { seconds: number; perSecond?: number; fromMs?: number }

/** Posts messages for some seconds: as fast as answers come, or at a pace that does not wait for them. */
async function pressed({ edgeUrl: url, pid }: Replica, key: string, opts: Pressure): Promise<Observation> {
  const { seconds, fromMs = 0 } = opts
  const begun = performance.now()
  const tookMs = { accepted: [] as number[], refused: [] as number[], other: [] as number[] }
  const bursts = opts.perSecond === undefined ? 1 : Math.min(burstsPerSecond, opts.perSecond)
  const options: Options = {
    url: `${url}/v1/messages`,
    connections: opts.perSecond === undefined ? usualConnections : connectionsPerBurst,
    duration: seconds,
    ...(opts.perSecond === undefined ? {} : { overallRate: opts.perSecond / bursts }),
    method: 'POST',
    headers: { 'content-type': 'application/json', token: key },
    requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
  }
  const cpuBefore = pause(fromMs).then(() => ({
    gatewayMs: cpuMsOf(pid),
    own: process.cpuUsage(),
    at: performance.now(),
  }))
  await Promise.all(
    Array.from({ length: bursts }, async (_, i) => {
      await pause((i * 1_000) / bursts)
      await posted(options, (status, ms) => {
        const atMs = performance.now() - begun
        if (atMs < fromMs || atMs >= seconds * 1_000) return
        tookMs[status === 201 ? 'accepted' : status === 503 ? 'refused' : 'other'].push(ms)
      })
    }),
  )
  const before = await cpuBefore
  const { user, system } = process.cpuUsage(before.own)
  return {
    accepted: tookMs.accepted,
    refused: tookMs.refused,
    other: tookMs.other.length,
    perSecond: (tookMs.accepted.length * 1_000) / (seconds * 1_000 - fromMs),
    seconds: seconds - fromMs / 1_000,
    cpuMs: cpuMsOf(pid) - before.gatewayMs,
    ownShare: (user + system) / 1e3 / (performance.now() - before.at),
  }
}

/** Runs autocannon, and reports each answer. */
function posted(options: Options, onAnswer: (status: number, tookMs: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const run = autocannon(options, (err: unknown) => (err ? reject(err as Error) : resolve()))
    run.on('response', (...[, status, , tookMs]) => onAnswer(status, tookMs))
  })
}

let next = 0

function nextBody(): string {
  next = (next + 1) % 5_000
  return JSON.stringify({ phone: `+4915${200_000_000 + next}`, message: `g5 ${next}` })
}

const cpuMsOf = (pid: number) => cpuSecondsOf([pid]) * 1_000

/**
 * Returns the requests accepted in a CPU second that is left after asking and refusing: what a machine is busy with otherwise is no
 * loss of the system. The cost of a refusal is judged by itself.
 */
function goodputOf({ perSecond, refused, seconds, ownShare }: Observation, refusalUs: number): number {
  const refusing = (refused.length * refusalUs) / 1e6 / seconds
  return perSecond / (availableParallelism() - ownShare - refusing)
}

/** G5: at four times the capacity of one gateway. */
export async function overload(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ QUEUE_SIZE_MAX: '10000000' })
  await system.ok('PATCH', `/v1/numbers/${system.account.number}/queue`, { body: { state: 'paused' } })
  const gateway = await startReplica(system, 'gateway')
  const { key } = system.account
  await pressed(gateway, key, { seconds: warmUpSeconds })
  const peak = await pressed(gateway, key, { seconds: 8 })
  const usual = quantile(peak.accepted, 0.99)
  const pressing = { seconds: overloadSeconds, perSecond: Math.round(peak.perSecond * times), fromMs: onsetMs }
  const over = await pressed(gateway, key, pressing)
  const ended = performance.now()
  let recoveredMs = Number.POSITIVE_INFINITY
  for (let inRow = 0; inRow < 10 && performance.now() - ended < 15_000; ) {
    const calm = await pressed(gateway, key, { seconds: 1, perSecond: 10 })
    inRow = calm.refused.length === 0 && quantile(calm.accepted, 0.5) <= usual ? 10 : 0
    if (inRow === 10) recoveredMs = performance.now() - ended
    else await pause(100)
  }
  await gateway.end()
  await fixture.end()
  const late = quantile(over.accepted, 0.99)
  const refusal = quantile(over.refused, 0.5)
  const share = Math.round((over.perSecond / peak.perSecond) * 100)
  const acceptedUs = (peak.cpuMs / peak.accepted.length) * 1_000
  const refusalUs = (over.cpuMs * 1_000 - acceptedUs * over.accepted.length) / over.refused.length
  const goodput = Math.round((goodputOf(over, refusalUs) / goodputOf(peak, refusalUs)) * 100)
  const measured = `peak ${Math.round(peak.perSecond)}/s with p99 ${usual} ms, asking took ${Math.round(peak.ownShare * 100)} % of a core; ${pressing.perSecond}/s asked for ${overloadSeconds} s, which took ${Math.round(over.ownShare * 100)} %: ${Math.round(over.perSecond)}/s accepted (${share} % of the peak, ${goodput} % by the CPU left) with p99 ${late} ms, ${over.refused.length} × 503 with p50 ${refusal} ms and ${Math.round(refusalUs)} µs of the gateway each, an accepted one ${Math.round(acceptedUs)} µs, ${over.other} other answers; calm again after ${Math.round(recoveredMs / 100) / 10} s`
  return all(measured, {
    'something was refused': over.refused.length > 0,
    'goodput at least 80 % of the peak, by the CPU left': goodput >= 80,
    'p99 of what is accepted at most twice the usual': late <= 2 * usual,
    'a refusal costs the gateway at most a quarter of an accepted request': refusalUs <= refusalShareMax * acceptedUs,
    'half of all refusals sooner than half of what is accepted': refusal < quantile(over.accepted, 0.5),
    'no other answers': over.other === 0,
    'calm again within 10 s': recoveredMs <= 10_000,
  })
}
