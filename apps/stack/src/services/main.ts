import { type startService as StartService, withholdConsole } from '@posthorn/chassis'
import type { ServiceName } from '@posthorn/contracts'
import { inTime, prepare } from '../host.ts'
import type { Reply, Request, Waiting } from '../one-process.ts'
import type { Part } from '../settings.ts'
import { lineOf } from '../terminal.ts'

type RunningPart = { url: string; edgeUrl: string | null; stop(): Promise<void> }

type Env = Record<string, string>
const definitions: Record<ServiceName, () => Promise<unknown>> = {
  gateway: async () => (await import('@posthorn/gateway/service')).gatewayService,
  messaging: async () => (await import('@posthorn/messaging/service')).messagingService,
  contacts: async () => (await import('@posthorn/contacts/service')).contactsService,
  groups: async () => (await import('@posthorn/groups/service')).groupsService,
  numbers: async () => (await import('@posthorn/numbers/service')).numbersService,
  webhooks: async () => (await import('@posthorn/webhooks/service')).webhooksService,
}

/** Loads the code of all parts while Postgres and NATS start. If that of one fails to load, starting that part fails. */
async function loadParts(): Promise<void> {
  await Promise.all([import('@posthorn/simulator/service'), ...Object.values(definitions).map((load) => load())])
}

/** Starts a part in this process. Calls `say` with a line if it has to wait. */
async function startPart(part: Part, env: Env, say: (line: string) => void): Promise<RunningPart> {
  if (part === 'simulator') return startSimulator(env)
  const { finishStartSoon, startService } = await import('@posthorn/chassis')
  const onWait = (line: string) => say(`${part} ${line}`)
  const started = await startService((await definitions[part]()) as Parameters<typeof StartService>[0], env, { onWait })
  finishStartSoon()
  return started
}

/** Starts the simulator. It has no public URL. */
async function startSimulator(env: Env): Promise<RunningPart> {
  const { simulatorEnvironment, startSimulator: start } = await import('@posthorn/simulator/service')
  return { ...(await start(simulatorEnvironment.parse(env))), edgeUrl: null }
}

const running = new Map<Part, RunningPart>()

const send = (reply: Reply | Waiting) => {
  if (process.connected) process.send?.(reply)
}
const say = (waiting: string) => send({ waiting })

/** Does what the launcher requests. An error becomes a reply with one line for the terminal. */
async function replyTo(request: Request): Promise<Reply> {
  const { id } = request
  try {
    if ('stop' in request) {
      await inTime(running.get(request.stop)?.stop() ?? Promise.resolve())
      running.delete(request.stop)
      return { id, stopped: true }
    }
    if ('prepare' in request) return { id, prepared: await prepare(request.prepare, request.input, say) }
    const part = await startPart(request.start, request.env, say)
    running.set(request.start, part)
    return { id, started: { url: part.url, edgeUrl: part.edgeUrl } }
  } catch (err) {
    return { id, failed: lineOf(err) }
  }
}

// A failure to write output, for example on a full disk, must not end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
withholdConsole('services')
process.on('message', (request: Request) => void replyTo(request).then(send))
// An embedded Postgres usually ends with the launcher, so don't stop gracefully. Unfinished work is recovered through its lease, as after a kill.
process.once('disconnect', () => process.exit(1))
loadParts().catch(() => {})
