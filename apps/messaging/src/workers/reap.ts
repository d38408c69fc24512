import type { EntityManager } from '@mikro-orm/postgresql'
import { createRests, eachApart, type Round, runTogether, sql, type Tx, type Worker } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import type { StoredError } from '../entities/chat.ts'
import { advance, endMessages, storedError, unknownOutcome } from '../messages/advance.ts'
import { readdress } from '../messages/waiting-job.sql.ts'
import type { CalledJob } from '../sending/claim/claimed-job.ts'
import { removeGates } from '../sending/claim/delays.sql.ts'

const pollMs = 2_000
const stepMax = 200

/**
 * Ends expired messages, lost calls and unknown outcomes, and removes unused pair gates. Statuses arrive over the bus: while some from
 * before the previous round are waiting there, such as after startup, unknown outcomes are kept, and that time doesn't count.
 */
export const reap: Worker<MessagingRuntime> = {
  name: 'reap',
  pollMs,
  outward: true,
  run: async (runtime) => {
    const elapsedMs = runtime.deps.sinceReapMs()
    // The other steps don't need the bus, which can fail to respond while it is connected.
    const onFailure = (err: unknown) => {
      runtime.log.warn({ err }, 'statuses.not_checked')
      return undefined
    }
    const missingMs = await missingStatusesMs(runtime, elapsedMs).catch(onFailure)
    // One process extends, because the wait is of all of them.
    if (missingMs === undefined && runtime.shards.owned().includes(0)) await extendUnknown(runtime.db.em(), elapsedMs)
    const counts: number[] = []
    const counted = (step: () => Promise<number>) => async () => counts.push(await step())
    const steps = [
      () => recoverCalls(runtime),
      () => recoverLostClaims(runtime),
      counted(() => expireMessages(runtime)),
      counted(() => expireLeases(runtime)),
      counted(async () => (missingMs === undefined ? 0 : giveUpUnknown(runtime, missingMs))),
      counted(() => removeGates(runtime.db.em(), stepMax)),
    ]
    await eachApart<() => Promise<unknown>>(steps, (step) => step())
    return { worked: counts.some((count) => count >= stepMax) ? 1 : 0 } satisfies Round
  },
}

/**
 * Returns from how many milliseconds ago statuses may be missing: 0 if none are on the bus, or else the time since the previous round if
 * those from before it have been applied. Under load, the bus is never empty. Undefined if older ones are waiting or the bus is down.
 */
async function missingStatusesMs(runtime: MessagingRuntime, elapsedMs: number): Promise<number | undefined> {
  const { bus, caughtUp, deps } = runtime
  if (!bus.connected()) return undefined
  const { through } = deps.reapedStatuses
  const isEmpty = await caughtUp()
  const isCaughtUp = isEmpty || (through !== undefined && (await caughtUp(through)))
  if (isCaughtUp || through === undefined) deps.reapedStatuses.through = (await bus.stream.read()).lastSeq
  if (!isCaughtUp) return undefined
  return isEmpty ? 0 : elapsedMs
}

/** Extends the wait for unknown outcomes by `ms`. */
async function extendUnknown(em: EntityManager, ms: number): Promise<void> {
  await sql(
    em,
    `update send_job set lease_until = lease_until + $1 * interval '1 millisecond' where status = 'unknown'`,
    [ms],
  )
}

/** The outcome of a job for which certainly no call was made, so that it is tried again. */
const neverCalled: SendOutcome = {
  outcome: 'not_sent',
  error: { code: null, title: '', errorCode: 'server:error', retryable: true },
}

/**
 * Settles the jobs of this host's dead processes immediately instead of waiting for their leases to expire. Jobs for which they made no
 * call are queued again. Jobs for which they may have made a call have an unknown outcome.
 */
async function recoverCalls(runtime: MessagingRuntime): Promise<void> {
  for (const dead of runtime.deps.callLog.deadLogs()) {
    const em = runtime.db.em()
    const jobs = await claimedJobs(em, `j.status = 'calling' and j.lease_owner = $1`, dead.owner)
    const uncalled = jobs.filter(({ messageId, attempt }) => !dead.called.has(`${messageId}:${attempt}`))
    await Promise.all(uncalled.map((job) => runtime.deps.settle({ job, outcome: neverCalled })))
    // Without an owner, they aren't taken for uncalled by a process that lists the log's files while they are removed.
    const release = `update send_job set lease_until = now(), lease_owner = null where status = 'calling' and lease_owner = $1`
    await sql(em, release, [dead.owner])
    dead.remove()
    const called = jobs.length - uncalled.length
    if (jobs.length > 0) runtime.log.warn({ uncalled: uncalled.length, called }, 'calls.recovered')
  }
}

/** Requeues the jobs from claims whose response was lost. This process never received these jobs, so it made no calls for them. */
async function recoverLostClaims(runtime: MessagingRuntime): Promise<void> {
  const attempts = runtime.deps.lostClaims.recent()
  if (attempts.length === 0) return
  // The lease of such a job may have expired since.
  const jobs = await claimedJobs(runtime.db.em(), `j.status in ('calling', 'unknown') and a.id = any($1)`, attempts)
  await Promise.all(jobs.map((job) => runtime.deps.settle({ job, outcome: neverCalled })))
  if (jobs.length > 0) runtime.log.warn({ messages: jobs.length }, 'claims.recovered')
}

