import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startChild } from './child.ts'
import type { Host, Hosted } from './host.ts'
import { type Begun, keepRunning, type Mortal } from './keep-running.ts'
import type { Part } from './parts.ts'
import { prepare } from './preparation.ts'
import type { Say } from './progress.ts'
import { repositoryRoot } from './settings.ts'
import { lineOf, StartError } from './start-error.ts'

/**
 * Limits of V8 for parts that would otherwise let garbage lie: with them costly requests keep the gateway below the 512 MB of its container
 * (M3), and an import of a million rows the service of contacts below 200 MB (`pnpm bench import`). Elsewhere `NODE_OPTIONS` gives the same.
 */
const heapLimits: Partial<Record<Part, string[]>> = {
  gateway: ['--max-semi-space-size=8', '--max-old-space-size=256'],
  contacts: ['--max-semi-space-size=1', '--max-old-space-size=64'],
}

type Env = Record<string, string>
type Ready = { url: string; edgeUrl?: string | null }
type RunningPart = Mortal & Ready
/** The first message of a part that is ready, and those before it. */
type Message = Ready | { waiting: string }

/** Runs each part as a process of its own, through its `main.ts`; one that dies is started again on the same port. */
export function separateProcesses(opts: { say: Say; onRestart: () => void; signal: AbortSignal }): Host {
  return {
    async start(part: Part, env: Env): Promise<Hosted> {
      opts.signal.throwIfAborted()
      const first = await startFirst(part, env, opts)
      const { port } = new URL(first.url)
      const again = (begun: Begun) =>
        startPart(part, { ...env, [part === 'simulator' ? 'PORT' : 'RPC_PORT']: port }, { begun, say: opts.say })
      const watched = keepRunning({
        first,
        again,
        // A process that a proof kills again and again need not wait long in between.
        pauseMsMax: env['FAULT_POINTS'] ? 200 : undefined,
        onChange(change) {
          if ('died' in change) opts.say(`${part} ended unexpectedly; starting it again …`)
          if ('failed' in change) opts.say(`${part} did not start: ${lineOf(change.failed)}`)
          if ('started' in change) opts.say(`${part} runs again`)
          opts.onRestart()
        },
      })
      return { url: first.url, edgeUrl: first.edgeUrl ?? null, pid: watched.pid, stop: watched.stop }
    },
    // A start that is given up does not wait for it; it ends with the launcher.
    prepare: (name, input) => Promise.race([prepare(name, input, opts.say), rejectedBy(opts.signal)]),
    pids: () => ({}),
    end: async () => {},
  }
}

/** Starts a part for the first time. When that fails, or `signal` is aborted, its process ends. */
async function startFirst(part: Part, env: Env, { say, signal }: { say: Say; signal: AbortSignal }) {
  const begun: Mortal[] = []
  const end = async () => void (await Promise.all(begun.map((process) => process.stop())))
  signal.addEventListener('abort', end)
  try {
    return await startPart(part, env, {
      say,
      begun: (process) => {
        begun.push(process)
        return process
      },
    })
  } catch (error) {
    await end()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function startPart(part: Part, env: Env, { begun, say }: { begun: Begun; say: Say }): Promise<RunningPart> {
  const program = join(repositoryRoot, 'apps', part, 'src', 'main.ts')
  const flags = heapLimits[part] ?? []
  const child = begun(startChild({ program, flags, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }))
  const output = follow(part, child.process)
  const ready = new Promise<Ready>((resolve) =>
    child.process.on('message', (message: Message) => {
      if ('waiting' in message) say(`${part} ${message.waiting}`)
      else resolve(message)
    }),
  )
  const { url, edgeUrl } = await Promise.race([
    ready,
    child.exited.then((): never => {
      throw new StartError(output.lastWords() || `${part} ended before it was ready`)
    }),
  ])
  output.open()
  return { pid: child.pid, url, edgeUrl: edgeUrl ?? null, exited: child.exited, stop: child.stop }
}

/** Rejects once the signal is aborted. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

const lastWordsMax = 20

/**
 * Passes on what a child prints, with its name before each line. What it says on stderr before it is ready is kept back:
 * when it does not start, the launcher says so in one line.
 */
function follow(part: Part, child: ChildProcess): { open(): void; lastWords(): string } {
  const words: string[] = []
  let ready = false
  const pass = (out: NodeJS.WriteStream, line: string) => void out.write(`${part} | ${line}\n`)
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => pass(process.stdout, line))
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (ready) return pass(process.stderr, line)
      words.push(line.trim())
      words.splice(0, words.length - lastWordsMax)
    })
  }
  return {
    open() {
      ready = true
      for (const line of words) pass(process.stderr, line)
    },
    lastWords: () => words.join(' '),
  }
}
