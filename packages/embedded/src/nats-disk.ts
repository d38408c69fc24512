import { closeSync, fstatSync, openSync, readSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

const lookEveryMs = 5_000
/** Space in which a server can write for some minutes. */
const spaceBytesMin = 16 * 1024 * 1024
const complaint = 'no space left on device'

/**
 * Calls back when a NATS server still fails for want of space although there is some again: after a full disk it stores nothing until
 * it is started anew. Returns the end of the watch.
 */
export const onStuckAfterFullDisk = (logFile: string, isStuck: () => void): (() => void) => {
  let readTo = 0
  const look = () => {
    const text = textFrom(logFile, readTo)
    readTo += Buffer.byteLength(text)
    if (!text.includes(complaint)) return
    const { bavail, bsize } = statfsSync(dirname(logFile))
    if (bavail * bsize >= spaceBytesMin) isStuck()
  }
  const timer = setInterval(() => {
    try {
      look()
    } catch {
      // The log is being replaced; the next look finds the new one.
    }
  }, lookEveryMs).unref()
  return () => clearInterval(timer)
}

const textFrom = (file: string, from: number): string => {
  const fd = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - from))
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from)).toString('latin1')
  } finally {
    closeSync(fd)
  }
}
