import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, statement, type Tx } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { chatOrder } from '../messages/lock-order.sql.ts'
import { joinChats } from './join.sql.ts'
import { presentChat } from './present.ts'
import { isWindowOpen } from './window.sql.ts'

// Calls already in progress keep their recipient. A chat that moves to a user id loses its phone.
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

/** Locks the chats of any number with these recipients, in the common lock order. */
export async function lockChatsWith(
  em: EntityManager,
  recipients: readonly { workspace: string; value: string }[],
): Promise<void> {
  await sql(
    em,
    `select 1 from chat where (workspace_id, number_id, recipient) in (
       select workspace_id, n.id, value from unnest($1::text[], $2::text[]) as w (workspace_id, value) join known_number n using (workspace_id))
     order by ${chatOrder} for update`,
    [recipients.map(({ workspace }) => workspace), recipients.map(({ value }) => value)],
  )
}

/** Chats of one person under several recipients, and the recipient to move them to. */
type Move = { workspace: string; from: string[]; to: string; traceparent: string | undefined }

/**
 * Moves the chats of a person to one recipient. Chats of the same number are merged into the oldest; waiting messages get the new recipient, and
 * those held for an open window are released.
 */
export async function moveChats(tx: Tx, { workspace, from, to, traceparent }: Move): Promise<void> {
  const chats = await sql<{ id: string; number: string; recipient: string }>(
    tx.em,
    `select id, number_id as number, recipient from chat where workspace_id = $1 and type = 'direct'
       and number_id in (select id from known_number where workspace_id = $1) and recipient = any($2)
     order by created_at, id collate "C"`,
    [workspace, [...new Set([...from, to])]],
  )
  for (const [into, ...others] of Map.groupBy(chats, ({ number }) => number).values()) {
    if (!into || (others.length === 0 && into.recipient === to)) continue
    for (const other of others) await joinChats(tx, { workspace, into: into.id, from: other.id }, traceparent)
    const [changed] = await sql<ChangedChat>(tx.em, changeRecipient({ workspace, chat: into.id, address: to }))
    if (!changed) continue
    tx.emit({
      kind: 'chat:updated',
      workspace,
      data: { ...presentChat(changed), change: 'phone' },
      aggregate: { id: changed.id, version: changed.version },
      traceparent,
    })
    for (const previous of [into, ...others].map(({ recipient }) => recipient))
      announceToPosts(tx, changed, { workspace, previous, to })
    tx.wake('dispatch')
  }
}

/** A chat that changed its recipient, and the posts with messages waiting in it. */
type ChangedChat = ChatRow & { posts: `pst_${string}`[] }

/** Tells posts about the new phone before events of their messages use it. */
function announceToPosts(
  { emit }: Tx,
  { id, version, posts }: ChangedChat,
  { workspace, previous, to: phone }: { workspace: string; previous: string; to: string },
): void {
  if (previous === phone || !previous.startsWith('+') || !phone.startsWith('+')) return
  for (const post of posts)
    emit({
      kind: 'post:recipient_changed',
      workspace,
      data: { post, previous, phone },
      aggregate: { id: `${id} ${post}`, version },
    })
}
