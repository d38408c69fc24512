import { inflateSync } from 'node:zlib'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'

type Sample = { mime: string; deflated: string; fields: Record<string, unknown> }

/** Complete sample files: a green image, a second of green video, a second of silence, a page with a word, a green sticker. */
const samples: Readonly<Record<string, Sample>> = {
  image: {
    mime: 'image/png',
    fields: {},
    deflated: [
      'eNrrDPBz5+WS4mJgYOD19HAJAtICIMzBBCQnTMwwA1Jini6OIRW3kgP2znETSpK4arAq8UcWA8PFzDgBlvfFk4EqGDxd/VzWOSU0AQCP5hQ0',
    ].join(''),
  },
  video: {
    mime: 'video/mp4',
    fields: {},
    deflated: [
      'eNpjYGBQSCupLMgszs9lYGBiANFAbJRYlmyYW2BiCBTzyc3PL2NgYMjJLctIYUABzC/AmJEBhBCAEVUVOt+BAS9gAmq4UVKUmA1kx5Rkg+1kxjQNZD',
      'd+e7DaKwDFDIwluSmZiUCGQm4Kdn+FHgFzFDNScopgMmWZKanotmjnZualARkiZblgg5CtVUmByMmkFKWmITmLp7QoRwHKfl1ckpQDpJuLS4pTkNQU',
      'gyIBh9dAnhBg8ADSHjhVoAOJ//+BpCzQVGdGpwNc/x8ysKUD6btPGBlYMs5ZNICUFJeUFCMZyAgNZxmg05JRxeEYqKe4CjXUGbtAwVFckpyPEGMqAV',
      'KTclMSQXRbakdLW0PtCAcJFIJQCkEDAPwp9RQ=',
    ].join(''),
  },
  sticker: {
    mime: 'image/webp',
    fields: { animated: false },
    deflated: 'eNoL8nRzk2BgYAh3dQoIC7Dw4QGy9f8frBfQyIo/dfU/AwB9sgmx',
  },
  audio: {
    mime: 'audio/ogg; codecs=opus',
    fields: { voice: true },
    deflated: [
      'eNrzT08PZmBigAJGKC0z/+tNRmH/gtJij9TEFEZGC8aG3WAJf5ByBmTlIHyKNaqCURKkPCQxvZgTKFKcmVuak1iSXwTXxAI1AawBZOHLEONjRs',
      'wkgx///w1CBAB1BKx2',
    ].join(''),
  },
  document: {
    mime: 'application/pdf',
    fields: { filename: 'sample.pdf' },
    deflated: [
      'eNplkc1OwzAQhO9+ir1EggPYTmIEUpVDSiMkQFRNbhUHt9mEVGlc2Q4qPD3ODykoe7C1s9+ORra3fkxu+G1IODBQu8NiQbOvE9KltLJWJV3LEg',
      '34briJImxyhxD/P9oj9LnKzTbouHe6VG1jgU8LwXzBHRod1DvTV8wrGavzlrnWZww4Y51NYx1jIOyhDRrV6j0a55O4UXf9WnY9Tdud7ZpO4TSW',
      'Bnv5CetPtNVeRmONqcIp1Qs2pf2AQESRsRrlkcQZ0AT4PWSFywOhgCyHq1QeTzVeQ3aAVUaczUCPfmeNBWEgCJsK7oQIBBRw0R5gmDQXTfgzjT',
      'M+03zxR7NaVjVqFz6tvhEE3Sjlnnz4J2Ks1LbPEwSceN7qLSE/L8WI4Q==',
    ].join(''),
  },
}

/** Stores a sample file for the type and returns content that refers to it; undefined for a type without a sample. */
export function keepSample(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { type, text }: { type: string; text?: string | undefined },
): Record<string, unknown> | undefined {
  const sample = Object.hasOwn(samples, type) ? samples[type] : undefined
  if (sample === undefined) return undefined
  const bytes = inflateSync(Buffer.from(sample.deflated, 'base64'))
  const { id, mime, sha256 } = simulator.media.add({
    phoneNumberId: number.phoneNumberId,
    mime: sample.mime,
    bytes,
  })
  const caption = text !== undefined && type !== 'audio' && type !== 'sticker' ? { caption: text } : {}
  return { id, mime_type: mime, sha256: Buffer.from(sha256, 'hex').toString('base64'), ...sample.fields, ...caption }
}
