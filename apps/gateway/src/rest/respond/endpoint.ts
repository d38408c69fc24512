import type { IncomingMessage } from 'node:http'
import { hasBody } from '@posthorn/chassis'
import { failField, type UploadForm, withRefusedValues } from '@posthorn/contracts'
import type { Caller } from '../../access/auth/keyring.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { type AdmissionOptions, admit, isStillAllowed, refuseLost } from '../admission.ts'
import { drained, type Exchange, faultBehind, idempotencyKeyOf, sendJson } from '../exchange.ts'
import { isJsonType } from '../request/body.ts'
import { openCall } from '../request/input.ts'
import { openUpload } from '../request/upload-form.ts'
import { callOptionsOf, callService, forwardUpload, type Route, signalOf } from '../route.ts'
import {
  downloadResponder,
  jsonResponder,
  linkNext,
  openStoredFile,
  type Respond,
  type Responder,
  sendOutput,
  storedFileIn,
} from './responders.ts'

/** A chunk of a streamed response and the cursor for the next one, or null at the end. */
type StreamChunk = { chunk: string; next: string | null }

/** Chunks of a stream. `more` returns the chunk at a cursor, or null if the caller has lost access. */
type StreamSource = {
  first: StreamChunk
  more(cursor: string): Promise<StreamChunk | null>
  /** Calls the listener with text to send between chunks, until the returned function is called. */
  between?: ((listener: (chunk: string) => void) => () => void) | undefined
  /** Calls the listener when the caller loses access, until the returned function is called. */
  over(listener: () => void): () => void
  failed(err: unknown): void
}

/** Streams chunks from consecutive calls. A caller who loses access gets no further chunk. */
function streamResponder(route: Route, options: AdmissionOptions): Respond {
  const { runtime } = options
  const type = route.operation.stream ?? ''
  return async (exchange, parameters) => {
    exchange.query = resumedQuery(type, exchange.req, exchange.query)
    const call = await openCall(options, exchange, { route, parameters, countAs: 'stream' })
    const signal = signalOf(exchange, route)
    const isAllowed = () => isStillAllowed(runtime, exchange, call.caller, type !== 'text/event-stream')
    const first = (await callService(exchange, call, signal)) as StreamChunk
    await sendStream(exchange, type, {
      first,
      between: type === 'text/event-stream' ? noticesFor(options, call.caller) : undefined,
      over: (listener) => followEnd(runtime, call.caller, isAllowed, listener),
      async more(cursor) {
        const next = { ...call, input: { ...(call.input as object), cursor } }
        const chunk = (await callService(exchange, next, signal)) as StreamChunk
        return (await isAllowed()) ? chunk : null
      },
      failed: (err) => runtime.log.error({ requestId: exchange.requestId, err: faultBehind(err) }, 'stream.failed'),
    })
  }
}

/** Calls the listener when a change of the stream's key or member ends the caller's access, until the returned function is called. */
function followEnd(
  { deps }: GatewayRuntime,
  caller: Caller,
  isAllowed: () => Promise<boolean>,
  onEnd: () => void,
): () => void {
  const check = async () => {
    // If the check itself fails, it is repeated before the next chunk.
    if (!(await isAllowed().catch(() => true))) onEnd()
  }
  return deps.changes.follow(caller.workspace, caller.member?.id ?? caller.key, () => void check())
}

/** An event in a member's stream that isn't in any log. It has no id, so that a client reconnects at its previous position. */
const noticeEvent = 'event: notifications\ndata: {}\n\n'

/** Returns how to follow a member's notifications between chunks; undefined for a key, which gets none. */
const noticesFor = ({ runtime }: AdmissionOptions, { workspace, member }: Caller): StreamSource['between'] =>
  member && ((listener) => runtime.deps.notices.follow(workspace, member.id, () => listener(noticeEvent)))

/** Returns the query of a stream request. `Last-Event-ID`, the client's last position, overrides `after`, its initial position. */
function resumedQuery(type: string, { headers }: IncomingMessage, query: string): string {
  const last = headers['last-event-id']
  if (type !== 'text/event-stream' || typeof last !== 'string' || last === '') return query
  if (!/^\d{1,15}$/.test(last)) failField('Last-Event-ID', 'must be the sequence of an event, such as 42')
  const resumed = new URLSearchParams(query)
  resumed.set('after', last)
  return resumed.toString()
}

