import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

const keepAliveTimeoutMs = 65_000

/** An HTTP server that can leave its port for a while and come back to it. */
export type Listener = { port: number; refuseFor(ms: number): void; stop(): Promise<void> }

/** Listens; rejects with the system's error when the port cannot be had. */
export async function listen(
  handler: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<Listener> {
  // Longer than any client keeps an idle connection, so that it is never we who close one under a request.
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, handler)
  let timer: NodeJS.Timeout | undefined
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, host, () => {
        server.off('error', reject)
        // A connection that could not be taken, for want of descriptors, ends nothing else.
        if (server.listenerCount('error') === 0) server.on('error', () => {})
        resolve()
      })
    })
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await open(port)
  const bound = (server.address() as AddressInfo).port
  const reopen = () => void open(bound).catch(() => (timer = setTimeout(reopen, 100)))
  return {
    port: bound,
    refuseFor: (ms) => {
      clearTimeout(timer)
      timer = setTimeout(reopen, ms)
      void shut()
    },
    stop: () => {
      clearTimeout(timer)
      return shut()
    },
  }
}
