import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Begun, type Host, type Hosted, keepRunning, prepare, startChild, startOrStop } from './host.ts'
import { type Part, repositoryRoot } from './settings.ts'
import { reportChange, type Say, StartError } from './terminal.ts'

/**
 * V8 limits for parts that otherwise accumulate garbage. They keep the gateway below its container's 512 MB under costly requests
 * (guarantee M3), and contacts below 200 MB during an import of a million rows (`pnpm bench import`). Other deployments set the same limits
 * with `NODE_OPTIONS`.
 */
const heapLimits: Partial<Record<Part, string[]>> = {
  gateway: ['--max-semi-space-size=8', '--max-old-space-size=256'],
  contacts: ['--max-semi-space-size=1', '--max-old-space-size=64'],
}

type Env = Record<string, string>
type Ready = { url: string; edgeUrl?: string | null }
/** A message from a part, saying that it is ready or what it is still waiting for. */
type Message = Ready | { waiting: string }

/** Runs each part as a separate process through its `main.ts`. If one dies, it is restarted on the same port. */
export function separateProcesses(opts: { say: Say; onRestart: () => void; signal: AbortSignal }): Host {
  return {
    async start(part: Part, env: Env): Promise<Hosted> {
      opts.signal.throwIfAborted()
      const first = await startOrStop((begun) => startPart(part, env, { begun, say: opts.say }), opts.signal)
      const { port } = new URL(first.url)
      const again = (begun: Begun) =>
        startPart(part, { ...env, [part === 'simulator' ? 'PORT' : 'RPC_PORT']: port }, { begun, say: opts.say })
      const watched = keepRunning({
        first,
        again,
        // Proofs kill processes repeatedly, and long pauses would only slow them down.
        pauseMsMax: env['FAULT_POINTS'] ? 200 : undefined,
        onChange: reportChange(part, opts),
      })
      return { url: first.url, edgeUrl: first.edgeUrl, pid: watched.pid, stop: watched.stop }
    },
    // An aborted start doesn't wait for the preparation, which ends with the launcher.
    prepare: (name, input) => Promise.race([prepare(name, input, opts.say), rejectedBy(opts.signal)]),
    pids: () => ({}),
    end: async () => {},
  }
}

/** Starts the process of a part, and waits until it is ready. If it ends before that, the error has its last words. */
async function startPart(part: Part, env: Env, { begun, say }: { begun: Begun; say: Say }) {
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

/** Returns a promise that rejects when the signal is aborted. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

const lastWordsMax = 20

/**
 * Forwards a child's output, prefixed with its name. Holds back stderr until the child is ready, because if it fails to start, the launcher
 * reports that in one line.
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