/**
 * Sends chunks no faster than the client reads. If a chunk of a file fails or is no longer allowed, closes the connection, so that the client
 * doesn't mistake an incomplete file for a complete one. An event stream ends normally, and its client reconnects.
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
  // A chunk is a sequence of complete events, so another event can be sent between two chunks. A slow client misses that event, but reloads
  // the list periodically.
  const stop = source.between?.((chunk) => void (!res.destroyed && !res.writableNeedDrain && res.write(chunk)))
  const ended = Promise.withResolvers<null>()
  const unfollow = source.over(() => ended.resolve(null))
  let piece: StreamChunk | null = source.first
  try {
    while (piece !== null) {
      if (!res.write(piece.chunk)) await drained(res)
      if (res.destroyed || piece.next === null) break
      const more = source.more(piece.next)
      // This may reject after the stream has ended.
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
  // The caller has lost access.
  if (piece === null && type !== 'text/event-stream') return void res.destroy()
  res.end()
}

/** Responds with the items of a page and a `Link` header for the next page. */
const listResponder =
  (route: Route, options: AdmissionOptions): Respond =>
  async (exchange, parameters) => {
    const call = await openCall(options, exchange, { route, parameters })
    const output = await callService(exchange, call, signalOf(exchange, route))
    const { items, next } = output as { items: unknown[]; next: string | null }
    linkNext(exchange, next === null ? undefined : { cursor: next })
    sendJson(exchange, route.status, items)
  }

export type Endpoint = Route & { respond: Respond }

/** Creates the endpoint of a route. The responder is chosen once, at startup. */
export function endpointOf(route: Route, options: AdmissionOptions): Endpoint {
  return { ...route, respond: responderOf(route)(route, options) }
}

/** Returns how an operation responds, by what its contract says. */
function responderOf({ operation }: Route): Responder {
  if (operation.upload) return uploadResponder
  if (operation.stream) return streamResponder
  if (operation.download) return downloadResponder
  if (operation.waits) return longPollResponder
  return operation.list ? listResponder : jsonResponder
}

/**
 * Responds with JSON. A request that waits counts as an open stream. If the caller loses access while it waits, responds as to a new request
 * that doesn't wait, which gets the right error.
 */
function longPollResponder(route: Route, options: AdmissionOptions): Respond {
  const respondAtOnce = jsonResponder(route, options)
  const field = route.operation.waits ?? ''
  return async (exchange, parameters) => {
    const asked = new URLSearchParams(exchange.query)
    if (!(Number(asked.get(field) ?? 0) > 0)) return respondAtOnce(exchange, parameters)
    const call = await openCall(options, exchange, { route, parameters, countAs: 'stream' })
    const output = await callService(exchange, call, signalOf(exchange, route))
    if (await isStillAllowed(options.runtime, exchange, call.caller))
      return sendOutput(exchange, route, { input: call.input, output })
    asked.delete(field)
    await respondAtOnce({ ...exchange, query: asked.toString() }, parameters)
  }
}

/** Handles an operation that accepts bytes: from the request, from a stored file named in its JSON, or no bytes at all. */
function uploadResponder(route: Route, options: AdmissionOptions): Respond {
  const form = route.operation.upload as UploadForm
  return async (exchange, parameters) => {
    const output = bringsBytes(form, exchange)
      ? await uploadBytes(exchange, { route, parameters, form, options })
      : await uploadByJson(exchange, { route, parameters, form, options })
    sendJson(exchange, route.status, output)
  }
}

/** Whether the request itself contains the file. JSON can only name a stored file. */
function bringsBytes(form: UploadForm, { req }: Exchange): boolean {
  const type = req.headers['content-type']
  return !form.storedOnly && type !== undefined && !isJsonType(type) && hasBody(req)
}

type Upload = { route: Route; parameters: Record<string, string>; form: UploadForm; options: AdmissionOptions }

/** Forwards bytes as they arrive. Counts as an open stream rather than as a request, because a slow client can take minutes. */
async function uploadBytes(exchange: Exchange, { route, parameters, form, options }: Upload): Promise<unknown> {
  const { runtime } = options
  const caller = await admit(options, exchange, { route, countAs: 'stream' })
  const check = () => refuseLost(runtime, exchange, caller)
  const idempotencyKey = idempotencyKeyOf(exchange.req)
  const source = await openUpload(exchange, { route, form, parameters })
  const call = callOptionsOf(exchange, { caller, idempotencyKey })
  return forwardUpload(runtime.deps.unbatchedClients, route, { ...source, call, check })
}

/** Forwards the stored file named in a JSON body. Without one, this is a plain call. */
async function uploadByJson(exchange: Exchange, { route, parameters, form, options }: Upload): Promise<unknown> {
  const call = await openCall(options, exchange, { route, parameters })
  const id = storedFileIn(form, call.input)
  if (id === undefined) {
    return callService(exchange, call, signalOf(exchange, route))
  }
  const { unbatchedClients } = options.runtime.deps
  const check = () => refuseLost(options.runtime, exchange, call.caller)
  const callOptions = callOptionsOf(exchange, call)
  // These two calls don't go through `callService`, so the refused values are added to their errors here.
  try {
    const source = await openStoredFile(unbatchedClients, { id, form, input: call.input, call: callOptions })
    return await forwardUpload(unbatchedClients, route, { ...source, call: callOptions, check })
  } catch (err) {
    throw withRefusedValues(faultBehind(err), call.input)
  }
}
