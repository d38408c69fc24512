import type { upkeep } from '@posthorn/contracts'
import type { z } from 'zod'
import { outbox } from '../metrics/database.sql.ts'
import { healthOf } from '../rpc/health.ts'
import type { Verb } from '../rpc/verb.ts'
import type { Runtime } from '../runtime.ts'
import { deadEventVerbs } from './dead-event-verbs.ts'
import { countDeadEvents } from './dead-events.sql.ts'

type ProcessStatus = z.output<typeof upkeep.process.get.output>

/** Returns this process's status. Values unknown to Postgres or the bus are null. */
export async function showProcess(runtime: Runtime): Promise<ProcessStatus> {
  const { config, bus, process: facts, db } = runtime
  const { ready, reasons } = await healthOf(runtime).ready()
  const read = bus.stream.lastRead()
  const [lag, stored] = await Promise.all([
    bus.connected() ? facts.lag() : null,
    ready ? db.withScope('all', () => readStored(runtime)).catch(() => null) : null,
  ])
  return {
    // A process that only migrates doesn't serve calls.
    role: config.ROLE === 'migrate' ? 'all' : config.ROLE,
    startedAt: facts.startedAt.toISOString(),
    ready,
    reasons,
    loops: facts.loops(),
    bus: {
      connected: bus.connected(),
      fill: read?.fill ?? null,
      slowest: read?.slowest ?? null,
      pending: lag?.pending ?? null,
      ackPending: lag?.ackPending ?? null,
    },
    outbox: stored?.outbox ?? null,
    deadEvents: stored?.deadEvents ?? null,
    connections: { ...db.connections() },
    memoryBytes: process.memoryUsage().rss,
  }
}

async function readStored({ db }: Runtime): Promise<{ outbox: ProcessStatus['outbox']; deadEvents: number }> {
  const [samples, deadEvents] = await Promise.all([outbox.read(db.em()), countDeadEvents(db.em())])
  const valueOf = (name: string) => samples.find((sample) => sample.name === name)?.value ?? 0
  return {
    outbox: {
      waiting: valueOf('outbox_backlog'),
      oldestAgeMs: Math.round(valueOf('outbox_oldest_unpublished_seconds') * 1000),
    },
    deadEvents,
  }
}

type UpkeepVerbs = {
  process: { get: Verb<typeof upkeep.process.get> }
  deadEvents: typeof deadEventVerbs
}

/** Operator verbs of every service. */
export const upkeepVerbs: UpkeepVerbs = {
  process: { get: ({ ctx }) => showProcess(ctx.runtime) },
  deadEvents: deadEventVerbs,
}
