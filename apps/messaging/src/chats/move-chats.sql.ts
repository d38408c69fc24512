import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, statement, type Tx } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { chatOrder, lockChatsById } from '../messages/lock-order.sql.ts'
import { announceRecipient } from '../posts/known-posts.sql.ts'
import { recordMovedMessages } from '../statistics/recorded-answers.sql.ts'
import { announceChat } from './change.ts'
import { messagesPerStatement } from './remove-chat.sql.ts'
import { isWindowOpen } from './touch.sql.ts'

// Calls already in progress keep their recipient until they are tried again (`readdress`). A chat that moves to a user id loses its phone
// number.
const changeRecipient = statement(
  { workspace: 'text', chat: 'text', address: 'text' },
  ({ workspace, chat, address }) => `with changed as (
    update chat c set recipient = ${address}, phone = case when ${address} like '+%' then ${address} end, version = c.version + 1, updated_at = now()
    where c.workspace_id = ${workspace} and c.id = ${chat}
    returning *
  ), waiting as (
    update send_job j set recipient = ${address},
      run_at = case when j.waits_for = 'window_closed' and ${isWindowOpen('c')} then greatest(now(), j.due_at) else j.run_at end,
      waits_for = case when j.waits_for = 'window_closed' and ${isWindowOpen('c')} then null else j.waits_for end
    from changed c where j.chat_id = c.id and j.status = 'waiting' returning j.message_id, j.post_id
  ), renamed as (
    update message m set recipient = ${address}, phone = case when ${address} like '+%' then ${address} else m.phone end, version = m.version + 1
    from waiting w where m.workspace_id = ${workspace} and m.id = w.message_id
  )
  select ${chatColumns}, array(select distinct post_id from waiting where post_id is not null order by post_id) as posts from changed`,
)

/** SQL condition that a chat may have one of the keys. A join alone, planned while the table was empty, would read all chats in a workspace. */
const isOneOf = ({ workspaces, recipients, chat = '' }: { workspaces: string; recipients: string; chat?: string }) =>
  `${chat}workspace_id = any(${workspaces}) and ${chat}recipient = any(${recipients})
       and ${chat}number_id = any(array(select id from known_number where workspace_id = any(${workspaces})))`

/** Locks all chats with these recipients, on any number, in the common lock order. */
export async function lockChatsWith(
  em: EntityManager,
  recipients: readonly { workspace: string; value: string }[],
): Promise<void> {
  await sql(
    em,
    `select 1 from chat where (workspace_id, number_id, recipient) in (
       select workspace_id, n.id, value from unnest($1::text[], $2::text[]) as w (workspace_id, value) join known_number n using (workspace_id))
       and ${isOneOf({ workspaces: '$1', recipients: '$2' })}
     order by ${chatOrder} for update`,
    [recipients.map(({ workspace }) => workspace), recipients.map(({ value }) => value)],
  )
}

export type ChatMove = { workspace: string; from: string[]; to: string; traceparent: string | undefined }

type FoundChat = { place: number; id: string; number: string; recipient: string }

/**
 * Moves each person's chats to a single recipient. No two people may share a recipient. Chats on the same number are merged into the
 * oldest; waiting messages get the new recipient, and those held until the window opens are released.
 */
export async function moveChats(tx: Tx, moves: readonly ChatMove[]): Promise<void> {
  const recipients = moves.flatMap(({ workspace, from, to }, place) =>
    [...new Set([...from, to])].map((value) => ({ place, workspace, value })),
  )
  const chats = await sql<FoundChat>(
    tx.em,
    `select r.place, c.id, c.number_id as number, c.recipient
     from unnest($1::int[], $2::text[], $3::text[]) as r (place, workspace_id, recipient)
     join known_number n on n.workspace_id = r.workspace_id
     join chat c on c.workspace_id = n.workspace_id and c.number_id = n.id and c.recipient = r.recipient
     where c.type = 'direct' and ${isOneOf({ workspaces: '$2', recipients: '$3', chat: 'c.' })} order by r.place, c.created_at, c.id collate "C"`,
    [
      recipients.map(({ place }) => place),
      recipients.map(({ workspace }) => workspace),
      recipients.map(({ value }) => value),
    ],
  )
  for (const [place, found] of Map.groupBy(chats, (chat) => chat.place))
    await moveFound(tx, moves[place] as ChatMove, found)
}

