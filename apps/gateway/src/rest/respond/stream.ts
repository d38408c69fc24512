import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../access/auth/keyring.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { type AdmissionOptions, isStillAllowed } from '../admission.ts'
import { drained } from '../answer.ts'
import { callService, signalOf } from '../call.ts'
import { faultBehind } from '../dispatch.ts'
import type { Exchange } from '../exchange.ts'
import { openCall } from '../request/open-call.ts'
import type { Route } from '../route.ts'
import type { Respond } from './json.ts'

/** A chunk of a streamed answer and the cursor of the next one; null at the end. */
type StreamChunk = { chunk: string; next: string | null }

/** The chunks of a stream. `more` returns the chunk at a cursor, or null when the caller may no longer have it. */
type StreamSource = {
  first: StreamChunk
  more(cursor: string): Promise<StreamChunk | null>
  /** Calls the listener when something must be sent between two chunks, until the returned function is called. */
  between?: ((listener: (chunk: string) => void) => () => void) | undefined
  /** Calls the listener when the caller may have nothing more, until the returned function is called. */
  over(listener: () => void): () => void
  failed(err: unknown): void
}

/** Streams the chunks of one call after another. A key that is revoked, or a session that ends, ends the stream before its next chunk. */
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

/** Calls the listener once the key of a stream or the session of its member is found to have ended. */
function followEnd({ runtime, exchange, caller }: Followed, listener: () => void): () => void {
  const check = async () => {
    // Where it cannot be read the next chunk finds out.
    if (!(await isStillAllowed(runtime, exchange).catch(() => true))) listener()
  }
  return runtime.deps.changes.follow(caller.workspace, caller.member?.id ?? caller.key, () => void check())
}

/** Event of a member's stream that is in no log: it has no id, so a client that reconnects begins where it was. */
const noticeEvent = 'event: notifications\ndata: {}\n\n'

function noticesFor({ runtime }: AdmissionOptions, { workspace, member }: Caller): StreamSource['between'] {
  return member && ((listener) => runtime.deps.notices.follow(workspace, member.id, () => listener(noticeEvent)))
}

/** Returns the query of a request for a stream. `Last-Event-ID`, where a client stopped, wins over `after`, where it began. */
function resumedQuery(type: string, { headers }: IncomingMessage, query: string): string {
  const last = headers['last-event-id']
  if (type !== 'text/event-stream' || typeof last !== 'string' || last === '') return query
  const resumed = new URLSearchParams(query)
  resumed.set('after', last)
  return resumed.toString()
}

/**
 * Sends chunk by chunk, no faster than the caller reads. When a chunk fails, the connection of a file is cut, so that its part is not
 * taken for the whole; a stream of events ends, and its client connects again.
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
  // Chunks are whole events, so that one more fits between them; a caller who reads slowly misses it and asks for the list sometimes anyway.
  const stop = source.between?.((chunk) => void (!res.destroyed && !res.writableNeedDrain && res.write(chunk)))
  const ended = Promise.withResolvers<null>()
  const unfollow = source.over(() => ended.resolve(null))
  try {
    for (let piece: StreamChunk | null = source.first; piece !== null; ) {
      if (!res.write(piece.chunk)) await drained(res)
      if (res.destroyed || piece.next === null) break
      const more = source.more(piece.next)
      // It may fail after the stream is over.
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
