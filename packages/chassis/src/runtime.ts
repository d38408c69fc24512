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

/** Dependencies of a running service: its tables, the bus, secrets, log, and its loops. */
export type Runtime<Config = ChassisConfig, Deps = unknown> = {
  name: string
  config: Config
  /** Created by the service at start, such as a provider client. */
  deps: Deps
  db: Database
  bus: Bus
  vault: Vault
  log: Log
  /** Metrics of this process, served at `/metrics` of the internal server. */
  metrics: Metrics
  /** Records spans of messages. */
  spans: Spans
  /** After a restore, this service must not call other systems until the quarantine is released. */
  quarantine: Quarantine
  /** Folders that this process writes to, by setting. */
  folders: Folders
  /** Questions that `/readyz` asks, each answered with a sentence for each store that takes nothing now. */
  refusals: (() => Promise<string[]>)[]
  /** Status of this process for operators. */
  process: ProcessFacts
  /** Passes events that were just committed to this process's relay. */
  announce(events: CommittedEvent[]): void
  /** Passes it events of a transaction that may or may not have been committed. */
  doubt(events: CommittedEvent[]): void
  /** Applies a dead event again. If it was applied already, nothing changes. */
  applyEvent(event: BusEvent): Promise<void>
  /** Wakes a loop that may have work: in this process or, through the bus, in others. A sharded loop is woken in all of them. */
  wake(loop: string): void
  /** Wakes a loop of this process, for work that is known to be its own. */
  wakeHere(loop: string): void
  shards: Shards
  /** Whether no events are waiting for this service, so that its copies of other services' data are current. */
  caughtUp(): Promise<boolean>
}
