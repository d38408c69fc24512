import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Clients, createClients, type FirstRunFile, type RunFile } from '@posthorn/client'
import type { KeyScope } from '@posthorn/contracts'
import { freePort } from '@posthorn/embedded'
import { until } from '@posthorn/test-servers'
import { type AnswerChecker, answerChecker } from '../openapi/index.ts'
import { type Ended, environment, Launcher, repositoryRoot } from './processes.ts'

/** `split`: separate processes. `env`: overrides settings. `repository`: a different version of the code. */
export type SystemOptions = {
  split: boolean
  env?: Record<string, string>
  dataDir?: string
  repository?: string
}

export type Answer<T> = { status: number; headers: Headers; body: T }

/** Options for a call, in addition to its path. `key`: used instead of the first run's key. */
export type CallOptions = { body?: unknown; key?: string; idempotencyKey?: string }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const command: string = join(repositoryRoot, 'apps/cli/src/main.ts')
/** Long enough even on a busy machine. */
const readyTimeoutMs = 300_000
const retryPauseMs = 100
const portTriesMax = 3
/** Matches the output if the port is already in use when the launcher checks it, or when a service opens it a moment later. */
const portTaken = /PORT: \d+ is in use|EADDRINUSE/

/** A response came, but breaks the OpenAPI document. Clients that repeat requests until they succeed must not repeat this one. */
export class UndocumentedAnswer extends Error {}

/** The whole system as a user starts it, on its own port and data folder. */
export class RunningSystem implements AsyncDisposable {
  readonly dataDir: string
  readonly url: string
  readonly #opts: SystemOptions
  #launcher: Launcher
  #checker: Promise<AnswerChecker> | undefined

  private constructor(opts: SystemOptions, { dataDir, port }: { dataDir: string; port: number }) {
    this.#opts = opts
    this.dataDir = dataDir
    this.url = `http://127.0.0.1:${port}`
    this.#launcher = this.#launch()
  }

  /**
   * Starts the system and waits until it is ready. Tries another port if another program takes the free one first. A failed start removes
   * the data folder, also a given one.
   */
  static async start(opts: SystemOptions): Promise<RunningSystem> {
    for (let left = portTriesMax; ; left--) {
      const place = { dataDir: opts.dataDir ?? newDataDir(), port: await freePort() }
      const system = new RunningSystem(opts, place)
      try {
        await system.ready()
        return system
      } catch (error) {
        const isPortTaken = left > 1 && portTaken.test(system.output)
        if (!isPortTaken || opts.dataDir === undefined) await system.remove()
        if (!isPortTaken) throw error
      }
    }
  }

