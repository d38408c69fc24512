import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql, type VerbContext } from '@posthorn/chassis'
import { fail, type messaging, newId, type OutputOf, type Unfilled } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow } from '../entities/chat.ts'
import { isSentFile } from '../files/files.sql.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { lockChatsById, lockChatsOf } from '../messages/lock-order.sql.ts'
import { type BlockedQueue, blockedBy, blockedColumns, leavesDrain } from '../messages/queue-view.sql.ts'
import type { CanceledJob } from '../posts/known-posts.sql.ts'

type Queue = Unfilled<OutputOf<typeof messaging.queues.get>>

/** A queue's messages. `leaving` are those that are due, without those held until their window opens or the drain ends. */
type Counts = BlockedQueue & {
  number: Queue['number']
  status: Queue['status']
  refuses: boolean
  rate: number
  waiting: number
  scheduled: number
  sending: number
  leaving: number
  oldest_age_ms: number
  posts_waiting: number
}

type Context = Pick<VerbContext<MessagingRuntime>, 'em' | 'workspace' | 'runtime'>

/** Returns the current queue of a number. Refuses a number from another workspace. */
export async function readQueue(ctx: Context, numberId: string): Promise<Queue> {
  const [queue] = await readQueues(ctx, [numberId])
  return queue ?? fail('number:not_found')
}

/** Returns the current queues of these numbers. Skips other workspaces' numbers. */
export async function readQueues({ em, workspace, runtime }: Context, numberIds: string[]): Promise<Queue[]> {
  const rows = await sql<Counts>(
    em,
    `select l.number_id as number, l.status, n.refuses, l.rate_per_second as rate, ${blockedColumns('$3::boolean')},
       count(j.message_id) filter (where j.status <> 'calling' and j.due_at <= now())::int as waiting,
       count(j.message_id) filter (where j.due_at > now())::int as scheduled,
       count(j.message_id) filter (where j.status = 'calling')::int as sending,
       count(j.message_id) filter (where j.status = 'waiting' and j.due_at <= now() and j.waits_for is distinct from 'window_closed'
         and ${leavesDrain('l')})::int as leaving,
       coalesce(floor(extract(epoch from now() - min(j.due_at) filter (where j.due_at <= now())) * 1000), 0)::float8 as oldest_age_ms,
       coalesce((select sum(p.waiting) from known_post p where p.workspace_id = l.workspace_id and p.number_id = l.number_id
         and p.status in ('testing', 'posting')), 0)::int as posts_waiting
     from number_queue l join known_number n on n.workspace_id = l.workspace_id and n.id = l.number_id
     left join send_job j on j.number_id = l.number_id
     where l.workspace_id = $1 and l.number_id = any($2) group by l.workspace_id, l.number_id, n.refuses`,
    [workspace, numberIds, runtime.quarantine.known() !== null],
  )
  return rows.map(presentQueue)
}

/** Returns a queue as the API shows it. The estimate includes messages still to come from posts; null while blocked, unless throttled. */
function presentQueue(row: Counts): Queue {
  const { blocked_reason: _reason, blocked_until: _until, rate: ratePerSecond, leaving, ...counts } = row
  const { oldest_age_ms: oldestAgeMs, posts_waiting: postsWaiting, ...shown } = counts
  const blocked = blockedBy(row)
  const pauseMs = blocked?.until === undefined ? 0 : Math.max(0, Date.parse(blocked.until) - Date.now())
  const isMoving = blocked === null || blocked.reason === 'number_throttled'
  const etaMs = isMoving ? Math.ceil(((leaving + shown.sending + postsWaiting) / ratePerSecond) * 1000 + pauseMs) : null
  return { ...shown, oldestAgeMs, ratePerSecond, postsWaiting, etaMs, blocked }
}

/** Sets whether a queue refuses new messages. Returns the previous value. */
export async function setRefuses(
  em: EntityManager,
  { workspace, number, refuses }: { workspace: string; number: string; refuses: boolean },
): Promise<boolean> {
  const [row] = await sql<{ before: boolean }>(
    em,
    'update known_number set refuses = $3 where workspace_id = $1 and id = $2 returning old.refuses as before',
    [workspace, number, refuses],
  )
  return row?.before ?? false
}

/** Sets a queue's status and returns the previous one. `draining` sends the messages queued now and holds later ones. */
export async function setQueueStatus(
  em: EntityManager,
  { workspace, number, status }: { workspace: string; number: string; status: Queue['status'] },
): Promise<Queue['status'] | undefined> {
  const [row] = await sql<{ before: Queue['status'] }>(
    em,
    `update number_queue set status = $3, drain_mark = case when $3 = 'draining'
       then (select max(message_id) from send_job where number_id = $2 and due_at <= now()) end
     where workspace_id = $1 and number_id = $2 returning old.status as before`,
    [workspace, number, status],
  )
  return row?.before
}

