import { setTimeout as pause } from 'node:timers/promises'
import autocannon, { type Options, type Result } from 'autocannon'
import { cpuSecondsOf } from '../../bench/cpu.ts'
import { all, type Outcome } from '../check.ts'
import { quantile } from '../many-rows.ts'
import { type Replica, startReplica } from '../replica.ts'
import type { Stage } from '../stage.ts'

const overloadSeconds = 15
const times = 4

/** `cpuMs`: of the gateway; `ownShare`: of a core, what asking took. */
type Seen = {
  perSecond: number
  accepted: number[]
  refused: number[]
  other: number
  cpuMs: number
  ownShare: number
}

/** Posts messages for some seconds: as fast as answers come, or at a pace that does not wait for them. */
async function pressed(
  { edgeUrl: url, pid }: Replica,
  key: string,
  opts: { seconds: number; perSecond?: number },
): Promise<Seen> {
  const [cpuBefore, ownBefore] = [cpuMsOf(pid), process.cpuUsage()]
  const seen = { accepted: [] as number[], refused: [] as number[], other: 0 }
  let next = 0
  const options: Options = {
    url: `${url}/v1/messages`,
    connections: opts.perSecond ? 512 : 48,
    duration: opts.seconds,
    ...(opts.perSecond ? { overallRate: opts.perSecond } : {}),
    method: 'POST',
    headers: { 'content-type': 'application/json', token: key },
    requests: [
      {
        setupRequest: (request) => {
          next = (next + 1) % 5_000
          return { ...request, body: JSON.stringify({ phone: `+4915${200_000_000 + next}`, message: `g5 ${next}` }) }
        },
      },
    ],
  }
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const run = autocannon(options, (err: unknown, result) => (err ? reject(err as Error) : resolve(result)))
  run.on('response', (...[, status, , tookMs]) => {
    if (status === 201) seen.accepted.push(tookMs)
    else if (status === 503) seen.refused.push(tookMs)
    else seen.other += 1
  })
  const { duration } = await promise
  const { user, system } = process.cpuUsage(ownBefore)
  const ownShare = (user + system) / 1e6 / duration
  return { ...seen, perSecond: seen.accepted.length / duration, cpuMs: cpuMsOf(pid) - cpuBefore, ownShare }
}

const cpuMsOf = (pid: number) => cpuSecondsOf([pid]) * 1_000

/** G5: at four times the capacity of one gateway. */
export async function overload(stage: Stage): Promise<Outcome> {
  const system = await stage.freshSystem({ QUEUE_SIZE_MAX: '10000000' })
  await system.ok('PATCH', `/v1/numbers/${system.account.number}/queue`, { body: { state: 'paused' } })
  const gateway = await startReplica(system, 'gateway')
  const { key } = system.account
  await pressed(gateway, key, { seconds: 5 })
  const peak = await pressed(gateway, key, { seconds: 8 })
  const usual = quantile(peak.accepted, 0.99)
  const pressing = { seconds: overloadSeconds, perSecond: Math.round(peak.perSecond * times) }
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
  await stage.end()
  const late = quantile(over.accepted, 0.99)
  const refusal = quantile(over.refused, 0.5)
  const share = Math.round((over.perSecond / peak.perSecond) * 100)
  const refusalUs =
    ((over.cpuMs - (peak.cpuMs / peak.accepted.length) * over.accepted.length) / over.refused.length) * 1_000
  const figure = `peak ${Math.round(peak.perSecond)}/s with p99 ${usual} ms; ${pressing.perSecond}/s asked for ${overloadSeconds} s, which took ${Math.round(over.ownShare * 100)} % of a core: ${Math.round(over.perSecond)}/s accepted (${share} %) with p99 ${late} ms, ${over.refused.length} × 503 with p50 ${refusal} ms and ${Math.round(refusalUs)} µs of the gateway each, ${over.other} other answers; calm again after ${Math.round(recoveredMs / 100) / 10} s`
  return all(figure, {
    'something was refused': over.refused.length > 0,
    'goodput at least 80 % of the peak': share >= 80,
    'p99 of what is accepted at most twice the usual': late <= 2 * usual,
    'half of all refusals within 5 ms': refusal < 5,
    'no other answers': over.other === 0,
    'calm again within 10 s': recoveredMs <= 10_000,
  })
}
