import { join } from 'node:path'
import type { FirstRunFile } from '@posthorn/client'
import type { AccountOptions } from './account.ts'
import { readJsonFile, writeSecretFile } from './data-folder.ts'
import type { Host } from './host.ts'
import type { Say } from './progress.ts'
import { lineOf, StartError } from './start-error.ts'

/** Input of a first run. `withGateway` runs its work while the gateway is up, before the public port is open. */
export type FirstRunOptions = {
  dataDir: string
  url: string
  simulator: string
  say: Say
  host: Pick<Host, 'prepare'>
  withGateway: <T>(work: (access: Omit<AccountOptions, 'simulator'>) => Promise<T>) => Promise<T>
}

/** The account of a data folder, and whether this start made it. */
export type Account = {
  account: FirstRunFile
  isNew: boolean
  /** Secret of the link with which someone becomes the owner of the workspace; null where it has an owner. */
  ownerToken: string | null
}

/** The file in a data folder that keeps what its first start made. */
export function firstRunPath(dataDir: string): string {
  return join(dataDir, 'first-run.json')
}

/**
 * Returns the workspace, number and key of this data folder; made at the first start, or at the next when that was cut short. When the
 * port has changed since, the simulator gets the new address for its callbacks.
 */
export async function firstRun(options: FirstRunOptions): Promise<Omit<Account, 'ownerToken'>> {
  const { dataDir, url, simulator, say, host, withGateway } = options
  const path = firstRunPath(dataDir)
  const known = readFirstRun(path)
  if (known === undefined) say('Making a workspace, a simulator number and an API key …')
  else if (known.url !== url) await withGateway((access) => host.prepare('callbacks', { ...access, simulator }))
  const made = known ?? (await withGateway((access) => host.prepare('account', { ...access, simulator })))
  const account = { ...made, url, simulator }
  try {
    if (JSON.stringify(account) !== JSON.stringify(known)) writeSecretFile(path, account)
  } catch (error) {
    // Later starts can do with what the file says.
    if (known === undefined) throw error
    say(`Warning: ${lineOf(error)}`)
  }
  return { account, isNew: known === undefined }
}

const cure = 'remove it, and the next start makes another key for the same workspace'

function readFirstRun(path: string): FirstRunFile | undefined {
  const file = readJsonFile(path, cure) as Partial<FirstRunFile> | undefined
  if (file === undefined) return undefined
  const { key, workspace, number } = file ?? {}
  if ([key, workspace, number].every((text) => typeof text === 'string')) return file as FirstRunFile
  throw new StartError(`${path} is not complete: ${cure}`)
}
