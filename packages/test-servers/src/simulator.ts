import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../apps/simulator/src/main.ts', import.meta.url))

export type SimulatorProcess = AsyncDisposable & {
  url: string
  /** Stops it gracefully, or with `signal` if given. Idempotent. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Starts the simulator as a process, as in the product, and waits until it listens on a free port. Rejects with its error output if it
 * ends before.
 * `dataDir`: folder for its call log. Default: a temporary one, removed at the end.
 */
export const startSimulatorProcess = async (options: { dataDir?: string } = {}): Promise<SimulatorProcess> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'posthorn-simulator-'))
  const child = spawn(process.execPath, ['--conditions=source', '--disable-warning=ExperimentalWarning', program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_DIR: dataDir,
      // Soon, because tests wait for the statuses.
      STATUS_DELAY_MS: '5',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: await listeningAt(child), stop, [Symbol.asyncDispose]: () => stop() }
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
}

/** Waits for the line that the simulator prints once it listens, and returns its URL, whose port only the simulator knows. */
const listeningAt = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}: ${errors}`)))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (line) => {
      const url = /^simulator listening on (\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
