import type { Sample } from './sample.ts'

const opusSamplesPerMs = 48
const amrFrameMs = 20
const amrHeaderBytes = 6
/** Bytes of a frame of AMR by its mode, with the byte that states the mode. */
const amrFrameBytes = [13, 14, 16, 18, 20, 21, 27, 32]

/** Longest duration that is believed. */
const durationMsMax = 24 * 3_600_000

/** Returns the duration of sound in milliseconds, as its file states it; undefined when it does not, or not where we look. */
export function durationOf(sample: Pick<Sample, 'head' | 'tail'>, size: number): number | undefined {
  const found = ofOgg(sample) ?? ofMovie(sample.head) ?? ofMovie(sample.tail) ?? ofAmr(sample.head, size)
  return found !== undefined && found > 0 && found <= durationMsMax ? Math.round(found) : undefined
}

/** Reads the position of the last page of Opus in Ogg, the form of voice notes. */
function ofOgg({ head, tail }: Pick<Sample, 'head' | 'tail'>): number | undefined {
  const start = head.indexOf('OpusHead')
  const page = tail.lastIndexOf('OggS')
  if (head.toString('latin1', 0, 4) !== 'OggS' || start < 0 || start + 12 > head.length || page < 0) return undefined
  if (page + 14 > tail.length) return undefined
  const skipped = head.readUInt16LE(start + 10)
  return (Number(tail.readBigInt64LE(page + 6)) - skipped) / opusSamplesPerMs
}

/** Reads the header of a movie in MP4, M4A and 3GP. */
function ofMovie(part: Buffer): number | undefined {
  const at = part.indexOf('mvhd')
  if (at < 0 || at + 36 > part.length) return undefined
  const isLong = part[at + 4] === 1
  const scale = part.readUInt32BE(at + (isLong ? 24 : 16))
  const length = isLong ? Number(part.readBigUInt64BE(at + 28)) : part.readUInt32BE(at + 20)
  return scale > 0 ? (length / scale) * 1000 : undefined
}

/** Counts the frames of AMR, which all have the size of the first. */
function ofAmr(head: Buffer, size: number): number | undefined {
  if (head.toString('latin1', 0, amrHeaderBytes) !== '#!AMR\n') return undefined
  const frameBytes = amrFrameBytes[((head[amrHeaderBytes] ?? 0xff) >> 3) & 0x0f]
  return frameBytes === undefined ? undefined : Math.floor((size - amrHeaderBytes) / frameBytes) * amrFrameMs
}
