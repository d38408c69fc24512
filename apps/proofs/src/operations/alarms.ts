import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { during, type Listening, listen, phoneOf } from '@posthorn/testkit/system'
import { type Alarm, type Figures, isBeyond, readAlarms, readFigures } from '../alarm-rules.ts'
import { all, type Outcome } from '../check.ts'
import { OwnBroker } from '../outbox/broker.ts'
import { mountSmallDisk } from '../small-disk.ts'
import type { Stage } from '../stage.ts'
import { movedClock } from '../webhooks/trust.ts'

/** Alarms that the check provokes; those of a condition that lasts longer than the check must only see it. */
const provoked = [
  'OutboxStuck',
  'BusAway',
  'BusLostEvents',
  'EventDead',
  'SendsStuck',
  'OutcomesUnknown',
  'DeliveriesStuck',
  'OldTransaction',
  'ArchiveBehind',
  'DiskFilling',
  'ClockSkewed',
] as const
const longest = 'OutcomesUnknown'
const heldSeconds = 80
const wellTimeoutMs = 60_000
const firedTimeoutMs = 240_000

/** Reads the figures every second, as Prometheus would more seldom, and says since when each alarm's condition holds and which fired. */
class Watch implements AsyncDisposable {
  readonly fired = new Map<string, number>()
  readonly seen = new Set<string>()
  readonly #since = new Map<string, number>()
  readonly #urls: () => readonly string[]
  readonly #begun = performance.now()
  #before: Figures | undefined
  #ended = false
  readonly #running: Promise<void>

  constructor(alarms: readonly Alarm[], urls: () => readonly string[]) {
    this.#urls = urls
    this.#running = this.#follow(alarms)
  }

  isWell(name: string): boolean {
    return !this.#since.has(name)
  }

  async #follow(alarms: readonly Alarm[]): Promise<void> {
    while (!this.#ended) {
      const figures = await readFigures(this.#urls())
      this.#before ??= figures
      for (const alarm of alarms) this.#judge(alarm, isBeyond(alarm, figures, this.#before))
      await pause(1_000)
    }
  }

