import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceNames } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { phoneOf, RunningSystem, repositoryRoot, rowsOf } from '@posthorn/testkit/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guide, operatorCommands, runPrinted, writeRunFile } from './printed-commands.fixture.ts'

const folderOf = (name: string) => mkdtempSync(join(tmpdir(), `posthorn-${name}-`))
const [backups, operator] = [folderOf('backups'), folderOf('operator')]
let system: RunningSystem
beforeAll(async () => {
  // Postgres may run as another user.
  chmodSync(backups, 0o711)
  system = await RunningSystem.start({ split: true, env: { BACKUP_DIR: backups, LOG_LEVEL: 'error' } })
})
afterAll(async () => {
  await system.remove()
  for (const folder of [backups, operator]) rmSync(folder, { recursive: true, force: true })
})

/** Returns the only match for the pattern in a guide. */
function printedIn(name: string, pattern: RegExp): string {
  const found = guide(name).match(pattern) ?? []
  expect([name, pattern.source, found.length]).toEqual([name, pattern.source, 1])
  return found[0] ?? ''
}

function settingsOf(service: string): Record<string, string> {
  const lines = readFileSync(`/proc/${system.run.processes[service]?.pid}/environ`, 'utf8').split('\0')
  return Object.fromEntries(
    lines.flatMap((line) => (/^(?!NODE_CHANNEL)[A-Z]/.test(line) ? [line.split(/=(.*)/s).slice(0, 2)] : [])),
  )
}

const send = (i: number) => system.post('/v1/messages', { phone: phoneOf(95_000 + i), message: 'x' })

test('the migrations of the guide to upgrade run beside the processes of each service, and end with 0', () => {
  // The guide runs the built program in an image. A checkout has the program's source instead.
  const command = printedIn('upgrade', /ROLE=migrate node dist\/main\.js/g)
  const program = command.replace('dist/main.js', '--conditions=source src/main.ts')
  for (const service of serviceNames) {
    const env = { ...settingsOf(service), RPC_PORT: '0', PORT: '0' }
    runPrinted(program, env, join(repositoryRoot, 'apps', service))
  }
})

test('the queries of the guides to alarms and scale are valid', async () => {
  const transactions = await rowsOf(system, printedIn('alarms', /select pid, [^`]+/g))
  expect(transactions.length).toBeGreaterThan(0)
  await send(0)
  const [size] = await rowsOf<{ bytes_per_message: string }>(system, printedIn('scale', /select sum\(pg_[^;]+/g))
  expect(Number(size?.bytes_per_message)).toBeGreaterThan(0)
})

test('the commands of the guide to back up take a backup, restore it and release what was due', async () => {
  const here = { DATA_DIR: system.dataDir }
  const inBackups = (command: string) => command.replace('<folder>', backups)
  const before = await send(1)
  runPrinted(inBackups(printedIn('back-up', /BACKUP_DIR=\S+ npx -y pnpm@\S+ backup/g)), here)
  // On a host, a scheduled command does this.
  const mark = printedIn('back-up', /(?<=-c ")alter database [^"]+/g)
  await rowsOf(system, execFileSync('sh', ['-c', `printf %s "${mark}"`], { encoding: 'utf8' }))
  const after = await send(2)
  const [end] = await rowsOf<{ name: string }>(system, 'select pg_walfile_name(pg_switch_wal()) as name')
  await until(() => readdirSync(join(backups, 'wal')).includes(end?.name ?? ''))

  await system.stop()
  renameSync(join(system.dataDir, 'postgres', 'cluster'), join(system.dataDir, 'postgres', 'lost'))
  runPrinted(inBackups(printedIn('back-up', /BACKUP_DIR=\S+ npx -y pnpm@\S+ run restore/g)), here)
  await system.restart()
  for (const { id } of [before, after]) await system.ok('GET', `/v1/messages/${id}`)
  const [last] = await system.ok<{ id: string }[]>('GET', printedIn('back-up', /(?<=`GET )\/v1\/messages\S+(?=`)/g))
  expect(last?.id).toBe(after.id)

  writeRunFile(system, operator)
  const resting = () => system.posthorn<{ since: string | null }[]>('operator', 'quarantine', 'show')
  expect((await resting()).filter(({ since }) => since !== null)).toHaveLength(3)
  const [show, giveUp, goOn, ...more] = operatorCommands('back-up')
  expect(more).toEqual([])
  for (const command of [show, goOn, giveUp]) runPrinted(command ?? '', { DATA_DIR: operator })
  expect((await resting()).filter(({ since }) => since !== null)).toEqual([])
  const { id } = await send(3)
  await until(
    async () =>
      ['delivered', 'read'].includes((await system.ok<{ status: string }>('GET', `/v1/messages/${id}`)).status),
    { timeoutMs: 60_000, describe: 'a message to be sent after the release' },
  )
})
