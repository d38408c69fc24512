import { execFile } from 'node:child_process'
import { chmodSync, type DisposableTempDir, mkdtempDisposableSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { until } from '@posthorn/testkit'
import {
  acceptedCalls,
  callLog,
  environment,
  listen,
  phoneOf,
  type RunningSystem,
  repositoryRoot,
  setQueue,
} from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, quiescence, type Sent, startLoad } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { holding } from '../scenarios/dump.ts'

const waitingCount = 10
const run = promisify(execFile)

/** Runs `pnpm backup` or `pnpm restore`. Returns its output. */
async function backup(system: RunningSystem, backupDir: string, ...args: string[]): Promise<string> {
  const program = join(repositoryRoot, 'apps/stack/src/backup/main.ts')
  const env = { ...environment(), DATA_DIR: system.dataDir, BACKUP_DIR: backupDir }
  return (await run(process.execPath, ['--conditions=source', program, ...args], { env })).stdout
}

/** Creates a folder for backups, which is removed with the check. Postgres writes below it, and may run as another user. */
export function newBackupDir(): DisposableTempDir {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'posthorn-backup-'))
  chmodSync(folder.path, 0o711)
  return folder
}

/** Waits until the archive has everything committed so far. */
async function archived(fixture: ProofFixture, backupDir: string): Promise<void> {
  const [row] = await fixture.rows<{ name: string }>(`select pg_walfile_name(pg_switch_wal()) as name`)
  await until(() => readdirSync(join(backupDir, 'wal')).includes(row?.name ?? ''), { timeoutMs: 60_000 })
}

/**
 * Queues messages that are waiting when the archive ends, then sends them before the disaster, so that the restored queue has messages that
 * were sent already. Returns their ids.
 */
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

/** Returns the statuses of those of these messages that are stored, in no particular order. */
const statuses = async (fixture: ProofFixture, ids: string[]) =>
  (await fixture.rows<{ status: string }>('select status from messaging.message where id = any($1)', [ids])).map(
    ({ status }) => status,
  )

/** Kills Postgres and the launcher, whose services end with it, and deletes the database directory, so that only the backup is left. */
function loseDatabase(system: RunningSystem): void {
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
  using backups = newBackupDir()
  await using _fixture = fixture
  const backupDir = backups.path
  const system = await fixture.freshSystem({ BACKUP_DIR: backupDir })
  const load = startLoad(system, { perSecond: 20, firstPhone: 80_000 })
  await pause(5_000)
  const taken = await backup(system, backupDir, 'take')
  await pause(5_000)
  const accepted = (await load.stop()).map(({ id }) => id)
  const waiting = await sentAfterTheArchive(fixture, system, backupDir)
  loseDatabase(system)
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
}

const perSecond = 40
const failsTwice = '+15550100010'
/** How many messages are accepted before the restore point, however busy the machine is. */
const acceptedBefore = 100
/** Messages this close to the restore point may have been committed before or after it. */
const doubtMs = 500

/**
 * Returns when a request began. A busy machine may respond long after the commit, so a message counts as after the restore point only if
 * its request began later.
 */
const begunAtMs = ({ acceptedAtMs, latencyMs }: Sent) => acceptedAtMs - latencyMs

type Restored = { accepted: readonly Sent[]; momentMs: number; endedAtMs: number }

/** Runs a load with a restore point in the middle, destroys the database once everything is archived, and restores it to that point. */
async function loadAndRestore(fixture: ProofFixture, system: RunningSystem, backupDir: string): Promise<Restored> {
  await backup(system, backupDir, 'take')
  const load = startLoad(system, { perSecond, firstPhone: 81_000 })
  await until(() => load.sent.length >= acceptedBefore, { describe: 'messages before the restore point' })
  await pause(2 * doubtMs)
  // The provider fails its first two calls, so this message is in progress at the restore point.
  await system.post('/v1/messages', { phone: failsTwice, message: 'under way' })
  const moment = new Date()
  await pause(5_000)
  const accepted = await load.stop()
  await archived(fixture, backupDir)
  loseDatabase(system)
  const endedAtMs = Date.now()
  await backup(system, backupDir, 'restore', moment.toISOString())
  await system.restart()
  return { accepted, momentMs: moment.getTime(), endedAtMs }
}

