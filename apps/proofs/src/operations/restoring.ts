import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import {
  acceptedCalls,
  callLog,
  environment,
  listen,
  phoneOf,
  repositoryRoot,
  setQueue,
} from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import { startLoad } from '../load.ts'
import type { ProofFixture } from '../proof.fixture.ts'

const waitingCount = 10
const run = promisify(execFile)

/** Runs `pnpm backup` or `pnpm restore`. Returns its output. */
export async function backup(system: RunningSystem, backupDir: string, ...args: string[]): Promise<string> {
  const program = join(repositoryRoot, 'apps/stack/src/backup/main.ts')
  const env = { ...environment(), DATA_DIR: system.dataDir, BACKUP_DIR: backupDir }
  return (await run(process.execPath, ['--conditions=source', program, ...args], { env })).stdout
}

/** Waits until the archive has everything committed so far. */
export async function archived(fixture: ProofFixture, backupDir: string): Promise<void> {
  const [row] = await fixture.rows<{ name: string }>(`select pg_walfile_name(pg_switch_wal()) as name`)
  await until(() => readdirSync(join(backupDir, 'wal')).includes(row?.name ?? ''), { timeoutMs: 60_000 })
}

/** Queues messages that are waiting when the archive ends, then sends them before the disaster. Returns their ids. */
async function sentAfterTheArchive(fixture: ProofFixture, system: RunningSystem, backupDir: string): Promise<string[]> {
  await setQueue(system, 'paused')
  const waiting: string[] = []
  for (let i = 0; i < waitingCount; i++) {
    const { id } = await system.post('/v1/messages', { phone: phoneOf(99_000 + i), message: 'before the disaster' })
    waiting.push(id)
  }
  await archived(fixture, backupDir)
  await setQueue(system, 'active')
  // Even if a job is claimed, the provider may not have been called yet.
  const isCalled = async () => {
    const calls = acceptedCalls(await callLog(system))
    return waiting.every((id) => calls.has(id))
  }
  await until(isCalled, { timeoutMs: 30_000, describe: 'what waited to be sent' })
  return waiting
}

const statuses = async (fixture: ProofFixture, ids: string[]) =>
  (await fixture.rows<{ status: string }>('select status from messaging.message where id = any($1)', [ids])).map(
    ({ status }) => status,
  )

/** Kills everything at once and deletes the database directory. */
export function disaster(system: RunningSystem): void {
  const { postgres, launcher } = system.run.processes
  for (const { pid } of [postgres, launcher].flatMap((one) => one ?? [])) process.kill(pid, 'SIGKILL')
  rmSync(join(system.dataDir, 'postgres', 'cluster'), { recursive: true, force: true })
}

type QuarantineView = { service: string; since: string | null; due: Record<string, number> }

/** Checks what is sent in quarantine, and what is sent after an operator cancels the due messages and ends the quarantine. */
async function released(fixture: ProofFixture, system: RunningSystem, waiting: string[]) {
  // The queue was paused when the archive ended.
  await setQueue(system, 'active')
  const before = (await callLog(system)).length
  await using webhook = await listen(system, { events: ['message:out'] })
  const { id } = await system.post('/v1/messages', { phone: phoneOf(99_900), message: 'after the restore' })
  await pause(5_000)
  const shown = (await system.posthorn('operator', 'quarantine', 'show')) as unknown as QuarantineView[]
  const due = shown.find(({ service }) => service === 'messaging')?.due['messages'] ?? 0
  const reported = (await statuses(fixture, waiting)).filter((status) => status !== 'queued').length
  const silent = (await callLog(system)).length === before && webhook.receiver.requests.length === 0
  await system.posthorn('operator', 'quarantine', 'release', '--due', 'give_up')
  const sent = async () => (await statuses(fixture, [id]))[0] ?? ''
  const isSent = async () => !['queued', 'sending'].includes(await sent())
  await until(isSent, { timeoutMs: 30_000, describe: 'the new message to be sent' })
  await until(() => webhook.receiver.requests.length > 0, { timeoutMs: 30_000, describe: 'a delivery' })
  const calls = acceptedCalls(await callLog(system))
  return { shown, silent, reported, due, once: waiting.every((each) => calls.get(each) === 1) }
}

/** J5: take a base backup and archive, delete the directory, then restore, inspect and release. */
export async function restoreDrill(fixture: ProofFixture): Promise<Outcome> {
  const backupDir = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
  chmodSync(backupDir, 0o711)
  try {
    const system = await fixture.freshSystem({ BACKUP_DIR: backupDir })
    const load = startLoad(system, { perSecond: 20, firstPhone: 80_000 })
    await pause(5_000)
    const taken = await backup(system, backupDir, 'take')
    await pause(5_000)
    const accepted = (await load.stop()).map(({ id }) => id)
    const waiting = await sentAfterTheArchive(fixture, system, backupDir)
    disaster(system)
    const begun = performance.now()
    await backup(system, backupDir, 'restore')
    await system.restart()
    const seconds = (performance.now() - begun) / 1_000
    const then = await statuses(fixture, waiting)
    const { shown, silent, once, reported, due } = await released(fixture, system, waiting)
    const broken = await brokenInvariants(fixture, system, { accepted: [...accepted, ...waiting], restores: 1 })
    return all(
      `${taken.match(/\((.*)\)/)?.[1]} and the archive restored in ${seconds.toFixed(1)} s: ${accepted.length + waiting.length} accepted, ${then.filter((status) => status === 'queued').length} waiting as when the archive ended, ${reported} of them reported by the provider before the release and ${due} given up, ${invariantText(broken)}`,
      {
        'all services that reach outside rest': shown.length === 3 && shown.every(({ since }) => since !== null),
        'nothing leaves in quarantine': silent,
        'what waited is announced or due': reported + due === waitingCount,
        'what waited at the end of the archive was sent once': once,
        'nothing lost or doubled': broken.length === 0,
        'within 15 min': seconds < 900,
      },
    )
  } finally {
    await fixture.end()
    rmSync(backupDir, { recursive: true, force: true })
  }
}
