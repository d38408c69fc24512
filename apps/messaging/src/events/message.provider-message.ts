import { derivedId, on, sql, type Tx } from '@posthorn/chassis'
import { type BusEvent, newId } from '@posthorn/contracts'
import { presentChat } from '../chats/present.ts'
import type { MessagingRuntime } from '../config.ts'
import { incomingContent } from '../content/incoming.ts'
import type { ChatRow } from '../entities/chat.ts'
import type { MessageRow, Sender } from '../entities/message.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { messageEventData } from '../messages/present.ts'
import { findByProviderId, rememberProviderIds } from '../messages/rows.sql.ts'
import { amend } from './amend-message.ts'
import { countAnswer } from './count-answer.ts'

type Incoming = BusEvent<'provider:message'>
type Planned = { event: Incoming; row: MessageRow }

/** Hours after a customer's message in which free text may be sent (provider: customer service window). */
const windowHours = 24

/** Takes incoming messages in: each provider id once, however often and long the provider repeats it. */
export const messageFromProvider = on<'provider:message', MessagingRuntime>(
  'provider:message',
  async ({ tx, events }) => {
    const planned = events.map(plan)
    const fresh = await rememberProviderIds(
      tx.em,
      planned.map(({ row }) => ({
        numberId: row.numberId,
        providerId: row.providerId as string,
        workspace: row.workspaceId,
        messageId: row.id,
      })),
    )
    for (const { event, row } of planned) if (fresh.has(row.id)) await takeIn(tx, event, row)
  },
)

function plan(event: Incoming): Planned {
  const { workspace, data } = event
  const person = data.from.phone ?? data.from.userId
  // Nothing is dropped: a message that names nobody is a chat of its own, which nobody can answer.
  const recipient = person ?? data.providerId
  const identity = data.from.phone ? 'phone' : 'provider_user'
  const sender: Sender = { ...data.from, ...(person && { contact: derivedId('con', workspace, identity, person) }) }
  return {
    event,
    row: {
      workspaceId: workspace,
      id: newId('msg'),
      numberId: data.number,
      chatId: derivedId('chat', workspace, data.number, recipient),
      direction: 'in',
      recipient,
      phone: data.from.phone ?? null,
      ...incomingContent(data),
      body: data.text ?? null,
      status: 'received',
      statusAt: { received: data.timestamp },
      outcomeUnknown: false,
      providerId: data.providerId,
      attempts: 0,
      sender,
      version: 1,
      createdAt: new Date(),
    } as MessageRow,
  }
}

async function takeIn(tx: Tx, event: Incoming, row: MessageRow): Promise<void> {
  const { data, workspace, traceparent } = event
  if (await amend(tx, event, row)) return
  const quoteId = data.quotedProviderId ? await findByProviderId(tx.em, data.number, data.quotedProviderId) : null
  const stored: MessageRow = { ...row, quoteId }
  const chat = await touchChat(tx, stored, data.timestamp)
  await insertIncoming(tx, stored, data.raw)
  const [number] = await sql<{ phone: string | null; name: string | null }>(
    tx.em,
    'select phone, name from number_line where workspace_id = $1 and id = $2',
    [workspace, row.numberId],
  )
  const around = {
    chatName: chat.name ?? null,
    contactId: chat.contactId ?? null,
    numberPhone: number?.phone ?? null,
    numberName: number?.name ?? null,
  }
  tx.emit({
    kind: 'message:in',
    workspace,
    data: messageEventData(stored, around),
    aggregate: { id: row.id, version: 1 },
    traceparent,
  })
  await countAnswer(tx, stored, traceparent)
  await queueMedia(tx, stored)
  const change = chat.version === 1 ? 'created' : chat.reopened ? 'reopened' : null
  if (change) {
    tx.emit({
      kind: 'chat:updated',
      workspace,
      data: { ...presentChat(chat), change },
      aggregate: { id: chat.id, version: chat.version },
      traceparent,
    })
  }
}

/** Media are fetched by a loop of their own, so that the message is told of at once. */
async function queueMedia(tx: Tx, { id, workspaceId, numberId, content }: MessageRow): Promise<void> {
  const mediaId = content?.media?.providerId
  if (mediaId === undefined) return
  await sql(tx.em, 'insert into media_job (message_id, workspace_id, number_id, media_id) values ($1, $2, $3, $4)', [
    id,
    workspaceId,
    numberId,
    mediaId,
  ])
  tx.wake('media')
}

async function insertIncoming(tx: Tx, row: MessageRow, raw: unknown): Promise<void> {
  await sql(
    tx.em,
    `insert into message (workspace_id, id, number_id, chat_id, direction, recipient, phone, type, body, quote_id, status, status_at, provider_id,
       sender, raw, created_at, content)
     values ($1, $2, $3, $4, 'in', $5, $6, $7, $8, $9, 'received', $10::jsonb, $11, $12::jsonb, $13::jsonb, $14, $15::jsonb)`,
    [
      row.workspaceId,
      row.id,
      row.numberId,
      row.chatId,
      row.recipient,
      row.phone,
      row.type,
      row.body,
      row.quoteId,
      JSON.stringify(row.statusAt),
      row.providerId,
      JSON.stringify(row.sender),
      row.type === 'text' ? null : JSON.stringify(raw),
      row.createdAt,
      row.content ? JSON.stringify(row.content) : null,
    ],
  )
}

/** Makes or updates the chat: the window opens anew, unread counts up, a resolved or archived chat is open again unless it is muted. */
async function touchChat(tx: Tx, row: MessageRow, at: string): Promise<ChatRow & { reopened: boolean }> {
  const last = {
    id: row.id,
    direction: 'in',
    type: row.type,
    message: row.body ?? null,
    at: row.createdAt.toISOString(),
  }
  const sender = row.sender as Sender
  const [chat] = await sql<ChatRow & { reopened: boolean }>(
    tx.em,
    `with before as (select status, muted from chat where workspace_id = $1 and id = $2)
     insert into chat (workspace_id, id, number_id, recipient, phone, name, contact_id, unread_count, last_message, last_message_at,
       last_inbound_at, window_closes_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, $8::jsonb, $9, $10, $10::timestamptz + interval '${windowHours} hours')
     on conflict (workspace_id, id) do update set name = coalesce(excluded.name, chat.name), contact_id = coalesce(chat.contact_id, excluded.contact_id),
       unread_count = chat.unread_count + 1, last_message = excluded.last_message, last_message_at = excluded.last_message_at,
       last_inbound_at = greatest(chat.last_inbound_at, excluded.last_inbound_at),
       window_closes_at = greatest(chat.window_closes_at, excluded.window_closes_at),
       status = case when chat.status in ('resolved', 'archived') and not chat.muted then 'open' else chat.status end,
       version = chat.version + 1, updated_at = now()
     returning ${chatColumns}, coalesce((select status in ('resolved', 'archived') and not muted from before), false) as reopened`,
    [
      row.workspaceId,
      row.chatId,
      row.numberId,
      row.recipient,
      row.phone,
      sender.name ?? null,
      sender.contact ?? null,
      JSON.stringify(last),
      row.createdAt,
      at,
    ],
  )
  await releaseHeld(tx, row.chatId)
  return chat as ChatRow & { reopened: boolean }
}

/** The window is open: what was held for it goes on. */
async function releaseHeld(tx: Tx, chatId: string): Promise<void> {
  const released = await sql(
    tx.em,
    `update send_job set run_at = greatest(now(), due_at), waits_for = null where chat_id = $1 and waits_for = 'window_closed' returning 1`,
    [chatId],
  )
  if (released.length > 0) tx.wake('dispatch')
}
