import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { priorityRank } from '../messages/accept.sql.ts'
import { standsBehind } from '../messages/queue-view.sql.ts'
import type { ClaimedJob, LeasedJob } from './claimed-job.ts'
import { type Lane, lanesPerClaim, type PickedLane, readyLanes, settleLanes } from './lanes.sql.ts'
import { passPairGate } from './pair-gate.sql.ts'
import { postponeToDay, type Resting } from './quiet-hours.sql.ts'
import { quietUntil } from './quiet-hours.ts'

/** What a claim found: jobs to call now, whether a number had more than its share, and when to look again otherwise. */
export type Claim = { jobs: ClaimedJob[]; more: boolean; nextInMs: number }

/** A due job of a number; one more than the number may send now shows that it has more. No job: its due ones wait for others. */
type Picked = PickedLane & { message_id: string | null; recipient: string; priority: number }
type Job = Picked & { message_id: string }

/** Messages of one number in one claim: a small share, so that a long queue never keeps others waiting. */
const jobsPerLane = 16
/** When to look again at numbers whose calls are behind. */
const lateLookMs = 50

/**
 * Takes due messages of every number that may send, in one transaction with the attempts they are about to make: what is claimed is
 * called within the fifth of a second that its number is claimed ahead, so a process that dies leaves little in doubt. Numbers are
 * served in turn (a FIFO claim let one workspace own the service: 1 of 51 tenants served, against 51 of 51 by lanes).
 */
export function claimJobs(runtime: MessagingRuntime, room: number): Promise<Claim> {
  return runtime.db.transaction(async (em) => {
    const late = runtime.deps.pacer.late()
    const { owner } = runtime.deps.callLog
    const picked = await pickJobs(em, room, { late, owner })
    const { jobs, lanes } = shareOut(picked)
    const { awake: taken, resting } = partByQuietHours(jobs.slice(0, room), new Date())
    await postponeToDay(em, resting)
    const open = await passPairGate(em, runtime.config, taken)
    const lease = { seconds: runtime.config.LEASE_SECONDS, owner }
    const leased = open.length > 0 ? await markCalling(em, open, lease) : []
    const claimed = inOrderOf(jobs, leased)
    const { startedAt, more, nextInMs } = await settleLanes(em, lanes, { claimed, owner })
    const next = Math.min(nextInMs ?? Number.POSITIVE_INFINITY, late.length > 0 ? lateLookMs : Number.POSITIVE_INFINITY)
    const isCut = jobs.length > room || resting.length > 0
    return { jobs: inPace(claimed, lanes, startedAt), more: isCut || more, nextInMs: next }
  })
}

/** The jobs each number may send now, the first of every number before the second of any, and the numbers. */
function shareOut(picked: Picked[]): { jobs: Job[]; lanes: Map<string, Lane> } {
  const lanes = new Map<string, Lane>()
  const taken = new Map<string, number>()
  const jobs: { job: Job; turn: number }[] = []
  for (const row of picked) {
    const { number_id, tokens, rate, allowed, probes } = row
    const lane = lanes.get(number_id) ?? { tokens, rate, allowed, probes, hasMore: false }
    lanes.set(number_id, lane)
    if (row.message_id === null) continue
    const turn = taken.get(number_id) ?? 0
    if (turn >= row.allowed) lane.hasMore = true
    else jobs.push({ job: row as Job, turn })
    taken.set(number_id, turn + 1)
  }
  return { jobs: jobs.sort((a, b) => a.turn - b.turn).map(({ job }) => job), lanes }
}

function inOrderOf(jobs: Job[], leased: LeasedJob[]): LeasedJob[] {
  const byId = new Map(leased.map((job) => [job.messageId, job]))
  return jobs.flatMap(({ message_id }) => byId.get(message_id) ?? [])
}

