import { type Id, type IdPrefix, idBytes, idFromBytes, readPhone, suffixPattern } from '@posthorn/contracts'

export type Target =
  | { phone: string }
  | { person: string }
  | { group: IdReference<'grp'> }
  | { channel: IdReference<'chn'> }
  | { chat: string }

/** Returns the wid of a person with this phone number. */
export const widOfPhone = (phone: string): string => `${phone.replace(/^\+/, '')}@c.us`

type Person = {
  phone?: string | null | undefined
  userId?: string | null | undefined
  contact?: string | null | undefined
}

/**
 * Returns the wid of a person in a group: that of their phone number or else their contact, which find the person again. Without both, it
 * has the digits of the provider's id, which only tell the person from others in the group.
 */
export const widOfPerson = ({ phone, userId, contact }: Person): string =>
  phone || contact ? widOf({ phone, id: contact ?? undefined }) : `${(userId ?? '0').replace(/\D/g, '')}@lid`

export const widOfGroup = (id: string): string => `${digitsOf(id)}@g.us`

export const widOfChannel = (id: string): string => `${digitsOf(id)}@newsletter`

type Addressed = {
  id?: string | undefined
  phone?: string | null | undefined
  group?: string | null | undefined
  channel?: string | null | undefined
  chat?: string | undefined
}

/**
 * Returns the wid of an object's chat, or of a contact. For a hidden phone number, it has the digits of the id of the chat or the contact,
 * which find it again.
 */
export function widOf({ id, phone, group, channel, chat }: Addressed): string {
  if (group) return widOfGroup(group)
  if (channel) return widOfChannel(channel)
  if (phone) return widOfPhone(phone)
  return `${digitsOf(chat ?? id ?? '')}@lid`
}

/** Parses a group: its wid, its digits, or an id. */
export const readGroup = (text: string): Target | undefined => readPlace(text.replace(/@g\.us$/, ''), 'grp')

/** Parses a channel: its wid, its digits, or an id. */
export const readChannel = (text: string): Target | undefined => readPlace(text.replace(/@newsletter$/, ''), 'chn')

/** Parses a group or channel: the decimal digits of its short id, or an id in any format. */
function readPlace(text: string, prefix: 'grp' | 'chn'): Target | undefined {
  if (/^\d{1,29}$/.test(text)) {
    const short = shortIdOfDigits(text)
    return short === undefined ? undefined : placed(prefix, { short, range: rangeOfShortId(prefix, short) })
  }
  const found = readId(prefix, text)
  return found && placed(prefix, found)
}

/** Returns a target of the kind that the prefix means. */
const placed = (prefix: 'grp' | 'chn', reference: object): Target =>
  (prefix === 'grp' ? { group: reference } : { channel: reference }) as Target

/** Parses any wid, a phone number with or without a plus sign, or the id of a chat, group or channel. Undefined for other text. */
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

/** Random bits at the end of an id that its short form omits. */
const droppedBits = 26n
const versionBits = 0x7n
const variantBits = 0x2n

const hexOf = (id: string): string => Buffer.from(idBytes(id)).toString('hex')

const idOfHex = <P extends IdPrefix>(prefix: P, hex: string): Id<P> => idFromBytes(prefix, Buffer.from(hex, 'hex'))

/** Returns the 122 variable bits of an id. */
function varyingBits(id: string): bigint {
  const bits = BigInt(`0x${hexOf(id)}`)
  const time = bits >> 80n
  const counter = (bits >> 64n) & 0xfffn
  const random = bits & ((1n << 62n) - 1n)
  return (((time << 12n) | counter) << 62n) | random
}

/** Reverses `varyingBits`: puts back the version and variant, which are the same in every id. */
function idOfVaryingBits<P extends IdPrefix>(prefix: P, varying: bigint): Id<P> {
  const random = varying & ((1n << 62n) - 1n)
  const counter = (varying >> 62n) & 0xfffn
  const time = varying >> 74n
  const bits = (time << 80n) | (versionBits << 76n) | (counter << 64n) | (variantBits << 62n) | random
  return idOfHex(prefix, bits.toString(16).padStart(32, '0'))
}

/** Returns the first 96 variable bits of an id (time, counter, and 36 random bits) as 24 hex digits, as most ids in the dialect have. */
export const shortIdOf = (id: string): string => (varyingBits(id) >> droppedBits).toString(16).padStart(24, '0')

/** Returns all bits of an id as 32 hex digits, like WhatsApp's message ids. */
export const longIdOf = (id: string): string => hexOf(id).toUpperCase()

/** A range of ids with the same short id. At most one of them exists, so a search in the range finds the object that a short id means. */
export type IdRange<P extends IdPrefix = IdPrefix> = { from: Id<P>; to: Id<P> }

/** Returns the lowest and highest id that have this short id. */
export function rangeOfShortId<P extends IdPrefix>(prefix: P, short: string): IdRange<P> {
  const from = BigInt(`0x${short}`) << droppedBits
  const to = from | ((1n << droppedBits) - 1n)
  return { from: idOfVaryingBits(prefix, from), to: idOfVaryingBits(prefix, to) }
}

export type IdReference<P extends IdPrefix = IdPrefix> = { id: Id<P> } | { short: string; range: IdRange<P> }

const suffix = new RegExp(`^${suffixPattern}$`)

/** Parses an id in any format: 24 or 32 hex digits, or ours. Undefined for other text. */
export function readId<P extends IdPrefix>(prefix: P, text: string): IdReference<P> | undefined {
  if (/^[0-9a-f]{24}$/i.test(text)) {
    const short = text.toLowerCase()
    return { short, range: rangeOfShortId(prefix, short) }
  }
  if (/^[0-9a-f]{32}$/i.test(text)) return { id: idOfHex(prefix, text) }
  if (text.startsWith(`${prefix}_`) && suffix.test(text.slice(prefix.length + 1))) return { id: text as Id<P> }
  return undefined
}

/** Returns the short id that an id in any format means; other text as it is. */
export function readShortId(prefix: IdPrefix, text: string): string {
  const reference = readId(prefix, text) ?? { short: text }
  return 'id' in reference ? shortIdOf(reference.id) : reference.short
}

/** Returns the short id in decimal digits, as in group and channel ids. */
export const digitsOf = (id: string): string => BigInt(`0x${shortIdOf(id)}`).toString()

/** Returns the short id that decimal digits mean, in hex; undefined if the number is too large for one. */
export function shortIdOfDigits(digits: string): string | undefined {
  const hex = BigInt(digits).toString(16).padStart(24, '0')
  return hex.length === 24 ? hex : undefined
}
