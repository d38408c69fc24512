import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow } from '../entities/chat.ts'
import type { StoredContent } from '../entities/content.ts'
import { priorityRank } from '../messages/accept.sql.ts'
import { standsInLine } from '../messages/queue-view.sql.ts'
import { postponeToDay, type Resting } from './quiet-hours.sql.ts'
import { type LaneQuietHours, quietUntil } from './quiet-hours.ts'

/** A message the dispatcher will hand to the provider now; its attempt is already written. */
export type ClaimedJob = {
  messageId: string
  workspaceId: string
  numberId: string
  recipient: string
  attempt: number
  failures: number
  leaseToken: string
  attemptId: string
  type: string
  body: string | null
  content: StoredContent | null
  previewUrl: boolean | null
  quotedProviderId: string | null
  /** The contact is blocked. */
  blocked: boolean
  /** What it goes to: a person, a group or a channel. */
  chatType: ChatRow['type']
  /** The 24 h window of the chat is known to have closed; false where the customer never wrote. */
  windowClosed: boolean
  provider: string
  numberVersion: number
  ciphertext: string | null
}

/** What a claim found: jobs to call now, whether a number had more than its share, and when to look again otherwise. */
export type Claim = { jobs: ClaimedJob[]; more: boolean } & NextRound

/** When to look again if nothing wakes the loop before. */
type NextRound = { nextInMs?: number }

/** A due job of a number; one more than the number may send now shows that it has more. No job: its due ones wait for others. */
type Picked = {
  number_id: string
  tokens: number
  rate: number
  allowed: number
  message_id: string | null
  recipient: string
  priority: number
  quiet_hours: LaneQuietHours | null
}

/** Numbers served in one claim, and messages of one number: small shares, so that a long queue never keeps others waiting. */
const lanesPerClaim = 32
const jobsPerLane = 8
/**
 * The share of a second that may leave at once: with 95 % of the provider's limit, every 1 s window stays below it. What a round that
 * takes longer than this lets pass is lost, so less would slow down numbers on a busy database.
 */
const burstSeconds = 0.04

/**
 * Takes due messages of every number that may send, in one transaction with the attempts they are about to make: what is claimed is
 * called at once, so a process that dies leaves at most its calls in flight in doubt. Numbers are served in turn (a FIFO claim let one
 * workspace own the service: 1 of 51 tenants served, against 51 of 51 by lanes).
 */
export function claimJobs(runtime: MessagingRuntime, room: number): Promise<Claim> {
  return runtime.db.transaction(async (em) => {
    const share = Math.min(room, jobsPerLane)
    const picked = await pickJobs(em, share)
    if (picked.length === 0) return { jobs: [], more: false, ...(await nextDue(em)) }
    const { jobs, lanes } = shareOut(picked)
    const { awake: taken, resting } = partByQuietHours(jobs.slice(0, room), new Date())
    await postponeToDay(em, resting)
    const pairs = await passPairGate(em, runtime.config, taken)
    const lease = { seconds: runtime.config.LEASE_SECONDS, owner: runtime.deps.callLog.owner }
    const claimed = pairs.open.length > 0 ? await markCalling(em, pairs.open, lease) : []
    const next = await settleLanes(em, lanes, claimed)
    const crowded = [...lanes.values()].some((lane) => lane.hasMore && lane.allowed >= share)
    return { jobs: claimed, more: jobs.length > room || pairs.repeated > 0 || resting.length > 0 || crowded, ...next }
  })
}

/** A number as this claim leaves it. `hasMore`: more of its messages are due than it may send now. */
type Lane = { tokens: number; rate: number; allowed: number; hasMore: boolean }