/** Cancels messages whose jobs are locked, and removes the jobs. Announces nothing. Returns the ids of the messages that were waiting. */
export async function endWaiting(em: EntityManager, workspace: string, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `with gone as (delete from send_job where message_id = any($2))
     update message set status = 'canceled', version = version + 1, status_at = status_at
       || jsonb_build_object('canceled', ${isoTimeSql('now()')})
     where workspace_id = $1 and id = any($2) and status in ('scheduled', 'queued') returning id`,
    [workspace, ids],
  )
  return rows.map(({ id }) => id)
}

type QueueMove = { workspace: string; number: string; messages: string[] }

/**
 * Creates or updates chats on the new number for these messages, in the common lock order, with the names from the old number's chats, and
 * returns them.
 */
export async function openChats(em: EntityManager, move: QueueMove): Promise<(ChatRow & { created: boolean })[]> {
  const ids = move.messages.map(() => newId('chat'))
  return sql<ChatRow & { created: boolean }>(
    em,
    `with last as (
       select distinct on (m.recipient collate "C") v.chat_id, m.id, m.type, m.body, m.created_at, m.chat_id as old_chat,
         min(m.id) over (partition by m.recipient collate "C") as first_id
       from unnest($3::text[], $4::text[]) as v (id, chat_id) join message m on m.workspace_id = $1 and m.id = v.id
       order by m.recipient collate "C", m.id desc
     )
     insert into chat (workspace_id, id, number_id, recipient, phone, name, contact_id, first_message_id, last_message, last_message_at, last_outbound_at)
     select $1, l.chat_id, $2, o.recipient, o.phone, o.name, o.contact_id, l.first_id, jsonb_build_object('id', l.id, 'direction', 'out', 'type', l.type,
         'message', l.body, 'at', ${isoTimeSql('l.created_at')}), l.created_at, l.created_at
     from last l join chat o on o.workspace_id = $1 and o.id = l.old_chat
     order by o.recipient collate "C"
     on conflict (workspace_id, number_id, recipient) do update set version = chat.version + 1, updated_at = now(),
       first_message_id = coalesce(chat.first_message_id, excluded.first_message_id),
       last_outbound_at = greatest(chat.last_outbound_at, excluded.last_outbound_at),
       last_message = case when excluded.last_message_at > chat.last_message_at then excluded.last_message else chat.last_message end,
       last_message_at = greatest(chat.last_message_at, excluded.last_message_at)
     returning ${chatColumns}, old.id is null as created`,
    [move.workspace, move.number, move.messages, ids],
  )
}

/**
 * Moves messages, whose jobs the caller has locked, to the other number's chats, with the right to use their files. Clears why they wait,
 * except for a retry, and what they quote or react to, unless that moves too or is there. Returns each former chat.
 */
export async function moveMessages(em: EntityManager, move: QueueMove): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; chat: string }>(
    em,
    `with moved as (
       select m.id, c.id as chat_id, m.chat_id as old_chat from message m join chat c on c.workspace_id = $1 and c.number_id = $2 and c.recipient = m.recipient
       where m.workspace_id = $1 and m.id = any($3)
     ), jobs as (
       update send_job j set number_id = $2, chat_id = moved.chat_id, run_at = case when j.waits_for = 'retry' then j.run_at else j.due_at end,
         waits_for = case when j.waits_for = 'retry' then 'retry' end
       from moved where j.message_id = moved.id and j.message_id = any($3)
     ), carried as (
       update file f set number_ids = f.number_ids || $2::text from message m
       where m.workspace_id = $1 and m.id = any($3) and f.workspace_id = $1
         and ${isSentFile} and not f.number_ids @> array[$2::text]
     )
     update message m set number_id = $2, chat_id = moved.chat_id, content = content - 'quoteProviderId', version = m.version + 1,
       quote_id = case when m.quote_id = any($3) or exists (
         select 1 from message q where q.workspace_id = $1 and q.id = m.quote_id and q.number_id = $2) then m.quote_id end
     from moved where m.workspace_id = $1 and m.id = moved.id returning m.id, moved.old_chat as chat`,
    [move.workspace, move.number, move.messages],
  )
  return new Map(rows.map(({ id: message, chat }) => [message, chat]))
}

/** Shows, in lists of chats, the last message that each former chat of a move still has in place of one that moved. */
export async function showRemaining(em: EntityManager, move: QueueMove, formerChats: string[]): Promise<void> {
  const { workspace, messages } = move
  await lockChatsById(em, workspace, formerChats)
  await sql(
    em,
    `update chat c set version = c.version + 1, updated_at = now(), last_message = (
       select jsonb_build_object('id', m.id, 'direction', m.direction, 'type', m.type, 'message', m.body, 'at', ${isoTimeSql('m.created_at')})
       from message m where m.workspace_id = $1 and m.chat_id = c.id and m.type <> 'system' order by m.id desc limit 1)
     where c.workspace_id = $1 and c.id = any($2) and c.last_message->>'id' = any($3)`,
    [workspace, formerChats, messages],
  )
}

