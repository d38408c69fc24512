import type { Bus, CommittedEvent } from './bus/bus.ts'
import type { ChassisConfig } from './config.ts'
import type { Vault } from './crypto.ts'
import type { Database } from './db/database.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Quarantine } from './quarantine/guard.ts'
import type { Spans } from './spans/spans.ts'

/** What a running service stands on: its tables, the bus, its secrets, its log, and the loops it can wake. */
export type Runtime<Config = ChassisConfig, Deps = unknown> = {
  name: string
  config: Config
  /** What the service made for itself at start, such as a provider client. */
  deps: Deps
  db: Database
  bus: Bus
  vault: Vault
  log: Log
  /** The figures of this process, told at `/metrics` of its internal door. */
  metrics: Metrics
  /** Who is told of the steps of messages on their way. */
  spans: Spans
  /** Whether this service must not reach outside, since its Postgres was restored. */
  quarantine: Quarantine
  /** Hands events that were just committed to the relay of this process. */
  announce(events: CommittedEvent[]): void
  /** Wakes a loop here and, by a nudge on the bus, in the other processes of this service. */
  wake(loop: string): void
  /** True while nothing on the bus waits for this service: what other services know and we do not has been heard. */
  caughtUp(): Promise<boolean>
}
