import type { EntityManager } from '@mikro-orm/postgresql'
import { agesOutHours, type BusEvent, type EventData, erasedPersonPurpose, idFloor } from '@posthorn/contracts'
import { on, type Subscriber } from '../bus/inbox.ts'
import { outboxHours } from '../bus/outbox.sql.ts'
import { forWorkspace } from '../db/database.ts'
import { unpack } from '../db/packed.ts'
import { sql } from '../db/statement.ts'
import { isUnavailable } from '../faults.ts'
import { createLockedQueue } from '../jobs/queues.sql.ts'
import type { Runtime } from '../runtime.ts'
import { inTransaction, type Tx } from '../tx.ts'
import { longWaitsOf } from '../work/clock.sql.ts'
import type { Round } from '../work/loop.ts'

/** Names and identifiers of a person being erased. Encrypted on the bus and in storage, with the vault purpose `erasedPersonPurpose`. */
export type PersonNames = {
  /** Phone numbers in E.164 format. */
  phones: string[]
  /** The provider's ids for the person. */
  userIds: string[]
  /** Name and email address of the contact. */
  texts: string[]
  /** Other ids of the person: ids of merged contacts, and ids of chats as reported by the chats' service. */
  ids?: string[]
}

/** A person to erase from a workspace, along with all of their data up to `requestedAt`. Someone who writes later is a new person. */
export type Person = PersonNames & { workspace: string; erasure: string; contact: string; requestedAt: Date }

/** Result of an eraser. `done` is false while data about the person is still in progress. `ids`: ids that this service used for the person. */
type ErasureResult = { done: boolean; ids?: string[] }

/**
 * Removes a person from a service's tables in one transaction. It is repeated until done, and then at intervals for as long as the provider
 * retries callbacks, because a callback or an event that failed before may be applied later. `isLate`: it was done before, so newer data
 * about the same identifiers may belong to a new person.
 */
export type Eraser<R extends Runtime = Runtime> = (args: {
  tx: Tx
  runtime: R
  person: Person
  isLate: boolean
}) => Promise<ErasureResult>

/** Returns strings that identify a person in stored payloads. Phone numbers are digits only, because the provider writes them that way. */
export function tracesOf({
  phones,
  userIds,
  contact,
  ids = [],
}: Pick<Person, 'phones' | 'userIds' | 'contact' | 'ids'>): string[] {
  return [...phones.map((phone) => phone.replace(/\D/g, '')), ...userIds, contact, ...ids]
}

/** Returns whether a string contains one of these traces, but not within a longer number or id, unlike `strpos`, which finds the rows. */
export const holdsTrace = (text: string, traces: readonly string[]): boolean =>
  traces.some((trace) => {
    for (let at = text.indexOf(trace); at >= 0; at = text.indexOf(trace, at + 1))
      if (isWhole(trace, text.slice(Math.max(0, at - 6), at), text.charAt(at + trace.length))) return true
    return false
  })

/** Returns whether a trace ends where it was found. The digits of an escaped character before a number are not part of it. */
function isWhole(trace: string, before: string, after: string): boolean {
  if (/\D/.test(trace)) return !/[\da-z]/i.test(after)
  return !/\d/.test(after) && (!/\d$/.test(before) || /\\u[\da-f]{4}$/i.test(before))
}

const pausesMs = { onItsWay: 1_000, failed: 30_000 }
/** Fraction of the time since the request after which data in progress is looked for again. A look may read all events. */
const patience = 0.1
const pauseMsMin = 20

type ErasingService = EventData<'erasure:done'>['service']

/** Receives requests to erase a person. Only the services named in the event act on it. */
export const erasureRequested: Subscriber = on('erasure:requested', async ({ tx, runtime, events }) => {
  for (const event of events) {
    if (!event.data.services.includes(runtime.name as ErasingService)) continue
    await addJob(tx.em, event)
    tx.wake('erase')
  }
})

/** Creates the loop that erases people one by one. `erasure:done` announces that this service has no more data about a person. */
export const erasureRound =
  <R extends Runtime>(erase: Eraser<R>): ((runtime: R) => Promise<Round>) =>
  async (runtime) => {
    const taken: { job: ErasureJob | undefined } = { job: undefined }
    try {
      const worked = await inTransaction(runtime, async (tx) => {
        const [job] = await erasureQueue.take(tx.em, 1)
        taken.job = job
        if (job) await eraseOne({ tx, runtime, erase, job })
        return job ? 1 : 0
      })
      const dueInMs = worked > 0 ? null : await erasureQueue.nextInMs(runtime.db.em())
      return { worked, ...(dueInMs !== null && { nextInMs: Math.max(dueInMs, pauseMsMin) }) }
    } catch (err) {
      if (taken.job && !isUnavailable(err)) await erasureQueue.postpone(runtime.db.em(), taken.job, pausesMs.failed)
      throw err
    }
  }

