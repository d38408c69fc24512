import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'

/** An attacker's request. Its head announces `bytes`, but only `body` is sent. */
export type RawRequest = {
  method?: string
  path: string
  headers: Readonly<Record<string, string>>
  bytes: number
  body: Uint8Array
}

type Flood = { port: number; requests: RawRequest[]; concurrency: number; forMs: number }

/** Sends a request over a bare socket, because `fetch` refuses to announce more than it sends. Its status is 0 without a response. */
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
 * Sends requests concurrently from a process with the lowest CPU priority, because a real attacker has a separate machine. Returns their
 * statuses.
 */
export async function flood(plan: Flood): Promise<number[]> {
  // Starts a separate session, because Linux divides CPU time between sessions first.
  const attacker = fork(import.meta.filename, { detached: true, serialization: 'advanced' })
  const kill = () => attacker.kill('SIGKILL')
  process.once('exit', kill)
  attacker.send(plan)
  const ended = once(attacker, 'exit').then(([code]) => {
    throw new Error(`the attacker ended with ${code}`)
  })
  const [statuses] = (await Promise.race([once(attacker, 'message'), ended])) as [number[]]
  process.off('exit', kill)
  kill()
  return statuses
}

/** Runs in the process of the attacker. Each of `concurrency` senders waits for a response before its next request. */
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

/** Gives way to all other programs, which an attacker on another machine would not slow down either. */
function yieldToAll(): void {
  setPriority(constants.priority.PRIORITY_LOW)
  try {
    writeFileSync('/proc/self/autogroup', String(constants.priority.PRIORITY_LOW))
  } catch {
    // Without autogroups, sessions have no separate CPU share.
  }
}

if (import.meta.main) {
  yieldToAll()
  const [plan] = (await once(process, 'message')) as [Flood]
  process.send?.(await attack(plan))
}
