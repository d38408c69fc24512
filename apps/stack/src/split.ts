import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Host, type Hosted, inTime } from './host.ts'
import { keepRunning, type Mortal } from './keep-running.ts'
import type { Part } from './parts.ts'
import { prepare } from './preparation.ts'
import type { Say } from './servers.ts'
import { repositoryRoot } from './settings.ts'
import { lineOf, StartError } from './start-error.ts'

/**
 * Limits of V8 for a part that would otherwise let garbage lie: with them an import of a million rows keeps the service of contacts below
 * 200 MB (`pnpm bench import`). Elsewhere `NODE_OPTIONS` gives the same.
 */
const heapLimits: Partial<Record<Part, string[]>> = {
  contacts: ['--max-semi-space-size=1', '--max-old-space-size=64'],
}

type Env = Record<string, string>
type Ready = { url: string; edgeUrl?: string | null }
type Child = Mortal & Ready

/** Runs each part as a process of its own, through its `main.ts`; one that dies is started again on the same port. */
export function separateProcesses(opts: { say: Say; onRestart: () => void; signal: AbortSignal }): Host {
  return {
    async start(part: Part, env: Env): Promise<Hosted> {
      opts.signal.throwIfAborted()
      const first = await startChild(part, env, opts.signal)
      const { port } = new URL(first.url)
      const again = () => startChild(part, { ...env, [part === 'simulator' ? 'PORT' : 'RPC_PORT']: port })
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
    prepare,
    pids: () => ({}),
    end: async () => {},
  }
}

/** Starts a part. An aborted `signal` ends it before it is ready, and no later. */
async function startChild(part: Part, env: Env, signal?: AbortSignal): Promise<Child> {
  const program = join(repositoryRoot, 'apps', part, 'src', 'main.ts')
  // A session of its own: Ctrl-C reaches the launcher only, which stops all in order.
  const child = spawn(process.execPath, [...(heapLimits[part] ?? []), '--conditions=source', program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const output = follow(part, child)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const ready = new Promise<Ready>((resolve) => child.once('message', (message) => resolve(message as Ready)))
  const end = () => void stopChild(child, exited)
  signal?.addEventListener('abort', end)
  const { url, edgeUrl } = await Promise.race([
    ready,
    exited.then((): never => {
      throw new StartError(output.lastWords() || `${part} ended before it was ready`)
    }),
  ]).finally(() => signal?.removeEventListener('abort', end))
  output.open()
  return { pid: child.pid ?? 0, url, edgeUrl: edgeUrl ?? null, exited, stop: () => stopChild(child, exited) }
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  if (await inTime(exited)) return
  child.kill('SIGKILL')
  await exited
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
