import { get } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createVettedFetcher } from '@posthorn/http'
import { type HostileServer, hostileUrls, startHostileServer, until } from '@posthorn/testkit'
import { eachOf, phoneOf, RunningSystem, rowsOf, unlimited } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

/** A TCP server on all addresses of this machine that requests must never reach. */
type Canary = AsyncDisposable & { port: number; hits(): number }

/** Starts a canary. It responds with valid HTTP, so that callers don't fail for another reason. */
async function startCanary(): Promise<Canary> {
  let hits = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    hits += 1
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** URL hosts that refer to this machine, to its neighbors, or to names that resolve to them. */
const hosts = `
  127.0.0.1 127.1 127.0.1 127.000.000.001 127.255.255.254 127.0.0.1. 0.0.0.0 0
  00000000 0x7f.1 0x7f000001 0x7f.0.0.1 0x7F.0x0.0x0.0x1 2130706433 0177.0.0.1 0177.0.0.01
  017700000001 ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 %31%32%37.0.0.1 127.0.0.1%2e [::1] [::]
  [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::FFFF:7F00:0001]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [fe80::1] [fe80::1%25lo] [fe80::1%25eth0]
  [fc00::1] [fd00::1] [fec0::1] [ff02::1] [5f00::1] [3fff::1] localhost LOCALHOST
  LocalHost. app.localhost intranet db.internal printer.local metadata.google.internal 169.254.169.254 169.254.0.1
  0xA9FEA9FE 2852039166 10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 198.18.0.1 224.0.0.1
  255.255.255.255 good@127.0.0.1 user:pass@127.0.0.1 example.com@127.0.0.1 :@127.0.0.1
`
  .trim()
  .split(/\s+/)

/** Returns the addresses of this machine as they are written in URLs. The system must not call itself at any of them. */
export const ownHosts = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  )

/** Returns a URL for each forbidden host, and for each address of this machine. */
const spellings = (scheme: 'http' | 'https', port: number): string[] =>
  [...new Set([...hosts, ...ownHosts()])].map((host) => `${scheme}://${host}:${port}/canary`)

export const publicNetwork = { ALLOW_PRIVATE_ADDRESSES: 'false' }

/** A public address with no server behind it. It is never called, because the row is changed before an event arrives. */
const publicUrl = (i: number) => `https://8.8.${i}.1/hook`

/** Tries to register a webhook at an address that the system may refuse. */
const createWebhook = (system: RunningSystem, url: string) =>
  system.call('POST', '/v1/webhooks', { body: { url, events: ['contact:created'] } })

/**
 * F1: forbidden addresses are refused when a webhook is created and when a file or import is fetched, and again on delivery in case a
 * webhook slipped through.
 */
export async function everySpelling(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(publicNetwork)
  await using canary = await startCanary()
  const urls = spellings('https', canary.port)
  const created = await eachOf(urls.length, 8, (i) => createWebhook(system, urls[i] ?? ''))
  const refused = created.filter(({ status }) => status === 400).length
  const fetched = await eachOf(2 * urls.length, 8, (i) =>
    system.call('POST', i % 2 === 0 ? '/v1/files' : '/v1/imports', { body: { url: urls[Math.floor(i / 2)] } }),
  )
  const unfetched = fetched.filter(({ status }) => status === 400).length
  const webhooks = await eachOf(urls.length, 8, (i) => createWebhook(system, publicUrl(i)))
  const ids = webhooks.map(({ body }) => String(body['id']))
  await fixture.rows(
    `update webhooks.endpoint e set url = w.url
     from unnest($1::text[], $2::text[]) as w (id, url) where e.webhook_id = w.id`,
    [ids, urls],
  )
  await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(40_000) } })
  const attempted = () =>
    fixture.rows<{ id: string; errors: string[] }>(
      `select d.webhook_id as id, array_agg(a.error) as errors from webhooks.delivery d
       join webhooks.attempt a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
       where d.webhook_id = any($1) group by d.webhook_id`,
      [ids],
    )
  await until(async () => (await attempted()).length === ids.length, {
    timeoutMs: 60_000,
    describe: 'an attempt for every spelling',
  })
  const stopped = (await attempted()).filter(({ errors }) => errors.every((error) => error.startsWith('not_allowed')))
  await eachOf(ids.length, 8, (i) => system.call('DELETE', `/v1/webhooks/${ids[i]}`))
  const measured = `${urls.length} spellings: ${refused} refused at creation, ${unfetched} as files and imports, ${stopped.length} at delivery, ${canary.hits()} hits`
  return all(measured, {
    'refused at creation': refused === urls.length,
    'refused as files and imports': unfetched === fetched.length,
    'refused at delivery': stopped.length === urls.length,
    'the canary was not reached': canary.hits() === 0,
  })
}

