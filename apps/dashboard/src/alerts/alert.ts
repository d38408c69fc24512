import type { Chat, Message, Notification } from '@posthorn/sdk'
import { useSyncExternalStore } from 'react'
import type { LiveEvent } from '../live/stream.ts'
import { say } from '../words/words.ts'

export type AlertSetting = { desktop: boolean; sound: boolean; title: boolean; unassigned: boolean }

const initialSetting: AlertSetting = { desktop: false, sound: false, title: true, unassigned: true }
/** Name of a member's settings. Several members may use the same browser. */
const storageKeyOf = (memberId: string) => `posthorn.alerts.${memberId}`
const storedText = (memberId: string) => localStorage.getItem(storageKeyOf(memberId))

/** Returns a member's alert settings in this browser. */
export const alertSetting = (memberId: string): AlertSetting => readSetting(storedText(memberId))

/** Parses stored settings. Uses the defaults for missing or invalid values. */
export function readSetting(text: string | null): AlertSetting {
  try {
    const stored = Object.entries(JSON.parse(text ?? '{}') as object)
    const fitting = stored.filter(([name, value]) => name in initialSetting && typeof value === 'boolean')
    return { ...initialSetting, ...Object.fromEntries(fitting) }
  } catch {
    return initialSetting
  }
}

/** Changes some of a member's settings in this browser. Each tab uses them at once. */
export function changeAlertSetting(memberId: string, change: Partial<AlertSetting>): void {
  localStorage.setItem(storageKeyOf(memberId), JSON.stringify({ ...alertSetting(memberId), ...change }))
  // The browser tells only the other tabs.
  dispatchEvent(new StorageEvent('storage'))
}

/** Returns a member's alert settings in this browser, and updates when this or another tab changes them. */
export const useAlertSetting = (memberId: string): AlertSetting =>
  readSetting(useSyncExternalStore(onStorage, () => storedText(memberId)))

/** Calls the listener when settings change in this tab, or when anything that the browser stores changes in another. */
function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

const pushedKey = 'posthorn.pushed'

/** Kinds of alerts for which the push service notifies this browser, so that the page doesn't show them again. */
export const pushedKinds = (): string[] => localStorage.getItem(pushedKey)?.split(',') ?? []

/** Remembers for which kinds of alerts this browser gets pushes; null for none. */
export function rememberPushed(device: { kinds: readonly string[] } | null): void {
  if (device) localStorage.setItem(pushedKey, device.kinds.join(','))
  else localStorage.removeItem(pushedKey)
}

const tones = [
  { frequency: 660, at: 0 },
  { frequency: 880, at: 0.12 },
]
const toneSeconds = 0.18
const loudness = 0.08

let audioContext: AudioContext | undefined

/**
 * Plays two short tones. Browsers stay silent until the member has clicked in the page. Resolves well after the tones have ended: until then,
 * a lock keeps other tabs, which get the same alert a little later, from playing them too.
 */
export async function playSound(): Promise<void> {
  const audio = (audioContext ??= new AudioContext())
  if (audio.state === 'suspended') await audio.resume()
  for (const { frequency, at } of tones) playTone(audio, frequency, audio.currentTime + at)
  await new Promise((resolve) => setTimeout(resolve, 600))
}

/** Plays one tone that fades out, because an abrupt end would click. */
function playTone(audio: AudioContext, frequency: number, at: number): void {
  const tone = new OscillatorNode(audio, { frequency })
  const volume = new GainNode(audio, { gain: loudness })
  volume.gain.setValueAtTime(loudness, at)
  // An exponential ramp can't reach zero.
  volume.gain.exponentialRampToValueAtTime(0.0001, at + toneSeconds)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + toneSeconds)
}

/** Maximum age of an event to alert for. Older events may be from a night when the computer was asleep. */
const ageMsMax = 5 * 60_000

/** Whether an event or a notification is too old to alert for. */
const isOld = (at: string, now: number) => now - Date.parse(at) > ageMsMax

/** Returns the customer's message that an event reports, if someone may have to answer it. Undefined for old events too, as after sleep. */
export function writtenIn({ event, data, occurredAt }: LiveEvent, now: number): Message | undefined {
  if (event !== 'message:in' || isOld(occurredAt, now)) return undefined
  const message = data as unknown as Message
  const needsNoAnswer = message.type === 'reaction' || message.blocked || message.rating !== null
  return needsNoAnswer ? undefined : message
}

/**
 * Whether the person wants alerts for a chat: always for their own chats, for unassigned chats if they chose that, never for muted chats.
 */
export function isWanted(chat: Chat, { memberId, setting }: { memberId: string; setting: AlertSetting }): boolean {
  if (chat.muted) return false
  return chat.assignee === null ? setting.unassigned : chat.assignee.id === memberId
}

/**
 * Returns the notifications to alert for: newer than the newest known one, which is a greater id, and not too old. Before the first read
 * (undefined), returns none, because the list shows them.
 */
export function freshOf(newest: string | undefined, unread: readonly Notification[], now: number): Notification[] {
  if (newest === undefined) return []
  return unread.filter(({ id, createdAt }) => id > newest && !isOld(createdAt, now))
}

type AlertLink = { to: string; search: { m?: string } }

/** Returns the page that a notification leads to: what it is about or, if that isn't known, the list of notifications. */
export function placeOfNotification({ chat, message, number, webhook }: Notification): AlertLink {
  if (chat) return { to: `inbox/all/${chat}`, search: message ? { m: message } : {} }
  if (webhook) return { to: `developer/webhooks/${webhook}`, search: {} }
  return { to: number ? `numbers/${number}` : 'notifications', search: {} }
}

/** Returns a notification's sentence. For an assignment or a mention, it names the colleague who caused it, if there is one. */
export function sayNotification({ kind, reason, by }: Notification): string {
  if (kind === 'number') return say(`alert.number.${numberReasons.find((known) => known === reason) ?? 'error'}`)
  if (kind === 'webhook') return say(reason === 'disabled' ? 'alert.webhook.disabled' : 'alert.webhook.failing')
  if (kind === 'failed' || kind === 'woken') return say(`alert.${kind}`)
  return by?.name ? say(`alert.${kind}By`, { name: by.name }) : say(`alert.${kind}`)
}

const numberReasons = ['offline', 'error', 'restricted', 'reported'] as const
