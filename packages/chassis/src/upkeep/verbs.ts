import { type BusEvent, fail, type upkeep } from '@posthorn/contracts'
import type { z } from 'zod'
import { createRedactor } from '../audit/audit.ts'
import { recordChange } from '../audit/changes.ts'
import { eventsIn } from '../bus/consuming.ts'
import { errorTextOf } from '../bus/inbox.ts'
import { busConsumer, payloadSetAside, publishAgain } from '../bus/outbox.sql.ts'
import { tooLargeText } from '../bus/publication.ts'
import { isPassing } from '../faults.ts'
import { outbox } from '../metrics/database.sql.ts'
import { healthOf } from '../rpc/server.ts'
import type { PreparedVerb, Verb, VerbContext } from '../rpc/verb.ts'
import type { Runtime } from '../runtime.ts'
import {
  countDeadEvents,
  type DeadEvent,
  findDeadEvent,
  listDeadEvents,
  noteFailure,
  removeDeadEvent,
} from './dead-events.sql.ts'

type DeadEvents = typeof upkeep.deadEvents

const list: Verb<DeadEvents['list']> = ({ ctx }) => listDeadEvents(ctx.em)

/** Shows a dead event. Its data is redacted, because operators may not see a workspace's content. */
const get: Verb<DeadEvents['get']> = async ({ ctx, input }) => {
  const { dead, event } = await read(ctx, input.event)
  const { occurredAt, aggregate, data } = event
  const redact = createRedactor(ctx.runtime.vault.derive('audit log'), 'deadEvents')
  const shown = redact({ id: aggregate.id, data }) as { id: string; data: Record<string, never> }
  return { ...dead, occurredAt, aggregate: { id: shown.id, version: aggregate.version }, data: shown.data }
}

/**
 * Applies an event again. Its effects commit first, in a transaction like the one for an event from the bus. If the removal then fails, the
 * next call finds the event in the inbox and only removes it. An event that the bus rejected returns to the outbox.
 */
const applyAgain: PreparedVerb<DeadEvents['applyAgain'], Runtime, DeadEventContent> = {
  async prepare({ ctx, input }) {
    const found = await read(ctx, input.event)
    if (found.dead.consumer === busConsumer) await refuseOrNoteTooLarge(ctx.runtime, found)
    else await applyOrNote(ctx.runtime, found)
    return found
  },
  async run({ ctx, prepared: { dead, event, payload } }) {
    if (dead.consumer === busConsumer) {
      await publishAgain(ctx.em, event, payload)
      ctx.wake('relay')
    }
    recordRemoval(ctx, await removeDeadEvent(ctx.em, dead))
    return dead
  },
}

/** Removes a dead event for good, without its effects. */
const discard: Verb<DeadEvents['discard']> = async ({ ctx, input }) => {
  const found = await findDeadEvent(ctx.em, input.event)
  const dead = (found && (await removeDeadEvent(ctx.em, found.dead))) ?? fail('dead_event:not_found')
  recordRemoval(ctx, dead)
  return dead
}

type DeadEventContent = { dead: DeadEvent; event: BusEvent; payload: string }

/** Returns a dead event with its stored content. Refuses an id that isn't there, and content that this release can't read. */
async function read(ctx: VerbContext, id: string): Promise<DeadEventContent> {
  const { dead, payload: stored } = (await findDeadEvent(ctx.em, id)) ?? fail('dead_event:not_found')
  try {
    const payload = payloadSetAside(stored)
    const [event = fail('dead_event:not_found')] = eventsIn({ string: () => payload })
    return { dead, event, payload }
  } catch (cause) {
    return fail('dead_event:failed', { message: `The event cannot be read: ${errorTextOf(cause)}`, cause })
  }
}

/** Refuses to publish an event that is still over the bus's limit, and stores this as its new error. */
async function refuseOrNoteTooLarge({ bus, db }: Runtime, { dead, payload }: DeadEventContent): Promise<void> {
  const [bytes, bytesMax] = [Buffer.byteLength(payload), bus.messageBytesMax()]
  if (bytesMax === undefined || bytes <= bytesMax) return
  const error = tooLargeText(bytes, bytesMax)
  await noteFailure(db.em(), dead, error)
  fail('dead_event:failed', { message: `The event could not be published again: ${error}` })
}

/** Applies an event. If it fails again, stores the new error and refuses the call. If Postgres is busy or away, nothing has failed. */
async function applyOrNote(runtime: Runtime, { dead, event }: DeadEventContent): Promise<void> {
  try {
    await runtime.applyEvent(event)
  } catch (err) {
    if (isPassing(err)) throw err
    const error = errorTextOf(err)
    await noteFailure(runtime.db.em(), dead, error)
    runtime.log.warn({ event: event.id, kind: event.event, err }, 'event.failed')
    fail('dead_event:failed', { message: `The event failed again: ${error}` })
  }
}

/** Records the removal in the audit log of the event's workspace. Records nothing if another operator removed the event first. */
function recordRemoval({ em }: VerbContext, dead: DeadEvent | undefined): void {
  if (dead === undefined) return
  const { event, workspace, kind, deliveries } = dead
  recordChange(em, { thing: 'dead_event', id: event, workspace, before: { kind, deliveries }, after: null })
}

const deadEventVerbs = { list, get, applyAgain, discard }

type ProcessStatus = z.output<typeof upkeep.process.get.output>

/** Returns a process's state for operators. While Postgres doesn't respond, what would be read from it is null. */
async function showProcess(runtime: Runtime): Promise<ProcessStatus> {
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

/** Reads the figures that come from Postgres, as the metrics count them. */
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

type UpkeepVerbs = { process: { get: Verb<typeof upkeep.process.get> }; deadEvents: typeof deadEventVerbs }

export const upkeepVerbs: UpkeepVerbs = {
  process: { get: ({ ctx }) => showProcess(ctx.runtime) },
  deadEvents: deadEventVerbs,
}
