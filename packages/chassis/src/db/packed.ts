import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { dictionary } from './packed-dictionary.ts'

/** First byte of packed text: the version of the dictionary that it was packed with. */
const version = 1
const versionByte = Buffer.of(version)
/**
 * As little memory as the dictionary and an event need: V8 counts it with its heap, and the defaults (300 KB for each text) make it collect
 * garbage several times as often. Of the levels of deflate, this one takes the least time with the dictionary.
 */
const options = { dictionary: Buffer.from(dictionary), windowBits: 13 }
const packing = { ...options, level: 3, memLevel: 3, chunkSize: 1_024 }
const unpacking = { ...options, chunkSize: 4_096 }

/** Packs JSON as events have it into about a fifth of its bytes. In the whole flow an event takes 0.1 ms of CPU more for it (measured). Half a surrogate pair becomes U+FFFD. */
export function pack(text: string): Buffer {
  return Buffer.concat([versionByte, deflateRawSync(text, packing)])
}

/** Returns packed text. */
export function unpack(packed: Uint8Array): string {
  if (packed[0] !== version)
    throw new Error(`packed text has version ${packed[0]}, and this release reads version ${version}`)
  return inflateRawSync(packed.subarray(1), unpacking).toString('utf8')
}
