/** All kinds of ids, by prefix. Ids are opaque to callers. */
export const idPrefixes = {
  msg: 'message',
  chat: 'chat',
  con: 'contact',
  seg: 'segment',
  imp: 'import',
  ers: 'erasure',
  grp: 'group',
  inv: 'invitation to a group',
  chn: 'channel',
  pst: 'post',
  num: 'number',
  whk: 'webhook',
  end: 'webhook endpoint',
  dlv: 'delivery',
  att: 'attempt',
  evt: 'event',
  rpl: 'replay',
  file: 'file',
  lbl: 'label',
  key: 'API key',
  ws: 'workspace',
  mem: 'member',
  tin: 'invitation to the team',
  dep: 'department',
  per: 'person',
  ses: 'session',
  note: 'note',
  chg: 'change of a chat',
  rep: 'saved reply',
  view: 'saved view',
  atm: 'automation',
  run: 'run of an automation',
  ntf: 'notification',
  cbk: 'stored callback',
  upd: 'update of the provider',
  aud: 'entry of the audit log',
} as const

export type IdPrefix = keyof typeof idPrefixes

/** An id in responses, calls and tables: `<prefix>_<26 characters>`. */
export type Id<P extends IdPrefix = IdPrefix> = `${P}_${string}`

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** Pattern of an id after its prefix. */
export const suffixPattern = '[0-7][0-9a-hjkmnp-tv-z]{25}'

const bytesOfId = 16
/** Random bytes for 256 ids at a time. Drawing them individually accounted for most of an id's cost. */
const drawn = new Uint8Array(256 * bytesOfId)
let used = drawn.length

/** Returns sixteen random bytes that no other id gets. */
function drawBytes(): Uint8Array {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn)
    used = 0
  }
  used += bytesOfId
  return drawn.slice(used - bytesOfId, used)
}

let lastMs = 0
let counter = 0

/** Creates the sixteen bytes of a UUIDv7 (RFC 9562), strictly increasing within this process: 48-bit time, 12-bit counter, 62 random bits. */
function uuidv7Bytes(nowMs: number): Uint8Array {
  const bytes = drawBytes()
  if (nowMs > lastMs) {
    lastMs = nowMs
    // The counter starts in its lower half, so that it seldom overflows within a millisecond.
    counter = (((bytes[6] ?? 0) & 0x07) << 8) | (bytes[7] ?? 0)
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  writeTime(bytes, lastMs)
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes
}

/** Writes a time into an id's first six bytes, most significant byte first, so that ids sort by time. */
function writeTime(bytes: Uint8Array, ms: number): void {
  let rest = ms
  for (let i = 5; i >= 0; i--) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

/** Encodes 128 bits as 26 characters of Crockford base32, like TypeID: text order is byte order. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 2
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((value >> bits) & 31)
    }
    value &= (1 << bits) - 1
  }
  return text
}

/** Creates an id that sorts by creation time (TypeID over UUIDv7). */
export const newId = <P extends IdPrefix>(prefix: P): Id<P> => `${prefix}_${base32(uuidv7Bytes(Date.now()))}`

/** Returns the id with these bytes, for ids that are derived from something else: the same bytes give the same id. */
export const idFromBytes = <P extends IdPrefix>(prefix: P, bytes: Uint8Array): Id<P> =>
  `${prefix}_${base32(bytes.subarray(0, 16))}`

/** Returns the sixteen bytes of an id, from which the other APIs derive ids in their own formats. */
export function idBytes(id: string): Uint8Array {
  let value = 0n
  for (const char of id.slice(id.lastIndexOf('_') + 1)) value = (value << 5n) | BigInt(alphabet.indexOf(char))
  return Uint8Array.from({ length: 16 }, (_, i) => Number((value >> BigInt(8 * (15 - i))) & 0xffn))
}

/** Returns the smallest id with a time of `ms` or later, which marks the start of a time partition. No id is older than 1970. */
export function idFloor<P extends IdPrefix>(prefix: P, ms: number): Id<P> {
  const bytes = new Uint8Array(16)
  writeTime(bytes, Math.max(0, ms))
  return `${prefix}_${base32(bytes)}`
}

/** Returns the time in an id, in milliseconds since 1970. Meaningless for ids from `idFromBytes`. */
export function idTimeMs(id: string): number {
  const suffix = id.slice(id.lastIndexOf('_') + 1)
  let value = 0
  // Ten characters are 50 bits: two zero bits, and the 48 bits of the time.
  for (const char of suffix.slice(0, 10)) value = value * 32 + alphabet.indexOf(char)
  return value
}
