import type { EntityManager } from '@mikro-orm/postgresql'
import { agesOutHours, type BusEvent, type EventData, erasedPersonPurpose } from '@posthorn/contracts'
import { on, type Subscriber } from '../bus/inbox.ts'
import { outboxHours } from '../bus/outbox.sql.ts'
import { forWorkspace } from '../db/database.ts'
import { sql } from '../db/statement.ts'
import { createLockedQueue } from '../jobs/queues.sql.ts'
import { pauseMsMin, runTogether } from '../jobs/rounds.ts'
import type { Runtime } from '../runtime.ts'
import type { Tx } from '../tx.ts'
import { longWaitsOf } from '../work/clock.sql.ts'
import type { Round } from '../work/loop.ts'
import { eraseAnnounced, type Traced } from './announced.sql.ts'
import { type Person, type PersonNames, tracesOf } from './person.ts'

/**
 * Result of an eraser. `done` is false while data about the person is still in progress, and looked for again soon. `unreadable`: data that may
 * be about the person can't be read by this release, and is looked for again later. `ids`: ids that this service used for the person.
 */
type ErasureResult = { done: boolean; ids?: string[]; unreadable?: boolean }

/**
 * Removes people of one workspace from a service's tables in one transaction. It is repeated until done, and then at intervals for as long as
 * the provider retries callbacks, because a callback or an event that failed before may be applied later. Returns the results of the first
 * people, at least one; the others are erased later.
 */
export type Eraser<R extends Runtime = Runtime> = (args: {
  tx: Tx
  runtime: R
  people: Person[]
}) => Promise<ErasureResult[]>

const pausesMs = {
  inProgress: { min: 1_000, max: 30_000 },
  /** It takes another release, a lost key or an operator to change this. */
  unreadable: { min: 600_000, max: 21_600_000 },
  failed: 30_000,
}
/** Fraction of the time since the request after which data is looked for again. A search may read all events. */
const patience = 0.1

type ErasingService = EventData<'erasure:done'>['service']

/** Receives requests to erase a person. Only the services named in the event act on it. */
export const erasureRequested: Subscriber = on('erasure:requested', async ({ tx, runtime, events }) => {
  for (const event of events) {
    if (!event.data.services.includes(runtime.name as ErasingService)) continue
    await addJob(tx.em, event)
    tx.wake('erase')
  }
})

/** Maximum number of people who are erased in one transaction. */
const peopleMax = 100
/** Time after which a transaction takes no more people, because it locks their rows. */
const togetherMs = 2_000

/** Creates an eraser that erases one person after another, for as long as one transaction should take. */
export const eachPerson =
  <R extends Runtime>(erase: (args: { tx: Tx; runtime: R; person: Person }) => Promise<ErasureResult>): Eraser<R> =>
  async ({ tx, runtime, people }) => {
    const results: ErasureResult[] = []
    const endsMs = performance.now() + togetherMs
    for (const person of people) {
      if (results.length > 0 && performance.now() > endsMs) break
      results.push(await erase({ tx, runtime, person }))
      await tx.em.flush()
      tx.em.clear()
    }
    return results
  }

/**
 * Creates the loop that erases people. Those who wait in one workspace share a transaction and one search of its events. `erasure:done`
 * announces that this service has no more data about a person.
 */
export const erasureRound =
  <R extends Runtime>(erase: Eraser<R>): ((runtime: R) => Promise<Round>) =>
  async (runtime) => {
    const queue = { take: takeOfWorkspace, rest: (job: ErasureJob) => postpone(runtime.db.em(), job, pausesMs.failed) }
    const { worked } = await runTogether(runtime, queue, {
      limit: peopleMax,
      async work(tx, jobs) {
        const readable = await postponeUnreadable(tx.em, runtime, jobs)
        if (readable.length > 0) await eraseTogether({ tx, runtime, erase, readable })
      },
    })
    const dueInMs = worked > 0 ? null : await erasureQueue.nextInMs(runtime.db.em())
    return { worked, ...(dueInMs !== null && { nextInMs: Math.max(dueInMs, pauseMsMin) }) }
  }

