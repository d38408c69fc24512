import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { eachOf, memoryOf, type RunningSystem } from '@posthorn/testkit/system'
import { usualLimits } from '../limits/rates.ts'
import { quantile, repeat } from '../load.ts'
import { all, type Outcome, type ProofFixture, succeeds } from '../proof.ts'
import { flood, type RawRequest, send } from './flood.ts'

const mebibyte = 1024 * 1024
/** The gateway container's memory limit in Compose and Kubernetes. */
const memoryMbMax = 512
const attackMs = 15_000
const canaryPauseMs = 25
/** Delays below this reflect the scheduler of a busy machine, not the system. */
const noticeableMs = 150
const anySignature = `sha256=${'0'.repeat(64)}`

/** The default limits on requests in flight, which other proofs remove. */
const usualInFlight = { IN_FLIGHT_KEY_MAX: '50', IN_FLIGHT_WORKSPACE_MAX: '100' }

type Attack = { system: RunningSystem; canaryKey: string }

/** Returns the public port, for attacks that write bytes to a socket instead of sending proper requests. */
const portOf = ({ url }: RunningSystem) => Number(new URL(url).port)

/** Starts a system with default limits, and creates a key for a second workspace, which must hardly notice the attack on the first. */
async function attacked(fixture: ProofFixture, env: Record<string, string> = {}): Promise<Attack> {
  const system = await fixture.freshSystem({ ...usualLimits, ...usualInFlight, ...env })
  const canaryKey = await system.asOperator(async ({ clients: { gateway }, operator }) => {
    const { id: workspace } = await gateway.workspaces.create.mutate({ name: 'Canary' }, operator)
    return (await gateway.workspaceKeys.create.mutate({ workspace, name: 'canary' }, operator)).key
  })
  return { system, canaryKey }
}

/** Requests the other workspace's chats until `ended`. Returns each duration; a refusal counts as one minute. Rejects if there is no response. */
async function watchCanary({ system, canaryKey }: Attack, ended: () => boolean): Promise<number[]> {
  const took: number[] = []
  while (!ended()) {
    const begun = performance.now()
    const answer = await system.call('GET', '/v1/chats', { key: canaryKey })
    took.push(answer.status === 200 ? performance.now() - begun : 60_000)
    await pause(canaryPauseMs)
  }
  return took
}

/** Measures the other workspace before an attack, after three seconds in which the code warms up. */
async function quietCanary(attack: Attack): Promise<number[]> {
  const warmUntil = performance.now() + 3_000
  await watchCanary(attack, () => performance.now() > warmUntil)
  const quietUntil = performance.now() + 5_000
  return watchCanary(attack, () => performance.now() > quietUntil)
}

/** Returns the gateway's memory, which an attack must not fill. The gateway must run in a separate process. */
const gatewayMb = ({ run }: RunningSystem) => {
  const { pid } = run.processes['gateway'] ?? {}
  if (pid === undefined) throw new Error('the gateway has no process of its own')
  return memoryOf([pid]).rssMb
}

type Observation = { quiet: number[]; canary: number[]; beforeMb: number; peakMb: number }

/** Runs an attack while watching what `holdsFor` judges: the gateway's memory, and another workspace's requests before and meanwhile. */
async function during(attack: Attack, work: () => Promise<unknown>): Promise<Observation> {
  const quiet = await quietCanary(attack)
  const beforeMb = gatewayMb(attack.system)
  let peakMb = beforeMb
  await using _watch = repeat(100, async () => {
    peakMb = Math.max(peakMb, gatewayMb(attack.system))
  })
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  const [canary] = await Promise.all([watchCanary(attack, () => isOver), working])
  return { quiet, canary, beforeMb, peakMb }
}

/** Describes what was measured, for the report. */
const shown = ({ quiet, canary, beforeMb, peakMb }: Observation) =>
  `gateway ${Math.round(beforeMb)} MB, ${Math.round(peakMb)} MB at most; another workspace p50 ${quantile(quiet, 0.5)} ms, p99 ${quantile(quiet, 0.99)} ms before and p50 ${quantile(canary, 0.5)} ms, p99 ${quantile(canary, 0.99)} ms beside it (${canary.length} requests)`

/** What must be true during every attack. */
const holdsFor = ({ quiet, canary, peakMb }: Observation) => ({
  'below the memory of a container': peakMb < memoryMbMax,
  'others unaffected': quantile(canary, 0.99) <= Math.max(noticeableMs, 2 * quantile(quiet, 0.99)),
})

/** Lists each status with the number of its responses. */
function counted(statuses: readonly number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
}

