import type { Chat, Message } from '../api/kinds.ts'
import type { Notification } from '../api/notifications.ts'
import type { LiveEvent } from '../live/stream.ts'
import type { AlertSetting } from './setting.ts'

/** A message of a customer that may be of interest to the person. */
export type WrittenCause = { chat: string; message: Message }

/** Older events are left out, such as those of a night that the computer slept through. */
const ageMsMax = 5 * 60_000

const isOld = (at: string | undefined, now: number) => at !== undefined && now - Date.parse(at) > ageMsMax

/** Returns the message that a customer wrote with this event, or undefined. */
export function writtenIn({ event, data, timestamp }: LiveEvent, now: number): WrittenCause | undefined {
  if (event !== 'message:in' || isOld(timestamp, now)) return undefined
  const message = data as unknown as Message
  return message.type === 'reaction' ? undefined : { chat: message.chat, message }
}

/** Returns true when the person wants to be alerted of what customers write in a chat: their own, those of no one where they chose so, never muted ones. */
export function isWanted(chat: Chat, { member, setting }: { member: string; setting: AlertSetting }): boolean {
  if (chat.muted) return false
  return chat.assignee === null ? setting.unassigned : chat.assignee.id === member
}

/**
 * Returns the notifications that came after the newest one that was known. Before anything was read (undefined) there are none: what
 * came while no one looked is in the list.
 */
export function freshOf(newest: string | undefined, unread: readonly Notification[], now: number): Notification[] {
  if (newest === undefined) return []
  return unread.filter(({ id, createdAt }) => id > newest && !isOld(createdAt, now))
}
