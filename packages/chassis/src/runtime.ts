import type { BusEvent } from '@posthorn/contracts'
import type { Bus, CommittedEvent, Consumption } from './bus/bus.ts'
import type { ChassisConfig } from './config.ts'
import type { Vault } from './crypto.ts'
import type { Database } from './db/database.ts'
import type { Folders } from './folders.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Quarantine } from './quarantine/guard.ts'
import type { Shards } from './shards/membership.ts'
import type { Spans } from './spans/spans.ts'
import type { Loop, LoopStatus } from './work/loop.ts'

type ProcessFacts = {
  startedAt: Date
  loops(): LoopStatus[]
  /** Counts this service's messages on the bus. Null if the process consumes nothing, or the bus doesn't respond. */
  lag(): Promise<{ pending: number; ackPending: number } | null>
}

/** Returns what operators see of a process. The loops and the lag are current at each call. */
export function processFacts(
  loops: ReadonlyMap<string, Loop>,
  intake: { consumption: Consumption | undefined },
): ProcessFacts {
  return {
    startedAt: new Date(),
    loops: () => [...loops.values()].map((loop) => loop.status()).toSorted((a, b) => a.name.localeCompare(b.name)),
    lag: async () => (await intake.consumption?.lag().catch(() => null)) ?? null,
  }
}

/** Dependencies of a running service: its tables, the bus, secrets, log, and its loops. */
export type Runtime<Config = ChassisConfig, Deps = unknown> = {
  name: string
  config: Config
  deps: Deps
  db: Database
  bus: Bus
  vault: Vault
  log: Log
  metrics: Metrics
  spans: Spans
  /** After a restore, this service must not call other systems until the quarantine is released. */
  quarantine: Quarantine
  folders: Folders
  /** Checks for `/readyz`. Each returns one sentence per store that currently can't be written to. */
  refusals: (() => Promise<string[]>)[]
  process: ProcessFacts
  /** Passes committed events to this process's relay. */
  announce(events: CommittedEvent[]): void
  /** Passes events from a transaction whose commit is uncertain to this process's relay. */
  doubt(events: CommittedEvent[]): void
  /** Applies a dead event again. If it was already applied, nothing changes. */
  applyEvent(event: BusEvent): Promise<void>
  /** Wakes a loop that may have work: in this process or, through the bus, in others. A sharded loop is woken in every process. */
  wake(loop: string): void
  /** Wakes a loop in this process, for work known to belong to it. */
  wakeHere(loop: string): void
  shards: Shards
  /**
   * Returns true if no events are waiting for this service, which means that its copies of other services' data are current. With `through`,
   * only events up to this sequence of the stream count.
   */
  caughtUp(through?: number): Promise<boolean>
}
