import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The write-ahead log archive in a backup folder. */
export const archiveFolder = (backupDir: string): string => join(backupDir, 'wal')

/** Finished base backups, oldest first. Names contain their start time. */
export function baseBackups(backupDir: string): { path: string; begun: Date }[] {
  return readdirSync(backupDir)
    .flatMap((name) => {
      const [, at] = /^base-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)$/.exec(name) ?? []
      if (at === undefined) return []
      const begun = new Date(at.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
      return [{ path: join(backupDir, name), begun }]
    })
    .toSorted((a, b) => a.begun.getTime() - b.begun.getTime())
}

/** Folder of a base backup that starts now. */
export const baseBackupPath = (backupDir: string, begun: Date): string =>
  join(backupDir, `base-${begun.toISOString().replaceAll(':', '-')}`)