/** The jobs each number may send now, and what is left of the numbers. */
function shareOut(picked: Picked[]): { jobs: Job[]; lanes: Map<string, Lane> } {
  const lanes = new Map<string, Lane>()
  const taken = new Map<string, number>()
  const jobs: Job[] = []
  for (const row of picked) {
    const lane = lanes.get(row.number_id) ?? {
      tokens: row.tokens,
      rate: row.rate,
      allowed: row.allowed,
      hasMore: false,
    }
    lanes.set(row.number_id, lane)
    if (row.message_id === null) continue
    const count = taken.get(row.number_id) ?? 0
    if (count >= row.allowed) lane.hasMore = true
    else jobs.push(row as Job)
    taken.set(row.number_id, count + 1)
  }
  return { jobs, lanes }
}

function pickJobs(em: EntityManager, perLane: number): Promise<Picked[]> {
  return sql<Picked>(
    em,
    `with ready as materialized (
       select l.number_id, l.state, l.drain_mark, l.rate_per_second as rate, l.quiet_hours,
         least(greatest(1, l.rate_per_second * $3), l.tokens + extract(epoch from now() - l.tokens_at) * l.rate_per_second) as tokens
       from lane l
       where l.connected and l.state <> 'paused' and (l.blocked_until is null or l.blocked_until <= now())
         and exists (select 1 from send_job j where j.number_id = l.number_id and j.state = 'waiting' and j.run_at <= now())
       order by l.last_served_at limit $1 for update of l skip locked
     )
     select r.number_id, r.tokens::float8 as tokens, r.rate, r.allowed, r.quiet_hours, j.message_id, j.recipient, j.priority
     from (select *, least(floor(tokens)::int, $2) as allowed from ready) r left join lateral (
       select j.message_id, j.recipient, j.priority from send_job j
       where j.number_id = r.number_id and j.state = 'waiting' and j.run_at <= now() and j.expires_at > now()
         and (r.state = 'active' or j.message_id <= r.drain_mark)
         and (not j.ordered or not exists (select 1 from send_job e where e.chat_id = j.chat_id and e.ordered
           and ${standsInLine('e')} and (e.due_at, e.message_id) < (j.due_at, j.message_id)))
       order by j.priority desc, j.run_at, j.message_id
       limit r.allowed + 1 for update skip locked
     ) j on true`,
    [lanesPerClaim, perLane, burstSeconds],
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

type PairSettings = { PAIR_BURST: number; PAIR_INTERVAL_SECONDS: number }
type Job = Picked & { message_id: string }

/** Jobs whose recipient may be written to now; how many stand behind another job of this claim. */
type Pairs = { open: Job[]; repeated: number }

/** One message per recipient and claim; those whose recipient was written to too often wait for their turn and hold up nobody. */
async function passPairGate(em: EntityManager, settings: PairSettings, jobs: Job[]): Promise<Pairs> {
  if (jobs.length === 0) return { open: [], repeated: 0 }
  const firstOfPair = new Map<string, Job>()
  for (const job of jobs) if (!firstOfPair.has(pairOf(job))) firstOfPair.set(pairOf(job), job)
  const candidates = [...firstOfPair.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job)
  const windowSeconds = (settings.PAIR_BURST - 1) * settings.PAIR_INTERVAL_SECONDS
  const passed = await sql<{ number_id: string; recipient: string }>(
    em,
    `insert into pair_gate as g (number_id, recipient, free_at)
     select n, r, now() + make_interval(secs => $3) from unnest($1::text[], $2::text[]) as p (n, r)
     on conflict (number_id, recipient) do update set free_at = greatest(g.free_at, now()) + make_interval(secs => $3)
       where g.free_at <= now() + make_interval(secs => $4)
     returning number_id, recipient`,
    [
      candidates.map((job) => job.number_id),
      candidates.map((job) => job.recipient),
      settings.PAIR_INTERVAL_SECONDS,
      windowSeconds,
    ],
  )
  const passedPairs = new Set(passed.map(pairOf))
  const open = candidates.filter((job) => passedPairs.has(pairOf(job)))
  const closed = candidates.filter((job) => !passedPairs.has(pairOf(job)))
  await postpone(em, closed, windowSeconds)
  return { open, repeated: jobs.length - candidates.length }
}

function pairOf(job: { number_id: string; recipient: string }): string {
  return `${job.number_id} ${job.recipient}`
}

async function postpone(em: EntityManager, jobs: Job[], windowSeconds: number): Promise<void> {
  if (jobs.length === 0) return
  await sql(
    em,
    `update send_job j set run_at = greatest(now(), g.free_at - make_interval(secs => $2)), waits_for = 'pair_limit'
     from pair_gate g where j.message_id = any($1) and g.number_id = j.number_id and g.recipient = j.recipient`,
    [jobs.map((job) => job.message_id), windowSeconds],
  )
}

function markCalling(em: EntityManager, jobs: Job[], lease: { seconds: number; owner: string }): Promise<ClaimedJob[]> {
  return sql<ClaimedJob>(
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
       returning m.workspace_id, m.id, m.chat_id, m.type, m.body, m.content, m.preview_url, m.quote_id
     )
     select job.message_id as "messageId", job.workspace_id as "workspaceId", job.number_id as "numberId", job.recipient, job.attempt,
       job.failures, job.lease_token as "leaseToken", tried.id as "attemptId", called.type, called.body,
       called.content, called.preview_url as "previewUrl",
       (select q.provider_id from message q where q.workspace_id = called.workspace_id and q.id = called.quote_id) as "quotedProviderId",
       coalesce(c.window_closes_at <= now(), false) as "windowClosed", coalesce(c.type, 'direct') as "chatType",
       exists (select 1 from blocked_recipient b where b.workspace_id = job.workspace_id and b.recipient = job.recipient) as blocked, n.provider, n.version as "numberVersion", n.ciphertext
     from job join tried using (message_id) join called on called.id = job.message_id and called.workspace_id = job.workspace_id
     join number_line n on n.workspace_id = job.workspace_id and n.id = job.number_id
     left join chat c on c.workspace_id = called.workspace_id and c.id = called.chat_id`,
    [jobs.map((job) => job.message_id), jobs.map(() => newId('att')), lease.seconds, lease.owner],
  )
}

/** Takes the tokens of what was claimed and puts the served numbers last; answers when there is something to do again. */
async function settleLanes(em: EntityManager, lanes: Map<string, Lane>, claimed: ClaimedJob[]): Promise<NextRound> {
  for (const job of claimed) {
    const lane = lanes.get(job.numberId)
    if (lane) lane.tokens -= 1
  }
  const [row] = await sql<{ in_ms: string | null }>(
    em,
    `with served as (
       update lane set tokens = t.tokens, tokens_at = now(), last_served_at = now()
       from unnest($1::text[], $2::float8[]) as t (number_id, tokens) where lane.number_id = t.number_id
     )
     ${nextRun}`,
    [[...lanes.keys()], [...lanes.values()].map(({ tokens }) => tokens)],
  )
  const tokenMs = [...lanes.values()]
    .filter(({ hasMore, tokens }) => hasMore && tokens < 1)
    .map(({ tokens, rate }) => Math.ceil(((1 - tokens) / rate) * 1000))
  const waits = [...tokenMs, ...(row?.in_ms ? [Number(row.in_ms)] : [])]
  return waits.length > 0 ? { nextInMs: Math.max(1, Math.min(...waits)) } : {}
}

/** When the next job that waits will be due. */
const nextRun = `select ceil(extract(epoch from min(run_at) - now()) * 1000)::text as in_ms
  from send_job where state = 'waiting' and run_at > now()`

async function nextDue(em: EntityManager): Promise<NextRound> {
  const [row] = await sql<{ in_ms: string | null }>(em, nextRun)
  return row?.in_ms ? { nextInMs: Math.max(1, Number(row.in_ms)) } : {}
}