/** Returns claimed jobs that meet this condition on `$1`. Whether the window is closed or the call is a probe matters only after a call. */
const claimedJobs = (em: EntityManager, condition: string, value: unknown): Promise<CalledJob[]> =>
  sql(
    em,
    `select j.message_id as "messageId", j.workspace_id as "workspaceId", j.number_id as "numberId", j.recipient, j.attempt, j.failures,
       j.lease_token as "leaseToken", a.id as "attemptId", m.content, false as "windowClosed", false as probe
     from send_job j
     join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
     join send_attempt a on a.workspace_id = j.workspace_id and a.message_id = j.message_id and a.attempt = j.attempt
     where ${condition}`,
    [value],
  )

/** Expires waiting messages whose validity has ended. Returns how many, at most `stepMax`. */
async function expireMessages(runtime: MessagingRuntime): Promise<number> {
  const condition = `status = 'waiting' and expires_at <= now() order by expires_at`
  return endJobs(runtime, { condition, params: [] }, (tx, jobs) =>
    endMessages(tx, jobs, (row, at) => advance(row, { event: 'expired', at, error: storedError('message:expired') })),
  )
}

const rests = createRests<RemovedJob>(({ id }) => id)

/**
 * Ends jobs that meet this SQL condition, whose parameters begin with `$3`, in the transaction that removes them. One that can't be ended
 * rests. Returns how many ended, at most `stepMax`.
 */
async function endJobs(
  runtime: MessagingRuntime,
  { condition, params }: { condition: string; params: unknown[] },
  work: (tx: Tx, jobs: RemovedJob[]) => Promise<unknown>,
): Promise<number> {
  const take = (em: EntityManager, limit: number) =>
    sql<RemovedJob>(
      em,
      `delete from send_job where message_id = any(array(
         select message_id from send_job where message_id <> all($2) and ${condition} limit $1 for update skip locked))
       returning workspace_id as workspace, message_id as id, to_jsonb(send_job) as job`,
      [limit, rests.resting(), ...params],
    )
  return (await runTogether(runtime, { take, rest: rests.rest }, { limit: stepMax, work })).worked
}

const processEnded = unknownOutcome('the process that made the call ended or stalled before the response')
/** For messages that an operator gave up on after a restore. They have no attempt with details. */
const restored = unknownOutcome('the database was restored, and the message may have been sent before')

/**
 * Marks calls with expired leases as having an unknown outcome, because their process ended or stalled, and holds them for a status. Returns
 * how many, at most `stepMax`.
 */
async function expireLeases({ db, config, deps, log }: MessagingRuntime): Promise<number> {
  const lost = await sql(
    db.em(),
    `with lost as (
       update send_job set status = 'unknown', lease_token = null, lease_until = now() + make_interval(secs => $1)
       where message_id = any(array(select message_id from send_job where status = 'calling' and lease_until < now()
         order by lease_until limit ${stepMax} for update skip locked))
       returning workspace_id, message_id, attempt
     ), ended as (
       update send_attempt a set outcome = 'unknown', error = $2::jsonb, ended_at = now() from lost
       where a.workspace_id = lost.workspace_id and a.message_id = lost.message_id and a.attempt = lost.attempt and a.outcome = 'calling'
     )
     select 1 from lost`,
    [config.UNKNOWN_HOLD_SECONDS, JSON.stringify(processEnded)],
  )
  if (lost.length > 0) {
    deps.metrics.leases.expired.add(lost.length)
    log.warn({ messages: lost.length }, 'message.lease_expired')
  }
  return lost.length
}

/**
 * Ends unknown outcomes for which no status arrived until `missingMs` ago: the message fails, or with `onUnknown: resend` is queued again.
 * Wakes the dispatcher, because later messages of these chats waited for their outcome.
 */
async function giveUpUnknown(runtime: MessagingRuntime, missingMs: number): Promise<number> {
  const condition = `status = 'unknown' and lease_until < now() - $3 * interval '1 millisecond' order by lease_until`
  return endJobs(runtime, { condition, params: [missingMs] }, async (tx, jobs) => {
    const errors = await unknownErrors(tx.em, jobs)
    const resent = new Set<string>()
    await endMessages(tx, jobs, (row, at) => {
      if (row.status !== 'sending') return null
      const error = errors.get(row.id) ?? restored
      if (row.onUnknown !== 'resend') return advance(row, { event: 'failed', at, error, outcomeUnknown: true })
      resent.add(row.id)
      return advance(row, { event: 'requeued', at, error })
    })
    await putBack(
      tx,
      jobs.filter((job) => resent.has(job.id)),
    )
    if (jobs.length > 0) tx.wake('dispatch')
  })
}

type RemovedJob = { workspace: string; id: string; job: Record<string, unknown> }

/** Returns the errors of calls with an unknown outcome, by message. */
async function unknownErrors(em: EntityManager, jobs: RemovedJob[]): Promise<Map<string, StoredError>> {
  const rows = await sql<{ id: string; error: StoredError }>(
    em,
    `select a.message_id as id, a.error from unnest($1::text[], $2::text[], $3::integer[]) as j (workspace_id, message_id, attempt)
     join send_attempt a using (workspace_id, message_id, attempt) where a.outcome = 'unknown' and a.error is not null`,
    [jobs.map(({ workspace }) => workspace), jobs.map(({ id }) => id), jobs.map(({ job }) => job['attempt'])],
  )
  return new Map(rows.map(({ id, error }) => [id, error]))
}

/** Queues removed jobs again. They are due immediately. */
async function putBack(tx: Tx, jobs: RemovedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sql(
    tx.em,
    `insert into send_job select (jsonb_populate_record(null::send_job, job
       || jsonb_build_object('status', 'waiting', 'run_at', now(), 'lease_until', null, 'waits_for', 'retry'))).*
     from unnest($1::jsonb[]) as t (job)`,
    [jobs.map(({ job }) => JSON.stringify(job))],
  )
  await readdress(
    tx,
    jobs.map(({ id }) => id),
  )
}
