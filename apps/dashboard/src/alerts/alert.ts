import type { Chat, Message, Notification } from '@posthorn/sdk'
import type { LiveEvent } from '../live/stream.ts'
import { say } from '../words/words.ts'
import type { AlertSetting } from './setting.ts'

/** A customer's message that the person may want to know about. */
export type WrittenCause = { chat: string; message: Message }

/** Maximum age of an event to alert for. Older events may be from a night when the computer was asleep. */
const ageMsMax = 5 * 60_000

/** Whether an event is too old to alert for. An event without a time counts as new. */
const isOld = (occurredAt: string | undefined, now: number) =>
  occurredAt !== undefined && now - Date.parse(occurredAt) > ageMsMax

/** Returns the customer's message that an event reports, unless it is old or only a reaction. */
export function writtenIn({ event, data, timestamp }: LiveEvent, now: number): WrittenCause | undefined {
  if (event !== 'message:in' || isOld(timestamp, now)) return undefined
  const message = data as unknown as Message
  return message.type === 'reaction' ? undefined : { chat: message.chat, message }
}

/**
 * Whether the person wants alerts for a chat: always for their own chats, for unassigned chats if they chose that, never for muted chats.
 */
export function isWanted(chat: Chat, { memberId, setting }: { memberId: string; setting: AlertSetting }): boolean {
  if (chat.muted) return false
  return chat.assignee === null ? setting.unassigned : chat.assignee.id === memberId
}

/**
 * Returns the notifications that are newer than the newest known one; a newer notification has a greater id. Before the first read
 * (undefined), returns none, because the list shows them.
 */
export function freshOf(newest: string | undefined, unread: readonly Notification[], now: number): Notification[] {
  if (newest === undefined) return []
  return unread.filter(({ id, createdAt }) => id > newest && !isOld(createdAt, now))
}

type AlertLink = { to: string; search: Record<string, string | undefined> }

/** Returns the page that a notification is about. */
export function placeOf({ chat, message, number, webhook }: Notification): AlertLink {
  if (chat) return { to: `inbox/all/${chat}`, search: message ? { m: message } : {} }
  if (webhook) return { to: `developer/webhooks/${webhook}`, search: {} }
  return { to: number ? `numbers/${number}` : 'notifications', search: {} }
}

/** Returns a notification's sentence, with the name of the colleague who caused it, if there is one. */
export function sayNotification({ kind, reason, by }: Notification): string {
  if (kind === 'number') return say(`alert.number.${numberReasons.find((known) => known === reason) ?? 'error'}`)
  if (kind === 'webhook') return say(reason === 'disabled' ? 'alert.webhook.disabled' : 'alert.webhook.failing')
  if (kind === 'failed' || kind === 'woken') return say(`alert.${kind}`)
  return by?.name ? say(`alert.${kind}By`, { name: by.name }) : say(`alert.${kind}`)
}

const numberReasons = ['offline', 'error', 'restricted', 'reported'] as const
