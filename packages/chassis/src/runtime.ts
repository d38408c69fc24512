import type { BusEvent } from '@posthorn/contracts'
import type { Bus, CommittedEvent } from './bus/bus.ts'
import type { ChassisConfig } from './config.ts'
import type { Vault } from './crypto.ts'
import type { Database } from './db/database.ts'
import type { Folders } from './folders.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Quarantine } from './quarantine/guard.ts'
import type { Shards } from './shards/membership.ts'
import type { Spans } from './spans/spans.ts'
import type { ProcessFacts } from './upkeep/process-facts.ts'

/** Dependencies of a running service: its tables, the bus, its secrets, its log, and the loops it can wake. */
export type Runtime<Config = ChassisConfig, Deps = unknown> = {
  name: string
  config: Config
  /** Made by the service itself at start, such as a provider client. */
  deps: Deps
  db: Database
  bus: Bus
  vault: Vault
  log: Log
  /** The metrics of this process, served at `/metrics` of its internal server. */
  metrics: Metrics
  /** Receiver of the steps of messages on their way. */
  spans: Spans
  /** State of the restore guard: while it rests, this service must not reach outside. */
  quarantine: Quarantine
  /** Folders that this process writes to, by their settings. */
  folders: Folders
  /** Facts about this process that operators read. */
  process: ProcessFacts
  /** Hands events that were just committed to the relay of this process. */
  announce(events: CommittedEvent[]): void
  /** Hands it events of a transaction of which is not known whether it was committed. */
  doubt(events: CommittedEvent[]): void
  /** Applies an event that was put aside; one that was applied already changes nothing. */
  applyEvent(event: BusEvent): Promise<void>
  /** Wakes a loop where its work may be: here, or by a nudge on the bus in the other processes; a sharded loop in all of them. */
  wake(loop: string): void
  /** Wakes a loop of this process, for work that is known to belong to it. */
  wakeHere(loop: string): void
  shards: Shards
  /** True while no event on the bus waits for this service: its projections of other services are current. */
  caughtUp(): Promise<boolean>
}