/** Gives each job of a number its place behind the one before: where the number has no tokens left, when it will have the next. */
function inPace(leased: LeasedJob[], lanes: Map<string, Lane>, startedAt: number): ClaimedJob[] {
  const served = new Map<string, number>()
  return leased.flatMap((job) => {
    const lane = lanes.get(job.numberId)
    if (!lane) return []
    const place = (served.get(job.numberId) ?? 0) + 1
    served.set(job.numberId, place)
    const waitMs = Math.max(0, (place - lane.tokens) / lane.rate) * 1000
    return { ...job, ratePerSecond: lane.rate, callAt: startedAt + waitMs, probe: lane.probes }
  })
}

type Server = { late: string[]; owner: string }

function pickJobs(em: EntityManager, room: number, { late, owner }: Server): Promise<Picked[]> {
  return sql<Picked>(
    em,
    `with ${readyLanes}
     select r.number_id, r.tokens, r.rate, r.allowed, r.probes, r.quiet_hours, j.message_id, j.recipient, j.priority
     from ready r left join lateral (
       select j.message_id, j.recipient, j.priority from send_job j
       where j.number_id = r.number_id and j.state = 'waiting' and j.run_at <= now() and j.expires_at > now()
         and (r.state = 'active' or j.message_id <= r.drain_mark)
         and (not j.ordered or not ${standsBehind})
       order by j.priority desc, j.run_at, j.message_id
       limit r.allowed + 1 for update skip locked
     ) j on true`,
    [Math.min(room, lanesPerClaim), Math.min(room, jobsPerLane), late, owner],
  )
}

/** Jobs that may leave now, and those of low and normal priority that rest until their quiet hours end. */
function partByQuietHours(jobs: Job[], now: Date): { awake: Job[]; resting: Resting[] } {
  const awake: Job[] = []
  const resting: Resting[] = []
  for (const job of jobs) {
    const rests = job.quiet_hours !== null && job.priority <= priorityRank.normal
    const until = rests && job.quiet_hours ? quietUntil(job.quiet_hours, job.recipient, now) : null
    if (until) resting.push({ id: job.message_id, until })
    else awake.push(job)
  }
  return { awake, resting }
}

function markCalling(em: EntityManager, jobs: Job[], lease: { seconds: number; owner: string }): Promise<LeasedJob[]> {
  return sql<LeasedJob>(
    em,
    `with job as (
       update send_job set state = 'calling', attempt = attempt + 1, waits_for = null,
         lease_until = now() + make_interval(secs => $3), lease_token = gen_random_uuid(), lease_owner = $4
       where message_id = any($1) returning *
     ), tried as (
       insert into send_attempt (id, workspace_id, message_id, attempt)
       select a.id, job.workspace_id, job.message_id, job.attempt
       from unnest($1::text[], $2::text[]) as a (message_id, id) join job using (message_id) returning id, message_id
     ), called as (
       update message m set status = 'sending', attempts = job.attempt, version = m.version + 1,
         status_at = jsonb_build_object('queued', to_char(job.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || m.status_at
           || jsonb_build_object('sending', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       from job where m.workspace_id = job.workspace_id and m.id = job.message_id
       returning m.workspace_id, m.id, m.chat_id, m.type, m.body, m.content, m.preview_url, m.quote_id, m.traceparent
     )
     select job.message_id as "messageId", job.workspace_id as "workspaceId", job.number_id as "numberId", job.recipient, job.attempt,
       job.failures, job.lease_token as "leaseToken", tried.id as "attemptId", called.type, called.body,
       called.content, called.preview_url as "previewUrl", called.traceparent,
       (select q.provider_id from message q where q.workspace_id = called.workspace_id and q.id = called.quote_id) as "quotedProviderId",
       coalesce(c.window_closes_at <= now(), false) as "windowClosed", coalesce(c.type, 'direct') as "chatType",
       exists (select 1 from blocked_recipient b where b.workspace_id = job.workspace_id and b.recipient = job.recipient) as blocked, n.provider, n.version as "numberVersion", n.ciphertext
     from job join tried using (message_id) join called on called.id = job.message_id and called.workspace_id = job.workspace_id
     join number_line n on n.workspace_id = job.workspace_id and n.id = job.number_id
     left join chat c on c.workspace_id = called.workspace_id and c.id = called.chat_id`,
    [jobs.map((job) => job.message_id), jobs.map(() => newId('att')), lease.seconds, lease.owner],
  )
}
