import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunFile } from '@posthorn/client'
import { Client } from 'pg'
import { readJsonFile } from '../data-folder.ts'
import { StartError } from '../start-error.ts'
import { copyCluster } from './copy.ts'
import { baseBackupPath } from './folder.ts'

export type BaseBackup = { path: string; bytes: number }

/** Where services look for the time of the last base backup, in seconds since 1970. */
const noteBackup = `do $$ begin
  execute format('alter database %I set posthorn.base_backup_at = %L', current_database(), extract(epoch from now()));
end $$`

/**
 * Takes a base backup of the running embedded Postgres. With the archive, any later time can be restored.
 *
 * @throws StartError in one line if nothing is running on the data folder, or it doesn't archive.
 */
export async function takeBackup({ dataDir, backupDir }: { dataDir: string; backupDir: string }): Promise<BaseBackup> {
  const run = readJsonFile(join(dataDir, 'run.json')) as RunFile | undefined
  if (run?.processes['postgres'] === undefined) {
    throw new StartError(`no embedded Postgres runs on ${dataDir}: back up a Postgres of your own with pg_basebackup`)
  }
  const client = new Client({ connectionString: run.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
    if (rows[0]?.mode !== 'on') throw new StartError('BACKUP_DIR: start the system with it, so that it archives there')
    const taken = await copyBetween(client, { cluster: join(dataDir, 'postgres', 'cluster'), backupDir })
    await client.query(noteBackup)
    return taken
  } finally {
    await client.end()
  }
}

async function copyBetween(client: Client, { cluster, backupDir }: { cluster: string; backupDir: string }) {
  const path = baseBackupPath(backupDir, new Date())
  const unfinished = join(dirname(path), '.unfinished')
  const discard = () => rmSync(unfinished, { recursive: true, force: true })
  discard()
  mkdirSync(backupDir, { recursive: true })
  try {
    await client.query(`select pg_backup_start(label => 'posthorn', fast => true)`)
    const bytes = copyCluster(cluster, unfinished)
    const { rows } = await client.query<{ label: string; places: string }>(
      'select labelfile as label, spcmapfile as places from pg_backup_stop(wait_for_archive => true)',
    )
    writeFileSync(join(unfinished, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600, flush: true })
    renameSync(unfinished, path)
    return { path, bytes }
  } catch (error) {
    // Half a backup may be what filled the disk.
    discard()
    throw error
  }
}