type Readable = { job: ErasureJob; person: Person }

/** Decrypts the names of people. Postpones those whose names can't be decrypted, so that they delay no other. */
async function postponeUnreadable(em: EntityManager, runtime: Runtime, jobs: ErasureJob[]): Promise<Readable[]> {
  const readable: Readable[] = []
  for (const job of jobs) {
    const names = readNames(runtime, job)
    if (names) readable.push({ job, person: personOf(names, job) })
    else await postpone(em, job, pauseOf(job, pausesMs.unreadable))
  }
  return readable
}

type Together<R extends Runtime> = { tx: Tx; runtime: R; erase: Eraser<R>; readable: Readable[] }

/** A person who is no longer in the service's tables, and what to look for in its announced events. `sealed`: with ids found now. */
type Erased = Traced & { job: ErasureJob; sealed: string | null; unreadable: boolean }

/**
 * Runs the eraser for people of one workspace in the transaction that locked their jobs. While data about a person is in progress or can't be
 * read, the job is repeated. Once none is left, announces `erasure:done`, but only once for each job.
 */
async function eraseTogether<R extends Runtime>({ tx, runtime, erase, readable }: Together<R>): Promise<void> {
  const people = readable.map(({ person }) => person)
  const { workspace } = people[0] as Person
  forWorkspace(tx.em, workspace)
  const results = await erase({ tx, runtime, people })
  await tx.em.flush()
  const erased: Erased[] = []
  for (const [i, { done, ids = [], unreadable = false }] of results.entries()) {
    const { job, person } = readable[i] as Readable
    const sealed = withIds(runtime, person, ids)
    const isKnown = ids.every((id) => person.ids?.includes(id))
    const since = isKnown ? job.searchedAt : null
    if (sealed !== null) await saveSealed(tx.em, job, sealed, isKnown)
    if (!done) await postpone(tx.em, job, pauseOf(job, pausesMs.inProgress))
    else erased.push({ job, sealed, traces: [...tracesOf(person), ...ids], since, unreadable })
  }
  const { onTheirWay, unread } = await eraseAnnounced(tx, workspace, erased)
  for (const each of erased) {
    const isUnread = each.unreadable || unread.has(each)
    if (onTheirWay.has(each)) await postpone(tx.em, each.job, pauseOf(each.job, pausesMs.inProgress))
    else if (isUnread) await postpone(tx.em, each.job, pauseOf(each.job, pausesMs.unreadable))
    else await finish(tx, runtime, each)
  }
}

/** Announces, unless it was before, that a person is erased, and keeps the job for data that arrives late. */
async function finish(tx: Tx, runtime: Runtime, { job, sealed }: Erased): Promise<void> {
  if (!(await keepForLate(tx.em, job))) await erasureQueue.end(tx.em, job)
  if (job.reported) return
  const { workspaceId: workspace, id: erasure } = job
  const data = { erasure, service: runtime.name as ErasingService, ...(sealed !== null && { sealed }) }
  tx.emit({ kind: 'erasure:done', workspace, data, aggregate: { id: erasure, version: 1 } })
}

/** Returns the pause until data is looked for again: longer the longer the request has waited, such as in an outage of NATS. */
function pauseOf({ requestedAt }: ErasureJob, { min, max }: { min: number; max: number }): number {
  const waitedMs = Date.now() - new Date(requestedAt).getTime()
  return Math.min(Math.max(waitedMs * patience, min), max)
}

