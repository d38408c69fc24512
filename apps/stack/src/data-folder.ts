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
import { StartError } from './start-error.ts'

const ownerOnly = 0o600

/**
 * Makes the data folder if need be and proves that it can be used.
 *
 * @throws StartError in one line when it is a file, cannot be made or cannot be written.
 */
export function prepareDataFolder(folder: string): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder === false) throw new StartError(`DATA_DIR: ${folder} is a file; name a folder`)
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new StartError(`DATA_DIR: ${folder} cannot be written (${code}); choose another folder or make it writable`)
  }
}

// Step by step: where a file system makes no folders at all, such as /proc, Node's own recursion never ends.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/**
 * Writes a file that only its owner can read, whole or not at all.
 *
 * @throws StartError in one line when it cannot be written, as on a full disk; what was there stays.
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
 * Reads a JSON file of the data folder; undefined when it is not there. `cure`: what to do when it is damaged.
 *
 * @throws StartError in one line when it is there and not JSON.
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