type One<R extends Runtime> = { tx: Tx; runtime: R; erase: Eraser<R>; job: ErasureJob }

/**
 * Runs the eraser for one person in the transaction that locked the job. While data about the person is still in progress, the job is
 * repeated soon. Once none is left, `erasure:done` is announced, one time.
 */
async function eraseOne<R extends Runtime>({ tx, runtime, erase, job }: One<R>): Promise<void> {
  const { workspaceId: workspace, id: erasure, contactId: contact } = job
  const names = namesIn(runtime, job)
  const person: Person = { ...names, workspace, erasure, contact, requestedAt: new Date(job.requestedAt) }
  forWorkspace(tx.em, workspace)
  const { done, ids = [] } = await erase({ tx, runtime, person, isLate: job.reported })
  const sealed = withIds(runtime, { erasure, names, ids })
  await tx.em.flush()
  if (sealed !== null) await saveSealed(tx.em, job, sealed)
  const traces = [...tracesOf(person), ...ids]
  const isKnown = ids.every((id) => names.ids?.includes(id))
  const clean = done && (await eraseAnnounced(tx.em, { workspace, traces, since: isKnown ? job.searchedAt : null }))
  if (!clean) return erasureQueue.postpone(tx.em, job, pauseOf(job))
  if (!(await keepForLate(tx.em, job))) await erasureQueue.end(tx.em, job)
  if (job.reported) return
  const data = { erasure, service: runtime.name as ErasingService, ...(sealed !== null && { sealed }) }
  tx.emit({ kind: 'erasure:done', workspace, data, aggregate: { id: erasure, version: 1 } })
}

/** Returns the pause until data in progress is looked for again: longer the longer it has been in progress, such as in an outage of NATS. */
function pauseOf({ reported, requestedAt }: ErasureJob): number {
  const waitedMs = reported ? 0 : Date.now() - new Date(requestedAt).getTime()
  return Math.min(Math.max(waitedMs * patience, pausesMs.onItsWay), pausesMs.failed)
}

/** Encrypts the names with additional ids, which a repeated search wouldn't find again. Returns null if there are none. */
function withIds(
  { vault }: Runtime,
  { erasure, names, ids }: { erasure: string; names: PersonNames; ids: string[] },
): string | null {
  const all = [...new Set([...(names.ids ?? []), ...ids])]
  return all.length === 0 ? null : vault.seal(JSON.stringify({ ...names, ids: all }), erasedPersonPurpose(erasure))
}

type ErasureJob = {
  workspaceId: string
  id: string
  contactId: string
  requestedAt: Date
  sealed: string
  /** Whether `erasure:done` was announced. The service still checks for data that arrives later. */
  reported: boolean
  /** When this service searched its announced events, for the ids known then. */
  searchedAt: Date | null
}

