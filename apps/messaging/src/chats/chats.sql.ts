import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql, type VerbContext } from '@posthorn/chassis'
import {
  type chatInclude,
  type chatWithSummaries,
  fail,
  idFloor,
  type MessageStatus,
  refuseUnknown,
  type Unfilled,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { Chat, type ChatRow, type LabelView, type MessageRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { lockChatsById } from '../messages/lock-order.sql.ts'
import { contactOf, type MessageContext } from '../messages/present.ts'
import { numberColumns } from '../messages/rows.sql.ts'
import { isQuestion, isWrittenByNone } from '../statistics/measured-answers.sql.ts'
import { presentChat } from './change.ts'

type Context = Pick<VerbContext, 'em' | 'workspace'>

/** Finds a chat as `findByAnyId` does. Fails with `chat:not_found` if there is none. */
export const findChat = async (ctx: Context, id: string): Promise<ChatRow> =>
  (await findByAnyId(ctx, id)) ?? fail('chat:not_found')

/** Locks a chat until the transaction ends, so that no two transactions produce the same version. Accepts a merged chat's id, as `findChat` does. */
export const lockChat = async (ctx: Context, id: string): Promise<ChatRow> =>
  (await findByAnyId(ctx, id, LockMode.PESSIMISTIC_WRITE)) ?? fail('chat:not_found')

/** Finds a chat by id, or by the id of a chat that was merged into it. Returns null if there is none. */
export async function findByAnyId(ctx: Context, id: string, lockMode?: LockMode): Promise<ChatRow | null> {
  const chat = await ctx.em.findOne(Chat, { id }, lockMode ? { lockMode } : {})
  if (chat) return chat
  const mergedInto = (await joinedInto(ctx.em, ctx.workspace, [id])).get(id)
  // Looks again, because that chat may be merged between the two statements. Aliases form no chains: a merge moves them to the new chat.
  return mergedInto === undefined ? null : findByAnyId(ctx, mergedInto, lockMode)
}

/** Returns chats in the order of the ids, locked in the common order against deadlocks. The error names each unknown id. */
export async function lockChats(ctx: Context, ids: string[]): Promise<ChatRow[]> {
  const current = await withoutMerged(ctx, ids)
  await lockChatsById(ctx.em, ctx.workspace, current)
  // Read after locking, because a chat can be merged while this waits for it.
  const locked = await withoutMerged(ctx, current)
  if (locked.some((id, i) => id !== current[i])) return lockChats(ctx, locked)
  const rows = await ctx.em.find(Chat, { id: { $in: current } })
  const byId = new Map(rows.map((row) => [row.id, row]))
  refuseUnknown(
    'chat:not_found',
    current.flatMap((id, i) => (byId.has(id) ? [] : [`ids.${i}`])),
  )
  return current.map((id) => byId.get(id) as ChatRow)
}

/** Replaces the ids of merged chats by those of the chats that they were merged into. */
async function withoutMerged({ em, workspace }: Context, ids: string[]): Promise<string[]> {
  const joined = await joinedInto(em, workspace, ids)
  return ids.map((id) => joined.get(id) ?? id)
}

type OpenedChat = Pick<ChatRow, 'workspaceId' | 'id' | 'numberId' | 'recipient' | 'phone' | 'status'> & {
  labels: LabelView[]
}

/** Opens a chat with the recipient, which the caller announces, or locks and returns the existing one. */
export async function openChat(em: EntityManager, chat: OpenedChat): Promise<ChatRow & { created: boolean }> {
  const { workspaceId, id, numberId, recipient, phone, status, labels } = chat
  const [row] = await sql<ChatRow & { created: boolean }>(
    em,
    // Times that lists are sorted by have the precision of cursors.
    `insert into chat (workspace_id, id, number_id, recipient, phone, status, labels, label_ids, last_message_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, date_trunc('milliseconds', now()))
     on conflict (workspace_id, number_id, recipient) do update set version = chat.version
     returning ${chatColumns}, old.id is null as created`,
    [workspaceId, id, numberId, recipient, phone, status, JSON.stringify(labels), labels.map((label) => label.id)],
  )
  return row as ChatRow & { created: boolean }
}

type Surroundings = Pick<
  MessageContext,
  'numberPhone' | 'numberName' | 'providerIds' | 'contactFields' | 'contactBlocked'
>

/** Adds the requested summaries, with one query for all chats. */
export async function withChatSummaries(
  { em, workspace }: { em: EntityManager; workspace: string },
  chats: ReturnType<typeof presentChat>[],
  include: z.output<typeof chatInclude>[] | undefined,
): Promise<Unfilled<z.output<typeof chatWithSummaries>>[]> {
  if (include === undefined) return chats.map((chat) => ({ ...chat, summaries: null }))
  const rows = await sql<Surroundings & { id: string }>(
    em,
    `select c.id, ${numberColumns}, f.fields as "contactFields", f.blocked as "contactBlocked" from chat c
     left join contact_fact f on f.workspace_id = c.workspace_id and f.contact_id = c.contact_id
     left join known_number n on n.workspace_id = c.workspace_id and n.id = c.number_id
     where c.workspace_id = $1 and c.id = any($2)`,
    [workspace, chats.map(({ id }) => id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return chats.map((chat) => {
    const { numberPhone: phone, numberName: name, providerIds, ...facts } = byId.get(chat.id) ?? {}
    const contact = chat.contact ? contactOf({ chatName: chat.name ?? null, ...facts }, chat.contact, chat.phone) : null
    const number = { id: chat.number, phone, name, ...providerIds }
    return {
      ...chat,
      summaries: { ...(include.includes('contact') && { contact }), ...(include.includes('number') && { number }) },
    }
  })
}

type ChatRef = { workspace: string; chat: string }

/** How long before a chat is read the id of a message may have been made that is stored after it. */
const lateMs = 3_600_000

/**
 * Marks the chat's incoming messages read, but not the chat, which the caller has locked. Reads only those since the last time, because a chat
 * may have very many. Returns whether any was unread.
 */
export async function markIncomingRead(em: EntityManager, { workspace, chat }: ChatRef): Promise<boolean> {
  const rows = await sql(
    em,
    `with noted as (update chat set read_to = $3 where workspace_id = $1 and id = $2)
     update message set status = 'read', version = version + 1, status_at = status_at
       || jsonb_build_object('read', ${isoTimeSql('now()')})
     where workspace_id = $1 and chat_id = $2 and direction = 'in' and status = 'received'
       and id > (select coalesce(read_to, '') from chat where workspace_id = $1 and id = $2) returning 1`,
    [workspace, chat, idFloor('msg', Date.now() - lateMs)],
  )
  return rows.length > 0
}

/**
 * Queues a read receipt for the newest incoming message, with a typing indicator if `typing` is set; the caller wakes `receipts`. The provider
 * then also marks earlier messages as read. Returns false if the customer never wrote. Messages of type `system` are the provider's.
 */
export async function queueNewestReceipt(
  em: EntityManager,
  { workspace, chat }: ChatRef,
  opts: { typing: boolean },
): Promise<boolean> {
  const rows = await sql(
    em,
    `insert into receipt_job (message_id, workspace_id, number_id, provider_id, typing)
     select id, workspace_id, number_id, provider_id, $3 from message
     where workspace_id = $1 and chat_id = $2 and direction = 'in' and type <> 'system' and provider_id is not null order by id desc limit 1
     on conflict (message_id) do update set typing = receipt_job.typing or excluded.typing,
       -- A call in progress shows no typing indicator, so release it: another call will.
       lease_token = case when not excluded.typing then receipt_job.lease_token end,
       attempt = case when excluded.typing then 0 else receipt_job.attempt end,
       run_at = case when excluded.typing then now() else receipt_job.run_at end
     returning 1`,
    [workspace, chat, opts.typing],
  )
  return rows.length > 0
}

/**
 * Returns the ids of the chats with the person who has this phone number or, if no one has it now, had it last. Messages are found through
 * these chats, also those from the person's former numbers, so no index by phone number is needed.
 */
export async function chatsOfPhone(em: EntityManager, workspace: string, phone: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `with held as (select id from chat where workspace_id = $1 and phone = $2)
     select id from held
     union select c.id from person_identifier i join known_number n on n.workspace_id = i.workspace_id
     join chat c on c.workspace_id = n.workspace_id and c.number_id = n.id and c.recipient = i.person
     where i.workspace_id = $1 and i.value = $2 and (i.released_at is null or not exists (select from held))`,
    [workspace, phone],
  )
  return rows.map(({ id }) => id)
}

/** Returns the chat that contains a channel's posts, or null before its first post. */
export async function chatOfChannel(em: EntityManager, workspace: string, channelId: string): Promise<string | null> {
  const [row] = await sql<{ id: string }>(
    em,
    `select c.id from known_channel k join chat c on c.workspace_id = k.workspace_id and c.number_id = k.number_id and c.recipient = k.id
     where k.workspace_id = $1 and k.id = $2`,
    [workspace, channelId],
  )
  return row?.id ?? null
}

/** Maps the ids of merged chats to the chats that they were merged into. */
export async function joinedInto(em: EntityManager, workspace: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: string; chat: string }>(
    em,
    'select id, chat_id as chat from chat_alias where workspace_id = $1 and id = any($2)',
    [workspace, ids],
  )
  return new Map(rows.map(({ id, chat }) => [id, chat]))
}

/** Adds the current status of each chat's last message, if that is outgoing. The chat's copy of the message has no status. */
export async function presentChats(
  { em, workspace }: Context,
  rows: ChatRow[],
): Promise<ReturnType<typeof presentChat>[]> {
  const sent = rows.flatMap(({ lastMessage }) => (lastMessage?.direction === 'out' ? [lastMessage.id] : []))
  if (sent.length === 0) return rows.map(presentChat)
  const statuses = await sql<{ id: string; status: MessageStatus }>(
    em,
    'select id, status from message where workspace_id = $1 and id = any($2)',
    [workspace, sent],
  )
  const statusOf = new Map(statuses.map(({ id, status }) => [id, status]))
  return rows.map((row) => {
    const chat = presentChat(row)
    const status = statusOf.get(chat.lastMessage?.id ?? '')
    return chat.lastMessage && status ? { ...chat, lastMessage: { ...chat.lastMessage, status } } : chat
  })
}

/** Updates the copy of a message's text and type that chat lists show, if the message is still the chat's last one. */
export async function showLastMessage(em: EntityManager, message: MessageRow): Promise<void> {
  const { workspaceId, chatId, id, body, type } = message
  await sql(
    em,
    `update chat set last_message = last_message || jsonb_build_object('message', $4::text, 'type', $5::text), version = version + 1,
       updated_at = now() where workspace_id = $1 and id = $2 and last_message->>'id' = $3`,
    [workspaceId, chatId, id, body, type],
  )
}

/**
 * Lets customers wait again whose answers are canceled: since their first message after the last answer that stands, unless the chat was
 * resolved or archived after it. The chats, which the caller has locked, stay read.
 */
export async function resumeWaits(em: EntityManager, workspace: string, canceled: string[]): Promise<void> {
  const receivedAt = `(m.status_at->>'received')::timestamptz`
  const since = `(select min(${receivedAt}) from message m
    where m.workspace_id = $1 and m.chat_id = c.id and m.direction = 'in' and ${isQuestion('m')}
      and m.id > coalesce((
        select a.id from message a where a.workspace_id = $1 and a.chat_id = c.id and a.direction = 'out' and a.status <> 'canceled'
          and a.id not in (select unnest($2::text[])) and not ${isWrittenByNone('a')} order by a.id desc limit 1), '')
      and ${receivedAt} > coalesce(greatest(c.answered_in_app_at, (
        select max(h.created_at) from chat_change h
        where h.workspace_id = $1 and h.chat_id = c.id and h.change in ('resolved', 'archived'))), '-infinity'))`
  // Keys in an array always use the index. A join, or a list of ids in a filter, could compare each chat with each message.
  await sql(
    em,
    `with waits as materialized (
       select c.id, ${since} as since from chat c where c.workspace_id = $1 and c.id = any(array(
         select a.chat_id from message a where a.workspace_id = $1 and a.id = any($2) and not ${isWrittenByNone('a')}))
     )
     update chat c set waiting_since = w.since, version = c.version + 1, updated_at = now()
     from waits w where c.workspace_id = $1 and c.id = w.id and w.since < coalesce(c.waiting_since, 'infinity')`,
    [workspace, canceled],
  )
}
