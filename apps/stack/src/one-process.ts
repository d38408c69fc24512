import { join } from 'node:path'
import {
  type Begun,
  type Child,
  type Host,
  type Hosted,
  keepRunning,
  type Mortal,
  type Preparations,
  startChild,
  type WatchedProcess,
} from './host.ts'
import type { Part } from './settings.ts'
import { exitOf, lineOf, type Say, StartError } from './terminal.ts'

/** A request from the launcher to the services' process. */
export type Request = { id: number } & (
  | { start: Part; env: Record<string, string> }
  | { stop: Part }
  | { prepare: keyof Preparations; input: Preparations[keyof Preparations]['input'] }
)

type Started = { url: string; edgeUrl: string | null }

/** The response to a request. `failed` is one line for the terminal. */
export type Reply = { id: number } & (
  | { started: Started }
  | { stopped: true }
  | { prepared: unknown }
  | { failed: string }
)

/** A status line about something the process is waiting for. It isn't a response to a request. */
export type Waiting = { waiting: string }

type Env = Record<string, string>
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never

/**
 * V8 limits, measured end to end: a young generation large enough for one batch's objects, and an old generation that starts at the size of
 * the live objects and grows slowly from there. Saves 150 MB and is no slower.
 */
const heapLimits = ['--max-semi-space-size=8', '--initial-old-space-size=140', '--heap-growing-percent=20']

/**
 * By default, glibc gives each of Node's threads a separate arena, whose free memory no other thread uses. A single arena saves 20 MB at rest
 * and 44 MB under load. Other C libraries ignore the variable.
 */
const memoryLimits = { MALLOC_ARENA_MAX: '1' }

/**
 * Runs all parts in one process, separate from the launcher. This needs the least memory. If the process dies, it is restarted with all
 * parts.
 */
export function oneProcess({
  say,
  onRestart,
  env,
  signal,
}: {
  say: Say
  onRestart: () => void
  env: Env
  signal: AbortSignal
}): Host {
  let child = new ServicesProcess(env, say)
  let kept: WatchedProcess | undefined
  const parts = new Map<Part, Env>()

  const startAgain = async (begun: Begun): Promise<Mortal> => {
    child = begun(new ServicesProcess(env, say))
    return startParts(child, parts)
  }
  const watch = () => {
    kept ??= keepRunning({
      first: child,
      again: startAgain,
      // Proofs kill the process repeatedly, and long pauses would only slow them down.
      pauseMsMax: env['FAULT_POINTS'] ? 200 : undefined,
      onChange(change) {
        if ('died' in change) say(`The services ended unexpectedly (${child.exit()}); starting them again …`)
        if ('failed' in change) say(`The services did not start: ${lineOf(change.failed)}`)
        if ('started' in change) say('The services run again')
        onRestart()
      },
    })
  }
  return {
    async start(part: Part, settings: Env): Promise<Hosted> {
      signal.throwIfAborted()
      const started = await child.start(part, settings)
      parts.set(part, { ...settings, ...portsOf(part, started) })
      watch()
      return {
        ...started,
        pid: () => undefined,
        async stop() {
          parts.delete(part)
          await child.ask({ stop: part }).catch(() => {})
        },
      }
    },
    async prepare(name, input) {
      const reply = await child.ask({ prepare: name, input })
      if ('prepared' in reply) return reply.prepared as never
      throw new StartError(`${name} could not be prepared`)
    },
    pids: () => ({ services: child.pid }),
    // Also stops a process that is being restarted. New requests to it are refused, and no one waits for it.
    end: async () => void (await Promise.all([kept?.stop(), child.stop()])),
  }
}

/** Starts the parts again in the order of the first start, so that the gateway's callers find everything available. */
async function startParts(process: ServicesProcess, parts: ReadonlyMap<Part, Env>): Promise<Mortal> {
  const isBehind = (part: Part) => part !== 'simulator' && part !== 'gateway'
  for (const isNext of [(part: Part) => part === 'simulator', isBehind, (part: Part) => part === 'gateway']) {
    const next = [...parts].filter(([part]) => isNext(part))
    await Promise.all(next.map(([start, settings]) => process.ask({ start, env: settings })))
  }
  return process
}

/** Returns the settings with a part's ports, so that it restarts where the other parts expect it. */
function portsOf(part: Part, { url, edgeUrl }: Started): Env {
  const { port } = new URL(url)
  if (part === 'simulator') return { PORT: port }
  return { RPC_PORT: port, ...(edgeUrl === null ? {} : { PORT: new URL(edgeUrl).port }) }
}

/** The process that runs the services and the simulator, with the requests that it has not answered yet. */
class ServicesProcess implements Mortal {
  readonly #child: Child
  readonly #pending = new Map<number, { resolve: (reply: Reply) => void; reject: (err: Error) => void }>()
  #lastId = 0

  constructor(env: Env, say: Say) {
    const program = join(import.meta.dirname, 'services', 'main.ts')
    this.#child = startChild({
      program,
      flags: heapLimits,
      env: { ...memoryLimits, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child.process.on('message', (reply: Reply | Waiting) => {
      if ('waiting' in reply) say(reply.waiting)
      else this.#settle(reply)
    })
    void this.exited.then(() => this.#rejectAll())
  }

  get pid(): number {
    return this.#child.pid
  }

  get exited(): Promise<void> {
    return this.#child.exited
  }

  exit(): string {
    return exitOf(this.#child.process)
  }

  async start(part: Part, env: Env): Promise<Started> {
    const reply = await this.ask({ start: part, env })
    if ('started' in reply) return reply.started
    throw new StartError(`${part} did not start`)
  }

  /** Sends a request. Rejects with a one-line error if it is refused or if the process exits first. */
  async ask(content: DistributiveOmit<Request, 'id'>): Promise<Reply> {
    const request: Request = { ...content, id: ++this.#lastId }
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.#pending.set(request.id, { resolve, reject })
      const { process } = this.#child
      if (process.connected) process.send(request, (err) => err && this.#rejectAll())
      else this.#rejectAll()
    })
    if ('failed' in reply) throw new StartError(reply.failed)
    return reply
  }

  stop(): Promise<void> {
    return this.#child.stop()
  }

  #settle(reply: Reply): void {
    this.#pending.get(reply.id)?.resolve(reply)
    this.#pending.delete(reply.id)
  }

  /** Rejects all pending requests, because a process that has ended answers none. */
  #rejectAll(): void {
    for (const { reject } of this.#pending.values()) reject(new StartError(`the services ended (${this.exit()})`))
    this.#pending.clear()
  }
}
