import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpServer = AsyncDisposable & {
  /** Its URL, such as `http://127.0.0.1:40123`. */
  url: string
}

/** Serves HTTP on a free local port until disposed. Disposing also ends connections. */
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
