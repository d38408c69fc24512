import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ServiceName } from '@posthorn/contracts'
import { services } from './settings.ts'
import { StartError } from './terminal.ts'

const ownerOnly = 0o600

/**
 * Creates the folder of a setting if needed, and checks that it is usable.
 *
 * @throws StartError if it is a file, can't be created, or isn't writable.
 */
export function prepareFolder(setting: 'DATA_DIR' | 'BACKUP_DIR', folder: string): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder === false) throw new StartError(`${setting}: ${folder} is a file; name a folder`)
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new StartError(`${setting}: ${folder} cannot be written (${code}); choose another folder or make it writable`)
  }
}

// Creates one level at a time. On a file system where folders can't be created, such as /proc, Node's recursive mkdir never returns.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/**
 * Atomically writes a file that only its owner can read.
 *
 * @throws StartError if it can't be written, for example because the disk is full. The previous file is then kept.
 */
export function writeSecretFile(path: string, value: unknown): void {
  const unfinished = `${path}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: ownerOnly, flush: true })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true, recursive: true })
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new StartError(`${path} cannot be written (${code}): make space, or make its folder writable`, {
      cause: error,
    })
  }
}

/**
 * Reads a JSON file in the data folder, or returns undefined if it doesn't exist. `cure`: advice for the error message if the file
 * is damaged.
 *
 * @throws StartError if it exists but can't be read, or isn't JSON.
 */
export function readJsonFile(path: string, cure = 'restore it from a backup, or choose another DATA_DIR'): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is not JSON'
    throw new StartError(`${path} cannot be read (${reason}): ${cure}`)
  }
}

/** Callers of the services: the gateway, the operator, and the programs of internal teams. */
const credentialNames = ['gateway', 'operator', 'team'] as const

const serverNames = ['postgres', 'nats'] as const

/** This installation's secrets, written once to `secrets.json`. */
export type Secrets = {
  /** Identifies this installation on a NATS server that it may share with others. */
  installation: string
  /** The `MASTER_KEYS` of every service. */
  masterKeys: string
  credentials: Record<(typeof credentialNames)[number], string>
  databasePasswords: Record<ServiceName, string>
  /** Passwords for the embedded servers: for the Postgres administrator, and for the NATS login that all services share. */
  serverPasswords: Record<(typeof serverNames)[number], string>
}

/**
 * Loads a data folder's secrets. Creates them at the first start, and later those that only a newer release has: each start gives services
 * their passwords, and every process its credentials.
 *
 * @throws StartError if they can't be read or written, are incomplete, or are missing although the folder has been used before.
 */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  const stored = readJsonFile(path)
  const isUsed = ['first-run.json', 'postgres/cluster'].some((name) => existsSync(join(dataDir, name)))
  if (stored === undefined && isUsed)
    throw new StartError(`${path} is missing, and what it encrypted is not: restore it, or choose another DATA_DIR`)
  const made = makeSecrets()
  const known = (stored === undefined ? made : (stored ?? {})) as Partial<Secrets>
  const { installation, masterKeys, serverPasswords, credentials, databasePasswords } = known
  const secrets = {
    ...known,
    credentials: { ...made.credentials, ...credentials },
    databasePasswords: { ...made.databasePasswords, ...databasePasswords },
  }
  // Another master key could not decrypt what the old one has encrypted, and servers keep the password that they were created with.
  const texts = [installation, masterKeys, ...serverNames.map((name) => serverPasswords?.[name])]
  const all = [...texts, ...Object.values(secrets.credentials), ...Object.values(secrets.databasePasswords)]
  if (!credentials || !databasePasswords || !all.every((text) => typeof text === 'string' && text !== ''))
    throw new StartError(`${path} is not complete: restore it from a backup, or choose another DATA_DIR`)
  if (!isDeepStrictEqual(secrets, stored)) writeSecretFile(path, secrets)
  return secrets as Secrets
}

/** Creates the secrets of a new installation. */
function makeSecrets(): Secrets {
  const secret = () => randomBytes(32).toString('base64url')
  const secretForEach = <N extends string>(names: readonly N[]) =>
    Object.fromEntries(names.map((name) => [name, secret()])) as Record<N, string>
  return {
    installation: randomBytes(4).toString('hex'),
    masterKeys: `1:${randomBytes(32).toString('base64')}`,
    credentials: secretForEach(credentialNames),
    databasePasswords: secretForEach(services),
    serverPasswords: secretForEach(serverNames),
  }
}
