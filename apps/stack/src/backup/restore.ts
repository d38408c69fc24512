import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimFolder, recoverySettings } from '@posthorn/embedded'
import { StartError } from '../start-error.ts'
import { copyCluster, giveTo } from './copy.ts'
import { archiveFolder, baseBackups } from './folder.ts'

/** Target of a restore: the end of the archive, or a time. */
export type RestoreOptions = { dataDir: string; backupDir: string; to?: Date }

/**
 * Replaces the embedded Postgres's data folder with the newest base backup that fits. The next start replays the archive and finds the services
 * in quarantine.
 *
 * @returns the base backup used.
 * @throws StartError in one line if the system is running, data still exist, or no backup fits.
 */
export function restoreBackup({ dataDir, backupDir, to }: RestoreOptions): string {
  const base = baseBackups(backupDir).findLast(({ begun }) => to === undefined || begun < to)
  if (base === undefined) throw new StartError(`${backupDir} holds no base backup${to ? ' from before that time' : ''}`)
  const postgres = join(dataDir, 'postgres')
  mkdirSync(postgres, { recursive: true })
  const release = claimFolder(postgres)
  const cluster = join(postgres, 'cluster')
  const unfinished = `${cluster}.restored`
  try {
    if (existsSync(cluster)) {
      throw new StartError(`${cluster} is there: move it away first, so that nothing is lost by a restore`)
    }
    const settings = Object.entries(recoverySettings(archiveFolder(backupDir), to))
    const lines = settings.map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
    rmSync(unfinished, { recursive: true, force: true })
    copyCluster(base.path, unfinished)
    appendFileSync(join(unfinished, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
    writeFileSync(join(unfinished, 'recovery.signal'), '')
    giveTo(unfinished, statSync(postgres))
    renameSync(unfinished, cluster)
    return base.path
  } finally {
    // Half a restore is useless to the next attempt.
    rmSync(unfinished, { recursive: true, force: true })
    release()
  }
}