/** Encrypts the names with additional ids, which a later search can't find, as the rows no longer name the person. Returns null without ids. */
function withIds({ vault }: Runtime, person: Person, more: readonly string[]): string | null {
  const { erasure, phones, userIds, texts, ids = [] } = person
  const names: PersonNames = { phones, userIds, texts, ids: [...new Set([...ids, ...more])] }
  return names.ids?.length === 0 ? null : vault.seal(JSON.stringify(names), erasedPersonPurpose(erasure))
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

const columns =
  'contact_id as "contactId", requested_at as "requestedAt", sealed, reported, searched_at as "searchedAt"'
const erasureQueue = createLockedQueue<ErasureJob>({
  table: 'erasure_job',
  key: { workspace_id: 'workspaceId', id: 'id' },
  columns,
})
const { postpone } = erasureQueue

/** Locks due jobs of the next workspace, longest overdue first. Only of one, because its people share a search of its events. */
async function takeOfWorkspace(em: EntityManager, limit: number): Promise<ErasureJob[]> {
  const [first] = await erasureQueue.take(em, 1)
  if (!first || limit === 1) return first ? [first] : []
  const more = await sql<ErasureJob>(
    em,
    `select workspace_id as "workspaceId", id, ${columns} from erasure_job
     where workspace_id = $1 and id <> $2 and run_at <= now() order by run_at limit $3 for update skip locked`,
    [first.workspaceId, first.id, limit - 1],
  )
  return [first, ...more]
}

export const longErasureWaits = longWaitsOf({
  table: 'erasure_job',
  column: 'run_at',
  secondsMax: pausesMs.unreadable.max / 1_000,
  where: 'not reported',
})

/** Decrypts a person's names. Logs if they can't be decrypted and returns undefined, so that they delay no one else. */
export function readNames(
  { vault, log }: Pick<Runtime, 'vault' | 'log'>,
  { id, sealed }: Pick<ErasureJob, 'id' | 'sealed'>,
): PersonNames | undefined {
  try {
    return JSON.parse(vault.open(sealed, erasedPersonPurpose(id))) as PersonNames
  } catch (err) {
    log.error({ err, erasure: id }, 'erasure.unreadable')
    return undefined
  }
}

/** Returns the person of a job. A job that was reported only looks for what arrived late. */
function personOf(names: PersonNames, job: ErasureJob): Person {
  const { workspaceId: workspace, id: erasure, contactId: contact, reported: isLate } = job
  return { ...names, workspace, erasure, contact, requestedAt: new Date(job.requestedAt), isLate }
}

/** Returns the identifiers of people whom this service was asked to erase lately, to drop late reports about them. Skips what can't be decrypted. */
export async function erasedPeople(
  runtime: Pick<Runtime, 'vault' | 'log'>,
  em: EntityManager,
  workspaces: string[],
): Promise<{ workspace: string; identifiers: string[]; requestedAt: Date }[]> {
  const jobs = await sql<ErasureJob>(
    em,
    `select workspace_id as "workspaceId", id, sealed, requested_at as "requestedAt" from erasure_job where workspace_id = any($1)`,
    [workspaces],
  )
  return jobs.flatMap((job) => {
    const names = readNames(runtime, job)
    if (!names) return []
    const identifiers = [...names.phones, ...names.userIds]
    return [{ workspace: job.workspaceId, identifiers, requestedAt: new Date(job.requestedAt) }]
  })
}

/**
 * Keeps the ids found so far for the next repetition, because a later search wouldn't find them again. If some are new (not `isKnown`), the next
 * search of announced events starts from the beginning.
 */
async function saveSealed(em: EntityManager, { workspaceId, id }: ErasureJob, sealed: string, isKnown: boolean) {
  await sql(
    em,
    'update erasure_job set sealed = $3, searched_at = case when $4 then searched_at end where workspace_id = $1 and id = $2',
    [workspaceId, id, sealed, isKnown],
  )
}

/** Seconds after the request at which a service checks again for data that arrived late. The last check ends the job. */
const lateChecksSeconds = [10, 600, 86_400, outboxHours * 3_600, agesOutHours * 3_600]

/** Marks a job as reported, and schedules its next check. Returns false after the last one. */
async function keepForLate(em: EntityManager, job: ErasureJob): Promise<boolean> {
  const kept = await sql(
    em,
    `update erasure_job set reported = true, searched_at = now(), run_at = requested_at + make_interval(secs => (
       select min(s) from unnest($3::integer[]) s where requested_at + make_interval(secs => s) > now()))
     where workspace_id = $1 and id = $2 and requested_at + make_interval(secs => $4) > now() returning 1`,
    [job.workspaceId, job.id, lateChecksSeconds, Math.max(...lateChecksSeconds)],
  )
  return kept.length > 0
}
