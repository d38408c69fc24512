import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../access/auth/keyring.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { type AdmissionOptions, isStillAllowed } from '../admission.ts'
import { drained } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import { faultBehind } from '../dispatch.ts'
import type { Exchange } from '../exchange.ts'
import { openCall } from '../request/input.ts'
import type { Route } from '../route.ts'
import type { Respond } from './json.ts'

/** A chunk of a streamed response, and the cursor of the next; null at the end. */
type StreamChunk = { chunk: string; next: string | null }

/** The chunks of a stream. `more` returns the chunk at a cursor, or null if the caller lost access. */
type StreamSource = {
  first: StreamChunk
  more(cursor: string): Promise<StreamChunk | null>
  /** Calls the listener when something should be sent between chunks, until the returned function is called. */
  between?: ((listener: (chunk: string) => void) => () => void) | undefined
  /** Calls the listener when the caller loses access, until the returned function is called. */
  over(listener: () => void): () => void
  failed(err: unknown): void
}

/** Streams the chunks of consecutive calls. A revoked key or ended session ends the stream before its next chunk. */
export function streamResponder(route: Route, options: AdmissionOptions): Respond {
  const { runtime } = options
  const type = route.operation.stream ?? ''
  return async (exchange, parameters) => {
    const resumed = { ...exchange, query: resumedQuery(type, exchange.req, exchange.query) }
    const call = await openCall(options, resumed, { route, parameters, countAs: 'stream' })
    const signal = signalOf(exchange, route)
    const first = (await callService(exchange, call, signal)) as StreamChunk
    await sendStream(exchange, type, {
      first,
      between: type === 'text/event-stream' ? noticesFor(options, call.caller) : undefined,
      over: (listener) => followEnd({ runtime, exchange: resumed, caller: call.caller }, listener),
      async more(cursor) {
        const next = { ...call, input: { ...(call.input as object), cursor } }
        const chunk = (await callService(exchange, next, signal)) as StreamChunk
        return (await isStillAllowed(runtime, resumed)) ? chunk : null
      },
      failed: (err) => runtime.log.error({ requestId: exchange.requestId, err: faultBehind(err) }, 'stream.failed'),
    })
  }
}

type Followed = { runtime: GatewayRuntime; exchange: Exchange; caller: Caller }

/** Calls the listener once the stream's key or member's session has ended. */
function followEnd({ runtime, exchange, caller }: Followed, listener: () => void): () => void {
  const check = async () => {
    // If this can't be read, the next chunk will find out.
    if (!(await isStillAllowed(runtime, exchange).catch(() => true))) listener()
  }
  return runtime.deps.changes.follow(caller.workspace, caller.member?.id ?? caller.key, () => void check())
}

/** An event in a member's stream that isn't in a log. It has no id, so a client reconnects where it was before. */
const noticeEvent = 'event: notifications\ndata: {}\n\n'

function noticesFor({ runtime }: AdmissionOptions, { workspace, member }: Caller): StreamSource['between'] {
  return member && ((listener) => runtime.deps.notices.follow(workspace, member.id, () => listener(noticeEvent)))
}

/** Returns the query of a stream request. `Last-Event-ID`, where a client stopped, overrides `after`, where it started. */
function resumedQuery(type: string, { headers }: IncomingMessage, query: string): string {
  const last = headers['last-event-id']
  if (type !== 'text/event-stream' || typeof last !== 'string' || last === '') return query
  const resumed = new URLSearchParams(query)
  resumed.set('after', last)
  return resumed.toString()
}

/**
 * Sends chunk by chunk, no faster than the client reads. If a chunk of a file fails, the connection is cut, so that an incomplete file isn't
 * taken for the whole. An event stream ends, and its client reconnects.
 */
async function sendStream(
  { req, res, headers, requestId }: Exchange,
  type: string,
  source: StreamSource,
): Promise<void> {
  res.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    ...(type === 'text/csv' ? { 'Content-Disposition': 'attachment; filename="export.csv"' } : {}),
    'X-Content-Type-Options': 'nosniff',
    'X-Accel-Buffering': 'no',
    'X-Request-Id': requestId,
    ...headers,
  })
  if (req.method === 'HEAD') return void res.end()
  // Chunks are whole events, so another fits in between. A slow client misses it, but reloads the list from time to time.
  const stop = source.between?.((chunk) => void (!res.destroyed && !res.writableNeedDrain && res.write(chunk)))
  const ended = Promise.withResolvers<null>()
  const unfollow = source.over(() => ended.resolve(null))
  try {
    for (let piece: StreamChunk | null = source.first; piece !== null; ) {
      if (!res.write(piece.chunk)) await drained(res)
      if (res.destroyed || piece.next === null) break
      const more = source.more(piece.next)
      // It may fail after the stream has ended.
      more.catch(() => {})
      piece = await Promise.race([more, ended.promise])
    }
  } catch (err) {
    if (res.destroyed) return
    source.failed(err)
    if (type !== 'text/event-stream') return void res.destroy()
  } finally {
    stop?.()
    unfollow()
  }
  res.end()
}
