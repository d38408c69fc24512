import { chmodSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newEventId } from '@posthorn/contracts'
import { mountSmallDisk, packLightly, until } from '@posthorn/testkit'
import { during, type Listening, listen, phoneOf, type RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { OwnBroker, onEachStream } from '../outbox/broker.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { movedClock } from '../webhooks/trust.ts'
import { newBackupDir } from './restoring.ts'

type Alarm = {
  name: string
  metric: string
  /** True if the limit applies to the increase, not the value. */
  growth: boolean
  above: boolean
  bound: number
  forMs: number
}

type MetricSamples = ReadonlyMap<string, number>

/** An alarm: its name, its expression and, if it has one, how long the expression must be true. */
const rule = /- alert: (\w+)\n\s+expr: (.+)\n(?:\s+for: (\d+)([smh])\n)?/g
/** The increase of a metric over a time, or its value, compared with a limit. */
const expression = /^(?:increase\((\w+)\[\d+[smh]\]\)|(\w+)) ([<>]) (\d+(?:\.\d+)?)$/
const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** Reads the alarms in `docker/prometheus/alarms.yaml`. @throws if an alarm doesn't compare a single value with a limit. */
export function readAlarms(): Alarm[] {
  const text = readFileSync(join(repositoryRoot, 'docker/prometheus/alarms.yaml'), 'utf8')
  const alarms = [...text.matchAll(rule)].map(([, name = '', expr = '', count, unit]): Alarm => {
    const [, grown, metric = grown, sign, bound] = expression.exec(expr) ?? []
    if (metric === undefined) throw new Error(`${name}: ${expr} is not one figure against one bound`)
    const forMs = count === undefined ? 0 : Number(count) * unitMs[unit as keyof typeof unitMs]
    return { name, metric, growth: grown !== undefined, above: sign === '>', bound: Number(bound), forMs }
  })
  const stated = text.split('- alert:').length - 1
  if (alarms.length !== stated) throw new Error(`${stated} alarms, ${alarms.length} of them understood`)
  return alarms
}

/** Reads the metrics of the processes at these internal addresses. A process that doesn't respond contributes none. */
export async function readMetrics(urls: readonly string[]): Promise<MetricSamples> {
  const stated = urls.map(async (url) => {
    const signal = AbortSignal.timeout(5_000)
    const text = await fetch(`${url}/metrics`, { signal }).then(
      (answer) => answer.text(),
      () => '',
    )
    return text.split('\n').flatMap((line): [string, number][] => {
      const gap = line.lastIndexOf(' ')
      return line === '' || line.startsWith('#') ? [] : [[line.slice(0, gap), Number(line.slice(gap + 1))]]
    })
  })
  return new Map((await Promise.all(stated)).flat())
}

/** Returns the name of the metric, without the labels of the series. */
export const nameOf = (series: string): string => series.replace(/\{.*/s, '')

/** Returns whether any series is past the limit now. `before` has the values from when the growth window began. */
export function isBeyond({ metric, growth, above, bound }: Alarm, now: MetricSamples, before: MetricSamples): boolean {
  return [...now].some(([series, value]) => {
    if (nameOf(series) !== metric) return false
    const compared = growth ? value - (before.get(series) ?? 0) : value
    return above ? compared > bound : compared < bound
  })
}

/** Alarms that this check triggers. For the alarm with the longest delay, the check only requires its condition to be met. */
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
  'StoreRefuses',
  'ClockSkewed',
] as const
const longest = 'OutcomesUnknown'
const waitSeconds = 80
const wellTimeoutMs = 60_000
const raisedTimeoutMs = 240_000

/**
 * Reads the metrics every second, more often than Prometheus, and tracks how long each alarm's condition has held and which alarms have
 * fired.
 */
class Watch implements AsyncDisposable {
  readonly raised = new Map<string, number>()
  readonly seen = new Set<string>()
  readonly #since = new Map<string, number>()
  readonly #urls: () => readonly string[]
  readonly #begun = performance.now()
  #before: MetricSamples | undefined
  #ended = false
  readonly #running: Promise<void>

  constructor(alarms: readonly Alarm[], urls: () => readonly string[]) {
    this.#urls = urls
    this.#running = this.#follow(alarms)
  }

  /** Returns whether the condition of the alarm is not met now. */
  isWell(name: string): boolean {
    return !this.#since.has(name)
  }

  /** Reads the metrics every second until the watch ends. The first values are what counters are compared with. */
  async #follow(alarms: readonly Alarm[]): Promise<void> {
    while (!this.#ended) {
      const samples = await readMetrics(this.#urls())
      this.#before ??= samples
      for (const alarm of alarms) this.#evaluate(alarm, isBeyond(alarm, samples, this.#before))
      await pause(1_000)
    }
  }

  /** Raises an alarm once its condition has held for `forMs` without a break, as Prometheus does. */
  #evaluate({ name, forMs }: Alarm, beyond: boolean): void {
    const nowMs = performance.now()
    if (!beyond) return void this.#since.delete(name)
    this.seen.add(name)
    const since = this.#since.get(name) ?? nowMs
    this.#since.set(name, since)
    if (nowMs - since >= forMs && !this.raised.has(name))
      this.raised.set(name, Math.round((nowMs - this.#begun) / 1000))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true
    await this.#running
  }
}

/** While this transaction holds its locks, nothing can claim sends or deliveries. It also becomes the oldest transaction. */
const holdClaims = `begin;
  select number_id from messaging.number_queue for update;
  select pg_advisory_xact_lock(hashtext('claim webhooks'));
  select pg_sleep(${waitSeconds});
  commit`

/** Returns SQL that publishes a status without data. The services that consume it fail at it until it is a dead event. */
function badEvent(workspaceId: string): string {
  const [id, event] = [newEventId(), 'provider:status']
  const head = { id, event, workspace: workspaceId, occurredAt: new Date().toISOString(), version: 1 }
  const payload = packLightly(JSON.stringify({ ...head, data: null, aggregate: { id: 'num_bad', version: 1 } }))
  return `with event as (
    insert into numbers.outbox (id, workspace_id, kind, payload)
    values ('${id}', '${workspaceId}', '${event}', '\\x${payload.toString('hex')}') returning id
  ) insert into numbers.outbox_batch (id, ids) select id, array[id] from event`
}

/**
 * With the broker down, sends messages whose responses are lost, so that no status settles them, and waits until one has an unknown outcome.
 */
async function loseOutcomes(fixture: ProofFixture, system: RunningSystem): Promise<void> {
  await during(system, { kind: 'cut', seconds: 120, share: 1 }, async () => {
    for (let i = 0; i < 3; i++) await system.post('/v1/messages', { phone: phoneOf(97_000 + i), message: 'lost' })
    const areUnknown = async () => (await fixture.count(`messaging.send_job where status = 'unknown'`)) > 0
    await until(areUnknown, { timeoutMs: 20_000, describe: 'a call without a known outcome' })
  })
}

type Faults = { broker: OwnBroker; backupDir: string; fillDisk(): void; freeDisk(): void }

/**
 * While the broker is up: adds an event that can't be applied, and sets the clock ten minutes fast until the alarms fire. Passes through
 * ten minutes slow to get back to the correct time.
 */
async function provokeDeadEventAndSkew(fixture: ProofFixture, system: RunningSystem, watch: Watch): Promise<void> {
  const raised = (...names: string[]) => names.every((name) => watch.raised.has(name))
  await fixture.rows(badEvent(system.account.workspace))
  fixture.signal('webhooks', 'SIGUSR2')
  await until(() => raised('EventDead', 'ClockSkewed'), { timeoutMs: 120_000 }).catch(() => {})
  for (let i = 0; i < 2; i++) {
    fixture.signal('webhooks', 'SIGUSR2')
    await pause(200)
  }
}

/**
 * Triggers all conditions, most of them at the same time, waits until their alarms have fired, then clears the conditions. Loses events
 * last, because that needs a working broker.
 */
async function provoke(
  fixture: ProofFixture,
  system: RunningSystem,
  { watch, faults }: { watch: Watch; faults: Faults },
) {
  const { broker, backupDir } = faults
  await provokeDeadEventAndSkew(fixture, system, watch)
  await broker.kill()
  await loseOutcomes(fixture, system)
  await broker.resume()
  const waiting = fixture.rows(holdClaims)
  await pause(1_000)
  await system.post('/v1/contacts', { phone: phoneOf(97_100), name: 'Due' })
  await system.post('/v1/messages', { phone: phoneOf(97_101), message: 'due' })
  const areDue = async () => (await fixture.count('webhooks.delivery_job where run_at <= now()')) > 0
  await until(areDue, { timeoutMs: 20_000, describe: 'a delivery to be due' })
  await broker.kill()
  await system.post('/v1/contacts', { phone: phoneOf(97_102), name: 'Unpublished' })
  faults.fillDisk()
  renameSync(join(backupDir, 'wal'), join(backupDir, 'away'))
  await fixture.rows('select pg_switch_wal()')
  const wanted = provoked.filter((name) => name !== longest && name !== 'BusLostEvents')
  await until(() => wanted.every((name) => watch.raised.has(name)), { timeoutMs: raisedTimeoutMs }).catch(() => {})
  await waiting
  renameSync(join(backupDir, 'away'), join(backupDir, 'wal'))
  faults.freeDisk()
  await broker.resume({ wiped: true })
  await losePublished(system, broker, watch)
}

/** Purges newly published events, as anyone with access to NATS could, until the alarm for lost events fires. */
async function losePublished(system: RunningSystem, broker: OwnBroker, watch: Watch): Promise<void> {
  let contacts = 0
  const lose = async () => {
    contacts += 1
    await system.post('/v1/contacts', { phone: phoneOf(97_200 + contacts), name: 'Purged' })
    await pause(500)
    await onEachStream(broker.url, async ({ streams }, name) => (await streams.purge(name)).purged)
    return watch.raised.has('BusLostEvents')
  }
  await until(lose, { timeoutMs: 60_000 }).catch(() => {})
}

/**
 * J11: the alarms in `provoked` fire; of the longest, only the condition is seen. Then all clear, except the two that count dead and lost
 * events since the start of the check.
 */
export async function firingAlarms(fixture: ProofFixture): Promise<Outcome> {
  using backups = newBackupDir()
  using disk = mountSmallDisk(8 * 1024 ** 2)
  if (disk === undefined) return { passed: false, measured: 'needs root, to mount a small disk' }
  chmodSync(disk.folder, 0o777)
  await using broker = await OwnBroker.start()
  // Ends the system before its broker and its disk.
  await using _fixture = fixture
  const env = { NATS_URL: broker.url, BACKUP_DIR: backups.path, SPOOL_DIR: disk.folder, NODE_OPTIONS: movedClock }
  const system = await fixture.freshSystem(env)
  await using _webhook: Listening = await listen(system, { events: ['contact:created'] })
  const { simulator: _, ...urls } = system.run.urls
  await using watch = new Watch(readAlarms(), () => Object.values(urls))
  const faults = { broker, backupDir: backups.path, fillDisk: disk.fill, freeDisk: disk.free }
  await provoke(fixture, system, { watch, faults })
  const clearing = provoked.filter((name) => name !== 'BusLostEvents' && name !== 'EventDead')
  await until(() => watch.raised.has('BusLostEvents') && clearing.every((name) => watch.isWell(name)), {
    timeoutMs: wellTimeoutMs,
  }).catch(() => {})
  const still = clearing.filter((name) => !watch.isWell(name))
  const silent = provoked.filter((name) => name !== longest && !watch.raised.has(name))
  const text = [...watch.raised].map(([name, seconds]) => `${name} ${seconds} s`).join(', ')
  return all(
    `fired: ${text}; ${longest} seen; after it ${still.length === 0 ? 'all are clear' : `not clear: ${still.join(', ')}`}`,
    {
      [`each fires (silent: ${silent.join(', ')})`]: silent.length === 0,
      'unknown outcomes are seen': watch.seen.has(longest),
      'each clears': still.length === 0,
    },
  )
}
