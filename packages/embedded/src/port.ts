import { createServer } from 'node:net'

/**
 * A TCP port on 127.0.0.1 that was free a moment ago. Another program may take it before it is used, so callers that
 * can choose again should do so when binding fails.
 */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('the operating system gave no port'))
      })
    })
  })
