import type { EntityManager } from '@mikro-orm/postgresql'
import type { Runtime } from '../../runtime.ts'
import { type Loop, startLoop } from '../../work/loop.ts'
import type { Bus, CommittedEvent, Consumption, StreamPosition } from '../bus.ts'
import { type MessageOnWire, toDelivered } from '../consuming.ts'
import { consumeEvents, type Subscriber } from '../inbox.ts'
import { PublishError } from '../publication.ts'
import { Relay } from '../relay.ts'
import { type ModelBroker, oversizedBytes } from './broker.fixture.ts'
import { lostConnection, type ModelPostgres, ModelTransaction } from './postgres.fixture.ts'
import type { Owner, Schedule } from './schedule.fixture.ts'
import type { Twin } from './twins.fixture.ts'

export type Surroundings = {
  schedule: Schedule
  broker: ModelBroker
  twin: Twin | undefined
  /** Whether the connection is lost between this COMMIT and its response. If so, Postgres may still commit later. */
  losesAnswer(announces: boolean): boolean
  commitLater(pg: ModelPostgres, tx: ModelTransaction): void
}

const unavailable = () => new PublishError('unavailable', 'the connection is lost')
const ignore = () => {}

/** A service's process: the real relay, inbox and transactions, on a model of Postgres and the broker. */
export class ModelProcess implements Owner {
  readonly service: string
  readonly pg: ModelPostgres
  readonly runtime: Runtime
  alive = true
  asleep = false
  isConnected = false
  isApplying = false
  readonly #around: Surroundings
  readonly #wire: Owner
  readonly #transactions = new Set<ModelTransaction>()
  readonly #relay: Relay
  readonly #loop: Loop
  readonly #onConnect: (() => void)[] = []
  #onEvents: Parameters<Bus['consume']>[0]['onEvents'] = async () => {}
  #holds: { seq: number; epoch: string }[] = []
  /** Number of restores seen so far. A process checks the stream when it starts and after a restore of its database. */
  #seenRestores = -1

