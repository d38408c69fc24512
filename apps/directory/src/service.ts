import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createLog, createMetrics, type Log, listen, type Metrics, parseConfig, probeListener } from '@posthorn/chassis'
import { Fault, idOf } from '@posthorn/contracts'
import { type Cell, config } from './config.ts'
import { openCells, Placements, type Subject } from './placements.ts'

const lookUpPath = '/look-up'

/** Dependencies of look-ups. `usual`: the cell for requests that any cell may serve, and for keys that no cell has. */
type LookUpOptions = { placements: Pick<Placements, 'find'>; usual: Cell; metrics: Metrics; log: Log }

/**
 * Responds to a router before the router forwards a request: 200 with the cell in `X-Posthorn-Cell` and `X-Posthorn-Upstream`, or the error
 * for the caller. The request's URI is in `X-Forwarded-Uri`, or follows `/look-up` in the path. Neither the path nor the key is logged.
 */
function lookUpListener({ placements, usual, metrics, log }: LookUpOptions): RequestListener {
  const lookUps = metrics.counter('look_up_total', 'Look-ups of routers, by outcome', ['outcome'])
  const duration = metrics.histogram('look_up_seconds', 'Time that look-ups take')
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const begunMs = performance.now()
    try {
      const subject = subjectOf({ uri: uriOf(req), headers: req.headers })
      const found = subject && (await placements.find(subject))
      lookUps.add(1, { outcome: found ? 'found' : subject ? 'unknown' : 'any' })
      sendCell(res, found ?? usual)
    } catch (err) {
      const fault = err instanceof Fault ? err : new Fault('server:error', { cause: err })
      lookUps.add(1, { outcome: 'refused' })
      log.warn({ err: fault.cause, errorCode: fault.code }, 'look_up.refused')
      sendFault(res, fault)
    }
    duration.observe((performance.now() - begunMs) / 1_000)
  }
  return (req, res) => void serve(req, res)
}

/** Tells the router where to forward the request. Never cached, because a workspace can move to another cell. */
function sendCell(res: ServerResponse, { name, upstream }: Cell): void {
  res.writeHead(200, { 'X-Posthorn-Cell': name, 'X-Posthorn-Upstream': upstream, 'Cache-Control': 'no-store' }).end()
}

/** Returns the URI that the router received. Routers send it in a header, or append it to the path of the look-up. */
function uriOf({ url = '/', headers }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-uri']
  return typeof forwarded === 'string' ? forwarded : url.slice(lookUpPath.length) || '/'
}

/** Sends an error in the form of a gateway's, so that callers need no other code for it. */
function sendFault(res: ServerResponse, { status, code, message, retryable, retryAfter }: Fault): void {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`
  const body = {
    status,
    errorCode: code,
    message,
    errors: [],
    retryable,
    retryAfter,
    requestId,
    docs: `/docs/errors#${code}`,
  }
  res
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    })
    .end(JSON.stringify(body))
}

/** A request that a router is about to forward: its path with the query, and its headers. */
type RoutedRequest = { uri: string; headers: IncomingHttpHeaders }

const publicPart = /ph_(?:live|test)_([0-9A-Za-z]{12})_/
const callbackPath = /^\/callbacks\/([^/]{1,64})$/

/** Returns the subject that determines a request's cell; null if any cell may serve the request, such as one for the documentation. */
export function subjectOf({ uri, headers }: RoutedRequest): Subject | null {
  const { pathname, searchParams } = URL.parse(uri, 'http://router.invalid') ?? new URL('http://router.invalid')
  const number = callbackPath.exec(pathname)?.[1]
  if (number) return { by: 'number', id: number }
  // The established dialect also accepts a key in the query, by a name in any case, and so does the Cloud API.
  const keysOfQuery = [...searchParams].flatMap(([name, text]) => (/^(access_)?token$/i.test(name) ? [text] : []))
  for (const text of [headers['token'], headers.authorization, ...keysOfQuery]) {
    const key = publicPart.exec(String(text ?? ''))?.[1]
    if (key) return { by: 'key', id: key }
  }
  const workspace = idOf('ws').safeParse(headers['workspace'] ?? searchParams.get('workspace'))
  return workspace.success ? { by: 'workspace', id: workspace.data } : null
}

export type Directory = {
  url: string
  /** Reports that it isn't ready, answers for another `drainMs` (default 0), then finishes the requests in progress. */
  stop(opts?: { drainMs?: number }): Promise<void>
}

/** Time that the requests in progress get when the directory stops. */
const finishWithinMs = 5_000

/** Starts the directory of cells. Rejects with `ConfigError` if settings are invalid. */
export async function startDirectory(env: Record<string, string | undefined>): Promise<Directory> {
  const { CELLS, CREDENTIAL, FRESH_MS, HOST, PORT, LOG_LEVEL } = parseConfig(config, env)
  const log = createLog('directory', LOG_LEVEL)
  const metrics = createMetrics({ service: 'directory' })
  const cells = openCells(CELLS, CREDENTIAL)
  const lookUp = lookUpListener({ placements: new Placements(cells, FRESH_MS), usual: CELLS[0] as Cell, metrics, log })
  let isStopping = false
  // The directory stores nothing, so it is ready as soon as it listens.
  const ready = async () => ({ ready: !isStopping, reasons: isStopping ? ['draining'] : [] })
  const probe = probeListener({ ready }, metrics)
  const server = await listen((req, res) => (req.url?.startsWith(lookUpPath) ? lookUp : probe)(req, res), {
    host: HOST,
    port: PORT,
  })
  log.info({ url: server.url, cells: CELLS.map(({ name }) => name) }, 'service.started')
  return {
    url: server.url,
    async stop({ drainMs = 0 } = {}) {
      isStopping = true
      server.drain()
      await new Promise((resolve) => setTimeout(resolve, drainMs))
      await server.close(finishWithinMs)
      await cells.close()
    },
  }
}
