import type { Socket } from 'node:net'

/** Longest head of an interim response, in bytes. Longer ones are left to the parser. */
const headBytesMax = 16 * 1024

/** Status line of an interim response, except a protocol switch. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/
const shortest = 'HTTP/1.1 100 '
const endOfHead = /\r?\n\r?\n/

/**
 * Removes interim responses from a socket's input, such as an unrequested `100 Continue`, which undici considers an invalid response. Only
 * checks what arrives between a request and its response.
 */
export function skipInterimResponses<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let isAwaited = false
  let held: Buffer | null = null
  /** Returns the part that belongs to the response; null if there is none yet. */
  const take = (chunk: Buffer): Buffer | null => {
    const bytes = held === null ? chunk : Buffer.concat([held, chunk])
    held = null
    const text = bytes.toString('latin1', 0, headBytesMax)
    if (text === '') return null
    const mayBe = interim.test(text.padEnd(shortest.length, shortest.slice(text.length)))
    const end = endOfHead.exec(text)
    if (mayBe && end) return take(bytes.subarray(end.index + end[0].length))
    isAwaited = mayBe && text.length < headBytesMax
    if (!isAwaited) return bytes
    held = bytes
    return null
  }
  return Object.assign(socket, {
    write(...args: unknown[]) {
      if (typeof args[0] === 'string' && args[0].includes(' HTTP/1.1\r\n')) isAwaited = true
      return write(...args)
    },
    read(size?: number) {
      for (let chunk = read(size); chunk !== null; chunk = read(size)) {
        const taken = isAwaited ? take(chunk) : chunk
        if (taken !== null) return taken
      }
      return null
    },
  })
}
