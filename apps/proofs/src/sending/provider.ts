import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SimulatorProcess, startSimulatorProcess } from '@posthorn/testkit'
import {
  type CallLogEntry,
  type Credentials,
  callLog,
  control,
  eachOf,
  messageOf,
  phoneOf,
  type RunningSystem,
  setQueue,
} from '@posthorn/testkit/system'

/**
 * Queues a message to each of `count` phone numbers, 500 per request, because a request for each would take longer. Returns the ids in
 * order.
 */
export async function queueMany(
  system: RunningSystem,
  count: number,
  { firstPhone, ...body }: { firstPhone: number; [field: string]: unknown },
): Promise<string[]> {
  const size = 500
  const batches = await eachOf(Math.ceil(count / size), 2, (batch) => {
    const messages = Array.from({ length: Math.min(size, count - batch * size) }, (_, i) => ({
      phone: phoneOf(firstPhone + batch * size + i),
      message: `proof ${firstPhone + batch * size + i}`,
      ...body,
    }))
    return system.post<{ id: string }[]>('/v1/messages/batch', { messages })
  })
  return batches.flat().map(({ id }) => id)
}

/** Pauses a number while `work` queues messages, so that all are due at once. */
export async function releasedAtOnce<T>(system: RunningSystem, work: () => Promise<T>): Promise<T> {
  await setQueue(system, 'paused')
  const done = await work()
  await setQueue(system, 'active')
  return done
}

/** Returns the provider calls for these messages, in order. */
export async function callsFor(system: RunningSystem, ids: readonly string[]): Promise<CallLogEntry[]> {
  const wanted = new Set(ids)
  return (await callLog(system)).filter((entry) => wanted.has(messageOf(entry)))
}

/** Returns the calls for messages that the provider had already accepted. */
export function calledAgain(calls: readonly CallLogEntry[]): CallLogEntry[] {
  const taken = new Set<string>()
  return calls.filter((call) => {
    const id = messageOf(call)
    const isAgain = taken.has(id)
    if (call.accepted) taken.add(id)
    return isAgain
  })
}

/** Returns the messages that the provider accepted more than once, so that the recipient got them twice. */
export const takenTwice = (calls: readonly CallLogEntry[]): string[] =>
  calledAgain(calls)
    .filter(({ accepted }) => accepted)
    .map(messageOf)

/** Returns the highest number of calls within any second. */
export function busiestSecond(calls: readonly CallLogEntry[]): number {
  const times = calls.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  let [first, most] = [0, 0]
  for (const [i, time] of times.entries()) {
    while ((times[first] ?? time) <= time - 1_000) first += 1
    most = Math.max(most, i - first + 1)
  }
  return most
}

/** A proxy in front of a provider, which can be closed. */
type ProviderSwitch = AsyncDisposable & {
  url: string
  /** Times of the send calls, in Unix milliseconds. */
  sends: readonly number[]
  set(state: 'open' | 'closed'): Promise<void>
}

/** `beforeAnswer` is called with the message of each completed send call. The caller gets the response once the promise resolves. */
type SwitchOptions = { beforeAnswer?: (message: string) => Promise<unknown> }

/** Opens a switch in front of a simulator. While closed, it doesn't listen, but keeps its port for reopening. */
export async function openSwitch(simulator: string, opts: SwitchOptions = {}): Promise<ProviderSwitch> {
  const sends: number[] = []
  const server = createServer((req, res) => {
    passOn(simulator, { req, res, sends, ...opts }).catch(() => res.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sends,
    async set(next) {
      if (next === 'closed' && server.listening) await close()
      if (next === 'open' && !server.listening) await listen(port)
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await close()
    },
  }
}

type CloudProvider = AsyncDisposable & { simulator: SimulatorProcess; providerSwitch: ProviderSwitch }

/**
 * Starts a simulator behind a switch, for a system that starts with the switch's URL as `CLOUD_API_URL`. A number connected to it is like a
 * real Cloud API number to the system.
 */
export async function startCloudProvider(opts: SwitchOptions = {}): Promise<CloudProvider> {
  const simulator = await startSimulatorProcess()
  const providerSwitch = await openSwitch(simulator.url, opts)
  return {
    simulator,
    providerSwitch,
    async [Symbol.asyncDispose]() {
      await providerSwitch[Symbol.asyncDispose]()
      await simulator.stop()
    },
  }
}

type Passed = SwitchOptions & { req: IncomingMessage; res: ServerResponse; sends: number[] }

/** Forwards a request to the provider. Calls `beforeAnswer` after the provider has responded to a send call. */
async function passOn(providerUrl: string, { req, res, sends, beforeAnswer }: Passed): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const message = messageIn(req, chunks)
  if (message !== undefined) sends.push(Date.now())
  const { authorization = '', 'content-type': type = 'application/json' } = req.headers
  const answer = await fetch(`${providerUrl}${req.url}`, {
    method: req.method ?? 'GET',
    headers: { authorization, 'content-type': type },
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  })
  const body = Buffer.from(await answer.arrayBuffer())
  if (message !== undefined) await beforeAnswer?.(message)
  res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(body)
}

/** Returns the id of the message that a send call is for. Undefined for other calls: read receipts go to the same path, with a status. */
function messageIn({ method, url }: IncomingMessage, chunks: readonly Buffer[]): string | undefined {
  if (method !== 'POST' || !url?.endsWith('/messages')) return undefined
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
  const { status, biz_opaque_callback_data: tag = '' } = body
  return status === undefined ? tag.split(':')[0] : undefined
}

/** Connects a number from this provider and directs its callbacks to the system. Returns the number's id. */
export async function connectCloudNumber(system: RunningSystem, { simulator }: CloudProvider): Promise<string> {
  const { phoneNumberId, businessAccountId, accessToken, appSecret } = await control<Credentials>(
    simulator.url,
    '/numbers',
    { name: 'Cloud' },
  )
  const credentials = { phoneNumberId, businessAccountId, accessToken, appSecret }
  const body = { name: 'Cloud', provider: 'cloud', ...credentials }
  const { id, callbackUrl } = await system.ok<{ id: string; callbackUrl: string }>('POST', '/v1/numbers', { body })
  await control(simulator.url, '/numbers', { name: 'Cloud', phoneNumberId, callbackUrl })
  return id
}
