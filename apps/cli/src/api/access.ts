import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  type CallOptions,
  type Clients,
  createClients,
  type FirstRunFile,
  faultOf,
  hadNoEffect,
  type RunFile,
} from '@posthorn/client'
import type { Command } from 'commander'
import { type Api, type ApiAccess, CommandError, openApi, refused } from './client.ts'
import { readText } from './local-file.ts'

export type CommonOptions = { json: boolean; dataDir?: string }

export type ApiOptions = CommonOptions & AccessOptions

/** Adds the options that almost every command has. */
export function withCommon(command: Command): Command {
  return command
    .option('--json', 'print JSON and nothing else', false)
    .option('--data-dir <folder>', 'data folder of a system on this machine (default: DATA_DIR, else .data)')
}

/** Adds the options that name an installation and its key. */
export const withApi = (command: Command): Command =>
  withCommon(command)
    .option('--url <address>', 'address of the installation (default: POSTHORN_URL, else that of `posthorn login`)')
    .option('--key <key>', 'API key (default: POSTHORN_TOKEN, else that of `posthorn login` or of the first run)')

/** Returns a client for the installation and key that `findAccess` finds. */
export const apiOf = (options: AccessOptions, env: Env): Api => openApi(findAccess(options, env))

export type Env = Record<string, string | undefined>

/** Returns the file in which `posthorn login` stores the address and key of an installation. */
export function loginPath(env: Env): string {
  const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
  return env['POSTHORN_CONFIG'] || join(folder, 'posthorn', 'login.json')
}

/** Reads what `posthorn login` stored. A missing or damaged file counts as no login. */
function readLogin(env: Env): { url: string; key: string; source: string } | undefined {
  const source = loginPath(env)
  try {
    const { url, key } = JSON.parse(readText(source)) as { url?: unknown; key?: unknown }
    return typeof url === 'string' && typeof key === 'string' ? { url, key, source } : undefined
  } catch {
    return undefined
  }
}

/** Stores an installation and its key, instead of an earlier one, in a file that only this user can read. Returns the path. */
export function writeLogin(env: Env, { url, key }: { url: string; key: string }): string {
  const path = loginPath(env)
  writePrivate(path, `${JSON.stringify({ url, key })}\n`)
  return path
}

/**
 * Writes a file that only this user can read. If that fails, as on a full disk, the earlier file remains. One that is mounted is written in
 * place, and may be lost.
 */
export function writePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Replaces the file that a link leads to, not the link. Only a file that exists has a real path.
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 })
  const file = realpathSync(path)
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, text, { mode: 0o600 })
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    writeInPlace(file, text, error)
  }
}

/** Writes a file that is mounted into a container, which cannot be replaced or removed. Rethrows an error with another cause. */
function writeInPlace(file: string, text: string, error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error
  writeFileSync(file, text)
}

/** Removes what `posthorn login` stored. Returns the path; undefined if nothing was stored. */
export function removeLogin(env: Env): string | undefined {
  const path = loginPath(env)
  if (!existsSync(path) || readText(path) === '') return undefined
  // Without its link, the file would still have the key.
  const file = realpathSync(path)
  try {
    unlinkSync(file)
  } catch (error) {
    writeInPlace(file, '', error)
  }
  return path
}

type AccessOptions = { url?: string; key?: string; dataDir?: string }

/** Root of the repository, if the command runs from its sources. */
const repositoryRoot = resolve(import.meta.dirname, '../../../..')

/**
 * Returns the data folder: `--data-dir`, `DATA_DIR`, or `.data`. Relative paths start at `INIT_CWD`, which pnpm sets to the folder it was
 * called from.
 */
export const dataFolder = (option: string | undefined, env: Env): string =>
  resolve(env['INIT_CWD'] || '.', option || env['DATA_DIR'] || join(repositoryRoot, '.data'))

/**
 * Finds the installation and its key, in this order: options, `POSTHORN_URL` and `POSTHORN_TOKEN`, a named data folder, `posthorn login`, the
 * repository's data folder. Empty options and variables count as absent. A stored key is not used for another address.
 *
 * @throws CommandError if there is no installation, no key for it, or a file with them cannot be read.
 */
