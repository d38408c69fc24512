import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

const keepAliveTimeoutMs = 65_000

/** An HTTP server that can close its port for some time and reopen it. */
export type Listener = { port: number; refuseFor(ms: number): void; stop(): Promise<void> }

/** Starts listening. Rejects with the system's error if the port is unavailable. */
export async function listen(
  handler: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<Listener> {
  // The timeout is longer than clients' own idle timeouts, so that we never close a connection while a request is arriving.
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, handler)
  let timer: NodeJS.Timeout | undefined
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, host, () => {
        server.off('error', reject)
        // A failure to accept a connection, for example for lack of file descriptors, must not end the process.
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
