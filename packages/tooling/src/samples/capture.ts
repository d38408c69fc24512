import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allOperations, createRouteTable, parseRest } from '@posthorn/contracts'
import { exampleAnswer } from '@posthorn/contracts/openapi'

type Capture = { method: string; path: string; headers: Record<string, unknown>; body: string }

/** A server that stores what it receives by the first path segment, which tells samples that run at the same time apart. */
type CaptureServer = AsyncDisposable & {
  url: string
  /** Returns and removes what arrived under this segment. */
  take(part: string): Capture[]
}

const findOperation = createRouteTable(
  allOperations().flatMap(({ operation }) =>
    operation.rest ? [{ ...parseRest(operation.rest), answer: exampleAnswer(operation) }] : [],
  ),
)

/** Returns the example answer of the operation at a path, or an empty object. The SDKs refuse an object in place of a list. */
function answerAt(method: string, path: string): unknown {
  const found = findOperation(method, path.replace(/\?.*$/, '').replace(/^\/v1/, ''))
  return found && 'route' in found ? found.route.answer : {}
}

/** Starts a server that responds to every request with the example of its operation, to compare what samples in all languages send. */
export async function startCapture(): Promise<CaptureServer> {
  const captures = new Map<string, Capture[]>()
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const [, part = '', path = ''] = /^\/([^/?]*)(.*)$/.exec(req.url ?? '') ?? []
    const capture = {
      method: req.method ?? '',
      path,
      headers: req.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    captures.set(part, [...(captures.get(part) ?? []), capture])
    const body = JSON.stringify(answerAt(capture.method, path))
    res.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: (part) => {
      const found = captures.get(part) ?? []
      captures.delete(part)
      return found
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
