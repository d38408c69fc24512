import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { ChatRow } from '../entities/chat.ts'
import { isSentFile } from '../files/orphaned-blobs.sql.ts'
import { chatColumns } from '../messages/accept.sql.ts'

/** Messages, and the number to send them. */
export type QueueMove = { workspace: string; number: string; messages: string[] }

/** Creates or updates the new number's chats, with the names of the old number's; returns them. */
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
     returning ${chatColumns}, xmax = 0 as created`,
    [move.workspace, move.number, move.messages, ids],
  )
}

/**
 * Moves messages, whose jobs must be locked, to the other number's chats. They no longer wait for what they waited for. Returns each message's former
 * chat.
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
     update message m set number_id = $2, chat_id = moved.chat_id, quote_id = null, content = content - 'quoteProviderId', version = m.version + 1
     from moved where m.workspace_id = $1 and m.id = moved.id returning m.id, moved.old_chat as chat`,
    [move.workspace, move.number, move.messages],
  )
  return new Map(rows.map(({ id: message, chat }) => [message, chat]))
}