  #judge({ name, forMs }: Alarm, beyond: boolean): void {
    const nowMs = performance.now()
    if (!beyond) return void this.#since.delete(name)
    this.seen.add(name)
    const since = this.#since.get(name) ?? nowMs
    this.#since.set(name, since)
    if (nowMs - since >= forMs && !this.fired.has(name)) this.fired.set(name, Math.round((nowMs - this.#begun) / 1000))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true
    await this.#running
  }
}

/** Nobody claims sends or deliveries while this transaction holds what the claims need; it is also the oldest of all. */
const holdClaims = `begin;
  select number_id from messaging.lane for update;
  select pg_advisory_xact_lock(hashtext('claim webhooks'));
  select pg_sleep(${heldSeconds});
  commit`

const badEvent = (
  workspace: string,
) => `insert into numbers.outbox (id, workspace_id, kind, aggregate_id, aggregate_version, payload)
  select id, '${workspace}', 'provider:status', 'num_bad', 1, json_build_object('id', id, 'event', 'provider:status',
    'workspace', '${workspace}', 'occurredAt', now(), 'version', 1, 'data', null,
    'aggregate', json_build_object('id', 'num_bad', 'version', 1))::text
  from (select 'evt_' || replace(gen_random_uuid()::text, '-', '') as id) as made`

/** Messages whose answers are lost, and of which no status comes as long as the broker is away. */
async function loseOutcomes(stage: Stage, system: RunningSystem): Promise<void> {
  await during(system, { kind: 'cut', seconds: 120, share: 1 }, async () => {
    for (let i = 0; i < 3; i++) await system.post('/v1/messages', { phone: phoneOf(97_000 + i), message: 'lost' })
    await until(async () => (await stage.rows(`select 1 from messaging.send_job where state = 'unknown'`)).length > 0, {
      timeoutMs: 20_000,
      describe: 'a call without a known outcome',
    })
  })
}

type Faults = { broker: OwnBroker; backupDir: string; fillDisk(): void; freeDisk(): void }

/** An event that cannot be applied, and a clock that is ten minutes fast, then slow, then right: while the broker is there. */
async function beforeOutage(stage: Stage, system: RunningSystem, watch: Watch): Promise<void> {
  const fired = (...names: string[]) => names.every((name) => watch.fired.has(name))
  await stage.rows(badEvent(system.account.workspace))
  stage.signal('webhooks', 'SIGUSR2')
  await until(() => fired('EventDead', 'ClockSkewed'), { timeoutMs: 120_000 }).catch(() => {})
  for (let i = 0; i < 2; i++) {
    stage.signal('webhooks', 'SIGUSR2')
    await pause(200)
  }
}

/** Provokes all conditions side by side, until all have fired, and ends them. */
async function provoke(stage: Stage, system: RunningSystem, { watch, faults }: { watch: Watch; faults: Faults }) {
  const { broker, backupDir } = faults
  await beforeOutage(stage, system, watch)
  await broker.kill()
  await loseOutcomes(stage, system)
  await broker.resume()
  const held = stage.rows(holdClaims)
  await pause(1_000)
  await system.post('/v1/contacts', { phone: phoneOf(97_100), name: 'Due' })
  await system.post('/v1/messages', { phone: phoneOf(97_101), message: 'due' })
  await until(async () => (await stage.rows('select 1 from webhooks.delivery_job where run_at <= now()')).length > 0, {
    timeoutMs: 20_000,
    describe: 'a delivery to be due',
  })
  await broker.kill()
  await system.post('/v1/contacts', { phone: phoneOf(97_102), name: 'Unpublished' })
  faults.fillDisk()
  renameSync(join(backupDir, 'wal'), join(backupDir, 'away'))
  await stage.rows('select pg_switch_wal()')
  const wanted = provoked.filter((name) => name !== longest && name !== 'BusLostEvents')
  await until(() => wanted.every((name) => watch.fired.has(name)), { timeoutMs: firedTimeoutMs }).catch(() => {})
  await held
  renameSync(join(backupDir, 'away'), join(backupDir, 'wal'))
  faults.freeDisk()
  await broker.resume({ wiped: true })
}

/** J11: the condition of each alarm is produced, seen by the rules as they are, and ended. */
export async function firingAlarms(stage: Stage): Promise<Outcome> {
  const backupDir = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
  chmodSync(backupDir, 0o711)
  using disk = mountSmallDisk(8)
  if (disk === undefined) return { passed: false, figure: 'needs root, to mount a small disk' }
  chmodSync(disk.folder, 0o777)
  await using broker = await OwnBroker.start()
  try {
    const env = { NATS_URL: broker.url, BACKUP_DIR: backupDir, SPOOL_DIR: disk.folder, NODE_OPTIONS: movedClock }
    const system = await stage.freshSystem(env)
    await using _webhook: Listening = await listen(system, { events: ['contact:created'] })
    const { simulator: _, ...urls } = system.run.urls
    await using watch = new Watch(readAlarms(), () => Object.values(urls))
    const faults = { broker, backupDir, fillDisk: disk.fill, freeDisk: disk.free }
    await provoke(stage, system, { watch, faults })
    const clearing = provoked.filter((name) => name !== 'BusLostEvents' && name !== 'EventDead')
    await until(() => watch.fired.has('BusLostEvents') && clearing.every((name) => watch.isWell(name)), {
      timeoutMs: wellTimeoutMs,
    }).catch(() => {})
    const still = clearing.filter((name) => !watch.isWell(name))
    const silent = provoked.filter((name) => name !== longest && !watch.fired.has(name))
    const text = [...watch.fired].map(([name, seconds]) => `${name} ${seconds} s`).join(', ')
    return all(
      `fired: ${text}; ${longest} seen; after it ${still.length === 0 ? 'all are clear' : `not clear: ${still.join(', ')}`}`,
      {
        [`each fires (silent: ${silent.join(', ')})`]: silent.length === 0,
        'unknown outcomes are seen': watch.seen.has(longest),
        'each clears': still.length === 0,
      },
    )
  } finally {
    await stage.end()
    rmSync(backupDir, { recursive: true, force: true })
  }
}
