import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RunFile } from '@posthorn/client'
import type { ServiceName } from '@posthorn/contracts'

export const repositoryRoot: string = resolve(import.meta.dirname, '../../../..')

/** Returns `node`'s arguments from a repository's `start` script, flags and then the program, so that tests start what users start. */
function startArguments(repository: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

export type Ended = { exitCode: number | null; stdout: string; stderr: string }

/** The launcher as a separate process, as `pnpm start` runs it. */
export class Launcher {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  #stdout = ''
  #stderr = ''

  constructor(env: Record<string, string>, args: readonly string[] = [], repository = repositoryRoot) {
    this.child = spawn(process.execPath, [...startArguments(repository), ...args], {
      cwd: repository,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text))
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
    // An aborted test run leaves nothing behind.
    const kill = () => this.child.kill('SIGKILL')
    process.once('exit', kill)
    this.child.once('exit', () => process.off('exit', kill))
    this.ended = new Promise((resolve) => {
      this.child.once('close', (exitCode) => resolve({ exitCode, stdout: this.#stdout, stderr: this.#stderr }))
    })
  }

  /** What the launcher has printed so far, on both streams. */
  get output(): string {
    return `${this.#stdout}${this.#stderr}`
  }

  /** Returns whether the launcher has exited or was killed. */
  hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }
}

/** Returns what programs need of the tests' environment. Settings of the product in it would otherwise affect the system under test. */
export function environment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

export type Replica = AsyncDisposable & {
  pid: number
  /** The process's internal URL. `edgeUrl`: a gateway's public URL. */
  url: string
  edgeUrl: string
  /** Sends SIGTERM. Returns how many milliseconds it took to end, and its exit code. */
  end(): Promise<{ tookMs: number; exitCode: number | null }>
}

/** Returns the file where Linux shows the environment variables that a process was started with. */
const environmentFileOf = (pid: number) => `/proc/${pid}/environ`

/**
 * Starts another process for a service of a split system on separate ports, with the running process's settings, overridden by `env`, and
 * waits until it serves requests. `repository`: the copy of the code to run.
 */
export async function startReplica(
  system: { run: RunFile },
  service: ServiceName,
  env: Record<string, string> = {},
  repository = repositoryRoot,
): Promise<Replica> {
  const pid = system.run.processes[service]?.pid ?? 0
  if (!existsSync(environmentFileOf(pid)))
    throw new Error('another process of a service is started on Linux only, by /proc')
  const pairs = readFileSync(environmentFileOf(pid), 'utf8')
    .split('\0')
    .filter((pair) => pair.includes('='))
  const settings = Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  const program = join(repository, 'apps', service, 'src', 'main.ts')
  const child = spawn(process.execPath, ['--conditions=source', program], {
    // The channel to the launcher belongs to the running process.
    env: { ...settings, NODE_CHANNEL_FD: undefined, PORT: '0', RPC_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const { url, edgeUrl } = await whenReady(child, service)
  const end = () => terminate(child)
  return {
    pid: child.pid ?? 0,
    url,
    edgeUrl: edgeUrl ?? '',
    end,
    [Symbol.asyncDispose]: async () => void (await end()),
  }
}

/** Waits for the message that a service sends its parent once it serves requests. Fails if it ends before. */
const whenReady = (child: ChildProcess, service: string): Promise<{ url: string; edgeUrl?: string }> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string }))
    child.once('exit', (code) => reject(new Error(`${service} ended with ${code} before it was ready`)))
  })

/** Asks a process to end, as an orchestrator does, and measures how long it takes to finish its work. */
async function terminate(child: ChildProcess): Promise<{ tookMs: number; exitCode: number | null }> {
  const begun = performance.now()
  if (child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exit
  }
  return { tookMs: Math.round(performance.now() - begun), exitCode: child.exitCode }
}