/** Moves the chats of one person: merges those on the same number, then gives the remaining one the new recipient. */
async function moveFound(tx: Tx, { workspace, to, traceparent }: ChatMove, chats: FoundChat[]): Promise<void> {
  for (const [into, ...others] of Map.groupBy(chats, ({ number }) => number).values()) {
    if (!into || (others.length === 0 && into.recipient === to)) continue
    await lockWithJobs(
      tx.em,
      workspace,
      [into, ...others].map(({ id }) => id),
    )
    for (const other of others) await joinChats(tx, { workspace, into: into.id, from: other.id }, traceparent)
    const [changed] = await sql<ChangedChat>(tx.em, changeRecipient({ workspace, chat: into.id, address: to }))
    if (!changed) continue
    announceChat(tx, changed, { change: 'phone', traceparent })
    for (const { recipient: previous } of [into, ...others])
      announceRecipient(tx, { workspace, posts: changed.posts, previous, phone: to })
    tx.wake('dispatch')
  }
}

/** A chat whose recipient changed, and the posts with messages waiting in it. */
type ChangedChat = ChatRow & { posts: string[] }

/** Locks chats, then their jobs, including those of calls: one whose call ends at the same time moves with its chat or sees it moved. */
async function lockWithJobs(em: EntityManager, workspace: string, chats: string[]): Promise<void> {
  await lockChatsById(em, workspace, chats)
  const jobs = 'select 1 from send_job where workspace_id = $1 and chat_id = any($2) order by message_id for update'
  await sql(em, jobs, [workspace, chats])
}

/** The first and the last message that a statement moved; null if none is left. */
type MovedStep = { first: string | null; last: string | null }

type Join = { workspace: string; into: string; from: string }

const tablesOfChats = [
  'send_job',
  'note',
  'notification',
  'chat_change',
  'chat_action',
  'automation_run',
  'rating',
] as const

/**
 * Merges a chat, including its messages, notes, labels and queue, into another chat with the same customer. Its id keeps working as an
 * alias. Keeps its own assignee, else takes that of the merged chat, and the status that comes first in the order open, pending, resolved,
 * archived. Announces only that the merged chat was deleted: the caller locks both with their jobs, changes the recipient of the jobs, and
 * announces the other chat.
 */
async function joinChats(tx: Tx, join: Join, traceparent: string | undefined): Promise<void> {
  const { workspace, into, from } = join
  await moveRows(tx.em, join)
  await absorb(tx.em, join)
  await sql(tx.em, 'update chat_alias set chat_id = $2 where workspace_id = $1 and chat_id = $3', [
    workspace,
    into,
    from,
  ])
  await sql(tx.em, 'insert into chat_alias (workspace_id, chat_id, id) values ($1, $2, $3)', [workspace, into, from])
  const [gone] = await sql<ChatRow>(
    tx.em,
    `delete from chat where workspace_id = $1 and id = $2 returning ${chatColumns}`,
    [workspace, from],
  )
  if (!gone) return
  announceChat(tx, { ...gone, version: gone.version + 1 }, { change: 'deleted', mergedInto: into, traceparent })
}

/** Moves all of a chat's rows. The caller has locked its jobs, which come before messages in the common lock order. */
async function moveRows(em: EntityManager, { workspace, into, from }: Join): Promise<void> {
  const first = await moveMessages(em, { workspace, into, from })
  for (const table of tablesOfChats)
    await sql(em, `update ${table} set chat_id = $3 where workspace_id = $1 and chat_id = $2`, [workspace, from, into])
  if (first !== null) await recordMovedMessages(em, { workspace, chats: [into], since: first })
}

