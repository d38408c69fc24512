import type { Tx } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import { followCustomer } from '../chats/change-recipient.sql.ts'
import { presentChat } from '../chats/present.ts'
import { recordChanges } from '../chats/record-changes.ts'
import { type GroupPlace, type TouchedChat, touchChat } from '../chats/touch.sql.ts'
import { withQuote } from '../content/incoming.ts'
import type { Author, ChatRow } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'
import { queueMedia } from '../files/received-media.sql.ts'
import { countAnswer } from './count-answer.ts'
import { insertIncoming } from './incoming.sql.ts'
import { chatStateOf, messageEventData } from './present.ts'
import { findByProviderId } from './rows.sql.ts'

/** An incoming message as the provider reported it. */
export type Incoming = BusEvent<'provider:message'>

/** An incoming message, its row as planned, and the group that it was written in. */
export type IncomingMessage = { event: Incoming; row: MessageRow; group: GroupPlace | null }

/** Stores an incoming message in its chat and announces it. */
export async function storeIncoming(tx: Tx, { event, row, group }: IncomingMessage): Promise<void> {
  const { data, workspace, traceparent } = event
  const quoteId = data.quotedProviderId ? await findByProviderId(tx.em, data.number, data.quotedProviderId) : null
  const planned: MessageRow = { ...row, quoteId, content: withQuote(row, quoteId ? undefined : data.quotedProviderId) }
  const touched = touchChat(tx, { row: planned, at: data.timestamp, group })
  const [chat] = await Promise.all([touched, insertIncoming(tx.em, planned, data.raw)])
  const stored = inChat(planned, chat)
  const { numberPhone, numberName, contactFields, contactBlocked } = chat
  const around = {
    chatName: chat.name ?? null,
    contactId: chat.contactId ?? null,
    numberPhone,
    numberName,
    chatState: chatStateOf(chat, chat.version === 1),
    contactFields,
    contactBlocked,
  }
  tx.emit({
    kind: 'message:in',
    workspace,
    data: messageEventData(stored, around),
    aggregate: { id: row.id, version: 1 },
    traceparent,
  })
  if (!stored.content?.blocked) await countAnswer(tx, stored, traceparent)
  await queueMedia(tx, stored)
  const changes = changesOf(chat)
  recordChanges(
    tx.em,
    changes.map((change) => ({ chat, change })),
  )
  for (const change of changes) {
    tx.emit({
      kind: 'chat:updated',
      workspace,
      data: { ...presentChat(chat), change, ...snoozedBy(change, chat) },
      aggregate: { id: chat.id, version: chat.version },
      traceparent,
    })
  }
  await followCustomer(tx, event, chat)
}

function changesOf({ version, reopened, woken }: TouchedChat): ('created' | 'reopened' | 'woken')[] {
  if (version === 1) return ['created']
  return [...(reopened ? (['reopened'] as const) : []), ...(woken ? (['woken'] as const) : [])]
}

function snoozedBy(change: string, { snoozedBy: by }: TouchedChat): { snoozedBy?: Author } {
  return change === 'woken' && by ? { snoozedBy: by } : {}
}

/** The message as it was stored: in the chat that is there, from the contact that a chat with one person knows. */
function inChat(row: MessageRow, { id, type, contactId }: ChatRow): MessageRow {
  const sender = type === 'direct' && contactId ? { ...row.sender, contact: contactId } : row.sender
  return { ...row, chatId: id, sender } as MessageRow
}
