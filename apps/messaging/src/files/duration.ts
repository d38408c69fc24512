import type { Sample } from './sample.ts'

const opusSamplesPerMs = 48
const amrFrameMs = 20
const amrHeaderBytes = 6
/** Frame sizes of AMR by mode, including the mode byte. */
const amrFrameBytes = [13, 14, 16, 18, 20, 21, 27, 32]

/** Longer durations are treated as invalid. */
const durationMsMax = 24 * 3_600_000

/** Reads the duration of a sound file in milliseconds. Undefined if it isn't in the parts we read. */
export function durationOf(sample: Pick<Sample, 'head' | 'tail'>, size: number): number | undefined {
  const found = ofOgg(sample) ?? ofMovie(sample.head) ?? ofMovie(sample.tail) ?? ofAmr(sample.head, size)
  return found !== undefined && found > 0 && found <= durationMsMax ? Math.round(found) : undefined
}

/** Reads the position of the last page in Ogg Opus, the format of voice notes. */
function ofOgg({ head, tail }: Pick<Sample, 'head' | 'tail'>): number | undefined {
  const start = head.indexOf('OpusHead')
  const page = tail.lastIndexOf('OggS')
  if (head.toString('latin1', 0, 4) !== 'OggS' || start < 0 || start + 12 > head.length || page < 0) return undefined
  if (page + 14 > tail.length) return undefined
  const skipped = head.readUInt16LE(start + 10)
  return (Number(tail.readBigInt64LE(page + 6)) - skipped) / opusSamplesPerMs
}

/** Reads the movie header of MP4, M4A and 3GP. */
function ofMovie(part: Buffer): number | undefined {
  const at = part.indexOf('mvhd')
  if (at < 0 || at + 36 > part.length) return undefined
  const isLong = part[at + 4] === 1
  const scale = part.readUInt32BE(at + (isLong ? 24 : 16))
  const length = isLong ? Number(part.readBigUInt64BE(at + 28)) : part.readUInt32BE(at + 20)
  return scale > 0 ? (length / scale) * 1000 : undefined
}

/** Counts AMR frames, assuming that all are as large as the first. */
function ofAmr(head: Buffer, size: number): number | undefined {
  if (head.toString('latin1', 0, amrHeaderBytes) !== '#!AMR\n') return undefined
  const frameBytes = amrFrameBytes[((head[amrHeaderBytes] ?? 0xff) >> 3) & 0x0f]
  return frameBytes === undefined ? undefined : Math.floor((size - amrHeaderBytes) / frameBytes) * amrFrameMs
}
