import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../db/sql.ts'
import type { Runtime } from '../runtime.ts'
import { countDeadEvents } from '../upkeep/dead-events.sql.ts'
import type { Health } from './server.ts'

/**
 * Fill level at which a warning is due. A full stream accepts no events; they wait in the outboxes until the slowest service has
 * acknowledged.
 */
const nearlyFull = 0.9

/** Otherwise, an open but silent connection would delay the response for as long as a statement may take. */
const answerWithinMs = 3_000

export async function postgresAnswers({ db }: Runtime, withinMs: number): Promise<boolean> {
  return (await resultWithin(sql(db.em(), 'select 1'), withinMs)) !== undefined
}

/** Returns a query's result, or undefined if it fails or takes too long. */
async function resultWithin<T>(question: Promise<T>, withinMs: number): Promise<T | undefined> {
  const late = new AbortController()
  const noResult = pause(withinMs, undefined, { signal: late.signal })
  return Promise.race([question, noResult])
    .catch(() => undefined)
    .finally(() => late.abort())
}

function busNearlyFull({ bus }: Runtime): string[] {
  const { fill = 0, slowest } = bus.stream.lastRead() ?? {}
  if (fill < nearlyFull) return []
  return [
    `the stream of events is ${Math.floor(fill * 100)} % full: ${slowest ?? 'a service'} has not acknowledged its events`,
  ]
}

/** Reports dead events, because the service continues without them until an operator decides. Omits a count that takes too long. */
async function eventsSetAside({ db }: Runtime): Promise<string[]> {
  const counting = db.withScope('all', () => countDeadEvents(db.em()))
  const count = (await resultWithin(counting, answerWithinMs)) ?? 0
  return count === 0
    ? []
    : [`${count} ${count === 1 ? 'event was' : 'events were'} set aside: the page Installation shows operators why`]
}

/** Reports stores that can't be written to. Omits a check that takes too long. */
async function storesRefusing({ refusals }: Runtime): Promise<string[]> {
  const answers = await Promise.all(refusals.map((ask) => resultWithin(ask(), answerWithinMs)))
  return answers.flatMap((reasons) => reasons ?? [])
}

/** Creates a service's health: ready while Postgres responds quickly, until `drain` announces the shutdown. */
export function healthOf(runtime: Runtime): Health & { drain(): void } {
  let draining = false
  return {
    drain: () => {
      draining = true
    },
    async ready() {
      if (draining) return { ready: false, reasons: ['draining'] }
      const [reachable, setAside, refusing] = await Promise.all([
        postgresAnswers(runtime, answerWithinMs),
        eventsSetAside(runtime),
        storesRefusing(runtime),
      ])
      if (!reachable) return { ready: false, reasons: ['Postgres cannot be reached'] }
      const since = runtime.quarantine.known()?.toISOString()
      const resting = since ? [`nothing is sent: Postgres was restored, quarantine since ${since}`] : []
      const apart = runtime.bus.connected() ? [] : ['NATS cannot be reached: events wait in Postgres']
      return { ready: true, reasons: [...resting, ...apart, ...busNearlyFull(runtime), ...setAside, ...refusing] }
    },
  }
}
