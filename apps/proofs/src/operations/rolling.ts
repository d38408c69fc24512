import { randomUUID } from 'node:crypto'
import type { ServiceName } from '@posthorn/contracts'
import { startProxy } from '@posthorn/testkit'
import { phoneOf, type Replica, type RunningSystem, startReplica } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, repeat } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

/** The services behind the gateway. */
export const behind = ['messaging', 'contacts', 'groups', 'numbers', 'webhooks'] as const
const rounds = 3
const perSecond = 20
const exitMaxMs = 30_000

/** An address that leads to one process of a service, and later to its successor, like a cluster's load balancer. */
type Entry = { url: string; leadTo(url: string): void; stop(): Promise<void> }

/** Opens an entry that leads to this process first. */
async function openEntry(firstUrl: string): Promise<Entry> {
  const { port, leadTo, stop } = await startProxy(firstUrl)
  return { url: `http://127.0.0.1:${port}`, leadTo, stop }
}

type StrictLoad = AsyncDisposable & { stop(): Promise<Result & { tookMs: number[] }> }

/**
 * Sends messages at an even pace without retries, which would hide failed requests. `stop` returns those that were accepted and those that
 * failed. `phase` says what is going on, for the texts of failures.
 */
export function strictLoad(url: string, key: string, phase: () => string = () => ''): StrictLoad {
  const accepted: string[] = []
  const failed: string[] = []
  const tookMs: number[] = []
  const open = new Set<Promise<void>>()
  const ask = async (i: number) => {
    const body = JSON.stringify({ phone: phoneOf(90_000 + (i % 5_000)), message: `j1 ${i}` })
    const headers = { Token: key, 'content-type': 'application/json', 'Idempotency-Key': randomUUID() }
    const begun = performance.now()
    try {
      const answer = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })
      const said = (await answer.json()) as { id?: string; errorCode?: string }
      if (answer.status === 201 && said.id) accepted.push(said.id)
      else failed.push(`${answer.status} ${said.errorCode}${phase()}`)
    } catch (error) {
      failed.push(`${(error as { cause?: { code?: string } }).cause?.code ?? String(error)}${phase()}`)
    }
    tookMs.push(performance.now() - begun)
  }
  const asking = repeat(1_000 / perSecond, async (i) => {
    const asked = ask(i).finally(() => open.delete(asked))
    open.add(asked)
  })
  const stop = async () => {
    await asking.stop()
    await Promise.all(open)
    return { accepted, failed, tookMs }
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

/**
 * Replaces each service's process in turn, starting the new one before stopping the old one. The first round only takes the place of the
 * launcher's processes, which it would start again, so the load begins after it. In the end, the entries lead to those again. Returns how
 * each replaced process ended.
 */
async function roll(
  system: RunningSystem,
  entries: Map<ServiceName, Entry>,
  beginLoad: () => void,
): Promise<{ tookMs: number; exitCode: number | null }[]> {
  await using started = new AsyncDisposableStack()
  const now = new Map<ServiceName, Replica>()
  const ends: { tookMs: number; exitCode: number | null }[] = []
  for (let round = 0; round <= rounds; round++) {
    for (const [service, entry] of entries) {
      const urls = Object.fromEntries(behind.map((name) => [`${name.toUpperCase()}_URL`, entries.get(name)?.url ?? '']))
      const next = started.use(await startReplica(system, service, service === 'gateway' ? urls : {}))
      entry.leadTo(service === 'gateway' ? next.edgeUrl : next.url)
      const last = now.get(service)
      now.set(service, next)
      if (last) ends.push(await last.end())
    }
    if (round === 0) beginLoad()
  }
  for (const [service, entry] of entries) entry.leadTo(system.run.urls[service] ?? '')
  entries.get('gateway')?.leadTo(system.url)
  for (const replica of now.values()) ends.push(await replica.end())
  return ends
}

type Result = { accepted: readonly string[]; failed: readonly string[] }

/** Returns a load's result as text for the page of guarantees. */
export const loadText = ({ accepted, failed }: Result): string =>
  `${accepted.length} accepted, ${failed.length} failed (${[...new Set(failed)].join(', ') || 'none'})`

/** J1-single: single-process services are restarted in turn. Callers wait briefly, but get a response. */
export async function restartsInPlace(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  await using load = strictLoad(system.url, system.account.key)
  for (const service of behind) await system.awaitRestart(service, fixture.signal(service, 'SIGTERM'), 30_000)
  const result = await load.stop()
  const slowest = Math.round(Math.max(...result.tookMs))
  const broken = await brokenInvariants(fixture, system, result)
  return all(
    `${behind.length} restarts in place: ${loadText(result)}, the slowest after ${slowest} ms, ${invariantText(broken)}`,
    { 'no failed request': result.failed.length === 0, 'nothing lost or doubled': broken.length === 0 },
  )
}

/** J1: three rolling restarts of all services under load. */
export async function rollingRestarts(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  const entries = new Map<ServiceName, Entry>()
  for (const service of behind) entries.set(service, await openEntry(system.run.urls[service] ?? ''))
  const edge = await openEntry(system.url)
  entries.set('gateway', edge)
  let load: StrictLoad | undefined
  let result: Result = { accepted: [], failed: [] }
  const ends = await roll(system, entries, () => {
    load = strictLoad(edge.url, system.account.key)
  }).finally(async () => {
    result = (await load?.stop()) ?? result
  })
  const broken = await brokenInvariants(fixture, system, { accepted: result.accepted })
  for (const entry of entries.values()) await entry.stop()
  await fixture.end()
  const slowest = Math.max(...ends.map(({ tookMs }) => tookMs))
  return all(
    `${ends.length} restarts: ${loadText(result)}, exits within ${(slowest / 1_000).toFixed(1)} s, ${invariantText(broken)}`,
    {
      'no failed request': result.failed.length === 0,
      'nothing lost or doubled': broken.length === 0,
      'each exits in order within 30 s': slowest <= exitMaxMs && ends.every(({ exitCode }) => exitCode === 0),
    },
  )
}
