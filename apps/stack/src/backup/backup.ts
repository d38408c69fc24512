import {
  appendFileSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunFile } from '@posthorn/client'
import { archiveSettings, claimFolder, recoverySettings } from '@posthorn/embedded'
import { Client } from 'pg'
import { readJsonFile } from '../data-folder.ts'
import { lineOf, StartError } from '../terminal.ts'
import { archiveFolder, findBase, type RestorePoint } from './archive.ts'

/** Records the time of the last base backup, in Unix seconds, where services look for it. */
const noteBackup = `do $$ begin
  execute format('alter database %I set posthorn.base_backup_at = %L', current_database(), extract(epoch from now()));
end $$`

/**
 * Takes a base backup of the running embedded Postgres. Together with the archive, it can restore the state at any later time.
 *
 * @throws StartError if no embedded Postgres is running on the data folder, or it doesn't archive to the backup folder, or fails to.
 * @throws EmbeddedServerError if another backup is running, or the backup folder can't be written.
 */
export async function takeBackup({ dataDir, backupDir }: { dataDir: string; backupDir: string }) {
  const run = readJsonFile(join(dataDir, 'run.json'), 'start the system again') as RunFile | undefined
  if (run === undefined) throw new StartError(`no system is running on ${dataDir}: start it, or name its DATA_DIR`)
  if (run.processes['postgres'] === undefined) {
    throw new StartError(`no embedded Postgres runs on ${dataDir}: back up a Postgres of your own with pg_basebackup`)
  }
  // A second backup would remove the unfinished folder of the first.
  const release = claimFolder(backupDir)
  const client = new Client({ connectionString: run.databaseUrl })
  client.on('error', () => {})
  try {
    await client.connect().catch((error: unknown) => {
      throw new StartError(`the Postgres of ${dataDir} does not answer (${lineOf(error)}): start the system first`)
    })
    const { rows } = await client.query<{ command: string }>(`select current_setting('archive_command') as command`)
    const archive = archiveFolder(backupDir)
    if (!existsSync(archive) || rows[0]?.command !== archiveSettings(archive)['archive_command']) {
      throw new StartError(
        `BACKUP_DIR: Postgres does not archive to ${backupDir}: start the system with BACKUP_DIR set to it`,
      )
    }
    const taken = await copyDuringBackup(client, { cluster: join(dataDir, 'postgres', 'cluster'), backupDir })
    await client.query(noteBackup)
    return taken
  } finally {
    await client.end()
    release()
  }
}

/** Copies the cluster between `pg_backup_start` and `pg_backup_stop`, into a folder that gets its final name once it is complete. */
async function copyDuringBackup(client: Client, { cluster, backupDir }: { cluster: string; backupDir: string }) {
  const path = baseBackupPath(backupDir, new Date())
  const unfinished = join(dirname(path), '.unfinished')
  const discard = () => rmSync(unfinished, { recursive: true, force: true })
  discard()
  try {
    // A failure to archive counts only from here on, and by the clock of Postgres, which also dates the failures.
    const { rows: started } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
    await client.query(`select pg_backup_start(label => 'posthorn', fast => true)`)
    const bytes = copyCluster(cluster, unfinished)
    const { rows } = await client.query<{ label: string; segment: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)',
    )
    await untilArchived(client, rows[0]?.segment ?? '', started[0]?.at ?? '')
    writeFileSync(join(unfinished, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600, flush: true })
    renameSync(unfinished, path)
    return { path, bytes }
  } catch (error) {
    // A partial backup may be what filled the disk.
    discard()
    throw error
  }
}

const archivePauseMs = 100

/** Waits until a segment is in the archive. Throws if archiving has failed since the time and hasn't recovered. */
async function untilArchived(client: Client, segment: string, since: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ failed: string | null }>(
      `select (select last_failed_wal from pg_stat_archiver
               where last_failed_time > greatest(last_archived_time, $2::timestamptz)) as failed
       from pg_ls_archive_statusdir() where name = $1 || '.ready'`,
      [segment, since],
    )
    const [waiting] = rows
    if (waiting === undefined) return
    if (waiting.failed !== null) {
      const advice = 'see server.log in the folder postgres of DATA_DIR'
      throw new StartError(`BACKUP_DIR: Postgres cannot archive ${waiting.failed} there: ${advice}`)
    }
    await pause(archivePauseMs)
  }
}