/** Moves all messages of a chat, and returns the id of its first one. */
async function moveMessages(em: EntityManager, { workspace, into, from }: Join): Promise<string | null> {
  let first: string | null = null
  let last: string | null = ''
  while (last !== null) {
    const [step]: MovedStep[] = await sql<MovedStep>(
      em,
      `with next as (
         select id from message where workspace_id = $1 and chat_id = $2 and id > $4 order by id limit ${messagesPerStatement} for update
       ), moved as (
         update message set chat_id = $3, version = version + 1 where workspace_id = $1 and id = any(array(select id from next)) returning id
       ) select min(id) as first, max(id) as last from moved`,
      [workspace, from, into, last],
    )
    first ??= step?.first ?? null
    last = step?.last ?? null
  }
  return first
}

/** The member assigned to either chat, as they are now, unless they were removed. */
const assigneeOf = (shown: string) =>
  `(select ${shown} from member m where m.workspace_id = $1 and m.id = coalesce(c.assignee_id, o.assignee_id) and not m.removed)`

/** The labels of both chats, as they are now. The `refresh` loop, which may still have to update copies, would miss those made here. */
const labelsOf = (shown: string) =>
  `(select ${shown} from (
     select l.id, l.name, l.color, min(n.place) as place from unnest(c.label_ids || o.label_ids) with ordinality as n (id, place)
     join label l on l.workspace_id = $1 and (l.id = n.id or l.merged_ids @> array[n.id]) group by l.id, l.name, l.color) l)`

/** Takes over the values of the chat that is being merged. A snooze ends if that chat has unread messages, because the customer wrote. */
async function absorb(em: EntityManager, { workspace, into, from }: Join): Promise<void> {
  await sql(
    em,
    `update chat c set name = coalesce(c.name, o.name), contact_id = coalesce(c.contact_id, o.contact_id),
       status = (array['open', 'pending', 'resolved', 'archived'])[least(
         array_position(array['open', 'pending', 'resolved', 'archived'], c.status),
         array_position(array['open', 'pending', 'resolved', 'archived'], o.status))],
       unread_count = c.unread_count + o.unread_count, read_to = null, pinned = c.pinned or o.pinned, muted = c.muted and o.muted,
       assignee_id = ${assigneeOf('m.id')},
       assignee = ${assigneeOf(`jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email)`)},
       label_ids = ${labelsOf(`coalesce(array_agg(l.id order by l.place), '{}')`)},
       labels = ${labelsOf(`coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'color', l.color) order by l.place), '[]')`)},
       snooze = case when o.unread_count = 0 then c.snooze end,
       snoozed_until = case when o.unread_count = 0 then c.snoozed_until end, failed = c.failed or o.failed,
       rating = case when o.rating->>'at' > coalesce(c.rating->>'at', '') then o.rating else c.rating end,
       first_message_id = least(c.first_message_id, o.first_message_id),
       last_message = case when o.last_message_at > c.last_message_at then o.last_message else c.last_message end,
       last_message_at = greatest(c.last_message_at, o.last_message_at),
       waiting_since = least(c.waiting_since, o.waiting_since),
       last_inbound_at = greatest(c.last_inbound_at, o.last_inbound_at),
       last_outbound_at = greatest(c.last_outbound_at, o.last_outbound_at),
       answered_in_app_at = greatest(c.answered_in_app_at, o.answered_in_app_at),
       window_closes_at = greatest(c.window_closes_at, o.window_closes_at),
       created_at = least(c.created_at, o.created_at), version = c.version + 1, updated_at = now()
     from chat o where c.workspace_id = $1 and c.id = $2 and o.workspace_id = $1 and o.id = $3`,
    [workspace, into, from],
  )
}
