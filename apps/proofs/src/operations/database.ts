import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { idFloor } from '@posthorn/contracts'
import { copyRow, mountSmallDisk, until } from '@posthorn/testkit'
import { databaseUrlOf, phoneOf } from '@posthorn/testkit/system'
import { Client } from 'pg'
import { brokenInvariants, invariantText, p99Of, startLoad, strangeStatuses } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

/** J4: someone opens a transaction by hand and leaves it idle. */
export async function idleTransaction(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const idle = new Client({ connectionString: databaseUrlOf(system) })
  let endedAt = 0
  idle.on('error', () => {
    endedAt ||= performance.now()
  })
  await idle.connect()
  const load = startLoad(system, { perSecond: 20, firstPhone: 96_000 })
  await idle.query('begin isolation level repeatable read')
  await idle.query('select count(*) from messaging.send_job')
  const begun = performance.now()
  await until(() => endedAt > 0, { timeoutMs: 40_000, describe: 'the idle transaction to be ended' }).catch(() => {})
  const from = load.sent.length
  await pause(5_000)
  const after = load.sent.slice(from)
  const sent = await load.stop()
  await idle.end().catch(() => {})
  const seconds = endedAt === 0 ? Number.POSITIVE_INFINITY : (endedAt - begun) / 1_000
  const p99 = p99Of(after)
  return all(
    `ended after ${seconds.toFixed(1)} s; ${sent.length} accepted, afterwards ${(after.length / 5).toFixed(0)} per second, p99 ${p99.toFixed(0)} ms`,
    { 'ended by its time-out of 15 s': seconds >= 14 && seconds <= 20, 'the rate is there': after.length >= 80 },
  )
}

const oldRows = 500_000

/**
 * J10: expired rows are dropped by partition. The check makes a partition of 60 days ago and fills it with copies of an event whose ids are
 * of that day, because no API stores an old event. Its owner is the service's login, which could not drop it otherwise.
 */
export async function droppedPartitions(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  const body = { url: 'http://127.0.0.1:9/j10', events: ['contact:created'] }
  await system.ok('POST', '/v1/webhooks', { body })
  await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(97_000) } })
  await until(async () => (await fixture.rows('select 1 from webhooks.event')).length > 0)
  const dayMs = 86_400_000
  const day = new Date(Math.floor(Date.now() / dayMs) * dayMs - 60 * dayMs)
  const name = `event_${day.toISOString().slice(0, 10).replaceAll('-', '_')}`
  const [first, last] = [idFloor('evt', day.getTime()), idFloor('evt', day.getTime() + dayMs)]
  await fixture.rows(
    `create table webhooks.${name} partition of webhooks.event for values from ('${first}') to ('${last}')`,
  )
  const id = `'${first.slice(0, 14)}' || lpad(i::text, 16, '0')`
  const changes = `jsonb_build_object('id', ${id}, 'sequence', -i)`
  await copyRow(fixture, { table: 'webhooks.event', where: 'sequence > 0', params: [], count: oldRows, changes })
  const [owner] = await fixture.rows<{ owner: string }>(
    `select tableowner as owner from pg_tables where schemaname = 'webhooks' and tablename = 'event'`,
  )
  await fixture.rows(`alter table webhooks.${name} owner to "${owner?.owner}"`)
  const load = startLoad(system, { perSecond: 30, firstPhone: 97_100 })
  await pause(8_000)
  const before = load.sent.length
  // A service cleans up when it starts, then hourly.
  await fixture.killAndWait('webhooks')
  const there = async () => (await fixture.rows(`select 1 from pg_tables where tablename = '${name}'`)).length > 0
  await until(async () => !(await there()), { timeoutMs: 40_000, describe: 'the partition to be dropped' })
  await pause(8_000)
  const sent = await load.stop()
  const [usual, during] = [p99Of(sent.slice(0, before)), p99Of(sent.slice(before))]
  await fixture.end()
  return all(
    `a partition of ${oldRows} old rows dropped; accepting p99 ${usual.toFixed(0)} ms before, ${during.toFixed(0)} ms while and after`,
    {
      'messages were accepted before and after': before > 0 && sent.length > before,
      'p99 unchanged': during <= Math.max(usual * 2, 150),
    },
  )
}

/** Size of the installation's disk, which also holds its own Postgres. */
const diskMegabytes = 900
const fullForMs = 15_000
const backWithinMs = 240_000
const victims = ['webhooks', 'messaging', 'nats'] as const

/** J17: the installation's only disk (Postgres, spool, files and launcher state) fills up under load, and processes are killed. */
export async function fullDataDisk(fixture: ProofFixture): Promise<Outcome> {
  using disk = mountSmallDisk(diskMegabytes * 1024 ** 2)
  if (disk === undefined) return { passed: false, measured: 'needs root, to mount a small disk' }
  await using _fixture = fixture
  chmodSync(disk.folder, 0o711)
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
  const system = await fixture.freshSystem({ DATA_DIR: dataDir })
  const launcher = system.run.pid
  const load = startLoad(system, { perSecond: 20, body: { message: 'x'.repeat(3_000) } })
  await until(() => load.sent.length > 50)
  disk.fill()
  const killed = victims.map((part) => [part, fixture.signal(part, 'SIGKILL')] as const)
  await pause(fullForMs)
  // Also fills the space that dead processes freed.
  disk.fill()
  await pause(fullForMs)
  disk.free()
  const areBack = () => killed.every(([part, pid]) => system.run.processes[part]?.pid !== pid)
  await until(areBack, { timeoutMs: backWithinMs, describe: 'the killed processes to run again' })
  const before = load.sent.length
  await until(() => load.sent.length > before + 50, { timeoutMs: backWithinMs, describe: 'messages to be accepted' })
  const sent = await load.stop()
  const isSameLauncher = system.run.pid === launcher
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
  await system.stop()
  await system.restart()
  const { status } = await system.call('GET', `/v1/messages/${sent.at(-1)?.id}`)
  return all(
    `${sent.length} accepted in all, full for ${(2 * fullForMs) / 1_000} s with ${victims.join(', ')} killed meanwhile: all back, ${invariantText(broken)}, started again afterwards`,
    {
      'the launcher lives on': isSameLauncher,
      'only 201, 429, 503 and lost connections': strangeStatuses(sent).length === 0,
      'nothing lost or doubled': broken.length === 0,
      'it can be started again': status === 200,
    },
  )
}
