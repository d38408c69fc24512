import { inTransaction, type Round, sql, type Tx, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { advance, announce, storedError } from '../messages/advance.ts'
import { lockMessages, type MessageInPlace, saveStates } from '../messages/rows.sql.ts'
import { recoverCalls } from './recover-calls.ts'

const pollMs = 2_000
const batchSizeMax = 200
const lastSweepMs = new WeakMap<MessagingRuntime, number>()

type Job = { workspace: string; id: string; job: Record<string, unknown> }

/** Ends what its time has passed: messages that expired, calls whose process died, and outcomes nobody ever learned. */
export const sweep: Worker<MessagingRuntime> = {
  name: 'sweep',
  pollMs,
  outward: true,
  run: async (runtime) => {
    await holdWhileDeaf(runtime)
    await recoverCalls(runtime)
    const counts = [
      await expire(runtime),
      await loseLeases(runtime),
      await giveUpUnknown(runtime),
      await forgetPairs(runtime),
    ]
    return { worked: counts.some((count) => count >= batchSizeMax) ? 1 : 0 } satisfies Round
  },
}

/** Statuses reach us over the bus: time in which we could not hear them does not count against a held outcome. */
async function holdWhileDeaf(runtime: MessagingRuntime): Promise<void> {
  const nowMs = Date.now()
  const elapsedMs = nowMs - (lastSweepMs.get(runtime) ?? nowMs)
  lastSweepMs.set(runtime, nowMs)
  if (elapsedMs === 0 || (await runtime.caughtUp())) return
  await sql(
    runtime.db.em(),
    `update send_job set lease_until = lease_until + $1 * interval '1 millisecond' where state = 'unknown'`,
    [elapsedMs],
  )
}

async function expire(runtime: MessagingRuntime): Promise<number> {
  return inTransaction(runtime, async (tx) => {
    const jobs = await takeJobs(tx, `state = 'waiting' and expires_at <= now() order by expires_at`)
    await finish(tx, jobs, (row, at) => advance(row, { event: 'expired', at, error: storedError('message:expired') }))
    return jobs.length
  })
}

/** A call whose lease has ended was in the hands of a process that died: whether it reached the provider is unknown. */
async function loseLeases(runtime: MessagingRuntime): Promise<number> {
  const lost = await sql<{ message_id: string }>(
    runtime.db.em(),
    `with lost as (
       update send_job set state = 'unknown', lease_token = null, lease_until = now() + make_interval(secs => $1)
       where message_id in (select message_id from send_job where state = 'calling' and lease_until < now()
         order by lease_until limit ${batchSizeMax} for update skip locked)
       returning workspace_id, message_id, attempt
     ), ended as (
       update send_attempt a set outcome = 'unknown', ended_at = now() from lost
       where a.workspace_id = lost.workspace_id and a.message_id = lost.message_id and a.attempt = lost.attempt and a.outcome = 'calling'
     )
     select message_id from lost`,
    [runtime.config.UNKNOWN_HOLD_SECONDS],
  )
  if (lost.length > 0) runtime.deps.figures.leases.expired.add(lost.length)
  if (lost.length > 0) runtime.log.warn({ messages: lost.length }, 'message.lease_expired')
  return lost.length
}

/** No status came: by default the message fails visibly and is never sent again; with `onUnknown: resend` it is queued once more. */
async function giveUpUnknown(runtime: MessagingRuntime): Promise<number> {
  return inTransaction(runtime, async (tx) => {
    const jobs = await takeJobs(tx, `state = 'unknown' and lease_until < now() order by lease_until`)
    const error = storedError('message:outcome_unknown')
    const resent = new Set<string>()
    await finish(tx, jobs, (row, at) => {
      if (row.status !== 'sending') return null
      if (row.onUnknown !== 'resend') return advance(row, { event: 'failed', at, error, outcomeUnknown: true })
      resent.add(row.id)
      return advance(row, { event: 'requeued', at, error })
    })
    await putBack(
      tx,
      jobs.filter((job) => resent.has(job.id)),
    )
    if (jobs.length > 0) tx.wake('dispatch')
    return jobs.length
  })
}

/** Jobs that match, removed from the queue. */
async function takeJobs(tx: Tx, condition: string): Promise<Job[]> {
  return sql<Job>(
    tx.em,
    `delete from send_job where message_id in
       (select message_id from send_job where ${condition} limit ${batchSizeMax} for update skip locked)
     returning workspace_id as workspace, message_id as id, to_jsonb(send_job) as job`,
  )
}

/** Queues taken jobs again, due at once. */
async function putBack(tx: Tx, jobs: Job[]): Promise<void> {
  if (jobs.length === 0) return
  await sql(
    tx.em,
    `insert into send_job select (jsonb_populate_record(null::send_job, job
       || jsonb_build_object('state', 'waiting', 'run_at', now(), 'lease_until', null, 'waits_for', 'retry'))).*
     from unnest($1::jsonb[]) as t (job)`,
    [jobs.map(({ job }) => JSON.stringify(job))],
  )
}

type Step = (row: MessageInPlace, at: string) => MessageInPlace | null

async function finish(tx: Tx, jobs: Job[], step: Step): Promise<void> {
  if (jobs.length === 0) return
  const at = new Date().toISOString()
  const changed: MessageInPlace[] = []
  for (const before of await lockMessages(tx.em, jobs)) {
    const after = step(before, at)
    if (!after) continue
    announce(tx, { before, after })
    changed.push(after)
  }
  await saveStates(tx.em, changed)
}

/** Gates that are fully open again need no row. */
async function forgetPairs(runtime: MessagingRuntime): Promise<number> {
  const rows = await sql(
    runtime.db.em(),
    `delete from pair_gate where (number_id, recipient) in
       (select number_id, recipient from pair_gate where free_at < now() - interval '1 minute' limit ${batchSizeMax}) returning 1`,
  )
  return rows.length
}
