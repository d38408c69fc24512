import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems assign to outgoing connections and to servers without a fixed port: 32768 and up on Linux, 49152 elsewhere.
 */
const rangeOfPorts = { from: 20_000, to: 32_000 }
const tries = 20

/**
 * Returns a TCP port on 127.0.0.1 that is free at the moment. Another program may take it first, so callers that can use another port
 * should retry if binding fails. Ports that the system picks are soon reused, so they are a last resort.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < tries; tried++) {
    const port = await bindOnce(randomInt(rangeOfPorts.from, rangeOfPorts.to)).catch(() => null)
    if (port !== null) return port
  }
  return bindOnce(0)
}

/** Returns the port after binding and releasing it. */
function bindOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('the operating system gave no port'))
      })
    })
  })
}
