import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { SampleRequest } from './requests.ts'

type Capture = { method: string; path: string; headers: Record<string, unknown>; body: string }

/** A server that stores what it receives, by the first path segment. */
export type CaptureServer = AsyncDisposable & {
  url: string
  /** Returns and removes what arrived under this segment. */
  take(part: string): Capture[]
}

/** Starts a server that responds to every request with an empty object. */
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
    res.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end('{}')
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

/** Returns the difference between a sample's request and the one that arrived; undefined if there is none. */
export function difference(request: SampleRequest, captures: readonly Capture[], token: string): string | undefined {
  const [capture] = captures
  if (capture === undefined || captures.length > 1) return `${captures.length} requests arrived`
  if (capture.method !== request.method) return `method ${capture.method}`
  const [path, query] = partsOf(request.path)
  const [arrivedPath, arrivedQuery] = partsOf(capture.path)
  if (path !== arrivedPath) return `path ${arrivedPath}`
  if (!isDeepStrictEqual(query, arrivedQuery)) return `query ${JSON.stringify(arrivedQuery)}`
  if (capture.headers['token'] !== token) return `token ${String(capture.headers['token'])}`
  return bodyDifference(request, capture)
}

/** Compares bodies as JSON, because languages write the same value differently. */
function bodyDifference({ body }: SampleRequest, capture: Capture): string | undefined {
  if (body === undefined) return capture.body === '' ? undefined : `body ${capture.body}`
  if (!/^application\/json\b/.test(String(capture.headers['content-type']))) return 'another content type'
  try {
    return isDeepStrictEqual(JSON.parse(capture.body), body) ? undefined : `body ${capture.body}`
  } catch {
    return `body is not JSON: ${capture.body}`
  }
}

/** Splits a URL into path and query, decoded, because clients encode differently. */
function partsOf(path: string): [string, string[][]] {
  const url = new URL(path, 'http://sample.invalid')
  return [decodeURIComponent(url.pathname), [...url.searchParams]]
}
