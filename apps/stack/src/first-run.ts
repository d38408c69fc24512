import { join } from 'node:path'
import type { FirstRunFile } from '@posthorn/client'
import type { AccountOptions } from './account.ts'
import { readJsonFile, writeSecretFile } from './data-folder.ts'
import type { Host } from './host.ts'
import { lineOf, type Say, StartError } from './terminal.ts'

/** Input for a first run. `withGateway` runs work while the gateway is up, before the public port opens. */
export type FirstRunOptions = {
  dataDir: string
  url: string
  publicUrl: string
  simulator: string
  say: Say
  host: Pick<Host, 'prepare'>
  withGateway: <T>(work: (access: Omit<AccountOptions, 'simulator'>) => Promise<T>) => Promise<T>
}

/** A data folder's account, and whether this start created it. */
export type Account = {
  account: FirstRunFile
  isNew: boolean
  /** Secret for the link that makes someone the workspace's owner, or null if there already is one or no terminal to show it in. */
  ownerToken: string | null
}

/** Returns the file with the account that the first start created. */
export const firstRunPath = (dataDir: string): string => join(dataDir, 'first-run.json')

/**
 * Returns the data folder's workspace, number and key, which `first-run.json` stores with the current URLs. The first start creates them, and
 * the next one continues if it was interrupted. If the public URL has changed, as with another port, tells the simulator the new callback
 * URLs.
 */
export async function firstRun(options: FirstRunOptions): Promise<Omit<Account, 'ownerToken'>> {
  const { dataDir, url, publicUrl, simulator, say, host, withGateway } = options
  const path = firstRunPath(dataDir)
  const known = readFirstRun(path)
  if (known === undefined) say('Making a workspace, a simulator number and an API key …')
  else if (known.publicUrl !== publicUrl)
    await withGateway((access) => host.prepare('callbacks', { ...access, simulator }))
  const made = known ?? (await withGateway((access) => host.prepare('account', { ...access, simulator })))
  const account = { ...made, url, publicUrl, simulator }
  try {
    if (JSON.stringify(account) !== JSON.stringify(known)) writeSecretFile(path, account)
  } catch (error) {
    // Fails only if there is no file yet. An outdated file is good enough for later starts.
    if (known === undefined) throw error
    say(`Warning: ${lineOf(error)}`)
  }
  return { account, isNew: known === undefined }
}

const cure = 'remove it, and the next start makes another key for the same workspace'

/** Reads the account of the first start; undefined if there was none. */
function readFirstRun(path: string): FirstRunFile | undefined {
  const file = readJsonFile(path, cure) as Partial<FirstRunFile> | undefined
  if (file === undefined) return undefined
  const { key, workspace, number } = file ?? {}
  if ([key, workspace, number].every((text) => typeof text === 'string')) return file as FirstRunFile
  throw new StartError(`${path} is not complete: ${cure}`)
}
