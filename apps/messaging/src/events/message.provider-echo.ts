import { on, type Tx } from '@posthorn/chassis'
import { type BusEvent, newId } from '@posthorn/contracts'
import { storeEcho } from '../chats/echo.sql.ts'
import { presentChat } from '../chats/present.ts'
import type { MessagingRuntime } from '../config.ts'
import { incomingContent, incomingText, withQuote } from '../content/incoming.ts'
import type { MessageRow } from '../entities/message.ts'
import { queueMedia } from '../files/received-media.sql.ts'
import { compareChats } from '../messages/lock-order.sql.ts'
import { chatStateOf, messageEventData } from '../messages/present.ts'
import { findByProviderId, rememberProviderIds } from '../messages/rows.sql.ts'

type Event = BusEvent<'provider:echo'>

/** Stores messages that the business sent from the provider's own app as outgoing messages, each provider id once. */
export const messageFromEcho = on<'provider:echo', MessagingRuntime>('provider:echo', async ({ tx, events }) => {
  const planned = events.map((event) => ({ event, row: rowOf(event) }))
  const references = planned.map(({ row }) => ({
    numberId: row.numberId,
    providerId: row.providerId as string,
    workspace: row.workspaceId,
    messageId: row.id,
  }))
  const fresh = await rememberProviderIds(tx.em, references)
  const added = planned.filter(({ row }) => fresh.has(row.id))
  for (const { event, row } of added.toSorted((a, b) => compareChats(a.row, b.row))) await store(tx, event, row)
})

function rowOf({ workspace, data }: Event): MessageRow {
  const { type, content } = incomingContent(data)
  return {
    workspaceId: workspace,
    id: newId('msg'),
    numberId: data.number,
    chatId: newId('chat'),
    direction: 'out',
    recipient: data.groupId ?? data.to.phone ?? data.to.userId ?? data.providerId,
    phone: data.groupId ? null : (data.to.phone ?? null),
    groupId: data.groupId ?? null,
    type,
    content: { ...content, via: 'app' },
    body: incomingText(data),
    status: 'sent',
    statusAt: { sent: data.timestamp },
    outcomeUnknown: false,
    providerId: data.providerId,
    attempts: 0,
    version: 1,
    createdAt: new Date(),
  } as MessageRow
}

async function store(tx: Tx, { workspace, data, traceparent }: Event, planned: MessageRow): Promise<void> {
  const quoteId = data.quotedProviderId ? await findByProviderId(tx.em, data.number, data.quotedProviderId) : null
  const row = { ...planned, quoteId, content: withQuote(planned, quoteId ? undefined : data.quotedProviderId) }
  const { created, read, numberPhone, numberName, ...chat } = await storeEcho(tx.em, {
    row,
    to: data.to,
    raw: data.raw,
  })
  const stored = { ...row, chatId: chat.id, groupId: chat.groupId }
  const context = {
    chatName: chat.name ?? null,
    contactId: chat.contactId ?? null,
    numberPhone,
    numberName,
    chatState: chatStateOf(chat, created),
  }
  const aggregate = { id: row.id, version: 1 }
  tx.emit({ kind: 'message:out', workspace, data: messageEventData(stored, context), aggregate, traceparent })
  await queueMedia(tx, stored)
  if (!created && !read) return
  const change = { ...presentChat(chat), change: created ? ('created' as const) : ('read' as const) }
  tx.emit({
    kind: 'chat:updated',
    workspace,
    data: change,
    aggregate: { id: chat.id, version: chat.version },
    traceparent,
  })
}
