import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver, until } from '@posthorn/testkit'
import { type Event, eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

const slowWebhooks = 100
const slowMs = 13_000
const floodPauseMs = 700
const probePauseMs = 200
const events = ['contact:created']
const places = 'DELIVERY_CONCURRENCY'

type Flood = { quietMs: number; floodedMs: number; slowRequests: number }

/** Measures a healthy receiver's p99 in milliseconds, before and while another workspace has slow receivers. */
async function measure(fixture: ProofFixture, env: Record<string, string>, probes: number): Promise<Flood> {
  const system = await fixture.freshSystem({ RETRY_SCALE: '1', ...env })
  await using healthy = await startReceiver()
  await using slow = await startReceiver({ respond: { delayMs: slowMs } })
  const other = await TenantFixture.create(system, 'G10', healthy.url)
  await other.ok('POST /v1/webhooks', { url: `${healthy.url}/live`, events })
  const probe = async (first: number) => {
    const asked = new Map<string, number>()
    for (let i = 0; i < probes; i++) {
      const phone = phoneOf(first + i)
      asked.set(phone, Date.now())
      await other.ok('POST /v1/contacts', { phone })
      await pause(probePauseMs)
    }
    const own = () =>
      healthy.requests.filter(({ path, json }) => path === '/live' && asked.has(String((json as Event).data['phone'])))
    await until(() => own().length >= probes, { timeoutMs: 120_000, describe: 'the healthy receiver to have all' })
    const waits = own().map(
      ({ json, receivedAtMs }) => receivedAtMs - (asked.get(String((json as Event).data['phone'])) ?? 0),
    )
    return quantile(waits, 0.99)
  }
  await probe(55_000)
  const quietMs = await probe(56_000)
  await eachOf(slowWebhooks, 4, (i) => system.ok('POST', '/v1/webhooks', { body: { url: `${slow.url}/${i}`, events } }))
  const flood = startFlood(system)
  // Measures from the first event. Once the receivers are known to be slow, they get at most half of the slots anyway.
  const floodedMs = await probe(57_000)
  await flood.stop()
  const slowRequests = slow.requests.length
  await fixture.end()
  return { quietMs, floodedMs, slowRequests }
}

function startFlood(system: RunningSystem): { stop(): Promise<void> } {
  let isOver = false
  const flooding = (async () => {
    for (let i = 0; !isOver; i++) {
      await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(58_000 + i) } })
      await pause(floodPauseMs)
    }
  })()
  return {
    stop: () => {
      isOver = true
      return flooding
    },
  }
}

const textOf = ({ quietMs, floodedMs, slowRequests }: Flood) =>
  `a healthy receiver p99 ${quietMs} ms, and ${floodedMs} ms beside ${slowWebhooks} webhooks of another workspace that answer after ${slowMs / 1_000} s (${slowRequests} requests)`

/** G10: one workspace has a hundred slow receivers, while another has a healthy one. */
export async function slowReceivers(fixture: ProofFixture): Promise<Outcome> {
  const flood = await measure(fixture, {}, 200)
  return all(textOf(flood), {
    'p99 below twice': flood.floodedMs < 2 * flood.quietMs,
    'the slow ones are served too': flood.slowRequests > slowWebhooks / 2,
  })
}

/** The broken twin of G10: too few slots to share, so the first receivers occupy all of them. */
export async function unsharedPlaces(fixture: ProofFixture): Promise<Outcome> {
  const flood = await measure(fixture, { [places]: '8' }, 20)
  return { passed: flood.floodedMs >= 2 * flood.quietMs, measured: textOf(flood) }
}
