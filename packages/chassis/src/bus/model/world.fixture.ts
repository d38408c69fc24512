import type { BusEvent } from '@posthorn/contracts'
import { vi } from 'vitest'
import { type ClosableTx, inTransaction } from '../../tx.ts'
import { on } from '../inbox.ts'
import { ModelBroker, oversizedBytes } from './broker.fixture.ts'
import { createPostgres } from './check-statements.fixture.ts'
import { failureOf, type ModelPostgres, type ModelTransaction } from './postgres.fixture.ts'
import { ModelProcess, type Surroundings } from './process.fixture.ts'
import { Schedule, settle } from './schedule.fixture.ts'
import type { Twin } from './twins.fixture.ts'

const services = ['orders', 'parcels'] as const
const processesOfService = 2
const actionsMax = 120
const writesMax = 30
/** Simulated time within which everything must take effect after the last fault. */
const healMs = 90_000
const stepsOfRoundMax = 300

export type Finding = { faults: string[]; trace: string[] }

/**
 * Where most faults occur. `calm`: the only faults are lost COMMIT responses of writers, so that all events of an object keep their order.
 */
const kinds = ['calm', 'processes', 'broker', 'Postgres'] as const
type Kind = (typeof kinds)[number]
/** How much more often faults occur in the chosen area. */
const emphasis = 5

type Disturbance = [weight: number, of: Kind, name: string, run: () => void]
type Failure = 'never' | 'three times' | 'always'
const failures: readonly Failure[] = [...Array<Failure>(20).fill('never'), 'three times', 'always']

/** Services with their processes and a broker. One seed determines what happens and in which order. */
class World {
  readonly #schedule: Schedule
  readonly #kind: Kind
  readonly #postgres: Map<string, ModelPostgres>
  readonly #broker: ModelBroker
  readonly #processes: ModelProcess[] = []
  readonly #around: Surroundings
  readonly #late: { atMs: number; run: () => void }[] = []
  readonly #tries = new Map<string, number>()
  readonly #trace: string[] = []
  #writes = 0
  #isHealing = false
  /** Service that currently consumes nothing. */
  #away: string | undefined

