import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { copiedId, copyRow } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { eachOf, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { sendUntilAccepted } from '../load.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'

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

/** G6: twenty exports with slow readers, while another key sends. */
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

/** G7: many clients that send nothing, and many that send slowly. */
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