type WaitingFilter = {
  workspace: string
  number: string
  createdBefore?: string | undefined
  phones?: string[] | undefined
  reference?: string | undefined
  includeScheduled: boolean
  movableOnly: boolean
}

type LockedWaitingJob = CanceledJob & { scheduled: boolean }

/** Maximum number of messages in one call, to keep its transaction short. */
const waitingMax = 20_000

/** A reaction goes or stays with its message, so it moves by itself only if that is already at another number. */
const isMovable = `exists (select 1 from chat c where c.workspace_id = j.workspace_id and c.id = j.chat_id and c.type = 'direct')
    and (m.type <> 'reaction' or exists (
      select 1 from message q where q.workspace_id = m.workspace_id and q.id = m.quote_id and q.number_id <> $2))`

const matching = `from send_job j
  join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
  where j.workspace_id = $1 and j.number_id = $2 and j.status = 'waiting'
    and ($3::timestamptz is null or m.created_at < $3) and ($4::text[] is null or j.recipient = any($4))
    and ($5::text is null or m.reference = $5) and ($6 or j.due_at <= now()) and (not $7 or ${isMovable})`

/** Returns the parameters of `matching`, in order. */
const paramsOf = (filter: WaitingFilter): unknown[] => [
  filter.workspace,
  filter.number,
  filter.createdBefore ?? null,
  filter.phones ?? null,
  filter.reference ?? null,
  filter.includeScheduled,
  filter.movableOnly,
]

/**
 * Locks up to `waitingMax` waiting jobs, oldest first, and before them their chats, in the common lock order. A purge changes no chats of
 * posts' messages, so it doesn't lock these. Skips jobs locked by other transactions, because they are being sent.
 */
export async function lockWaiting(em: EntityManager, filter: WaitingFilter): Promise<LockedWaitingJob[]> {
  const found = await sql<{ id: string; post: string | null }>(
    em,
    `select j.message_id as id, j.post_id as post ${matching} order by j.message_id limit ${waitingMax}`,
    paramsOf(filter),
  )
  const changing = found.filter(({ post }) => filter.movableOnly || post === null)
  const keys = changing.map(({ id }) => ({ workspace: filter.workspace, id }))
  await lockChatsOf(em, keys)
  return sql<LockedWaitingJob>(
    em,
    `select j.message_id as id, j.recipient, j.post_id as post, j.due_at > now() as scheduled ${matching} and j.message_id = any($8)
     order by j.message_id for update of j skip locked`,
    [...paramsOf(filter), found.map(({ id }) => id)],
  )
}

/**
 * Locks the jobs of a move like `lockWaiting`, along with those of reactions to its messages, whatever the filter says. A message stays if the
 * job of a reaction to it was taken.
 */
export async function lockMovable(
  em: EntityManager,
  filter: Omit<WaitingFilter, 'movableOnly'>,
): Promise<LockedWaitingJob[]> {
  const jobs = await lockWaiting(em, { ...filter, movableOnly: true })
  if (jobs.length === 0) return []
  const reactions = await sql<{ id: string; target: string }>(
    em,
    `select m.id, q.id as target from send_job j
     join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
     join message q on q.workspace_id = m.workspace_id and q.id = m.quote_id
     where j.workspace_id = $1 and j.number_id = $2 and j.status = 'waiting' and m.type = 'reaction' and q.number_id = $2`,
    [filter.workspace, filter.number],
  )
  const targetOf = new Map(reactions.map(({ id, target }) => [id, target]))
  const reactionsTo = new Map<string, string[]>()
  for (const { id, target } of reactions) reactionsTo.set(target, [...(reactionsTo.get(target) ?? []), id])
  // A set that is iterated also visits what is added meanwhile, such as a reaction to a reaction.
  const withReactions = (ids: string[]) => {
    const all = new Set(ids)
    for (const id of all) for (const reaction of reactionsTo.get(id) ?? []) all.add(reaction)
    return all
  }
  const ids = jobs.map(({ id }) => id)
  const wanted = withReactions(ids)
  const more = await sql<LockedWaitingJob>(
    em,
    `select message_id as id, recipient, post_id as post, due_at > now() as scheduled from send_job
     where message_id = any($1) and status = 'waiting' order by message_id for update skip locked`,
    [[...wanted].filter((id) => targetOf.has(id))],
  )
  const locked = new Map([...jobs, ...more].map((job) => [job.id, job]))
  const staying = new Set([...wanted].filter((id) => !locked.has(id)))
  for (const id of staying) if (targetOf.has(id)) staying.add(targetOf.get(id) as string)
  const moving = withReactions(ids.filter((id) => !staying.has(id)))
  return [...locked.values()].filter(({ id }) => moving.has(id))
}

/** Counts waiting messages that match, including those that are locked. */
export async function countMatching(em: EntityManager, filter: WaitingFilter): Promise<number> {
  const [row] = await sql<{ count: number }>(em, `select count(*)::int as count ${matching}`, paramsOf(filter))
  return row?.count ?? 0
}
