import type { Chat, Message } from '../api/kinds.ts'
import type { LiveEvent } from '../live/stream.ts'
import { type AlertSetting } from './setting.ts'

/** Reason of an alert: a customer wrote, or a colleague gave the chat to the person or mentioned them in a note. */
export type AlertReason = 'written' | 'assigned' | 'mentioned'

/** An event that may concern the person. */
export type AlertCause = { reason: AlertReason; chat: string; message?: Message }

/** Older events are left out, such as those of a night that the computer slept through. */
const ageMsMax = 5 * 60_000

/** Returns what an event says to a person who looks elsewhere, or undefined. */
export function causeOf({ event, data, timestamp }: LiveEvent, member: string, now: number): AlertCause | undefined {
  if (timestamp !== undefined && now - Date.parse(timestamp) > ageMsMax) return undefined
  if (event === 'message:in') {
    const message = data as unknown as Message
    return message.type === 'reaction' ? undefined : { reason: 'written', chat: message.chat, message }
  }
  if (event !== 'chat:updated') return undefined
  const { id, change, by, assignee, note } = data as unknown as ChangedChat
  if (by?.id === member) return undefined
  if (change === 'assigned' && assignee?.id === member) return { reason: 'assigned', chat: id }
  if (change === 'noted' && note?.mentions.includes(member)) return { reason: 'mentioned', chat: id }
  return undefined
}

type ChangedChat = Chat & { change: string; by?: { id: string }; note?: { mentions: string[] } }

/** Returns true when the person wants to be alerted: of their chats, of those of nobody where they chose so, never of muted ones. */
export function isWanted({ reason }: AlertCause, chat: Chat, { member, setting }: Preferences): boolean {
  if (chat.muted) return false
  if (reason !== 'written') return true
  return chat.assignee === null ? setting.unassigned : chat.assignee.id === member
}

type Preferences = { member: string; setting: AlertSetting }