  constructor(
    service: string,
    pg: ModelPostgres,
    { around, subscriber }: { around: Surroundings; subscriber: Subscriber },
  ) {
    this.service = service
    this.pg = pg
    this.#around = around
    const isAlive = () => this.alive
    const isAsleep = () => this.asleep
    this.#wire = {
      isOrdered: true,
      get alive() {
        return isAlive()
      },
      get asleep() {
        return isAsleep()
      },
    }
    this.runtime = this.#createRuntime()
    this.#relay = new Relay(this.runtime)
    this.#loop = startLoop({ name: 'relay', pollMs: 1_000, run: () => this.#relay.round() }, this.runtime.log)
    void consumeEvents(this.runtime, [subscriber])
  }

  #createRuntime(): Runtime {
    const { twin, schedule } = this.#around
    const log = { warn: ignore, error: ignore, info: ignore, debug: ignore }
    return {
      name: this.service,
      log,
      config: { EVENT_RETRY_MS: 50 },
      metrics: { counter: () => ({ add: ignore }) },
      spans: { begin: () => ({ traceparent: undefined, end: ignore }) },
      db: {
        em: () => this.pg.em({ schedule, owner: this }),
        withScope: (_scope: unknown, work: () => unknown) => work(),
        transaction: (work: (em: EntityManager) => Promise<unknown>) => this.#transact(work),
      },
      bus: this.#createBus(),
      quarantine: { since: () => this.#lookForRestore(), restores: () => this.pg.restores, known: () => null },
      announce: (events: CommittedEvent[]) => this.#relay.offer(events),
      doubt: (events: CommittedEvent[]) =>
        twin === 'a COMMIT without an answer is left to the sweep' ? undefined : this.#relay.doubt(events),
      wake: () => this.#loop?.wake(),
    } as unknown as Runtime
  }

  async #lookForRestore(): Promise<null> {
    if (this.#seenRestores === this.pg.restores) return null
    await this.#around.schedule.step(this, () => {
      this.pg.announceAgain()
      this.#seenRestores = this.pg.restores
    })
    return null
  }

  async #transact(work: (em: EntityManager) => Promise<unknown>): Promise<unknown> {
    const { schedule } = this.#around
    const tx = new ModelTransaction()
    this.#transactions.add(tx)
    let isSent = false
    const commit = (announces = false) => {
      if (!tx.isOpen) throw lostConnection()
      isSent = true
      this.#transactions.delete(tx)
      if (!this.#around.losesAnswer(announces)) return this.pg.end(tx, true)
      this.#around.commitLater(this.pg, tx)
      throw lostConnection()
    }
    try {
      await schedule.step(this, ignore)
      const value = await work(this.pg.em({ schedule, owner: this, tx, commit: () => commit(true) }))
      if (!isSent) await schedule.step(this, () => commit())
      return value
    } catch (err) {
      if (!isSent) this.pg.end(tx, false)
      throw err
    }
  }

  #ask<T>(effect: () => T): Promise<T> {
    return this.#around.schedule.step(this.#wire, () => {
      if (!this.isConnected) throw unavailable()
      return effect()
    })
  }

  #createBus(): Bus {
    const { broker } = this.#around
    return {
      connected: () => this.isConnected && broker.isUp,
      messageBytesMax: () => oversizedBytes,
      publish: (...events: CommittedEvent[]) => this.#ask(() => broker.publish(events)),
      stream: this.#createStream(),
      consume: async ({ onEvents }: Parameters<Bus['consume']>[0]) => {
        this.#onEvents = onEvents
        return {} as Consumption
      },
      onConnect: (listener: () => void) => void this.#onConnect.push(listener),
    } as unknown as Bus
  }

  #createStream(): Bus['stream'] {
    const { broker, twin } = this.#around
    let last: StreamPosition | undefined
    const seesAll = Object.assign(new Set<string>(), { has: () => true })
    const isBlind = twin === 'an acknowledgment is taken for a confirmation'
    return {
      read: () =>
        this.#ask(() => {
          last = broker.position()
          return last
        }),
      lastRead: () => last,
      messageIds: ({ after, upTo }) => this.#ask(() => (isBlind ? new Map() : broker.messageIds(after, upTo))),
      eventIdsAt: (seq) => this.#ask(() => (isBlind ? seesAll : broker.eventIdsAt(seq))),
      removeUpTo: (seq) => this.#ask(() => broker.removeUpTo(seq)),
      renew: (epoch) => this.#ask(() => broker.renew(epoch)),
    }
  }

  connect(): void {
    if (this.isConnected || !this.#around.broker.isUp) return
    this.isConnected = true
    for (const listener of this.#onConnect) listener()
  }

  disconnect(): void {
    this.isConnected = false
    this.#around.schedule.cut(this.#wire, unavailable())
  }

  /** Dies as with `kill -9`: outstanding requests may or may not have run. */
  kill(): void {
    this.#around.schedule.cut(this)
    this.#around.schedule.cut(this.#wire)
    this.alive = false
    for (const tx of this.#transactions) this.pg.end(tx, false)
  }

  /** Closes all of Postgres's connections, as a restore does. */
  loseDatabase(): void {
    this.#around.schedule.cut(this, lostConnection())
    for (const tx of this.#transactions) this.pg.end(tx, false)
    this.#transactions.clear()
  }

  consume(count: number): void {
    const { broker } = this.#around
    if (!this.alive || this.asleep || !this.isConnected || !broker.isUp || this.isApplying) return
    const found = Array.from({ length: count }, () => broker.deliver(this.service)).filter((each) => each !== undefined)
    if (found.length === 0) return
    this.isApplying = true
    this.#holds = found.map(({ message, epoch }) => ({ seq: message.seq, epoch }))
    const messages = found.map(({ message, deliveries, epoch }): MessageOnWire => {
      const settle = (againAfterMs?: number) => {
        if (!this.alive || !this.isConnected) return
        this.#holds = this.#holds.filter(({ seq }) => seq !== message.seq)
        broker.settle(this.service, {
          seq: message.seq,
          epoch,
          ...(againAfterMs === undefined ? {} : { againAfterMs }),
        })
      }
      const info = { deliveryCount: deliveries }
      return { string: () => message.lines, info, ack: () => settle(), nak: (ms) => settle(ms ?? 0) }
    })
    void this.#onEvents(messages.flatMap(toDelivered))
      .catch(() => {})
      .finally(() => {
        this.isApplying = false
        this.#holds = []
      })
  }

  /** Extends the deadlines of all messages that it holds, as a live process does. */
  keep(): void {
    if (!this.alive || this.asleep || !this.isConnected) return
    for (const held of this.#holds) this.#around.broker.settle(this.service, { ...held, againAfterMs: 8_000 })
  }
}