/** Has `ask` request every spelling, whether that fails or not. Returns how often it hit the canary. */
async function hitsBy(scheme: 'http' | 'https', ask: (url: string) => Promise<unknown>): Promise<number> {
  await using canary = await startCanary()
  const urls = spellings(scheme, canary.port)
  await eachOf(urls.length, 8, (i) => ask(urls[i] ?? '').catch(() => {}))
  return canary.hits()
}

/** F-twin: a guard that checks only in `lookup`, which isn't called for IP addresses in URLs. */
export async function guardInLookup(): Promise<Outcome> {
  const timeoutMs = 2_000
  const twin = await hitsBy('http', (url) => {
    return new Promise((resolve, reject) => {
      const lookup = (_: string, __: object, done: (error: Error) => void) => done(new Error('refused'))
      const request = get(url, { lookup: lookup as never, timeout: timeoutMs }, (answer) => resolve(answer.resume()))
      request.once('timeout', () => request.destroy()).once('error', reject)
    })
  })
  const fetcher = createVettedFetcher({ allowPrivate: false })
  const ours = await hitsBy('https', (url) => fetcher.request({ url, method: 'GET', headers: {}, timeoutMs }))
  await fetcher.close()
  return all(`the twin reached the canary ${twin} times, ours ${ours} times`, {
    'the twin is caught': twin > 0,
    'ours is not': ours === 0,
  })
}

const env = { ...unlimited, RETRY_SCALE: '0.002' }
const dripMs = 3_000
const endsWithinMs = 600_000

type Counts = { imports: number; files: number; webhooks: number; media: number }
/** Counts of jobs that ended with a reason, and of 5xx responses. */
type Tally = { ended: number; failedOnOurSide: number }

/** F9: imports, files, webhooks and media fetch 2,000 hostile addresses, in one process or split across several. */
export async function hostileServers({ split }: { split: boolean }): Promise<Outcome> {
  await using system = await RunningSystem.start({ split, env })
  return await useHostileServers(system, { imports: 700, files: 700, webhooks: 100, media: 500 })
}

/** F9, short: 120 hostile addresses against the shared system. */
export const someHostileServers = async (fixture: ProofFixture): Promise<Outcome> =>
  useHostileServers(await fixture.system(), { imports: 36, files: 48, webhooks: 12, media: 24 })

/** Makes the system use hostile addresses in four ways at once. Checks that every job ends, no process does, and nothing answers 5xx. */
async function useHostileServers(system: RunningSystem, counts: Counts): Promise<Outcome> {
  await using server = await startHostileServer()
  // Earlier checks may have killed processes of a shared system.
  const [lives, earlier] = [processesOf(system), deathsOf(system)]
  const [imports, files, webhooks, media] = await Promise.all([
    importAll(system, hostileUrls(server, counts.imports, { dripMs })),
    fetchAll(system, hostileUrls(server, counts.files, { dripMs })),
    deliverToAll(system, server, counts.webhooks),
    sendAll(system, hostileUrls(server, counts.media, { dripMs })),
  ])
  const tallies = { imports, files, webhooks, media }
  const ended = Object.entries(tallies).map(([name, tally]) => [name, tally.ended] as const)
  const deaths = deathsOf(system) - earlier
  const numbers = ended.map(([name, count]) => `${count} ${name}`).join(', ')
  return all(`${numbers} ended with a reason, ${deaths} processes ended`, {
    'no process ended': deaths === 0 && processesOf(system) === lives,
    'every job ended with a reason': ended.every(([name, count]) => count === counts[name as keyof Counts]),
    'nothing answered 5xx': Object.values(tallies).every(({ failedOnOurSide }) => failedOnOurSide === 0),
  })
}

