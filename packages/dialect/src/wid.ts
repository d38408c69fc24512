import { readPhone } from '@posthorn/contracts'
import { digitsOf, type IdRange, rangeOfShortId, readId, shortIdOfDigits } from './ids.ts'

export type Target =
  | { phone: string }
  | { person: string }
  | { group: { short: string; range: IdRange<'grp'> } | { id: string } }
  | { channel: { short: string; range: IdRange<'chn'> } | { id: string } }
  | { chat: string }

export function widOfPhone(phone: string): string {
  return `${phone.replace(/^\+/, '')}@c.us`
}

/** Returns a wid for a person whose phone number is hidden: the digits of the provider's id. */
export function widOfPerson(userId: string): string {
  return `${userId.replace(/\D/g, '')}@lid`
}

export function widOfGroup(id: string): string {
  return `${digitsOf(id)}@g.us`
}

export function widOfChannel(id: string): string {
  return `${digitsOf(id)}@newsletter`
}

type Addressed = {
  id?: string
  phone?: string | null | undefined
  group?: string | null | undefined
  channel?: string | null | undefined
  chat?: string | undefined
}

/**
 * Returns the wid of an object's chat. If the phone number is hidden, the wid has the digits of the chat's id, so that the chat can be
 * found again.
 */
export function widOf({ id, phone, group, channel, chat }: Addressed): string {
  if (group) return widOfGroup(group)
  if (channel) return widOfChannel(channel)
  if (phone) return widOfPhone(phone)
  return `${digitsOf(chat ?? id ?? '')}@lid`
}

/** Parses a group: its wid, its digits, or an id. */
export function readGroup(text: string): Target | undefined {
  return readPlace(text.replace(/@g\.us$/, ''), 'grp')
}

/** Parses a channel: its wid, its digits, or an id. */
export function readChannel(text: string): Target | undefined {
  return readPlace(text.replace(/@newsletter$/, ''), 'chn')
}

function readPlace(text: string, prefix: 'grp' | 'chn'): Target | undefined {
  if (/^\d{1,29}$/.test(text)) {
    const short = shortIdOfDigits(text)
    return short === undefined ? undefined : placed(prefix, { short, range: rangeOfShortId(prefix, short) })
  }
  const found = readId(prefix, text)
  return found && placed(prefix, found)
}

function placed(prefix: 'grp' | 'chn', found: object): Target {
  return (prefix === 'grp' ? { group: found } : { channel: found }) as Target
}

/** Parses any wid, a phone number with or without a plus sign, or a chat id. Returns undefined for anything else. */
export function readWid(raw: string): Target | undefined {
  const text = raw.trim()
  if (text.endsWith('@g.us')) return readGroup(text)
  if (text.endsWith('@newsletter')) return readChannel(text)
  if (/^\d{1,32}@lid$/.test(text)) return { person: text.slice(0, -'@lid'.length) }
  if (text.startsWith('chat_')) return readId('chat', text) ? { chat: text } : undefined
  if (text.startsWith('grp_')) return readGroup(text)
  if (text.startsWith('chn_')) return readChannel(text)
  const phone = readPhone(text)
  return phone === null ? undefined : { phone }
}
