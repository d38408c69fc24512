import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'

/** What n8n needs to start: the program, its folder, and Postgres. */
export type N8nOptions = { program: string; userFolder: string; postgres: string; env: NodeJS.ProcessEnv }

export type Workflow = { name: string; nodes: { name: string }[]; connections: object; settings: object }

export type Execution = { id: string; status: string; workflowId: string }

export const owner = { email: 'owner@example.com', firstName: 'Ada', lastName: 'Park', password: 'Trial-of-n8n-1' }

const startTimeoutMs = 300_000

/** A real n8n instance with an owner account, driven through the editor's API. */
export class RunningN8n {
  readonly url: string
  readonly #child: ChildProcess
  #cookie = ''

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  static async start({ program, userFolder, postgres, env }: N8nOptions): Promise<RunningN8n> {
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const { hostname, port: databasePort, username } = new URL(postgres)
    const settings = {
      N8N_USER_FOLDER: userFolder,
      N8N_PORT: port,
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_RUNNERS_BROKER_PORT: String(await freePort()),
      WEBHOOK_URL: `${url}/`,
      N8N_SECURE_COOKIE: 'false',
      N8N_DIAGNOSTICS_ENABLED: 'false',
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      N8N_TEMPLATES_ENABLED: 'false',
      N8N_PERSONALIZATION_ENABLED: 'false',
      DB_TYPE: 'postgresdb',
      DB_POSTGRESDB_HOST: hostname,
      DB_POSTGRESDB_PORT: databasePort,
      DB_POSTGRESDB_DATABASE: 'postgres',
      DB_POSTGRESDB_USER: username,
    }
    const child = spawn(process.execPath, [program, 'start'], {
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(userFolder, 'n8n.log'))
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    const n8n = new RunningN8n(url, child)
    const isReady = async () => (await fetch(`${url}/healthz/readiness`)).ok && (await fetch(`${url}/rest/settings`)).ok
    await until(isReady, { timeoutMs: startTimeoutMs, describe: 'n8n to be ready' })
    await n8n.#createOwner()
    return n8n
  }

  async #createOwner(): Promise<void> {
    await this.call('POST', '/rest/owner/setup', owner)
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'browser-id': 'trial', cookie: this.#cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`n8n: ${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`)
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('n8n-auth='))
    if (cookie) this.#cookie = cookie.split(';')[0] ?? ''
    const json = JSON.parse(text) as { data?: T }
    return (json.data ?? json) as T
  }

  /** Returns a workflow's executions, newest first. */
  async executions(workflowId: string): Promise<Execution[]> {
    const filter = encodeURIComponent(JSON.stringify({ workflowId }))
    return (await this.call<{ results: Execution[] }>('GET', `/rest/executions?filter=${filter}`)).results
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve))
    this.#child.kill('SIGTERM')
    await ended
  }
}
