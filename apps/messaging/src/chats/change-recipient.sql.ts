import { sql, statement, type Tx } from '@posthorn/chassis'
import type { BusEvent, EventData } from '@posthorn/contracts'
import type { ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { joinChats } from './join.sql.ts'
import { presentChat } from './present.ts'

// A call that has begun keeps its recipient.
const changeRecipient = statement(
  { workspace: 'text', chat: 'text', address: 'text', phone: 'text' },
  ({ workspace, chat, address, phone }) => `with changed as (
    update chat c set recipient = ${address}, phone = coalesce(${phone}, c.phone), version = c.version + 1, updated_at = now()
    where c.workspace_id = ${workspace} and c.id = ${chat} and c.type = 'direct' and c.recipient <> ${address} and not exists (
      select 1 from chat o where o.workspace_id = c.workspace_id and o.number_id = c.number_id and o.recipient = ${address})
    returning *
  ), waiting as (
    update send_job j set recipient = ${address} from changed c where j.chat_id = c.id and j.state = 'waiting' returning j.message_id, j.post_id
  ), renamed as (
    update message m set recipient = ${address}, phone = coalesce(${phone}, m.phone), version = m.version + 1
    from waiting w where m.workspace_id = ${workspace} and m.id = w.message_id
  )
  select ${chatColumns}, array(select distinct post_id from waiting where post_id is not null order by post_id) as posts from changed`,
)

/**
 * Lets a chat go on under another phone or user id when the provider reports that the customer has one: messages that wait are sent there,
 * and the next incoming message comes here. A chat with the new address that is there already is joined into it, or this one into that if
 * it began with the report.
 */
export async function followCustomer(
  tx: Tx,
  { workspace, data, traceparent }: BusEvent<'provider:message'>,
  { id: chat, version }: Pick<ChatRow, 'id' | 'version'>,
): Promise<void> {
  const next = newAddressOf(data)
  if (!next) return
  const other = await chatAt(tx, { workspace, number: data.number, address: next.address })
  if (other !== undefined && other !== chat) {
    const join = version === 1 ? { into: other, from: chat } : { into: chat, from: other }
    await joinChats(tx, { workspace, ...join }, traceparent)
    if (join.into === other) return
  }
  const [changed] = await sql<ChangedChat>(tx.em, changeRecipient({ workspace, chat, ...next }))
  if (!changed) return
  tx.emit({
    kind: 'chat:updated',
    workspace,
    data: { ...presentChat(changed), change: 'phone' },
    aggregate: { id: changed.id, version: changed.version },
    traceparent,
  })
  announceToPosts(tx, changed, { workspace, previous: data.from.phone, phone: next.phone })
}

/** A chat with another recipient, and the posts of which messages wait in it. */
type ChangedChat = ChatRow & { posts: `pst_${string}`[] }

type ChangedPhone = { workspace: string; previous: string | undefined; phone: string | null }

/** Announces to posts that their messages are sent to another phone, before those are announced under it. */
function announceToPosts({ emit }: Tx, { id, version, posts }: ChangedChat, changed: ChangedPhone): void {
  const { workspace, previous, phone } = changed
  if (previous === undefined || phone === null) return
  for (const post of posts)
    emit({
      kind: 'post:recipient_changed',
      workspace,
      data: { post, previous, phone },
      aggregate: { id: `${id} ${post}`, version },
    })
}

async function chatAt(
  { em }: Tx,
  { workspace, number, address }: { workspace: string; number: string; address: string },
): Promise<string | undefined> {
  const text = `select id from chat where workspace_id = $1 and number_id = $2 and recipient = $3 and type = 'direct'`
  const [row] = await sql<{ id: string }>(em, text, [workspace, number, address])
  return row?.id
}

/** Returns the address that replaces the one of the sender: their phone, or their user id where the phone is hidden. */
export function newAddressOf({
  from,
  content,
}: EventData<'provider:message'>): { address: string; phone: string | null } | null {
  const { phone, userId } = content?.system ?? {}
  if (from.phone !== undefined) return phone ? { address: phone, phone } : null
  return userId ? { address: userId, phone: null } : null
}
