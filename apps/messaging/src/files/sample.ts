import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Spooled } from '@posthorn/http'

/** Parts of a file that reveal its type: its start, its end, and whether all of it is text. */
export type Sample = { head: Buffer; tail: Buffer; isText: boolean }

const headBytes = 4 * 1024
/** Size of an archive's end record with the longest possible comment. */
const tailBytes = 66 * 1024

/** Reads a file of any size with little memory. */
export async function sampleOf({ path, size }: Pick<Spooled, 'path' | 'size'>): Promise<Sample> {
  const file = await open(path)
  const part = async (start: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  }
  try {
    const head = await part(0, Math.min(headBytes, size))
    const tail = await part(Math.max(0, size - tailBytes), Math.min(tailBytes, size))
    return { head, tail, isText: !head.includes(0) && (await isText(createReadStream(path))) }
  } finally {
    await file.close()
  }
}

/** Whether the bytes are UTF-8 without NUL. */
export async function isText(bytes: AsyncIterable<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) {
      if (chunk.includes(0)) return false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return true
  } catch (err) {
    if (err instanceof TypeError) return false
    throw err
  }
}
