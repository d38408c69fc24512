import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** A request as an attacker writes it: its head announces `bytes`, and `body` is what is sent of them. */
export type RawRequest = {
  method?: string
  path: string
  headers: Readonly<Record<string, string>>
  bytes: number
  body: Uint8Array
}

type Flood = { port: number; requests: RawRequest[]; concurrency: number; forMs: number }

/** Sends a request; resolves with the status, 0 where none came. */
export function send(port: number, { method = 'POST', path, headers, bytes, body }: RawRequest) {
  const socket: Socket = connect(port, '127.0.0.1')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n${lines.join('')}\r\n`)
  socket.write(body)
  const status = new Promise<number>((resolve) => {
    socket.once('data', (data: Buffer) => resolve(Number(data.toString('latin1').split(' ')[1])))
    socket.on('error', () => resolve(0)).once('close', () => resolve(0))
  })
  return { socket, status }
}

/**
 * Sends requests in turn, so many at a time, from a thread of its own: who watches another workspace meanwhile is not delayed by it. The
 * thread loads nothing but this file.
 */
export async function flood(of: Flood): Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: of })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

async function attack({ port, requests, concurrency, forMs }: Flood): Promise<number[]> {
  const statuses: number[] = []
  const endsAt = performance.now() + forMs
  const sendUntilTheEnd = async (_: unknown, i: number) => {
    for (let n = i; performance.now() < endsAt; n++) {
      const { socket, status } = send(port, requests[n % requests.length] as RawRequest)
      statuses.push(await status)
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendUntilTheEnd))
  return statuses
}

if (!isMainThread) {
  // An attacker has a machine of their own. On Linux this is the priority of this thread alone.
  setPriority(constants.priority.PRIORITY_LOW)
  parentPort?.postMessage(await attack(workerData as Flood))
}
