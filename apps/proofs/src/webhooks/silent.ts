import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { residentMb } from '@posthorn/embedded'
import { localhostCertificate, tlsKey, until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { quantile } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { ageMs, allInStatus, attemptsOf, makeEvents, productionTimes, webhookTo } from './events.ts'

/** Makes a server listen on a free port until disposed, which also ends its connections. */
async function listening(server: Server): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reads what arrives and never answers. Connections that the sender breaks off are no error here. */
const ignore = (socket: Socket) => void socket.on('error', () => {}).resume()
/** Sends the beginning of a response, and then nothing. */
const halfHead = (socket: Socket) => {
  ignore(socket)
  socket.write('HTTP/1.1 200 OK\r\nX-')
}
/** Sends a byte of a long body every 200 ms, so that no pause is long enough to count as silence. */
const drips = (socket: Socket) => {
  ignore(socket)
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
  const timer = setInterval(() => socket.write('a'), 200)
  socket.once('close', () => clearInterval(timer))
}

/** E6: receivers that accept the connection but send nothing, or too little. */
export async function silentReceivers(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(productionTimes)
  await using tcp = await listening(createTcpServer(ignore))
  await using tls = await listening(createTlsServer({ key: tlsKey, cert: localhostCertificate }, ignore))
  await using head = await listening(createTcpServer(halfHead))
  await using dripping = await listening(createTcpServer(drips))
  const urls = [
    `http://127.0.0.1:${tcp.port}/`,
    `https://127.0.0.1:${tcp.port}/`,
    `https://localhost:${tls.port}/`,
    `http://127.0.0.1:${head.port}/`,
    `http://127.0.0.1:${dripping.port}/`,
  ]
  const webhooks = await Promise.all(urls.map((url) => webhookTo(system, url)))
  await using fast = await listen(system, { events: ['contact:created'] })
  for (let i = 0; i < 60; i++) {
    await makeEvents(system, 1)
    await pause(100)
  }
  const took = await Promise.all(
    webhooks.map(async ({ id }) => {
      const latencies = async () => (await attemptsOf(fixture, id)).slice(0, 10).map(({ latency_ms }) => latency_ms)
      await until(async () => (await latencies()).length > 0, { timeoutMs: 30_000, describe: 'an attempt to end' })
      return Math.max(...(await latencies()))
    }),
  )
  await removeWebhooks(system, webhooks)
  const p99 = quantile(fast.receiver.requests.map(ageMs), 0.99)
  return all(
    `silent TCP, silent before TLS, silent after TLS, half a head, dripping body: ended after ${took.join(', ')} ms; another receiver: p99 ${Math.round(p99)} ms`,
    { 'each ends within 15.5 s': lateEnds(took, 15_500) === 0, 'the other is not held up': p99 <= 1_000 },
  )
}

/** Counts the attempts that took too long. The twin uses the same count. */
const lateEnds = (tookMs: readonly number[], limitMs: number) => tookMs.filter((ms) => ms > limitMs).length

/** Deletes webhooks, so that their waiting deliveries do not disturb the next measurement. */
const removeWebhooks = (system: RunningSystem, webhooks: readonly { id: string }[]) =>
  Promise.all(webhooks.map(({ id }) => system.ok('DELETE', `/v1/webhooks/${id}`)))

/** E-twin-2: a sender whose timeout covers only the response head, and a receiver that trickles the body. E6 must catch it. */
export async function deadlineOfTheHead(): Promise<Outcome> {
  await using dripping = await listening(createTcpServer(drips))
  const begun = performance.now()
  const head = new AbortController()
  const timer = setTimeout(() => head.abort(), 1_000)
  const answer = await fetch(`http://127.0.0.1:${dripping.port}/`, { method: 'POST', body: '{}', signal: head.signal })
  clearTimeout(timer)
  const body = answer.text().catch(() => '')
  await Promise.race([body, pause(3_000)])
  const tookMs = performance.now() - begun
  return all(
    `a deadline of 1 s on the head only: not ended after ${(tookMs / 1000).toFixed(1)} s, seen by the check of E6`,
    { 'the check sees it': lateEnds([tookMs], 1_500) === 1 },
  )
}

/** E8: receivers with huge responses. */
export async function endlessAnswers(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(productionTimes)
  let [open, closed] = [0, 0]
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const block = Buffer.alloc(65_536, 97)
  const server = createHttpServer((req, res) => {
    open += 1
    res.once('close', () => (closed += 1))
    if (req.url?.startsWith('/ordinary')) return void res.end(block)
    if (req.url === '/bomb') return void res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    res.writeHead(200, { 'content-length': String(2 ** 30) })
    const more = () => {
      while (!res.destroyed && res.write(block));
    }
    res.on('drain', more)
    more()
  })
  await using endless = await listening(server)
  const to = (path: string) => webhookTo(system, `http://127.0.0.1:${endless.port}/${path}`)
  // Excludes the warm-up of the process's first hundred deliveries.
  const ordinary = [await to('ordinary'), await to('ordinary?again')]
  await makeEvents(system, 60)
  for (const { id } of ordinary)
    await allInStatus(fixture, id, { count: 60, statuses: ['succeeded'], timeoutMs: 60_000 })
  await removeWebhooks(system, ordinary)
  ;[open, closed] = [0, 0]
  const memory = () => residentMb(system.run.processes['webhooks']?.pid)
  const before = memory()
  const webhooks = await Promise.all(['gigabyte', 'bomb'].map(to))
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak, memory())), 50)
  await makeEvents(system, 40)
  for (const { id } of webhooks)
    await allInStatus(fixture, id, { count: 40, statuses: ['succeeded'], timeoutMs: 60_000 })
  clearInterval(sampling)
  const kept = await fixture.rows<{ longest: number }>(
    `select max(length(response_body)) as longest from webhooks.attempt a join webhooks.delivery d on d.id = a.delivery_id
     where d.webhook_id = any($1)`,
    [webhooks.map(({ id }) => id)],
  )
  const cut = () => closed === open
  await until(cut, { timeoutMs: 5_000 }).catch(() => undefined)
  await removeWebhooks(system, webhooks)
  return all(
    `${open} answers of 1 GB or a gzip bomb: memory ${(peak - before).toFixed(1)} MB more at most, ${closed} connections closed, ${kept[0]?.longest} characters kept`,
    {
      'memory grows by less than 20 MB': peak - before < 20,
      'connections are closed': cut(),
      'the first 16 KiB are kept': (kept[0]?.longest ?? 0) <= 16_384,
    },
  )
}
