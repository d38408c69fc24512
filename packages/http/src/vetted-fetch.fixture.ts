import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createVettedFetcher } from './index.ts'

export const closing: (() => Promise<unknown>)[] = []

/** Closes what the test opened. Each file calls it after each test, because a worker loads this module once for several files. */
export async function closeAll(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()))
}

export function fetcher(opts: Partial<Parameters<typeof createVettedFetcher>[0]> = {}) {
  const made = createVettedFetcher({ allowPrivate: true, ...opts })
  closing.push(() => made.close())
  return {
    vet: made.vet,
    post: (url: string, more: { timeoutMs?: number; body?: string; headers?: Record<string, string> } = {}) =>
      made.request({ url, method: 'POST', headers: {}, body: '{}', timeoutMs: 5_000, ...more }),
  }
}

export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

export const serveTcp = async (onSocket: (socket: Socket) => void) =>
  `http://127.0.0.1:${await listening(createTcpServer(onSocket))}/`
export const serve = async (handler: RequestListener) => `http://127.0.0.1:${await listening(createServer(handler))}/`
