import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessageRow } from '../entities/message.ts'

/** Messages as they stand after a move, and those whose jobs have come to their end. */
export type Moves = { changed: MessageRow[]; ended: string[] }

/**
 * Stores what moved: states, the provider's names of messages, and the end of jobs, in one statement (three of them were a fifth of a
 * message's statements). A job that another transaction holds is left to its holder, who sees that the message has moved on. Answers
 * whether a later message of one of these chats waits for its turn.
 */
export async function storeMoves(em: EntityManager, { changed, ended }: Moves): Promise<boolean> {
  if (changed.length === 0 && ended.length === 0) return false
  const [row] = await sql<{ unblocks: boolean }>(
    em,
    `with moved as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::integer[])
         as s (workspace_id, id, number_id, status, status_at, error, provider_id, outcome_unknown, version)
     ), saved as (
       update message m set status = s.status, status_at = s.status_at::jsonb, error = s.error::jsonb, provider_id = s.provider_id,
         outcome_unknown = s.outcome_unknown, version = s.version
       from moved s where m.workspace_id = s.workspace_id and m.id = s.id and m.id = any($2)
     ), named as (
       insert into provider_reference (number_id, provider_id, workspace_id, message_id)
       select number_id, provider_id, workspace_id, id from moved where provider_id is not null on conflict do nothing
     ), gone as (
       delete from send_job where message_id in
         (select message_id from send_job where message_id = any($10) for update skip locked)
       returning chat_id
     )
     select exists (select 1 from send_job j join gone using (chat_id) where j.ordered and j.message_id <> all($10)) as unblocks`,
    [
      changed.map((message) => message.workspaceId),
      changed.map((message) => message.id),
      changed.map((message) => message.numberId),
      changed.map((message) => message.status),
      changed.map((message) => JSON.stringify(message.statusAt)),
      changed.map((message) => (message.error ? JSON.stringify(message.error) : null)),
      changed.map((message) => message.providerId ?? null),
      changed.map((message) => message.outcomeUnknown),
      changed.map((message) => message.version),
      ended,
    ],
  )
  return row?.unblocks === true
}
