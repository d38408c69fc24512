import { chmodSync, chownSync, constants, copyFileSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders whose content belongs to the running server, or comes from the archive. The folders themselves must exist. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
/** Files of a running server. */
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|pgsql_tmp.*)$/

/** Copies a Postgres data folder, even of a running server: skips files that disappear meanwhile. Returns the bytes copied. */
export function copyCluster(from: string, to: string): number {
  mkdirSync(to, { mode: 0o700 })
  return copyFolder(from, to, (name) => emptied.has(name))
}

function copyFolder(from: string, to: string, isEmptied: (name: string) => boolean): number {
  let bytes = 0
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      mkdirSync(target, { mode: 0o700 })
      if (!isEmptied(entry.name)) bytes += unlessGone(() => copyFolder(source, target, () => false))
      continue
    }
    bytes += unlessGone(() => {
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      return lstatSync(target).size
    })
  }
  return bytes
}

function unlessGone(copy: () => number): number {
  try {
    return copy()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

/** Gives a folder and its contents to another folder's owner only, as Postgres requires. */
export function giveTo(path: string, { uid, gid }: { uid: number; gid: number }): void {
  const isFolder = lstatSync(path).isDirectory()
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
  chmodSync(path, isFolder ? 0o700 : 0o600)
  if (isFolder) for (const name of readdirSync(path)) giveTo(join(path, name), { uid, gid })
}