type RestoreOptions = RestorePoint & { dataDir: string; backupDir: string }

/**
 * Restores the embedded Postgres's data folder from the newest suitable base backup. The next start replays the archive, and the services
 * are then in quarantine.
 *
 * @returns the path of the base backup that was used, and the timeline that the next start follows.
 * @throws StartError if the old data hasn't been moved away, no base backup is suitable, or it isn't clear which timeline to follow.
 * @throws EmbeddedServerError if the system is running.
 */
export function restoreBackup({ dataDir, backupDir, ...point }: RestoreOptions): { path: string; timeline: number } {
  const { base, timeline } = findBase(backupDir, point) ?? {}
  if (base === undefined || timeline === undefined) {
    const [before, of] = [point.to && ' from before that time', point.timeline && ` of timeline ${point.timeline}`]
    throw new StartError(`${backupDir} holds no base backup${before ?? ''}${of ?? ''}`)
  }
  const postgres = join(dataDir, 'postgres')
  mkdirSync(postgres, { recursive: true })
  const release = claimFolder(postgres)
  const cluster = join(postgres, 'cluster')
  const unfinished = `${cluster}.restored`
  try {
    if (existsSync(cluster)) {
      throw new StartError(`${cluster} is there: move it away first, so that nothing is lost by a restore`)
    }
    // The file of a timeline may have been removed together with old log. Its base backups don't need it.
    const target = timeline === base.timeline ? 'current' : String(timeline)
    const settings = Object.entries(recoverySettings(archiveFolder(backupDir), { to: point.to, timeline: target }))
    const lines = settings.map(([name, value]) => `${name} = '${value.replaceAll(/['\\]/g, '$&$&')}'`)
    rmSync(unfinished, { recursive: true, force: true })
    copyCluster(base.path, unfinished)
    appendFileSync(join(unfinished, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
    writeFileSync(join(unfinished, 'recovery.signal'), '')
    giveTo(unfinished, statSync(postgres))
    renameSync(unfinished, cluster)
    return { path: base.path, timeline }
  } finally {
    // A partial restore is of no use to the next attempt.
    rmSync(unfinished, { recursive: true, force: true })
    release()
  }
}

/** Directories that must exist, but whose contents belong to the running server or come from the archive. */
const emptiedFolders = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
)
/** Files of a running server, not part of a backup. */
const skippedFiles = /^(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|pgsql_tmp.*)$/

/**
 * Copies a Postgres data folder, even while the server is running, without what only the running server needs. Skips files that disappear
 * in the meantime, because the log restores or removes them. Returns the number of bytes copied.
 */
const copyCluster = (from: string, to: string): number => copyFolder(from, to, emptiedFolders)

/**
 * Copies a folder, except `skippedFiles` and what vanishes meanwhile, and returns how many bytes. `emptied` names subfolders to create without
 * their contents; it applies to the top folder only.
 */
function copyFolder(from: string, to: string, emptied: ReadonlySet<string>): number {
  mkdirSync(to, { mode: 0o700 })
  let bytes = 0
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (skippedFiles.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      if (emptied.has(entry.name)) mkdirSync(target, { mode: 0o700 })
      else bytes += unlessGone(source, () => copyFolder(source, target, new Set()))
      continue
    }
    bytes += unlessGone(source, () => {
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      return lstatSync(target).size
    })
  }
  return bytes
}

/** Returns the bytes copied, or 0 if the source has disappeared. A missing target is an error. */
function unlessGone(source: string, copy: () => number): number {
  try {
    return copy()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(source)) return 0
    throw error
  }
}

/** Gives a folder and its contents to the owner of the server's folder and lets only them access it, as Postgres requires. */
function giveTo(path: string, { uid, gid }: { uid: number; gid: number }): void {
  const isFolder = lstatSync(path).isDirectory()
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
  chmodSync(path, isFolder ? 0o700 : 0o600)
  if (isFolder) for (const name of readdirSync(path)) giveTo(join(path, name), { uid, gid })
}

/** Returns the folder of a base backup, which is named after its start. */
const baseBackupPath = (backupDir: string, startedAt: Date): string =>
  join(backupDir, `base-${startedAt.toISOString().replaceAll(':', '-')}`)
