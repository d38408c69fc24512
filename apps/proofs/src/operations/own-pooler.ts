import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@posthorn/embedded'
import { onceOrAtExit, until } from '@posthorn/testkit'

/** A PgBouncer's mode, and its number of Postgres connections per login. */
export type Pooling = { mode: 'session' | 'transaction'; ofEach: number }

/** The role that looks up passwords. */
export const lookupRole = 'pooler'
const nobody = 65534

/** A PgBouncer in front of Postgres that can be stopped and resumed on the same address. */
export class OwnPooler implements AsyncDisposable {
  readonly url: string
  readonly #program: string
  readonly #configuration: string
  readonly #release: () => void
  #running: ChildProcess | undefined
  #said = ''

  private constructor(program: string, { url, folder }: { url: string; folder: string }) {
    this.url = url
    this.#program = program
    this.#configuration = join(folder, 'pgbouncer.ini')
    this.#release = onceOrAtExit(() => {
      this.#running?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
  }

  /** Starts a PgBouncer for the database at `target`, whose administrator has created `lookupRole`. */
  static async start(program: string, target: string, pooling: Pooling): Promise<OwnPooler> {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-pooler-'))
    // PgBouncer also needs access. If we are root, it runs as another user.
    chmodSync(folder, 0o711)
    const port = await freePort()
    const url = Object.assign(new URL(target), { port: String(port) }).href
    const pooler = new OwnPooler(program, { url, folder })
    writeFileSync(pooler.#configuration, configurationOf(new URL(target), port, pooling))
    await pooler.resume()
    return pooler
  }

  get pid(): number {
    return this.#running?.pid ?? 0
  }

  begun(): number {
    return this.#said.split('new connection to server').length - 1
  }

  async resume(): Promise<void> {
    // PgBouncer refuses to run as root.
    const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
    const child = spawn(this.#program, [this.#configuration], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...identity,
    })
    this.#running = child
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#said += text))
    child.once('error', (error) => (this.#said += error.message))
    await until(() => answers(this.url), { timeoutMs: 10_000 }).catch(() => {
      throw new Error(`PgBouncer does not answer: ${this.#said.trim().slice(-500)}`)
    })
  }

  async kill(): Promise<void> {
    const child = this.#running
    this.#running = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    this.#release()
  }
}

function configurationOf(target: URL, port: number, { mode, ofEach }: Pooling): string {
  return [
    '[databases]',
    `${target.pathname.slice(1)} = host=${target.hostname} port=${target.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_user = ${lookupRole}`,
    `pool_mode = ${mode}`,
    'max_prepared_statements = 500',
    `default_pool_size = ${ofEach}`,
    'server_login_retry = 1',
    'log_disconnections = 0',
    '',
  ].join('\n')
}

function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
