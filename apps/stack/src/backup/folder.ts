import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The archive of the write-ahead log in a folder for backups. */
export const archiveFolder = (backupDir: string): string => join(backupDir, 'wal')

/** The finished base backups, oldest first: names say when they were begun. */
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

/** The folder of a base backup that is begun now. */
export const baseBackupPath = (backupDir: string, begun: Date): string =>
  join(backupDir, `base-${begun.toISOString().replaceAll(':', '-')}`)