  constructor(seed: number, twin: Twin | undefined) {
    this.#schedule = new Schedule(seed)
    this.#kind = kinds[seed % kinds.length] ?? 'calm'
    this.#broker = new ModelBroker(services, twin)
    this.#postgres = new Map(services.map((name) => [name, createPostgres(twin)]))
    this.#around = {
      schedule: this.#schedule,
      broker: this.#broker,
      twin,
      losesAnswer: (announces) =>
        !this.#isHealing && this.#choices.chance(this.#kind !== 'calm' ? 0.05 : announces ? 0.3 : 0),
      commitLater: (pg, tx) => this.#commitLater(pg, tx),
    }
    for (const name of services) for (let i = 0; i < processesOfService; i++) this.#start(name, i)
  }

  get #choices() {
    return this.#schedule.choices
  }

  /** Continues a COMMIT whose connection was lost. Within a few seconds, the transaction is committed or rolled back. */
  #commitLater(pg: ModelPostgres, tx: ModelTransaction): void {
    const commits = this.#choices.chance(0.7)
    const { restores } = pg
    const run = () => pg.end(tx, commits && restores === pg.restores)
    this.#late.push({ atMs: Date.now() + this.#choices.below(this.#kind === 'calm' ? 1_500 : 6_000), run })
  }

  #start(service: string, place: number): void {
    const pg = this.#postgres.get(service) as ModelPostgres
    const subscriber = on(['contact:created', 'contact:updated'], async ({ tx, events }) => {
      for (const event of events) this.#apply(pg, tx, event as BusEvent)
    })
    const process = new ModelProcess(service, pg, { around: this.#around, subscriber })
    this.#processes[services.indexOf(service as 'orders') * processesOfService + place] = process
    process.connect()
  }

  #apply(pg: ModelPostgres, tx: ClosableTx, { id, data, aggregate }: BusEvent): void {
    const { fails } = data as unknown as { fails: Failure }
    const tries = (this.#tries.get(id) ?? 0) + 1
    this.#tries.set(id, tries)
    if (fails === 'always' || (fails === 'three times' && tries <= 3)) throw failureOf(this.#around.twin)
    pg.write((tx.em as unknown as { tx: ModelTransaction }).tx, () => {
      pg.stored.effects.push({ id, aggregate: aggregate.id, version: aggregate.version })
    })
  }

  #write(): void {
    const place = this.#kind === 'calm' ? 0 : this.#choices.below(this.#processes.length)
    const process = this.#processes[place] as ModelProcess
    if (!process.alive || process.asleep || this.#writes >= writesMax) return
    this.#writes += 1
    const isCalm = this.#kind === 'calm'
    const aggregate = `${process.service} ${place} ${this.#choices.below(isCalm ? 1 : 2)}`
    const count = 1 + this.#choices.below(3)
    const isOversized = !isCalm && this.#choices.chance(0.04)
    const fails = isCalm ? 'never' : this.#choices.pick(failures)
    this.#trace.push(`write ${count} of ${aggregate}${isOversized ? ', oversized' : ''}, fails ${fails}`)
    const { pg } = process
    void inTransaction(process.runtime, async ({ em, emit }) => {
      const { tx } = em as unknown as { tx: ModelTransaction }
      if (!pg.tryLock(`aggregate ${aggregate}`, tx)) throw new Error('another transaction has it')
      const first = (pg.stored.versions.get(aggregate) ?? 0) + 1
      for (let version = first; version < first + count; version++) {
        const text = isOversized && version === first ? 'x'.repeat(oversizedBytes) : ''
        const kind = this.#choices.pick(['contact:created', 'contact:updated'] as const)
        const data = { fails: version === first ? fails : 'never', text } as never
        emit({ kind, workspace: 'ws_1', data, aggregate: { id: aggregate, version } })
      }
      pg.write(tx, () => void pg.stored.versions.set(aggregate, first + count - 1))
    }).catch(() => {})
  }

  #advance(ms: number): void {
    vi.advanceTimersByTime(ms)
    for (const process of this.#processes) process.keep()
    for (const late of this.#late.splice(0)) {
      if (late.atMs <= Date.now()) late.run()
      else this.#late.push(late)
    }
  }

  #anyProcess(): ModelProcess {
    return this.#choices.pick(this.#processes)
  }

  /** Lets a service's oldest process apply events. Another takes over while it is suspended. */
  #consume(name: string, count: number): void {
    if (name === this.#away) return
    this.#processes.find(({ service, alive, asleep }) => service === name && alive && !asleep)?.consume(count)
  }

  #restartBroker(change: () => void): void {
    this.#broker.isUp = false
    for (const process of this.#processes) process.disconnect()
    change()
    if (this.#choices.chance(0.5)) this.#broker.isUp = true
  }

  #restart(process: ModelProcess): void {
    if (process.alive) process.kill()
    this.#start(process.service, this.#processes.indexOf(process) % processesOfService)
  }

  readonly #isChosen = () => this.#choices.chance(0.4)

  #startDead(): void {
    for (const process of this.#processes) if (!process.alive) this.#restart(process)
  }

  #restore(): void {
    const name = this.#choices.pick(services)
    const pg = this.#postgres.get(name) as ModelPostgres
    const own = this.#processes.filter(({ service, alive }) => alive && service === name)
    for (const process of own) process.loseDatabase()
    // A restore takes at least this long.
    this.#advance(1_000)
    if (!pg.restore()) return
    for (const process of own) if (this.#choices.chance(0.5)) this.#restart(process)
  }

  readonly #disturbances: Disturbance[] = [
    [5, 'processes', 'a process is killed', () => this.#anyProcess().kill()],
    [4, 'processes', 'a process starts', () => this.#startDead()],
    [3, 'processes', 'a process sleeps', () => void (this.#anyProcess().asleep = true)],
    [4, 'processes', 'all wake', () => this.#processes.forEach((each) => void (each.asleep = false))],
    [3, 'processes', 'a process loses the broker', () => this.#anyProcess().disconnect()],
    [6, 'processes', 'all connect', () => this.#reconnect()],
    [2, 'broker', 'the broker restarts', () => this.#restartBroker(() => {})],
    [3, 'broker', 'a copy of the broker is kept', () => this.#broker.keepCopy()],
    [2, 'broker', 'the broker goes back', () => this.#restartBroker(() => this.#broker.goBack('all'))],
    [2, 'broker', 'the messages go back', () => this.#restartBroker(() => this.#broker.goBack('messages'))],
    [1, 'broker', 'the broker is wiped', () => this.#restartBroker(() => this.#broker.wipe())],
    [1, 'broker', 'the stream is deleted', () => this.#broker.wipe()],
    [
      2,
      'broker',
      'the head is purged',
      () => this.#broker.lose((seqs) => seqs.slice(0, 1 + this.#choices.below(seqs.length))),
    ],
    [2, 'broker', 'messages are deleted', () => this.#broker.lose((seqs) => seqs.filter(this.#isChosen))],
    [1, 'broker', 'the disk is full', () => void (this.#broker.isFull = true)],
    [2, 'broker', 'the disk has space', () => void (this.#broker.isFull = false)],
    [5, 'Postgres', 'a backup is taken', () => this.#postgres.get(this.#choices.pick(services))?.keepBackup()],
    [3, 'Postgres', 'Postgres is restored', () => this.#restore()],
  ]

  #reconnect(): void {
    this.#broker.isUp = true
    for (const process of this.#processes) if (process.alive) process.connect()
  }

  #disturb(): void {
    const weighed = this.#disturbances.flatMap((each) =>
      Array(each[0] * (each[1] === this.#kind ? emphasis : 1)).fill(each),
    )
    const [, , name, run] = this.#choices.pick(weighed) as Disturbance
    this.#trace.push(name)
    run()
  }

  async #act(): Promise<void> {
    const roll = this.#choices.next()
    if (roll < 0.25) this.#write()
    else if (roll < 0.45) this.#consume(this.#choices.pick(services), 1 + this.#choices.below(3))
    else if (roll < 0.62)
      this.#advance(this.#choices.pick(this.#kind === 'calm' ? [5, 50, 300] : [5, 50, 300, 1_000, 3_000]))
    else if (roll < 0.74 && this.#kind !== 'calm') this.#disturb()
    for (let steps = this.#choices.below(12); steps > 0; steps--) {
      await settle()
      if (!this.#schedule.runOne()) break
    }
  }

  async run(): Promise<Finding | undefined> {
    for (let i = 0; i < actionsMax; i++) await this.#act()
    this.#isHealing = true
    this.#broker.isFull = false
    for (const process of this.#processes) process.asleep = false
    this.#startDead()
    this.#reconnect()
    // A service must get the messages it missed even while another service is away. After a rollback, messages that were replaced by other
    // messages are found only later.
    if (!this.#broker.hasGoneBack) this.#away = this.#choices.pick(services)
    const delayed = (await this.#heal()).map((fault) => `while ${this.#away} is away, ${fault}`)
    this.#away = undefined
    const faults = [...delayed, ...(await this.#heal()), ...(this.#kind === 'calm' ? this.#findDisorder() : [])]
    for (const process of this.#processes) process.kill()
    return faults.length > 0 ? { faults, trace: this.#trace } : undefined
  }

  /** Advances time until nothing is missing. Returns anything that is still missing at the end. */
  async #heal(): Promise<string[]> {
    for (let healedMs = 0; healedMs < healMs; healedMs += 1_000) {
      await this.#runAll()
      if (this.#findFaults().length === 0 && this.#late.length === 0) break
      this.#advance(1_000)
    }
    return this.#findFaults()
  }

  async #runAll(): Promise<void> {
    for (let steps = 0; steps < stepsOfRoundMax; steps++) {
      await settle()
      for (const name of services) this.#consume(name, 3)
      if (!this.#schedule.runOne()) return
    }
  }

  #findFaults(): string[] {
    const faults: string[] = []
    for (const [from, { stored }] of this.#postgres) {
      for (const [to, reader] of this.#postgres) {
        if (to === this.#away) continue
        const seen = Map.groupBy(reader.stored.effects, ({ id }) => id)
        for (const [id, { length }] of seen) if (length > 1) faults.push(`${to} has applied ${id} ${length} times`)
        for (const { id, createdAtMs } of stored.outbox.values()) {
          // The backup determines which events a restored reader had received.
          const isOfItsPast = from !== to && createdAtMs <= reader.restoredAtMs
          if (!isOfItsPast && !seen.has(id) && !reader.stored.dead.has(id)) faults.push(`${to} lacks ${id} of ${from}`)
        }
      }
    }
    return [...new Set(faults)]
  }

  #findDisorder(): string[] {
    const faults: string[] = []
    for (const [to, { stored }] of this.#postgres)
      for (const [aggregate, effects] of Map.groupBy(stored.effects, (effect) => effect.aggregate)) {
        const versions = effects.map(({ version }) => version)
        if (versions.some((version, i) => version < (versions[i - 1] ?? 0)))
          faults.push(`${to} has applied ${aggregate} in the order ${versions.join(' ')}`)
      }
    return faults
  }
}

/** Runs services through faults, as the seed decides, and returns anything lost, repeated or out of order. `twin`: a fault to build in. */
export async function runSchedule(seed: number, twin?: Twin): Promise<Finding | undefined> {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.UTC(2026, 5, 1),
  })
  try {
    return await new World(seed, twin).run()
  } finally {
    vi.useRealTimers()
  }
}
