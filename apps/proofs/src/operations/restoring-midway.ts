import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { acceptedCalls, callLog, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import { type Sent, startLoad } from '../load.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { archived, backup, disaster } from './restoring.ts'

const perSecond = 40
const failsTwice = '+15550100010'
/** Messages this close to the restore point may have been committed before or after it. */
const doubtMs = 500

/** A busy machine may respond long after the commit, so a message counts as after the restore point only if its request began later. */
const begunAtMs = ({ acceptedAtMs, latencyMs }: Sent) => acceptedAtMs - latencyMs

type Restored = { accepted: readonly Sent[]; momentMs: number; endedAtMs: number }

/** Runs a load with a restore point in the middle, destroys the database once everything is archived, and restores it to that point. */
async function loadAndRestore(fixture: ProofFixture, system: RunningSystem, backupDir: string): Promise<Restored> {
  await backup(system, backupDir, 'take')
  const load = startLoad(system, { perSecond, firstPhone: 81_000 })
  await pause(5_000)
  // The provider fails its first two calls, so this message is in progress at the restore point.
  await system.post('/v1/messages', { phone: failsTwice, message: 'under way' })
  const moment = new Date()
  await pause(5_000)
  const accepted = await load.stop()
  await archived(fixture, backupDir)
  disaster(system)
  const endedAtMs = Date.now()
  await backup(system, backupDir, 'restore', moment.toISOString())
  await system.restart()
  return { accepted, momentMs: moment.getTime(), endedAtMs }
}

/** J6: the database is restored to a moment when messages were being sent and events published. */
export async function restoredMidway(fixture: ProofFixture): Promise<Outcome> {
  const backupDir = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
  chmodSync(backupDir, 0o711)
  try {
    const system = await fixture.freshSystem({ BACKUP_DIR: backupDir })
    const { accepted, momentMs, endedAtMs } = await loadAndRestore(fixture, system, backupDir)
    const kept = accepted.filter(({ acceptedAtMs }) => acceptedAtMs < momentMs - doubtMs).map(({ id }) => id)
    const later = accepted.filter((sent) => begunAtMs(sent) > momentMs + doubtMs).map(({ id }) => id)
    const open = await fixture.rows(`select 1 from messaging.message where status in ('queued', 'sending')`)
    await pause(5_000)
    const callsInQuarantine = (await callLog(system)).filter(({ at }) => Date.parse(at) > endedAtMs).length
    await system.posthorn('operator', 'quarantine', 'release', '--due', 'give_up')
    const { id } = await system.post('/v1/messages', { phone: phoneOf(89_900), message: 'after the restore' })
    const isRead = async () => (await withStatus(fixture, [id], 'read')) === 1
    await until(isRead, { timeoutMs: 60_000, describe: 'a new message to be read' })
    const broken = await brokenInvariants(fixture, system, { accepted: [...kept, id], restores: 1 })
    const gone = later.length - (await stored(fixture, later))
    const twice = [...acceptedCalls(await callLog(system)).values()].filter((calls) => calls > 1).length
    return all(
      `restored to the middle of ${perSecond} messages/s: ${kept.length} accepted before it, ${open.length} of them not sent or without an outcome; ${gone} of ${later.length} requested after it gone, ${callsInQuarantine} calls in quarantine, ${twice} taken twice, ${invariantText(broken)}`,
      {
        'messages were under way': open.length > 0,
        'what was requested after the moment is gone': gone === later.length && later.length > 0,
        'nothing leaves in quarantine': callsInQuarantine === 0,
        'nothing is taken twice': twice === 0,
        'nothing lost or doubled': broken.length === 0,
      },
    )
  } finally {
    await fixture.end()
    rmSync(backupDir, { recursive: true, force: true })
  }
}

const stored = async (fixture: ProofFixture, ids: readonly string[]) =>
  (await fixture.rows('select 1 from messaging.message where id = any($1)', [ids])).length

const withStatus = async (fixture: ProofFixture, ids: readonly string[], status: string) =>
  (await fixture.rows('select 1 from messaging.message where id = any($1) and status = $2', [ids, status])).length