  /** Starts the launcher in the data directory. A restart calls it again, so both starts have the same settings. */
  #launch(): Launcher {
    const env = { ...this.#opts.env, DATA_DIR: this.dataDir, PORT: new URL(this.url).port }
    return new Launcher(env, this.#opts.split ? ['--split'] : [], this.#opts.repository)
  }

  /** Waits for `GET /readyz` to return 200 from a process of the current launcher. */
  async ready(): Promise<void> {
    await until(
      async () => {
        if (this.#launcher.hasEnded()) return 'ended'
        // The launcher writes the file once the gateway is ready. Processes left by a killed launcher may also respond for a moment.
        if (!existsSync(join(this.dataDir, 'run.json')) || this.run.pid !== this.#launcher.child.pid) return false
        return (await fetch(`${this.url}/readyz`)).status === 200
      },
      { timeoutMs: readyTimeoutMs, describe: 'the system to be ready' },
    )
    if (this.#launcher.hasEnded()) throw new Error(`the system ended at its start:\n${this.#launcher.output}`)
  }

  /** The workspace, key and number that the first start created. Read each time, because a restart may change the file. */
  get account(): FirstRunFile {
    return this.#read('first-run.json') as FirstRunFile
  }

  /** Process ids and URLs of the present start. Read each time, because every start writes the file again. */
  get run(): RunFile {
    return this.#read('run.json') as RunFile
  }

  /** What the launcher and its services have printed so far: tests look for logged errors, and failures of tests quote it. */
  get output(): string {
    return this.#launcher.output
  }

  /** Whether the data is gone. What retries until the system answers must end then, because it never will. */
  get isRemoved(): boolean {
    return !existsSync(this.dataDir)
  }

  #read(name: string): unknown {
    return JSON.parse(readFileSync(join(this.dataDir, name), 'utf8'))
  }

  /** Makes a REST call. Rejects if there is no response, or if it doesn't match the OpenAPI document. */
  async call<T = Record<string, unknown>>(method: Method, path: string, opts: CallOptions = {}): Promise<Answer<T>> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        Token: opts.key ?? this.account.key,
        'content-type': 'application/json',
        ...(opts.idempotencyKey === undefined ? {} : { 'Idempotency-Key': opts.idempotencyKey }),
      },
      ...(opts.body === undefined ? {} : { body: JSON.stringify(opts.body) }),
    })
    return this.read<T>(method, path, answer)
  }

  /** Reads a REST response. Rejects if it doesn't match the OpenAPI document. Returns a body that isn't JSON as text. */
  async read<T = Record<string, unknown>>(method: string, path: string, answer: Response): Promise<Answer<T>> {
    const { status, headers } = answer
    const text = await answer.text()
    const body = (headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text) as T
    this.#checker ??= this.#readDocument()
    const faults = (await this.#checker)(method, path, { status, headers, body })
    if (faults.length === 0) return { status, headers, body }
    const said = text.slice(0, 2000)
    throw new UndocumentedAnswer(
      `${method} ${path} answered ${status}, not as documented: ${faults.join('; ')}: ${said}`,
    )
  }

  /** Reads the OpenAPI document that responses are checked against. After a failure, the next call tries again. */
  async #readDocument(): Promise<AnswerChecker> {
    try {
      return answerChecker(await (await fetch(`${this.url}/v1/openapi.json`)).json())
    } catch (error) {
      this.#checker = undefined
      throw error
    }
  }

  /** Makes a REST call that must succeed. Returns the body. */
  async ok<T = Record<string, unknown>>(method: Method, path: string, opts: CallOptions = {}): Promise<T> {
    const { status, body } = await this.call<T>(method, path, opts)
    if (status < 300) return body
    throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
  }

  /**
   * Posts like a well-behaved client: retries with the same Idempotency-Key after 429, a 5xx status, or no response, until the request is
   * accepted. Rejects after any other refusal, or once the system is removed.
   */
  async post<T = { id: string }>(path: string, body: unknown, opts: CallOptions = {}): Promise<T> {
    const idempotencyKey = randomUUID()
    for (;;) {
      const answer = await this.call<T>('POST', path, { ...opts, body, idempotencyKey }).catch((error: unknown) => {
        if (error instanceof UndocumentedAnswer || this.isRemoved) throw error
      })
      if (answer !== undefined && answer.status < 300) return answer.body
      if (answer !== undefined && answer.status !== 429 && answer.status < 500) {
        throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      await pause(retryPauseMs)
    }
  }

  /** Calls the services as the operator, like the `posthorn` command but without a process for each call. */
  async asOperator<T>(
    work: (access: { clients: Clients; operator: ReturnType<Clients['calling']> }) => Promise<T>,
  ): Promise<T> {
    const { urls, credential } = this.run
    const clients = createClients({ urls, credential })
    return work({ clients, operator: clients.calling({ scopes: ['operator'] }) }).finally(() => clients.close())
  }

  /** Creates a key of the first workspace with only these scopes. */
  async keyWith(...scopes: KeyScope[]): Promise<string> {
    const input = { workspace: this.account.workspace, name: scopes.join(), scopes }
    return this.asOperator(
      async ({ clients, operator }) => (await clients.gateway.workspaceKeys.create.mutate(input, operator)).key,
    )
  }

  /** Runs the `posthorn` command on this system. Returns what `--json` printed. */
  async posthorn<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const { exitCode, stdout, stderr } = await posthorn({ DATA_DIR: this.dataDir }, [...args, '--json'])
    if (exitCode !== 0) throw new Error(`posthorn ${args.join(' ')}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  /**
   * Kills a process of the system: `launcher`, `nats`, `postgres`, and each service if split, otherwise `services`, which are one process.
   * Returns its process id.
   */
  kill9(name: string): number {
    return this.signal(name, 'SIGKILL')
  }

  /** Sends a signal to a process of the system, named as for `kill9`. Returns its process id. */
  signal(name: string, signal: NodeJS.Signals): number {
    const pid = this.run.processes[name]?.pid
    if (pid === undefined) throw new Error(`no process ${name} in ${JSON.stringify(this.run.processes)}`)
    process.kill(pid, signal)
    return pid
  }

  /** Waits until the launcher has started another process in place of the killed one. */
  async awaitRestart(name: string, killed: number, timeoutMs = 120_000): Promise<void> {
    const describe = `${name} to run again`
    await until(() => (this.run.processes[name]?.pid ?? killed) !== killed, { timeoutMs, describe })
  }

  /** Waits until the launcher has ended, starts another on the same port and data, and waits until it is ready. */
  async restart(): Promise<void> {
    await this.#launcher.ended
    this.#launcher = this.#launch()
    await this.ready()
  }

  /** Stops the system as Ctrl-C does. Returns how the launcher ended. */
  async stop(): Promise<Ended> {
    this.#launcher.child.kill('SIGINT')
    return this.#launcher.ended
  }

  /** Stops the system and removes its data. */
  async remove(): Promise<void> {
    if (!this.#launcher.hasEnded()) await this.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove()
  }
}

/** Runs the `posthorn` command in a separate process. `env` replaces the environment of the tests, which could point to another system. */
export function posthorn(env: Record<string, string>, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, ['--conditions=source', command, ...args], {
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr })))
}

/** Creates a folder that other users can also enter, because Postgres may run as another user. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-stack-'))
  chmodSync(dataDir, 0o711)
  return dataDir
}
