import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { onceOrAtExit, until } from '@posthorn/testkit'
import { type RunningSystem, rowsAt } from '@posthorn/testkit/system'
import { Client } from 'pg'
import { repeat } from '../load.ts'

/** A separate Postgres that can be stopped and resumed on the same address. */
export class OwnPostgres implements AsyncDisposable {
  readonly url: string
  readonly #dataDir: string
  readonly #port: number
  #running: RunningPostgres | undefined

  private constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir
    this.#port = port
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`
  }

  /** The process id, or 0 while this Postgres is stopped. */
  get pid(): number {
    return this.#running?.pid ?? 0
  }

  /** Returns a Postgres that is not started: its folder is empty, for a new database or for the copy of another. */
  static async #withoutData(): Promise<OwnPostgres> {
    const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-postgres-'))
    // Postgres also needs access. If we are root, it runs as another user.
    chmodSync(dataDir, 0o711)
    return new OwnPostgres(dataDir, await freePort())
  }

  /** Starts a Postgres without data on a free port. */
  static async start(): Promise<OwnPostgres> {
    const postgres = await OwnPostgres.#withoutData()
    await postgres.resume()
    return postgres
  }

  /** Starts a standby. From then on, commits wait until they are on the standby's disk. */
  async addStandby(): Promise<OwnPostgres> {
    // Copies the data while the server is stopped, because the embedded Postgres has no tool to copy a running server.
    await this.#running?.stop()
    const standby = await OwnPostgres.#withoutData()
    const copy = join(standby.#dataDir, 'cluster')
    mkdirSync(copy, { mode: 0o700 })
    cpSync(join(this.#dataDir, 'cluster'), copy, { recursive: true })
    writeFileSync(join(copy, 'standby.signal'), '')
    await this.resume({ synchronous_standby_names: '*' })
    await standby.resume({ primary_conninfo: `host=127.0.0.1 port=${this.#port} user=postgres` })
    return standby
  }

  /** Kills it without letting it write anything more to disk. */
  async kill(): Promise<void> {
    await this.#running?.stop('immediate')
    this.#running = undefined
  }

  /** Starts, or starts again, always on the same port and data. `settings`: configuration parameters for this start. */
  async resume(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#running = await startPostgres({ dataDir: this.#dataDir, port: this.#port, settings })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

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

  /** The process id, or 0 while the pooler is killed. */
  get pid(): number {
    return this.#running?.pid ?? 0
  }

  /** Returns how many connections to Postgres the pooler has opened so far, by its log. */
  countOpened(): number {
    return this.#said.split('new connection to server').length - 1
  }

  /** Starts PgBouncer, or starts it again, always on the same port. Waits until it answers. */
  async resume(): Promise<void> {
    // PgBouncer refuses to run as root.
    const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
    const child = spawn(this.#program, [this.#configuration], { stdio: ['ignore', 'ignore', 'pipe'], ...identity })
    this.#running = child
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#said += text))
    child.once('error', (error) => (this.#said += error.message))
    await until(() => answers(this.url), { timeoutMs: 10_000 }).catch(() => {
      throw new Error(`PgBouncer does not answer: ${this.#said.trim().slice(-500)}`)
    })
  }

  /** Kills PgBouncer, and with it every connection that leads through it. */
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

/** Returns the configuration: connections to one database, and passwords looked up there. `ofEach`: connections for each login. */
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

/** Returns whether something accepts connections at the address. */
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

const everyMs = 100

/** Connects to Postgres. Without a listener for its errors, a connection that breaks would end the process, and with it all checks. */
export async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Finds the highest number of Postgres connections at a time, not counting the administrator's. Looks ten times a second. */
export async function watchConnections(url: string) {
  const client = await connectTo(url)
  let [most, since] = [0, new Date(0)]
  const counted = `select count(*)::int as open from pg_stat_activity
    where backend_type = 'client backend' and usesysid <> current_user::regrole and backend_start >= $1`
  const looking = repeat(everyMs, async () => {
    const { rows } = await client.query<{ open: number }>(counted, [since])
    most = Math.max(most, rows[0]?.open ?? 0)
  })
  return {
    most: () => most,
    /** Ignores earlier connections, which Postgres closes once it notices that the peer is gone. */
    startAnew: () => {
      since = new Date()
    },
    async [Symbol.asyncDispose]() {
      await looking.stop()
      await client.end()
    },
  }
}

type Look = { rows: number; isItself: boolean; workspaces: string; path: string }

const unscoped = `select (select count(*) from messaging.message)::int as rows, current_user = session_user as "isItself",
  coalesce(current_setting('posthorn.workspaces', true), '') as workspaces, current_setting('search_path') as path`

/**
 * Repeatedly reads through the pooler with messaging's login and without a workspace scope, and through the API as another workspace.
 * Collects what either sees, and a role or search path that is left: a shared connection must not keep the scope of its previous user.
 */
export async function watchScope(system: RunningSystem, poolerUrl: string) {
  const key = await otherKey(system)
  const url = loginOf(system, poolerUrl)
  const leaks: string[] = []
  let looks = 0
  const looking = repeat(everyMs, async () => {
    // There is no response while the pooler is down.
    const [look] = await rowsAt<Look>(url, unscoped).catch(() => [])
    const listed = await system.call<unknown[]>('GET', '/v1/messages?size=5', { key }).catch(() => undefined)
    if (look === undefined || listed?.status !== 200) return
    looks += 1
    const isClean = look.rows === 0 && look.isItself && look.workspaces === '' && look.path === '"$user", public'
    if (!isClean) leaks.push(JSON.stringify(look))
    if (listed.body.length > 0) leaks.push(`${listed.body.length} messages of another workspace`)
  })
  return { looks: () => looks, leaks: () => leaks, ...looking }
}

/** Creates another workspace. Returns a key that can only read, and to which no message of the first workspace may show. */
const otherKey = async (system: RunningSystem): Promise<string> =>
  system.asOperator(async ({ clients: { gateway }, operator }) => {
    const { id } = await gateway.workspaces.create.mutate({ name: 'Other' }, operator)
    const made = { workspace: id, name: 'other', scopes: ['read' as const] }
    return (await gateway.workspaceKeys.create.mutate(made, operator)).key
  })

/** Returns the pooler's URL with messaging's login, whose password the installation keeps in its data folder. */
function loginOf(system: RunningSystem, poolerUrl: string): string {
  const secrets = JSON.parse(readFileSync(join(system.dataDir, 'secrets.json'), 'utf8')) as {
    databasePasswords: { messaging: string }
  }
  const url = new URL(poolerUrl)
  const username = `${url.pathname.slice(1)}_messaging`
  return Object.assign(url, { username, password: secrets.databasePasswords.messaging }).href
}
