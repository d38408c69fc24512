import { type AddressInfo, createServer, type Socket } from 'node:net'
import { answerNames, behave, wholeAnswer } from './behaviors.ts'

/** A server on 127.0.0.1 that treats each request as its path says. */
export type HostileServer = AsyncDisposable & { port: number }

export async function startHostileServer(): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    socket.once('data', (bytes) => behave(socket, pathOf(bytes)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns a request's path; for anything that isn't HTTP, such as the start of TLS, a path without response. */
function pathOf(bytes: Buffer): string {
  return /^[A-Z]+ (\S+) HTTP/.exec(bytes.toString('latin1'))?.[1] ?? '/empty'
}

/** When to reset drips. `0` drips until the other side gives up. */
type DripOptions = { dripMs: number }

/** Returns this many different URLs, of every kind, the same each time. None leads to a usable file. */
export function hostileUrls({ port }: HostileServer, count: number, { dripMs }: DripOptions): string[] {
  const at = `http://127.0.0.1:${port}`
  const byte = (i: number) => i % wholeAnswer.length
  const kinds: ((i: number) => string)[] = [
    (i) => `http://127.0.0.1:1/${i}`,
    (i) => `http://no-such-host-${i}.invalid/`,
    (i) => `http://[::ffff:127.0.0.1]:1/${i}`,
    (i) => `http://[::ffff:7f00:1]:${port}/reset/${byte(i)}`,
    (i) => `${at}/redirect/${i}`,
    (i) => `${at}/reset/${byte(i)}`,
    (i) => `${at}/end/${byte(i)}`,
    (i) => `${at}/${answerNames[i % answerNames.length]}/${i}`,
    (i) => `${at}/${answerNames[(i + 1) % answerNames.length]}/${i}`,
    (i) => `https://127.0.0.1:${port}/${i}`,
    (i) => (i % 10 === 0 ? `${at}/drip-head/${dripMs + i}` : `${at}/reset/${byte(i * 7)}`),
    (i) => (i % 10 === 0 ? `${at}/drip-body/${dripMs + i}` : `${at}/end/${byte(i * 7)}`),
  ]
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % kinds.length]
    return kind?.(Math.floor(i / kinds.length)) ?? at
  })
}
