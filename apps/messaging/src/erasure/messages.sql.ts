import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, type Person, sql, type Tx } from '@posthorn/chassis'
import { eraseFiles, shownFiles } from './files.sql.ts'

const stepMax = 2_000

/** A message to erase a person from, and the files it shows. */
export type ErasableMessage = {
  id: string
  numberId: string
  providerId: string | null
  files: string[]
  isReceived: boolean
}

export const erasableColumns = `m.id, m.number_id as "numberId", m.provider_id as "providerId", ${shownFiles} as files, m.direction = 'in' as "isReceived"`

/** Condition: message `m` was written before `$3`, by the provider's clock if received, by ours if sent. */
export const isOlder = `coalesce((m.status_at->>'received')::timestamptz, m.created_at) < $3`

/** Cancels messages waiting for the person. False if the provider is being called for one of them. */
export async function cancelWaiting({ em, wake }: Tx, person: Person, chats: string[]): Promise<boolean> {
  const { workspace, requestedAt } = person
  const jobs = await sql<{ id: string; status: string }>(
    em,
    `select j.message_id as id, j.status from send_job j join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
     where j.workspace_id = $1 and j.chat_id = any($2) and ${isOlder} order by j.message_id for update of j`,
    [workspace, chats, requestedAt],
  )
  const waiting = jobs.flatMap(({ id, status }) => (status === 'waiting' ? [id] : []))
  if (waiting.length > 0) {
    await sql(
      em,
      `with gone as (delete from send_job where message_id = any($2))
       update message set status = 'canceled', version = version + 1, status_at = status_at
         || jsonb_build_object('canceled', ${isoTimeSql('now()')})
       where workspace_id = $1 and id = any($2)`,
      [workspace, waiting],
    )
    wake('dispatch')
  }
  return waiting.length === jobs.length
}

/** Returns the next batch of messages of a chat that are older than the request, except those being sent. */
export function takeMessages(em: EntityManager, person: Person, chat: string): Promise<ErasableMessage[]> {
  return sql<ErasableMessage>(
    em,
    `select ${erasableColumns} from message m where m.workspace_id = $1 and m.chat_id = $2 and ${isOlder}
       and not exists (select 1 from send_job j where j.message_id = m.id)
     order by m.id limit ${stepMax} for update`,
    [person.workspace, chat, person.requestedAt],
  )
}

/**
 * Reduces messages to what statistics count: number, kind, direction, statuses, times, post and error code. Moves them to `chat`, or leaves them in
 * their group's chat if it isn't given. Returns files that messages to others still show.
 */
export async function eraseMessages(
  em: EntityManager,
  { workspace, messages, chat = null }: { workspace: string; messages: ErasableMessage[]; chat?: string | null },
): Promise<string[]> {
  const ids = messages.map(({ id }) => id)
  await sql(
    em,
    `update message set chat_id = coalesce($3::text, chat_id), phone = null, body = null, content = null, preview_url = null,
       recipient = case when $3::text is null then recipient else 'erased' end, quote_id = null, reference = substring(reference from '^pst_[0-9a-z]{26}$'), sender = null, raw = null, provider_id = null, version = version + 1,
       error = case when error is not null then jsonb_build_object('errorCode', error->'errorCode', 'message', '', 'retryable', error->'retryable') end
     where workspace_id = $1 and id = any($2)`,
    [workspace, ids, chat],
  )
  await sql(
    em,
    `with receipts as (delete from receipt_job where message_id = any($2)),
       media as (delete from media_job where message_id = any($2)),
       names as (delete from provider_reference r using unnest($3::text[], $4::text[]) as n (number_id, provider_id)
         where r.number_id = n.number_id and r.provider_id = n.provider_id)
     update send_attempt set error = null where workspace_id = $1 and message_id = any($2) and error is not null`,
    [workspace, ids, messages.map(({ numberId }) => numberId), messages.map(({ providerId }) => providerId)],
  )
  const filesOf = (isReceived: boolean) =>
    messages.flatMap((message) => (message.isReceived === isReceived ? message.files : []))
  return eraseFiles(em, { workspace, received: filesOf(true), sent: filesOf(false) })
}

/** Erases the person's recent message rates and linked identifiers. */
export async function eraseAround(
  em: EntityManager,
  { workspace }: Person,
  { numbers, recipients }: { numbers: { id: string }[]; recipients: string[] },
): Promise<void> {
  await sql(em, 'delete from person_identifier where workspace_id = $1 and (value = any($2) or person = any($2))', [
    workspace,
    recipients,
  ])
  await sql(em, 'delete from pair_gate where number_id = any($1) and recipient = any($2)', [
    numbers.map(({ id }) => id),
    recipients,
  ])
}
