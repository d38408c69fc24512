import { hasBody } from '@posthorn/chassis'
import { type UploadForm, withRefusedValues } from '@posthorn/contracts'
import { type AdmissionOptions, admit } from '../admission.ts'
import { sendJson } from '../answer.ts'
import { callOptionsOf, callService, signalOf } from '../call.ts'
import { faultBehind, forwardUpload } from '../dispatch.ts'
import type { Exchange } from '../exchange.ts'
import { isJsonType } from '../request/body.ts'
import { idempotencyKeyOf } from '../request/head.ts'
import { openCall } from '../request/input.ts'
import { openStoredFile, openUpload, storedFileIn } from '../request/upload-form.ts'
import type { Route } from '../route.ts'
import { downloadResponder } from './download.ts'
import { jsonResponder, type Respond, type Responder } from './json.ts'
import { streamResponder } from './stream.ts'

/** Sends a page's items, and a `Link` header to the next page. */
function listResponder(route: Route, options: AdmissionOptions): Respond {
  return async (exchange, parameters) => {
    const call = await openCall(options, exchange, { route, parameters })
    sendPage(exchange, route, await callService(exchange, call, signalOf(exchange, route)))
  }
}

function sendPage(exchange: Exchange, { status }: Route, output: unknown): void {
  const { items, next } = output as { items: unknown[]; next: string | null }
  if (next !== null) {
    const { publicUrl, path, query } = exchange
    const following = new URLSearchParams(query)
    following.set('cursor', next)
    exchange.headers['Link'] = `<${publicUrl}/v1${path}?${following.toString()}>; rel="next"`
  }
  sendJson(exchange, status, items)
}

/** A route and how it responds. */
export type Endpoint = Route & { respond: Respond }

/** Creates a route's endpoint. How it responds is decided once, at start. */
export function endpointOf(route: Route, options: AdmissionOptions): Endpoint {
  return { ...route, respond: responderOf(route)(route, options) }
}

function responderOf({ operation }: Route): Responder {
  if (operation.upload) return uploadResponder
  if (operation.stream) return streamResponder
  if (operation.download) return downloadResponder
  if (operation.waits) return longPollResponder
  return operation.list ? listResponder : jsonResponder
}

/** Sends JSON that the caller may wait for. A waiting request counts as a stream of its workspace. */
function longPollResponder(route: Route, options: AdmissionOptions): Respond {
  const respondAtOnce = jsonResponder(route, options)
  const field = route.operation.waits ?? ''
  return async (exchange, parameters) => {
    const seconds = Number(new URLSearchParams(exchange.query).get(field) ?? 0)
    if (!(seconds > 0)) return respondAtOnce(exchange, parameters)
    const call = await openCall(options, exchange, { route, parameters, countAs: 'stream' })
    sendJson(exchange, route.status, await callService(exchange, call, signalOf(exchange, route)))
  }
}

/** Handles an operation that takes bytes: in the request, from a stored file that its JSON names, or none. */
function uploadResponder(route: Route, options: AdmissionOptions): Respond {
  const form = route.operation.upload as UploadForm
  return async (exchange, parameters) => {
    const output = bringsBytes(form, exchange)
      ? await uploadBytes(exchange, { route, parameters, form, options })
      : await uploadByJson(exchange, { route, parameters, form, options })
    sendJson(exchange, route.status, output)
  }
}

function bringsBytes(form: UploadForm, { req }: Exchange): boolean {
  const type = req.headers['content-type']
  return !form.storedOnly && type !== undefined && !isJsonType(type) && hasBody(req)
}

type Upload = { route: Route; parameters: Record<string, string>; form: UploadForm; options: AdmissionOptions }

/** Forwards bytes as they arrive. Limits a workspace's concurrent uploads. */
async function uploadBytes(exchange: Exchange, { route, parameters, form, options }: Upload): Promise<unknown> {
  const caller = await admit(options, exchange, { route, countAs: 'stream' })
  const idempotencyKey = idempotencyKeyOf(exchange.req)
  const source = await openUpload(exchange, { route, form, parameters })
  const call = callOptionsOf(exchange, { caller, idempotencyKey })
  return forwardUpload(options.runtime.deps.unbatchedClients, route, { ...source, call })
}

/** Forwards the stored file that a JSON body names. Without one, this is a plain call. */
async function uploadByJson(exchange: Exchange, { route, parameters, form, options }: Upload): Promise<unknown> {
  const call = await openCall(options, exchange, { route, parameters })
  const id = storedFileIn(form, call.input)
  if (id === undefined) {
    return callService(exchange, call, signalOf(exchange, route))
  }
  const { unbatchedClients } = options.runtime.deps
  const callOptions = callOptionsOf(exchange, call)
  try {
    const source = await openStoredFile(unbatchedClients, { id, form, input: call.input, call: callOptions })
    return await forwardUpload(unbatchedClients, route, { ...source, call: callOptions })
  } catch (err) {
    throw withRefusedValues(faultBehind(err), call.input)
  }
}
