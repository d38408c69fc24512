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
 * Creates the data folder if needed, and checks that it is usable.
 *
 * @throws StartError if it is a file, can't be created, or isn't writable.
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
