import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedServerError, succeeds } from './processes.ts'

const NOBODY = 65534
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] as const

/**
 * The user to run Postgres as, because it refuses to run as root. `self`: our own user. `namespace`: root mapped to an unprivileged user in
 * a user namespace, which needs no other account and works in a 0700 home. `nobody`: user id 65534, with a copy of the binaries that it can
 * read.
 */
export type RunAs = 'self' | 'namespace' | 'nobody'

/** Chooses how to run Postgres: as ourselves unless we are root, then in a namespace if the kernel allows one. */
export const chooseRunAs = async (): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return 'self'
  const [command, ...args] = NAMESPACE
  return (await succeeds(command, [...args, 'true'])) ? 'namespace' : 'nobody'
}

/** Returns the command prefix, and the user id to start it with. */
export const identityOf = (runAs: RunAs): { prefix: string[]; uid?: number } => {
  if (runAs === 'namespace') return { prefix: [...NAMESPACE] }
  return runAs === 'nobody' ? { prefix: [], uid: NOBODY } : { prefix: [] }
}

/**
 * If run as root, gives a server's folder to the user that the server runs as, and lets `nobody` enter it. Otherwise, does nothing.
 *
 * @throws EmbeddedServerError if `nobody` can't enter a parent folder.
 */
export const openFolderFor = (folder: string, runAs: RunAs): void => {
  if (process.getuid?.() !== 0) return
  chownTree(folder, runAs === 'nobody' ? NOBODY : 0)
  if (runAs !== 'nobody') return
  chmodSync(folder, 0o711)
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent)) {
    if ((statSync(parent).mode & 0o001) === 0) {
      throw new EmbeddedServerError(
        `Postgres cannot run as root, and another user cannot enter ${parent}: ` +
          'start as an ordinary user, choose a data folder elsewhere, or set DATABASE_URL',
      )
    }
  }
}

/** Gives a folder and all it contains to a user. A folder that is already theirs is left as it is. */
const chownTree = (path: string, uid: number): void => {
  if (statSync(path).uid === uid) return
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), uid, uid)
  chownSync(path, uid, uid)
}

/**
 * Returns the folder to run Postgres's programs from: the package's own or, for `nobody`, a copy inside `folder`, because other users may
 * not be able to read the package.
 */
export const binariesFor = (runAs: RunAs, packaged: string, folder: string): string => {
  if (runAs !== 'nobody') return packaged
  const copy = join(folder, 'programs')
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copy)
  }
  return copy
}
