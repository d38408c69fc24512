import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { copiedId, copyRow, startReceiver, until } from '@posthorn/testkit'
import { type Event, eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { quantile, sendUntilAccepted } from '../load.ts'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

/** Opens a connection to the gateway, on which the check sends and reads as slowly as it wants. */
const open = (system: RunningSystem): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(system.url).port), '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })

/** Sends messages one at a time for the given duration. Returns how long each took to be accepted. */
async function sendsDuring(system: RunningSystem, name: string, durationMs: number): Promise<number[]> {
  const begun = performance.now()
  const took: number[] = []
  while (performance.now() - begun < durationMs) {
    const i = took.length
    took.push((await sendUntilAccepted(system, { phone: phoneOf(56_000 + i), reference: `${name}-${i}` })).latencyMs)
    await pause(50)
  }
  return took
}

/** G6: twenty exports with slow readers, while another key sends. Promise: slow exports delay no message. */
export async function slowExports(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  const { id } = await system.post('/v1/contacts', { phone: phoneOf(55_000), name: 'x'.repeat(200) })
  await copyRow(fixture, {
    table: 'contacts.contact',
    where: 'id = $1',
    params: [id],
    count: 20_000,
    changes: `jsonb_build_object('id', ${copiedId('id')}, 'phone', null)`,
  })
  const before = await sendsDuring(system, 'g6-before', 5_000)
  const readers = await eachOf(20, 20, async () => {
    const socket = await open(system)
    socket.on('error', () => {})
    socket.write(`GET /v1/contacts/export HTTP/1.1\r\nHost: x\r\nToken: ${system.account.key}\r\n\r\n`)
    const trickle = setInterval(() => socket.read(512), 200)
    return { socket, trickle }
  })
  const during = await sendsDuring(system, 'g6', 10_000)
  const still = readers.filter(({ socket }) => !socket.closed).length
  for (const { socket, trickle } of readers) {
    clearInterval(trickle)
    socket.destroy()
  }
  await fixture.end()
  const [usual, now] = [quantile(before, 0.99), quantile(during, 0.99)]
  return all(`sends p99 ${usual} ms alone, ${now} ms beside ${still} slow exports (${during.length} sends)`, {
    'the exports continued': still === 20,
    'sends unaffected': now <= Math.max(150, usual * 2),
  })
}

/** G7: many clients that send nothing, and many that send slowly. Promise: connections without progress are closed and delay no others. */
export async function slowConnections(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const idleCount = 2_000
  const slowCount = 500
  const closedAfterMs: number[] = []
  const begun = performance.now()
  const opened = await eachOf(idleCount + slowCount, 100, async (i) => {
    const socket = await open(system)
    const at = performance.now()
    socket.resume().on('error', () => {})
    socket.once('close', () => i < slowCount && closedAfterMs.push(performance.now() - at))
    if (i < slowCount) socket.write('GET /v1/me HTTP/1.1\r\nX-')
    return socket
  })
  const drip = setInterval(() => {
    for (const socket of opened.slice(0, slowCount)) if (socket.writable) socket.write('a')
  }, 5_000)
  const during = await sendsDuring(system, 'g7', 17_000 - Math.min(5_000, performance.now() - begun))
  clearInterval(drip)
  const idleClosed = opened.slice(slowCount).filter(({ closed }) => closed).length
  for (const socket of opened) socket.destroy()
  const worst = Math.round(Math.max(0, ...closedAfterMs) / 100) / 10
  const sends = quantile(during, 0.99)
  const measured = `${slowCount} slow connections: ${closedAfterMs.length} closed, the last after ${worst} s; ${idleCount} idle: ${idleClosed} closed; sends p99 ${sends} ms`
  return all(measured, {
    'slow heads are closed after 10 s, found within 2 s more': closedAfterMs.length >= slowCount && worst <= 12.5,
    'normal traffic continues': sends <= 500,
  })
}

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

/** Creates a contact every 700 ms, each of which is an event for all slow receivers. */
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

/** Returns what was measured as text for the page of guarantees. */
const textOf = ({ quietMs, floodedMs, slowRequests }: Flood) =>
  `a healthy receiver p99 ${quietMs} ms, and ${floodedMs} ms beside ${slowWebhooks} webhooks of another workspace that answer after ${slowMs / 1_000} s (${slowRequests} requests)`

/**
 * G10: one workspace has a hundred slow receivers, while another has a healthy one. Promise: slow receivers of one workspace do not delay
 * the deliveries of another.
 */
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