/** Counts the processes that the launcher has reported as ended. */
const deathsOf = (system: RunningSystem) => system.output.split('ended unexpectedly').length - 1
/** Returns a text that changes when a process is replaced. */
const processesOf = (system: RunningSystem) => JSON.stringify(system.run.processes)
/** Returns whether the system failed. A hostile address or body must get a 4xx, which says that the caller is at fault. */
const isOurFault = (status: number) => status >= 500

/** Starts an import from each URL and waits until all have ended. A refused one counts as ended. */
async function importAll(system: RunningSystem, urls: string[]): Promise<Tally> {
  const made = await eachOf(urls.length, 8, (i) =>
    system.call<{ id: string }>('POST', '/v1/imports', { body: { url: urls[i] } }),
  )
  const open = made.filter(({ status }) => status < 300).map(({ body }) => body.id)
  const rows = () =>
    rowsOf<{ id: string }>(
      system,
      `select id from contacts.import where id = any($1) and (status = 'finished' or error_code is not null)`,
      [open],
    )
  await until(async () => (await rows()).length === open.length, {
    timeoutMs: endsWithinMs,
    describe: 'every import to end',
  })
  const refused = made.filter(({ status }) => status >= 400 && status < 500).length
  return {
    ended: (await rows()).length + refused,
    failedOnOurSide: made.filter(({ status }) => isOurFault(status)).length,
  }
}

/** Creates a file from each URL. The response says how the fetch ended. */
async function fetchAll(system: RunningSystem, urls: string[]): Promise<Tally> {
  const answers = await eachOf(urls.length, 10, (i) =>
    system.call<{ errorCode?: string }>('POST', '/v1/files', { body: { url: urls[i] } }),
  )
  return tallyOfAnswers(answers)
}

/** Sends a message with media from each URL. The response says how the fetch ended. */
async function sendAll(system: RunningSystem, urls: string[]): Promise<Tally> {
  const answers = await eachOf(urls.length, 8, (i) =>
    system.call<{ errorCode?: string }>('POST', '/v1/messages', {
      body: { phone: phoneOf(60_000 + i), media: { url: urls[i], kind: 'image' } },
    }),
  )
  return tallyOfAnswers(answers)
}

/** Counts the answers that say how a request ended, by a success or an error code. Counts our faults apart. */
function tallyOfAnswers(answers: readonly { status: number; body: { errorCode?: string } }[]): Tally {
  const ended = answers.filter(({ status, body }) => status < 300 || body.errorCode !== undefined).length
  return { ended, failedOnOurSide: answers.filter(({ status }) => isOurFault(status)).length }
}

/** Creates webhooks with hostile URLs, causes one event, and waits for an attempt at each. A refused webhook counts as ended. */
async function deliverToAll(system: RunningSystem, server: HostileServer, count: number): Promise<Tally> {
  const urls = hostileUrls(server, count, { dripMs })
  const made = await eachOf(count, 8, (i) =>
    system.call<{ id: string }>('POST', '/v1/webhooks', { body: { url: urls[i], events: ['contact:created'] } }),
  )
  const ids = made.filter(({ status }) => status < 300).map(({ body }) => body.id)
  await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(70_000) } })
  const attempted = () =>
    rowsOf<{ id: string }>(
      system,
      `select distinct d.webhook_id as id from webhooks.delivery d
       join webhooks.attempt a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
       where d.webhook_id = any($1) and (a.error is not null or a.http_status is not null)`,
      [ids],
    )
  await until(async () => (await attempted()).length === ids.length, {
    timeoutMs: endsWithinMs,
    describe: 'an attempt at every webhook',
  })
  await eachOf(ids.length, 8, (i) => system.call('DELETE', `/v1/webhooks/${ids[i]}`))
  const refused = made.filter(({ status }) => status >= 400 && status < 500).length
  return { ended: ids.length + refused, failedOnOurSide: made.filter(({ status }) => isOurFault(status)).length }
}