/** J6: the database is restored to a moment when messages were being sent and events published. */
export async function restoredMidway(fixture: ProofFixture): Promise<Outcome> {
  using backups = newBackupDir()
  await using _fixture = fixture
  const system = await fixture.freshSystem({ BACKUP_DIR: backups.path })
  const { accepted, momentMs, endedAtMs } = await loadAndRestore(fixture, system, backups.path)
  const kept = accepted.filter(({ acceptedAtMs }) => acceptedAtMs < momentMs - doubtMs).map(({ id }) => id)
  const later = accepted.filter((sent) => begunAtMs(sent) > momentMs + doubtMs).map(({ id }) => id)
  const open = await fixture.rows(`select 1 from messaging.message where status in ('queued', 'sending')`)
  await pause(5_000)
  const callsInQuarantine = (await callLog(system)).filter(({ at }) => Date.parse(at) > endedAtMs).length
  await system.posthorn('operator', 'quarantine', 'release', '--due', 'give_up')
  const { id } = await system.post('/v1/messages', { phone: phoneOf(89_900), message: 'after the restore' })
  const isRead = async () => (await statuses(fixture, [id]))[0] === 'read'
  await until(isRead, { timeoutMs: 60_000, describe: 'a new message to be read' })
  const broken = await brokenInvariants(fixture, system, { accepted: [...kept, id], restores: 1 })
  const gone = later.length - (await statuses(fixture, later)).length
  const twice = [...acceptedCalls(await callLog(system)).values()].filter((calls) => calls > 1).length
  return all(
    `restored to the middle of ${perSecond} messages/s: ${kept.length} accepted before it, ${open.length} of them not sent or without an outcome; ${gone} of ${later.length} requested after it gone, ${callsInQuarantine} calls in quarantine, ${twice} taken twice, ${invariantText(broken)}`,
    {
      'messages were accepted before the moment': kept.length >= acceptedBefore,
      'messages were under way': open.length > 0,
      'what was requested after the moment is gone': gone === later.length && later.length > 0,
      'nothing leaves in quarantine': callsInQuarantine === 0,
      'nothing is taken twice': twice === 0,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}

const phone = phoneOf(96_500)
const name = 'Erasmus Restored'

/** Creates a contact and sends it a message, so that several tables name the person. */
async function knownPerson(fixture: ProofFixture, system: RunningSystem): Promise<{ contact: string }> {
  const { id } = await system.post('/v1/contacts', { phone, name })
  await system.post('/v1/messages', { phone, message: `to ${name}` })
  await quiescence(fixture)
  return { contact: id }
}

/** Returns the status of an erasure. It is unknown after the restore, until the journal repeats it. */
const erasureOf = (system: RunningSystem, id: string) =>
  system
    .call<{ status: string }>('GET', `/v1/erasures/${id}`)
    .then(({ status, body }) => (status === 200 ? body.status : 'unknown'))

/** Waits until every service has erased a person. */
const untilErased = (system: RunningSystem, id: string) =>
  until(async () => (await erasureOf(system, id)) === 'finished', {
    timeoutMs: 60_000,
    describe: 'the erasure to be done',
  })

/** J9-journal: a person is erased, then the database is restored to an earlier time. */
export async function erasedForGood(fixture: ProofFixture): Promise<Outcome> {
  using backups = newBackupDir()
  await using _fixture = fixture
  const backupDir = backups.path
  const system = await fixture.freshSystem({ BACKUP_DIR: backupDir })
  const { contact } = await knownPerson(fixture, system)
  const before = await holding(system, [phone.slice(1), name])
  await backup(system, backupDir, 'take')
  await pause(1_000)
  const moment = new Date().toISOString()
  await pause(1_000)
  const { erasure } = await system.ok<{ erasure: string }>('POST', `/v1/contacts/${contact}/erase`, {
    key: await system.keyWith('erase'),
    body: { confirm: phone },
  })
  await untilErased(system, erasure)
  await archived(fixture, backupDir)
  loseDatabase(system)
  await backup(system, backupDir, 'restore', moment)
  await system.restart()
  const begun = performance.now()
  await untilErased(system, erasure)
  const seconds = (performance.now() - begun) / 1_000
  const { status } = await system.call('GET', `/v1/contacts/${contact}`)
  const after = await holding(system, [phone.slice(1), name])
  return all(
    `named in ${before.length} places; erased, restored to before: ${seconds.toFixed(1)} s after the start the erasure is finished again under its id, the contact answers ${status}, named in ${after.length} places${after.length > 0 ? ` (${after.join(', ')})` : ''}`,
    {
      'the person was there': before.length > 2,
      'the contact is gone': status === 404,
      'nothing names the person': after.length === 0,
    },
  )
}
