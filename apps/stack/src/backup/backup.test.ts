import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { claimFolder, type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archiveFolder, findBase, refuseOtherArchive, restorePointOf } from './archive.ts'
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

it('knows the folder of the archive by any of its paths, and says how to start an archive in another one', async () => {
  await start()
  const link = join(dataDir, 'link')
  symlinkSync(backupDir, link)
  await expect(takeBackup({ dataDir, backupDir: link })).resolves.toMatchObject({ path: expect.stringMatching(link) })
  await expect(takeBackup({ dataDir, backupDir: join(dataDir, 'other') })).rejects.toThrow(
    /BACKUP_DIR: Postgres does not archive to \S+other: start the system with BACKUP_DIR set to it/,
  )
})

it('asks which timeline to follow where an older one went on after the newest began, as in a drill on the same folder', () => {
  const write = (name: string, text: string, hour: string) => {
    const path = join(backupDir, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    utimesSync(path, new Date(`2027-01-31T${hour}:00:00Z`), new Date(`2027-01-31T${hour}:00:00Z`))
  }
  const to = (hour: string) => ({ to: new Date(`2027-01-31T${hour}:00:00Z`) })
  const label = 'START WAL LOCATION: 0/2000028 (file 000000010000000000000002)\nSTART TIMELINE: 1\n'
  write('base-2027-01-31T08-00-00.000Z/backup_label', label, '08')
  write('wal/000000010000000000000003', '', '09')
  write('wal/00000002.history', '1\t0/4000000\tno recovery target specified\n', '10')
  write('wal/000000020000000000000004', '', '11')
  expect(findBase(backupDir, {})).toMatchObject({ timeline: 2 })
  write('wal/000000010000000000000005', '', '12')
  const ambiguous = /timeline 1 went on after timeline 2 had begun.*: add --timeline/
  expect(() => findBase(backupDir, {})).toThrow(ambiguous)
  expect(() => findBase(backupDir, to('13'))).toThrow(ambiguous)
  expect(findBase(backupDir, to('09'))).toMatchObject({ timeline: 1 })
  expect(findBase(backupDir, { timeline: 1 })).toMatchObject({ timeline: 1 })
})

it('says to start the system if no database is there to back up', async () => {
  await expect(takeBackup({ dataDir, backupDir })).rejects.toThrow(/no system is running on \S+: start it/)
  writeFileSync(join(dataDir, 'run.json'), '{"pid":')
  await expect(takeBackup({ dataDir, backupDir })).rejects.toThrow(
    /run\.json cannot be read .*: start the system again$/,
  )
  pretendRun('postgres://127.0.0.1:1/none')
  await expect(takeBackup({ dataDir, backupDir })).rejects.toThrow(
    /the Postgres of \S+ does not answer .*REFUSED.*: start/,
  )
})

it('reads a point to restore to', () => {
  const to = new Date('2027-01-31T17:00:00Z')
  expect(restorePointOf([])).toEqual({})
  expect(restorePointOf(['2027-01-31T17:00:00Z', '--timeline=2'])).toEqual({ to, timeline: 2 })
  expect(restorePointOf(['2027-01-31 18:00:00+01:00'])).toEqual({ to })
})

it.each([
  ['a time in two words, of which the first is midnight', ['2027-01-31', '18:00:00Z'], /too many .*: put .* in quotes/],
  ['a time that means another moment in another time zone', ['2027-01-31T18:00:00'], /no time such as \S+Z/],
  ['a day without a time', ['2027-01-31'], /no time such as/],
  ['a timeline that is no number', ['--timeline=newest'], /--timeline: must be a number/],
])('refuses to restore to %s', (_, args, problem) => {
  expect(() => restorePointOf(args)).toThrow(problem)
})
