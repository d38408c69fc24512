import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimFolder } from '@posthorn/embedded'
import { afterAll, expect, it } from 'vitest'
import { takeBackup } from './backup.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
const backupDir = join(dataDir, 'backups')
afterAll(() => rmSync(dataDir, { recursive: true }))

it('refuses a second backup into the same folder: it would remove what the first has copied', async () => {
  const run = { processes: { postgres: { pid: process.pid, start: '' } }, databaseUrl: 'postgres://127.0.0.1:1/none' }
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify(run))
  const release = claimFolder(backupDir)
  const before = readdirSync(backupDir)
  await expect(takeBackup({ dataDir, backupDir })).rejects.toThrow(/in use by process/)
  expect(readdirSync(backupDir)).toEqual(before)
  release()
})