/** M1: large callbacks without a valid signature. */
export async function unprovenCallbacks(fixture: ProofFixture): Promise<Outcome> {
  const attack = await attacked(fixture)
  const { system } = attack
  const body = Buffer.alloc(4 * mebibyte, ' ')
  const ours = `/callbacks/${system.account.number}`
  const large = (path: string, headers = {}): RawRequest => ({ path, headers, bytes: body.length, body })
  const signed = { 'X-Hub-Signature-256': anySignature }
  const requests = [large(ours), large(ours, signed), large('/callbacks/num_00000000000000000000000000', signed)]
  let statuses: number[] = []
  const seen = await during(attack, async () => {
    statuses = await flood({ port: portOf(system), requests, concurrency: 40, forMs: attackMs })
  })
  const returned = await succeeds(until(() => gatewayMb(system) < seen.beforeMb + 120, { timeoutMs: 60_000 }))
  const afterMb = Math.round(gatewayMb(system))
  await fixture.end()
  const refusals = [401, 429, 503, 0]
  return all(`${counted(statuses)}; ${shown(seen)}; ${afterMb} MB afterwards`, {
    ...holdsFor(seen),
    'each refused': statuses.every((status) => refusals.includes(status)),
    'most refused with a response': statuses.filter((status) => status > 0).length > statuses.length / 2,
    'the memory is returned': returned,
  })
}

/** Sends 500 requests with ten keys. Each lacks its last byte, so the gateway has to hold or refuse it. */
async function holdBodies(attack: Attack): Promise<Observation & { statuses: number[] }> {
  const { system } = attack
  const { workspace } = system.account
  const keys = await system.asOperator(({ clients: { gateway }, operator }) =>
    eachOf(10, 5, async (i) => {
      const made = await gateway.workspaceKeys.create.mutate({ workspace, name: `key ${i}` }, operator)
      return made.key
    }),
  )
  const part = Buffer.alloc(mebibyte - 1, ' ')
  const sockets: Socket[] = []
  const statuses: number[] = []
  const seen = await during(attack, async () => {
    const endsAt = performance.now() + attackMs
    for (let i = 0; i < 500; i++) {
      const headers = { Token: keys[i % keys.length] ?? '', 'Content-Type': 'application/json' }
      const request = { path: '/v1/phones/validate', headers, bytes: mebibyte, body: part }
      const { socket, status } = send(portOf(system), request)
      void status.then((each) => statuses.push(each))
      sockets.push(socket)
      await pause(20)
    }
    await until(() => performance.now() > endsAt, { timeoutMs: 2 * attackMs })
  })
  const answered = [...statuses]
  for (const socket of sockets) socket.destroy()
  return { ...seen, statuses: answered }
}

/** M2: many request bodies from one workspace, each without its last byte. */
export async function slowBodies(fixture: ProofFixture): Promise<Outcome> {
  const seen = await holdBodies(await attacked(fixture))
  await fixture.end()
  return all(`of 500: ${counted(seen.statuses)}, others held; ${shown(seen)}`, {
    ...holdsFor(seen),
    'most refused for their number or bytes': seen.statuses.filter((each) => [429, 503].includes(each)).length > 400,
  })
}

/** M2-twin: the same attack without limits. */
export async function unboundedBodies(fixture: ProofFixture): Promise<Outcome> {
  const unlimited = {
    BODIES_MIB_MAX: '16384',
    IN_FLIGHT_KEY_MAX: '100000',
    IN_FLIGHT_WORKSPACE_MAX: '100000',
    RATE_LIMIT_WORKSPACE_BURST: '100000',
    RATE_LIMIT_KEY_BURST: '100000',
  }
  const seen = await holdBodies(await attacked(fixture, unlimited))
  await fixture.end()
  return all(`of 500: ${counted(seen.statuses)}, others held; ${shown(seen)}`, {
    'M2 would see it': seen.peakMb > seen.beforeMb + 400,
  })
}

/** Returns this many fields that no operation knows. */
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]))

/** M3: requests with one key and as many invalid fields as possible. */
export async function costlyInput(fixture: ProofFixture): Promise<Outcome> {
  const attack = await attacked(fixture)
  const { system } = attack
  const messages = Array.from({ length: 1_000 }, () => fields(48))
  const query = Array.from({ length: 4_000 }, (_, i) => i).join('&')
  const kinds: [string, string, unknown][] = [
    ['GET', `/v1/messages?${query}`, undefined],
    ['POST', '/v1/messages/batch', { messages }],
    ['POST', '/v1/messages/batch', { messages, partial: true }],
    ['POST', '/v1/messages', fields(49_000)],
  ]
  const headers = { Token: system.account.key, 'Content-Type': 'application/json' }
  const requests = kinds.map(([method, path, body]): RawRequest => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    return { method, path, headers, bytes: bytes.length, body: bytes }
  })
  let statuses: number[] = []
  const seen = await during(attack, async () => {
    statuses = await flood({ port: portOf(system), requests, concurrency: 6, forMs: attackMs })
  })
  await fixture.end()
  return all(`${counted(statuses)}; ${shown(seen)}`, {
    ...holdsFor(seen),
    'each answered, none with a fault': statuses.every((status) => (status >= 200 && status < 500) || status === 503),
  })
}
