import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A TCP server on all addresses of this machine that requests must never reach. */
export type Canary = AsyncDisposable & { port: number; hits(): number }

/** Starts a canary. It responds with valid HTTP, so that callers don't fail for another reason. */
export async function startCanary(): Promise<Canary> {
  let hits = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    hits += 1
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