export function findAccess(options: AccessOptions, env: Env): ApiAccess {
  const dataDir = dataFolder(options.dataDir, env)
  const [local, login] = [() => readLocal(dataDir), () => readLogin(env)]
  const places = options.dataDir || env['DATA_DIR'] ? [local, login] : [login, local]
  const url = options.url || env['POSTHORN_URL']
  const key = options.key || env['POSTHORN_TOKEN']
  if (url) {
    const origin = originOf(url)
    const knownKey = key || firstOf(places, (access) => access.url === origin)?.key
    return { url: origin, key: knownKey ?? failWithoutKey(url), source: options.url ? '--url' : 'POSTHORN_URL' }
  }
  const found = firstOf(places, () => true) ?? failWithoutSystem(dataDir)
  return { ...found, key: key || (found.key ?? failWithoutKey(found.url)) }
}

type StoredAccess = Omit<ApiAccess, 'key'> & { key?: string }

/** Returns the first matching installation. Doesn't read further places, which may be damaged. */
function firstOf(
  places: readonly (() => StoredAccess | undefined)[],
  matches: (access: StoredAccess) => boolean,
): StoredAccess | undefined {
  for (const read of places) {
    const access = read()
    if (access !== undefined && matches(access)) return access
  }
  return undefined
}

/** Reads the run file of the system on a data folder. Throws a `CommandError` if there is none, because none runs. */
export function readRun(dataDir: string): RunFile {
  return readRunFile(dataDir) ?? failWithoutSystem(dataDir)
}

const readRunFile = (dataDir: string): RunFile | undefined =>
  readJson(join(dataDir, 'run.json'), 'start the system again, which replaces it') as RunFile | undefined

/**
 * Returns the URL that paths such as `/v1/me` follow: without `/v1` or a trailing slash, and with a scheme if the text has none. Throws a
 * `CommandError` if the text isn't a URL.
 */
export function originOf(text: string): string {
  const scheme = /^(localhost|127\.|\[::1\])/.test(text) ? 'http' : 'https'
  const url = URL.parse(text.includes('://') ? text : `${scheme}://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CommandError(`${text} is not an address such as https://posthorn.example.com`)
  return `${url.origin}${url.pathname.replace(/\/(v1\/?)?$/, '')}`
}

/** Finds the installation that runs on a data folder, with the key that its first start created. */
function readLocal(dataDir: string): StoredAccess | undefined {
  const run = readRunFile(dataDir)
  if (run === undefined) return undefined
  const cure = 'remove it and start the system again, which makes another key'
  const key = (readJson(join(dataDir, 'first-run.json'), cure) as FirstRunFile | undefined)?.key
  return { url: run.url, source: dataDir, ...(key === undefined ? {} : { key }) }
}

function failWithoutSystem(dataDir: string): never {
  throw new CommandError(
    `no system is running on ${dataDir}: start one with npx -y pnpm@12.21.0 start, pass its folder with --data-dir, ` +
      'or name an installation with `posthorn login --url <address>`, --url or POSTHORN_URL',
  )
}

function failWithoutKey(url: string): never {
  throw new CommandError(`no API key for ${url}: run \`posthorn login --url ${url}\`, or pass --key or POSTHORN_TOKEN`)
}

/**
 * Reads a file that the launcher writes. Returns undefined if there is none.
 *
 * @throws CommandError if it is damaged, with `cure` as advice, or can't be read, as when it belongs to another user.
 */
function readJson(path: string, cure: string): unknown {
  try {
    return JSON.parse(readText(path)) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${path} is damaged: ${cure}`)
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new CommandError(`${path} cannot be read (${code}): run the command as the user who started the system`)
  }
}

export type OperatorAccess = { clients: Clients; operator: { context: Record<string, unknown> } }

/** Runs work with clients that call the services as their operator. The credential is in the run file, which only this user can read. */
export async function asOperator<T>(dataDir: string, work: (access: OperatorAccess) => Promise<T>): Promise<T> {
  const { urls, credential } = readRun(dataDir)
  const clients = createClients({ urls, credential, timeoutMs: 15_000 })
  const call: CallOptions = { scopes: ['operator'] }
  try {
    return await work({ clients, operator: clients.calling(call) })
  } catch (error) {
    const fault = faultOf(error)
    // A system that was killed leaves its run file.
    if (fault.code === 'service:unavailable' && hadNoEffect(fault)) failWithoutSystem(dataDir)
    throw refused(fault, fault.status)
  } finally {
    await clients.close()
  }
}
