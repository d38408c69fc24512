import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { type RunningSystem, repositoryRoot } from '@posthorn/testkit/system'

/** What n8n needs to start: the program, its folder, and Postgres. */
type N8nOptions = { program: string; userFolder: string; postgres: string; env: NodeJS.ProcessEnv }

type Workflow = { name: string; nodes: { name: string }[]; connections: object; settings: object }

type Execution = { id: string; status: string; workflowId: string }

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

  /** Starts n8n with a separate database and with everything off that calls its makers: the try-out may only call this machine. */
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
    try {
      await until(isReady, { timeoutMs: startTimeoutMs, describe: 'n8n to be ready' })
      await n8n.#createOwner()
      return n8n
    } catch (error) {
      await n8n.stop()
      throw error
    }
  }

  /** Creates the first account. The response's cookie signs this instance in. */
  async #createOwner(): Promise<void> {
    await this.call('POST', '/rest/owner/setup', owner)
  }

  /** Calls the editor's API as the owner, whose session is in a cookie. */
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

  /** Asks n8n to end unless it has, and waits until it has also closed its output. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('close', resolve))
    this.#child.kill('SIGTERM')
    await ended
  }
}

const folder = join(repositoryRoot, 'packages/connectors/n8n/gallery')

/** A system, an n8n instance with a credential for it, and a server that stands in for the company's other programs. */
export type Trial = { system: RunningSystem; n8n: RunningN8n; credential: string; elsewhere: string }

/** Reads a gallery workflow. Replaces the URLs of other programs with the test server's, and names the credential by its id. */
function read(file: string, { elsewhere, credential }: Trial): Workflow {
  const text = readFileSync(join(folder, `${file}.json`), 'utf8')
  const local = text.replaceAll(/https:\/\/[a-z]+\.example\.com/g, elsewhere)
  return JSON.parse(local.replaceAll('"name": "Posthorn"\n', `"name": "Posthorn", "id": "${credential}"\n`)) as Workflow
}

export type Imported = { id: string; versionId: string; workflow: Workflow }

/** Stores a workflow of the gallery in n8n, not active. */
export async function importWorkflow(trial: Trial, file: string): Promise<Imported> {
  const workflow = read(file, trial)
  const { id, versionId } = await trial.n8n.call<Imported>('POST', '/rest/workflows', workflow)
  return { id, versionId, workflow }
}

/** Activates a workflow, whose trigger then registers its webhook. */
export async function activate({ n8n }: Trial, { id, versionId }: Imported): Promise<void> {
  await n8n.call('POST', `/rest/workflows/${id}/activate`, { versionId })
}

/** Deactivates a workflow, whose trigger then removes its webhook. */
export async function deactivate({ n8n }: Trial, { id }: Imported): Promise<void> {
  await n8n.call('POST', `/rest/workflows/${id}/deactivate`, {})
}

/** Runs a workflow from its schedule at once, as the button in the editor does. */
export async function runNow({ n8n }: Trial, { id, workflow }: Imported): Promise<void> {
  const saved = await n8n.call<object>('GET', `/rest/workflows/${id}`)
  const schedule = workflow.nodes.find(({ name }) => name === 'Schedule')
  await n8n.call('POST', `/rest/workflows/${id}/run`, {
    workflowData: saved,
    triggerToStartFrom: { name: schedule?.name ?? '' },
  })
}

/** Waits until a workflow was executed and all its executions have ended, and returns how many there were. Throws if one failed. */
export async function untilExecuted({ n8n }: Trial, { id }: Imported): Promise<number> {
  const ended = await until(
    async () => {
      const executions = await n8n.executions(id)
      const done = executions.filter(({ status }) => !['new', 'running', 'waiting'].includes(status))
      return done.length > 0 && done.length === executions.length && executions
    },
    { timeoutMs: 60_000, describe: 'the workflow to be executed' },
  )
  const failed = ended.find(({ status }) => status !== 'success')
  if (failed) throw new Error(`execution ${failed.id} ended as ${failed.status}`)
  return ended.length
}
