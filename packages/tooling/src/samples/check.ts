import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { allOperations, createRouteTable, parseRest } from '@posthorn/contracts'
import { exampleAnswer } from '@posthorn/contracts/openapi'
import { generatedLine, table } from '../docs/markdown.ts'
import { awkwardRequests, type SampleRequest } from './requests.ts'
import { isHere, runners, runSample } from './runners.ts'
import type { Variant } from './variants.ts'

type Capture = { method: string; path: string; headers: Record<string, unknown>; body: string }

/** A server that stores what it receives, by the first path segment. */
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

/** Starts a server that responds to every request with the example of its operation. */
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

/** Returns the difference between a sample's request and the one that arrived; undefined if there is none. */
function difference(request: SampleRequest, captures: readonly Capture[], token: string): string | undefined {
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

/** A variant's result: how many samples were created, how many ran, and how many sent exactly their request. */
export type VariantResult = {
  key: string
  language: string
  client: string
  source: 'snippetz' | 'own'
  operations: number
  executed: number
  right: number
  /** First differences, by request name. */
  faults: Record<string, string>
}

/** Returns the page with the results of all variants. */
export function resultsPage(results: readonly VariantResult[], operations: number): string {
  const languages = new Set(results.map(({ language }) => language))
  const executed = results.filter((each) => each.executed > 0)
  const rows = results.map(({ language, client, source, executed: ran, right, faults }) => [
    language,
    client,
    source === 'own' ? 'ours' : 'snippetz',
    String(operations),
    ran === 0 ? 'tool not there' : String(ran),
    ran === 0 ? '' : right === ran ? 'all right' : `${right} right; ${Object.keys(faults).join(', ')}`,
  ])
  return `# Samples

${generatedLine.replace('run docs', 'samples')}

Code for every operation in ${languages.size} languages with ${results.length} clients. \`pnpm samples\` makes all of it from the examples of the OpenAPI document, runs the samples whose tool is on the
machine, and compares what arrives with the operation: method, path, query, key, type and JSON. Each client is also run with texts that are hard to quote: quotes, apostrophes, \`$HOME\`, backticks, \`#{}\`,
line breaks, emoji. Four clients run every operation, the others every tenth. This table is of one machine, where the tools of ${executed.length} clients were there.

\`pnpm samples messages.send\` prints the samples of one operation.

${table(['Language', 'Client', 'Made by', 'Operations', 'Executed', 'Result'], rows)}
`
}

const token = 'ph_live_sample'
/** Variants that run every operation's sample. The other variants run every tenth sample, because some take seconds to start. */
const runInFull: ReadonlySet<string> = new Set(['node/fetch', 'perl/http_tiny', 'python/python3', 'shell/curl'])

/** Runs a variant's samples if its tool is installed, awkward samples first, and compares what arrives. */
export async function checkVariant(
  variant: Variant,
  requests: readonly SampleRequest[],
  { server, folder }: { server: CaptureServer; folder: string },
): Promise<VariantResult> {
  const { key, language, client, source } = variant
  for (const request of requests) variant.write(request, { url: server.url, token })
  const runner = runners[key]
  const result: VariantResult = {
    key,
    language,
    client,
    source,
    operations: requests.length,
    executed: 0,
    right: 0,
    faults: {},
  }
  if (runner === undefined || !isHere(runner, folder)) return result
  const chosen = requests.filter((_, index) => runInFull.has(key) || index % 10 === 0)
  for (const [index, request] of [...awkwardRequests, ...chosen].entries()) {
    const part = `${key.replaceAll('/', '-')}-${index}`
    const code = variant.write(request, { url: `${server.url}/${part}`, token })
    const failure = await runSample(runner, code, join(folder, part))
    const fault = difference(request, server.take(part), token)
    result.executed++
    if (fault === undefined) result.right++
    else result.faults[request.name] = `${fault}${failure === undefined ? '' : `: ${failure}`}`.slice(0, 300)
  }
  return result
}
