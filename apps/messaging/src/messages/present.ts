import { isoTime } from '@posthorn/chassis'
import type { message, messageSummaries, waiting } from '@posthorn/contracts'
import type { z } from 'zod'
import { shown } from '../content/shown.ts'
import type { MessageRow } from '../entities/message.ts'

/** A message as answers and events show it. */
export type PresentedMessage = z.output<typeof message>
/** What a queued message waits for. */
export type Waiting = z.output<typeof waiting>
/** What the queue knows of a waiting message. */
export type QueueView = { waiting?: Waiting; nextAt?: string; estimatedSendAt?: string }

const given = <K extends string, V>(key: K, value: V | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as { [P in K]?: V }

/** A message as answers and events show it; absent things are left out. */
export function presentMessage(row: MessageRow, queue: QueueView = {}): PresentedMessage {
  const out = row.direction === 'out'
  return {
    id: row.id,
    number: row.numberId,
    direction: row.direction,
    chat: row.chatId,
    ...given('phone', row.phone),
    ...given('group', row.groupId),
    ...given('channel', channelOf(row)),
    ...given('post', row.content?.post),
    type: row.type,
    ...given('message', row.body),
    ...shown(row.content),
    ...given(row.type === 'reaction' ? 'reactionMessage' : 'quote', row.quoteId),
    ...given('reference', row.reference),
    ...given('priority', row.priority),
    ...(out ? { order: row.ordered === false ? ('none' as const) : ('chat' as const) } : {}),
    ...given('onUnknown', row.onUnknown),
    status: row.status,
    statusAt: row.statusAt,
    ...given('waiting', queue.waiting),
    ...given('estimatedSendAt', queue.estimatedSendAt),
    ...given('error', row.error),
    ...given('providerId', row.providerId),
    ...(out ? { retry: { count: Math.max(0, row.attempts - 1), ...given('nextAt', queue.nextAt) } } : {}),
    ...given('from', row.sender),
    createdAt: isoTime(row.createdAt) as string,
    ...given('deliverAt', isoTime(row.deliverAt)),
    ...given('expiresAt', isoTime(row.expiresAt)),
  }
}

/** The row's surroundings that message events carry. */
export type Surroundings = {
  chatName: string | null
  contactId: string | null
  numberPhone: string | null
  numberName: string | null
}

/** The channel a message is posted to. */
function channelOf({ recipient }: { recipient: string }): string | null {
  return recipient.startsWith('chn_') ? recipient : null
}

/** Who wrote a message in a group, as a contact. */
function participant({ sender }: MessageRow): z.output<typeof messageSummaries>['contact'] {
  if (!sender?.contact) return null
  return { id: sender.contact, name: sender.name ?? null, phone: sender.phone ?? null }
}

/** `data` of a message event: the message, and summaries of chat, contact and number so that a receiver needs no second call. */
export function messageEventData(
  row: MessageRow,
  around: Surroundings,
): PresentedMessage & { summaries: z.output<typeof messageSummaries> } {
  const phone = row.phone ?? null
  return {
    ...presentMessage(row),
    summaries: {
      chat: { id: row.chatId, name: around.chatName, phone },
      contact: around.contactId ? { id: around.contactId, name: around.chatName, phone } : participant(row),
      number: { id: row.numberId, phone: around.numberPhone, name: around.numberName },
    },
  }
}
