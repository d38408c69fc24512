import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimFolder, type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archiveFolder, refuseOtherArchive } from './archive.ts'
import { restoreBackup, takeBackup } from './backup.ts'

let dataDir: string
let backupDir: string
let running: RunningPostgres | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
  // Postgres may run as another user.
  chmodSync(dataDir, 0o711)
  backupDir = join(dataDir, 'backups')
})
afterEach(async () => {
  await running?.stop('immediate')
  running = undefined
  rmSync(dataDir, { recursive: true })
})

const pretendRun = (databaseUrl: string) => {
  const run = { processes: { postgres: { pid: process.pid, start: '' } }, databaseUrl }
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify(run))
}

const start = async () => {
  const archiveDir = archiveFolder(backupDir)
  running = await startPostgres({ dataDir: join(dataDir, 'postgres'), archiveDir, durable: false })
  pretendRun(running.url)
}

const query = async (sql: string) => {
  await using client = Object.assign(new Client({ connectionString: running?.url ?? '' }), {
    async [Symbol.asyncDispose]() {
      await client.end()
    },
  })
  await client.connect()
  return (await client.query<{ value: string }>(sql)).rows.map(({ value }) => value)
}

/** Adds a row, and returns a time at which it is the last one. */
const add = async (value: string) => {
  await query(`insert into entry values ('${value}')`)
  const [time] = await query('select clock_timestamp()::text as value')
  return new Date(time ?? '')
}

const values = () => query('select value from entry order by value')

/** Deletes the database directory and restores it. The archive has everything, because a server that stops archives it all. */
const restore = async (options: { to?: Date; timeline?: number } = {}) => {
  await running?.stop()
  rmSync(join(dataDir, 'postgres', 'cluster'), { recursive: true, force: true })
  const restored = restoreBackup({ dataDir, backupDir, ...options })
  await start()
  return restored
}

it('refuses a second backup into the same folder: it would remove what the first has copied', async () => {
  pretendRun('postgres://127.0.0.1:1/none')
  const release = claimFolder(backupDir)
  const before = readdirSync(backupDir)
  await expect(takeBackup({ dataDir, backupDir })).rejects.toThrow(/in use by process/)
  expect(readdirSync(backupDir)).toEqual(before)
  release()
})

it('restores to a time or to the end, whatever was restored before', async () => {
  await start()
  await query('create table entry (value text)')
  await takeBackup({ dataDir, backupDir })
  const tooEarly = await add('a')
  const right = await add('b')
  await add('lost')

  expect(await restore({ to: tooEarly })).toMatchObject({ timeline: 1 })
  expect(await values()).toEqual(['a'])
  await add('of the wrong restore')
  expect(await restore({ to: right })).toMatchObject({ timeline: 1 })
  expect(await values()).toEqual(['a', 'b'])

  await takeBackup({ dataDir, backupDir })
  const last = await add('c')
  expect(await restore()).toMatchObject({ timeline: 3 })
  refuseOtherArchive(dataDir, backupDir)
  expect(() => refuseOtherArchive(join(dataDir, 'new'), backupDir)).toThrow(/BACKUP_DIR: .* another database: name/)
  expect(await values()).toEqual(['a', 'b', 'c'])
  expect(await restore({ timeline: 2 })).toMatchObject({ timeline: 2 })
  expect(await values()).toEqual(['a', 'of the wrong restore'])

  const beyond = restore({ to: new Date(last.getTime() + 3_600_000), timeline: 3 })
  await expect(beyond).rejects.toThrow(/before configured recovery target .*: move the folder away, and restore again/)
})

it('ends a backup with the reason if Postgres cannot archive, as in the folder of another one', async () => {
  await start()
  const [next] = await query('select pg_walfile_name(pg_current_wal_lsn()) as value')
  for (const step of [0, 1, 2]) {
    const name = (BigInt(`0x${next}`) + BigInt(step)).toString(16).toUpperCase().padStart(24, '0')
    writeFileSync(join(archiveFolder(backupDir), name), 'of another Postgres')
  }
  await expect(takeBackup({ dataDir, backupDir })).rejects.toThrow(/BACKUP_DIR: Postgres cannot archive \w+ there/)
  expect(readdirSync(backupDir).filter((name) => name.startsWith('base-'))).toEqual([])
})
