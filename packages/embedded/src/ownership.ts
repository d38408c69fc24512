import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedServerError, processFacts, reasonOf } from './processes.ts'

const claimedHere = new Set<string>()

type Owner = { pid: number; start: string }

/**
 * Creates a server's folder if needed and claims it, so that two programs never run servers in the same folder or stop each other's server.
 * A claim is ignored if its owner is gone (kill -9, power failure, reused process id).
 *
 * @returns a function that releases the folder.
 * @throws EmbeddedServerError if a running process, such as this one, already owns the folder, or if it can't be created or written.
 */
export const claimFolder = (folder: string): (() => void) => {
  const file = join(folder, 'owner.json')
  const self: Owner = { pid: process.pid, start: processFacts(process.pid)?.start ?? '' }
  const owner = readOwner(file)
  const ownerLives = owner !== undefined && processFacts(owner.pid)?.start === owner.start
  if (claimedHere.has(folder) || (ownerLives && owner.pid !== process.pid)) {
    throw new EmbeddedServerError(
      `${folder} is in use by process ${owner?.pid ?? process.pid}: stop that one first, or choose another data folder`,
    )
  }
  try {
    mkdirSync(folder, { recursive: true })
    writeWhole(file, JSON.stringify(self))
  } catch (error) {
    throw new EmbeddedServerError(`${folder} cannot be taken into use: ${reasonOf(error)}`, { cause: error })
  }
  claimedHere.add(folder)
  return () => {
    claimedHere.delete(folder)
    rmSync(file, { force: true })
  }
}

/** Writes a file atomically, readable only by its owner. */
export const writeWhole = (file: string, text: string): void => {
  const unfinished = `${file}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, text, { mode: 0o600 })
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Reads who claimed a folder. A missing or damaged file counts as no claim. */
const readOwner = (file: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}
