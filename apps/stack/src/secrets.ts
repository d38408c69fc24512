import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceName } from '@posthorn/contracts'
import { readJsonFile, writeSecretFile } from './data-folder.ts'
import { services } from './parts.ts'
import { StartError } from './start-error.ts'

/** Callers of the services: the gateway, the operator, and the programs of internal teams. */
export const credentialNames = ['gateway', 'operator', 'team'] as const

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
 * Loads a data folder's secrets. Creates them at the first start.
 *
 * @throws StartError if they can't be read or written, are incomplete, or are missing although the folder has been used before.
 */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  const stored = readJsonFile(path)
  if (stored !== undefined) return checked(stored, path)
  if (existsSync(join(dataDir, 'first-run.json'))) {
    throw new StartError(`${path} is missing, and what it encrypted is not: restore it, or choose another DATA_DIR`)
  }
  const made = makeSecrets()
  writeSecretFile(path, made)
  return made
}

function makeSecrets(): Secrets {
  const secret = () => randomBytes(32).toString('base64url')
  const each = <N extends string>(names: readonly N[]) =>
    Object.fromEntries(names.map((name) => [name, secret()])) as Record<N, string>
  return {
    installation: randomBytes(4).toString('hex'),
    masterKeys: `1:${randomBytes(32).toString('base64')}`,
    credentials: each(credentialNames),
    databasePasswords: each(services),
    serverPasswords: each(serverNames),
  }
}

function checked(stored: unknown, path: string): Secrets {
  const found = (stored ?? {}) as Partial<Secrets>
  const texts = [
    found.installation,
    found.masterKeys,
    ...credentialNames.map((name) => found.credentials?.[name]),
    ...services.map((name) => found.databasePasswords?.[name]),
    ...serverNames.map((name) => found.serverPasswords?.[name]),
  ]
  if (texts.every((text) => typeof text === 'string' && text !== '')) return found as Secrets
  throw new StartError(`${path} is not complete: restore it from a backup, or choose another DATA_DIR`)
}
