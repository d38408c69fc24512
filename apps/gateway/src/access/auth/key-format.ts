import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefixes = { live: 'ph_live_', test: 'ph_test_' } as const
const publicIdCharacters = 12
const secretCharacters = 36
const checksumCharacters = 6
const pattern = /^ph_(?:live|test)_([0-9A-Za-z]{12})_([0-9A-Za-z]{36,64})([0-9A-Za-z]{6})$/

/** A new key: the text shown once to its owner, and its parts. */
export type NewKey = { key: string; publicId: string; secret: string }

/** Returns uniformly distributed random base62 text. */
function randomText(characters: number): string {
  let text = ''
  while (text.length < characters) {
    for (const byte of randomBytes(characters)) {
      // 248 is the largest multiple of 62 that fits in a byte. Higher values would favor some characters.
      if (byte < 248 && text.length < characters) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}

/** Returns the CRC32 of a text, encoded in base62. It exposes typos and guesses without a database lookup. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  for (let i = 0; i < checksumCharacters; i++) {
    checksum = alphabet.charAt(rest % 62) + checksum
    rest = Math.floor(rest / 62)
  }
  return checksum
}

/** Creates a key: `ph_live_<12 public>_<36 secret><6 checksum>`, 63 characters with 214 secret bits. Test keys start with `ph_test_`. */
export function newKey(isTest = false): NewKey {
  const publicId = randomText(publicIdCharacters)
  const secret = randomText(secretCharacters)
  const body = `${hintOf(publicId, isTest)}_${secret}`
  return { key: body + checksumOf(body), publicId, secret }
}

/** Parses a key. Returns null if its format or checksum is wrong. */
export function parseKey(key: string): { publicId: string; secret: string } | null {
  const [, publicId, secret] = pattern.exec(key) ?? []
  if (!publicId || !secret) return null
  return checksumOf(key.slice(0, -checksumCharacters)) === key.slice(-checksumCharacters) ? { publicId, secret } : null
}

/** Returns the public part of a key, as shown in lists. */
export function hintOf(publicId: string, isTest = false): string {
  return prefixes[isTest ? 'test' : 'live'] + publicId
}
