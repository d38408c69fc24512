import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server of a test. */
export type HttpServer = AsyncDisposable & {
  /** Its address, such as `http://127.0.0.1:40123`. */
  url: string
}

/** Serves HTTP on a free port of this machine until it is disposed, which ends its connections as well. */
export async function startHttpServer(handle: RequestListener): Promise<HttpServer> {
  const server = createServer(handle)
  await new Promise<void>((resolve, reject) => server.listen(0, '127.0.0.1', resolve).once('error', reject))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