/** Stores a request. A redelivered event adds nothing. */
async function addJob(em: EntityManager, { workspace, data }: BusEvent<'erasure:requested'>): Promise<void> {
  await sql(
    em,
    `insert into erasure_job (workspace_id, id, contact_id, requested_at, sealed) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [workspace, data.erasure, data.contact, data.requestedAt, data.sealed],
  )
}

const erasureQueue = createLockedQueue<ErasureJob>({
  table: 'erasure_job',
  key: { workspace_id: 'workspaceId', id: 'id' },
  columns: 'contact_id as "contactId", requested_at as "requestedAt", sealed, reported, searched_at as "searchedAt"',
})

export const longErasureWaits = longWaitsOf({
  table: 'erasure_job',
  column: 'run_at',
  secondsMax: pausesMs.failed / 1_000,
  where: 'not reported',
})

const namesIn = ({ vault }: Pick<Runtime, 'vault'>, { id, sealed }: Pick<ErasureJob, 'id' | 'sealed'>) =>
  JSON.parse(vault.open(sealed, erasedPersonPurpose(id))) as PersonNames

/** Returns the identifiers of people whose erasure this service was asked for in the last few days. */
export async function erasedPeople(
  runtime: Pick<Runtime, 'vault'>,
  em: EntityManager,
  workspaces: string[],
): Promise<{ workspace: string; identifiers: string[]; requestedAt: Date }[]> {
  const jobs = await sql<ErasureJob>(
    em,
    `select workspace_id as "workspaceId", id, sealed, requested_at as "requestedAt" from erasure_job where workspace_id = any($1)`,
    [workspaces],
  )
  return jobs.map((job) => {
    const { phones, userIds } = namesIn(runtime, job)
    return { workspace: job.workspaceId, identifiers: [...phones, ...userIds], requestedAt: new Date(job.requestedAt) }
  })
}

/** Keeps the ids found so far for the next repetition, because a later search wouldn't find them again. */
async function saveSealed(em: EntityManager, { workspaceId, id }: ErasureJob, sealed: string): Promise<void> {
  await sql(em, 'update erasure_job set sealed = $3 where workspace_id = $1 and id = $2', [workspaceId, id, sealed])
}

/** Seconds after the request at which a service checks again for data that arrived late. The last check ends the job. */
const lateLooksSeconds = [10, 600, 86_400, outboxHours * 3_600, agesOutHours * 3_600]

/** Schedules the next check of a reported job. Returns false after the last one. */
async function keepForLate(em: EntityManager, job: ErasureJob): Promise<boolean> {
  const kept = await sql(
    em,
    `update erasure_job set reported = true, searched_at = now(), run_at = requested_at + make_interval(secs => (
       select min(s) from unnest($3::integer[]) s where requested_at + make_interval(secs => s) > now()))
     where workspace_id = $1 and id = $2 and requested_at + make_interval(secs => $4) > now() returning 1`,
    [job.workspaceId, job.id, lateLooksSeconds, Math.max(...lateLooksSeconds)],
  )
  return kept.length > 0
}

/** Kinds that say nothing about a person: only ids, sealed names and redacted values. */
const bareKinds = ['contact:deleted', 'erasure:requested', 'erasure:done', 'audit:recorded']
/** Unpacking this many events takes a few milliseconds, during which the process does nothing else. */
const rowsOfRange = 2_000
/** Longer than a transaction takes to commit the events that it announces. */
const openForMs = 3_600_000
const afterAllIds = '~'

/**
 * Removes the person from dead events and from events that this service announced since it last searched them. Returns false while an event
 * about them is still unpublished, because services that erase later need it first. Looks for those first: they are the newest.
 */
async function eraseAnnounced(
  em: EntityManager,
  { workspace, traces, since }: { workspace: string; traces: string[]; since: Date | null },
): Promise<boolean> {
  const first = since === null ? '' : idFloor('evt', new Date(since).getTime() - openForMs)
  for (let before = afterAllIds; ; ) {
    const [start] = await sql<{ id: string | null }>(
      em,
      `select min(id) as id from (select id from outbox where id < $1 and id > $2 order by id desc limit ${rowsOfRange}) o`,
      [before, first],
    )
    if (!start?.id) break
    const rows = await sql<{ id: string; payload: Buffer }>(
      em,
      'select id, payload from outbox where id >= $1 and id < $2 and workspace_id = $3 and kind <> all($4)',
      [start.id, before, workspace, bareKinds],
    )
    const found = rows.flatMap(({ id, payload }) => (holdsTrace(unpack(payload), traces) ? [id] : []))
    if (found.length > 0 && !(await erasePublished(em, found))) return false
    before = start.id
  }
  const dead = await sql<{ id: string; payload: string }>(
    em,
    `select event_id as id, payload from dead_event where strpos(payload, $1) > 0
       and exists (select 1 from unnest($2::text[]) t where strpos(payload, t) > 0)`,
    [workspace, traces],
  )
  const gone = dead.flatMap(({ id, payload }) => (holdsTrace(payload, traces) ? [id] : []))
  if (gone.length > 0) await sql(em, 'delete from dead_event where event_id = any($1)', [gone])
  return true
}

/** Removes those of the events that are published. Returns whether all were. */
async function erasePublished(em: EntityManager, ids: string[]): Promise<boolean> {
  const erased = await sql(
    em,
    `delete from outbox where id = any($1) and id <> all(array(
       select w.id from outbox_batch b cross join unnest(b.ids) as w (id) where b.js_seq is null and w.id = any($1))) returning 1`,
    [ids],
  )
  return erased.length === ids.length
}
