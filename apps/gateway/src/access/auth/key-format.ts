import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Beginnings of keys: of those that reach real numbers, and of those for tests. */
const prefixes = { live: 'ph_live_', test: 'ph_test_' } as const
const publicIdCharacters = 12
const secretCharacters = 36
const checksumCharacters = 6
const pattern = /^ph_(?:live|test)_([0-9A-Za-z]{12})_([0-9A-Za-z]{36,64})([0-9A-Za-z]{6})$/

/** A new key: the text that its owner gets once, and the parts of which something is stored. */
export type NewKey = { key: string; publicId: string; secret: string }

/** Returns random base62, every character equally likely. */
function randomText(characters: number): string {
  let text = ''
  while (text.length < characters) {
    for (const byte of randomBytes(characters)) {
      // 248 is the largest multiple of 62 in a byte; the rest would favor some characters.
      if (byte < 248 && text.length < characters) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}

/** Returns the CRC32 of a text in base62, by which typing errors and guesses are refused without a look-up. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  for (let i = 0; i < checksumCharacters; i++) {
    checksum = alphabet.charAt(rest % 62) + checksum
    rest = Math.floor(rest / 62)
  }
  return checksum
}

/** Makes a key: `ph_live_<12 public>_<36 secret><6 checksum>`, 63 characters, 214 secret bits; one for tests begins with `ph_test_`. */
export function newKey(isTest = false): NewKey {
  const publicId = randomText(publicIdCharacters)
  const secret = randomText(secretCharacters)
  const body = `${hintOf(publicId, isTest)}_${secret}`
  return { key: body + checksumOf(body), publicId, secret }
}

/** Returns the parts of a key's text, or null when its form or checksum is wrong. */
export function parseKey(key: string): { publicId: string; secret: string } | null {
  const [, publicId, secret] = pattern.exec(key) ?? []
  if (!publicId || !secret) return null
  return checksumOf(key.slice(0, -checksumCharacters)) === key.slice(-checksumCharacters) ? { publicId, secret } : null
}

/** Returns the public part of a key as lists show it. */
export function hintOf(publicId: string, isTest = false): string {
  return prefixes[isTest ? 'test' : 'live'] + publicId
}
