import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type CallOptions,
  type Clients,
  createClients,
  type FirstRunFile,
  faultOf,
  type RunFile,
} from '@posthorn/client'

/** A failure of a command; its message is one line for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Clients of the services that run on a data folder, with operator permissions. */
export type OperatorAccess = { clients: Clients; operator: { context: Record<string, unknown> } }

/** URL of the public API, and a key for it. */
export type ApiAccess = { url: string; key: string }

const repositoryRoot = resolve(import.meta.dirname, '../../..')

/** Returns the data folder of `--data-dir`, else of `DATA_DIR`, else `.data`. pnpm sets `INIT_CWD` to the folder of its caller. */
export function dataFolder(option: string | undefined, env: Record<string, string | undefined>): string {
  return resolve(env['INIT_CWD'] || '.', option || env['DATA_DIR'] || join(repositoryRoot, '.data'))
}

/** Runs `work` with typed clients of the services as operator, and closes them after it. */
export async function asOperator<T>(dataDir: string, work: (access: OperatorAccess) => Promise<T>): Promise<T> {
  const { urls, credential } = readRun(dataDir)
  const clients = createClients({ urls, credential, timeoutMs: 15_000 })
  const call: CallOptions = { scopes: ['operator'] }
  try {
    return await work({ clients, operator: clients.calling(call) })
  } catch (error) {
    const fault = faultOf(error)
    throw fault.code === 'service:unavailable' ? notRunning(dataDir) : refused(fault)
  } finally {
    await clients.close()
  }
}

/** Returns the public API of the running system, with this key or that of the first run. */
export function apiAccess(dataDir: string, key: string | undefined): ApiAccess {
  const { url } = readRun(dataDir)
  const known = key ?? (readFile(join(dataDir, 'first-run.json')) as FirstRunFile | undefined)?.key
  if (known === undefined) throw new CommandError('no API key: pass one with --key')
  return { url, key: known }
}

/** Calls the public API and returns the body. A refusal becomes one line. */
export async function callApi<T>(
  access: ApiAccess & { dataDir: string },
  { method, path, body }: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown },
): Promise<T> {
  const answer = await fetch(`${access.url}${path}`, {
    method,
    headers: { Token: access.key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw notRunning(access.dataDir)
  })
  const value = (await answer.json().catch(() => ({ message: `the API answered ${answer.status}` }))) as T & Refusal
  if (answer.ok) return value
  throw refused(value)
}

/** Returns the first line of an error. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'unknown reason'
}

type Refusal = { message: string; errors?: readonly { path: string; message: string }[] }

function refused({ message, errors = [] }: Refusal): CommandError {
  const faults = errors.map((each) => `${each.path} ${each.message}`.trim())
  return new CommandError(faults.length > 0 ? faults.join('; ') : message)
}

function readRun(dataDir: string): RunFile {
  const file = readFile(join(dataDir, 'run.json')) as RunFile | undefined
  if (file === undefined) throw notRunning(dataDir)
  return file
}

function notRunning(dataDir: string): CommandError {
  return new CommandError(
    `no system is running on ${dataDir}: start one with npx -y pnpm@12.21.0 start, or pass its folder with --data-dir`,
  )
}

function readFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return undefined
  }
}
