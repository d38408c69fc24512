import { newId } from '@posthorn/contracts'
import type { MessagingRuntime } from '../../config.ts'
import { priorityRank } from '../../messages/accept.sql.ts'
import type { Room } from '../call/in-flight.ts'
import { chargeQueues, type NumberQueue } from '../pace/number-queues.sql.ts'
import type { ClaimedJob, LeasedJob } from './claimed-job.ts'
import { type PostponedJob, passPairGate, postponeForQuietHours, quietUntil } from './delays.sql.ts'
import { type DueJob, deleteMovedOn, leaseJobs, type PickedJob, pickJobs } from './jobs.sql.ts'

/** Jobs for which to make calls now. `more`: others may be due already. If not, `nextInMs` is when to claim again. */
type Claim = { jobs: ClaimedJob[]; more: boolean; nextInMs: number }

/** How soon to claim again if the calls of a number are late. */
const lateLookMs = 50

/**
 * Claims due messages of numbers that may send, and stores their attempts in the same transaction. Each message's call is made within 200
 * ms, so that a process that dies leaves few calls with an unknown outcome. Numbers take turns, because with first-in, first-out claiming a
 * single workspace blocked the others (1 of 51 tenants was served, compared with all 51).
 */
export async function claimJobs(runtime: MessagingRuntime, room: Room): Promise<Claim> {
  const attempts: string[] = []
  try {
    return await claimInTransaction(runtime, room, attempts)
  } catch (err) {
    // If the connection is lost during COMMIT, it is unknown whether the claim was committed.
    runtime.deps.lostClaims.add(attempts)
    throw err
  }
}

/** Claims jobs. Adds the ids of their attempts to `attempts` first, so that the caller has them even if the transaction fails. */
const claimInTransaction = (runtime: MessagingRuntime, room: Room, attempts: string[]): Promise<Claim> =>
  runtime.db.transaction(async (em) => {
    const late = runtime.deps.pacer.lateNumbers()
    const { owner } = runtime.deps.callLog
    const { free: limit, eachMax, crowded } = room
    const picked = await pickJobs(em, { limit, eachMax, without: [...late, ...crowded], owner })
    const { jobs, queues } = distribute(picked)
    const { awake: taken, postponed } = splitByQuietHours(jobs.slice(0, limit))
    await postponeForQuietHours(em, postponed)
    const open = await passPairGate(em, runtime.config, taken)
    attempts.push(...open.map(() => newId('att')))
    const lease = { seconds: runtime.config.LEASE_SECONDS, owner, attempts }
    const leased = open.length > 0 ? await leaseJobs(em, open, lease) : []
    if (leased.length < open.length) await deleteMovedOn(em, open)
    const claimed = orderAs(jobs, leased)
    const { startedAt, more, nextInMs } = await chargeQueues(em, queues, { claimed, owner })
    const next = Math.min(nextInMs ?? Number.POSITIVE_INFINITY, late.length > 0 ? lateLookMs : Number.POSITIVE_INFINITY)
    const isCut = jobs.length > limit || postponed.length > 0
    return { jobs: assignPlaces(claimed, queues, startedAt), more: isCut || more, nextInMs: next }
  })

/**
 * Returns the jobs that each number may send now, and every picked number's queue. Every number's first job comes before any number's second
 * job, because the claim is cut at the free call slots: the cut then costs the longest queues, and each number still gets its turn.
 */
function distribute(picked: PickedJob[]): { jobs: DueJob[]; queues: Map<string, NumberQueue> } {
  const queues = new Map<string, NumberQueue>()
  const taken = new Map<string, number>()
  const jobs: { job: DueJob; turn: number }[] = []
  for (const row of picked) {
    const { number_id, tokens, rate, allowed, probes } = row
    const queue = queues.get(number_id) ?? { tokens, rate, allowed, probes, hasMore: false }
    queues.set(number_id, queue)
    if (row.message_id === null) continue
    const turn = taken.get(number_id) ?? 0
    if (turn >= row.allowed) queue.hasMore = true
    else jobs.push({ job: row as DueJob, turn })
    taken.set(number_id, turn + 1)
  }
  return { jobs: jobs.sort((a, b) => a.turn - b.turn).map(({ job }) => job), queues }
}

/** Returns the leased jobs in the order of `jobs`, because the statement that leases them returns them in no particular order. */
function orderAs(jobs: DueJob[], leased: LeasedJob[]): LeasedJob[] {
  const byId = new Map(leased.map((job) => [job.messageId, job]))
  return jobs.flatMap(({ message_id }) => byId.get(message_id) ?? [])
}

/** Schedules each number's jobs one after another, starting when the number has a token. */
function assignPlaces(leased: LeasedJob[], queues: Map<string, NumberQueue>, startedAt: number): ClaimedJob[] {
  const served = new Map<string, number>()
  return leased.flatMap((job) => {
    const queue = queues.get(job.numberId)
    if (!queue) return []
    const place = (served.get(job.numberId) ?? 0) + 1
    served.set(job.numberId, place)
    const waitMs = Math.max(0, (place - queue.tokens) / queue.rate) * 1000
    return { ...job, ratePerSecond: queue.rate, callAt: startedAt + waitMs, probe: queue.probes }
  })
}

/** Separates jobs to send now from those whose recipient is in quiet hours. Messages with high or urgent priority ignore quiet hours. */
function splitByQuietHours(jobs: DueJob[]): { awake: DueJob[]; postponed: PostponedJob[] } {
  const awake: DueJob[] = []
  const postponed: PostponedJob[] = []
  for (const job of jobs) {
    const quiet = job.priority <= priorityRank.normal ? job.quiet_hours : null
    const until = quiet && quietUntil(quiet, job.recipient, new Date(job.now_ms))
    if (until) postponed.push({ id: job.message_id, until })
    else awake.push(job)
  }
  return { awake, postponed }
}
