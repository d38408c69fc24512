import type { Tx } from '@posthorn/chassis'
import { type BusEvent, identifiersOf, newId } from '@posthorn/contracts'
import { insertEcho as storeRow } from '../chats/echo.sql.ts'
import { presentChat } from '../chats/present.ts'
import { extendWindow } from '../chats/touch.sql.ts'
import { incomingContent, incomingText, withQuote } from '../content/incoming.ts'
import type { MessageRow } from '../entities/message.ts'
import { queueMedia } from '../files/received-media.sql.ts'
import { linkPeople } from '../people/link.ts'
import { applyPending } from './amend.ts'
import { callbackOf } from './incoming.sql.ts'
import { messageEventData } from './present.ts'
import { contextOf, findByProviderId } from './rows.sql.ts'

type Event = BusEvent<'provider:echo'>

/** An action of the business in the provider's own app, and the row planned for it. */
export type Echo = { event: Event; row: MessageRow }

export function planEcho(event: Event): Echo {
  const { workspace, data } = event
  const { type, content } = incomingContent(data)
  const row = {
    workspaceId: workspace,
    id: newId('msg'),
    numberId: data.number,
    chatId: newId('chat'),
    direction: 'out',
    recipient: data.groupId ?? identifiersOf(data.to)[0]?.value ?? data.providerId,
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
  return { event, row }
}

/** Assigns echoes to their customers' chats, no matter which identifier the provider uses. */
export async function withCustomers(tx: Tx, echoes: Echo[]): Promise<Echo[]> {
  const direct = echoes.filter(({ event: { data } }) => !data.groupId && identifiersOf(data.to).length > 0)
  const recipients = await linkPeople(
    tx,
    direct.map(({ event: { workspace, data, traceparent } }) => {
      const evidence = { current: identifiersOf(data.to), previous: [], at: Date.parse(data.timestamp) }
      return { workspace, evidence, traceparent }
    }),
  )
  const byRow = new Map(direct.map(({ row }, i) => [row.id, recipients[i]]))
  return echoes.map(({ event, row }) => ({ event, row: { ...row, recipient: byRow.get(row.id) ?? row.recipient } }))
}

/** Stores and announces a message sent from the provider's own app. `awaited` means that amendments arrived before it. */
export async function storeEcho(
  tx: Tx,
  { event, row: reported }: Echo,
  { awaited }: { awaited: boolean },
): Promise<void> {
  const { workspace, data, traceparent } = event
  const { row: planned, customerAt } = awaited
    ? await applyPending(tx, reported)
    : { row: reported, customerAt: undefined }
  const quoteId = data.quotedProviderId ? await findByProviderId(tx.em, data.number, data.quotedProviderId) : null
  const row = { ...planned, quoteId, content: withQuote(planned, quoteId ? undefined : data.quotedProviderId) }
  const { created, read, ...chat } = await storeRow(tx.em, {
    row,
    to: data.to,
    at: data.timestamp,
    raw: row.content?.deletedAt ? null : data.raw,
  })
  if (customerAt) await extendWindow(tx, row, customerAt)
  const stored = { ...row, chatId: chat.id, groupId: chat.groupId }
  const shown = messageEventData(stored, await contextOf(tx.em, stored))
  const aggregate = { id: row.id, version: 1 }
  const callback = awaited ? undefined : callbackOf('message_echoes', data)
  tx.emit({ kind: 'message:out', workspace, data: shown, aggregate, traceparent, callback })
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
