import type { IncomingMessage, ServerResponse } from 'node:http'
import { fingerprint, hasBody, readBody } from '@posthorn/chassis'
import {
  type Ask,
  allOperations,
  fail,
  invalidRequest,
  type MountedApi,
  type MountedCall,
  type MountedCaller,
  type MountedRequest,
  type MountedResponse,
  type Mutation,
  type Operation,
  type PlacedOperation,
  type Query,
  type UploadForm,
} from '@posthorn/contracts'
import type { Caller } from '../access/auth/keyring.ts'
import { join } from '../access/sign-in/join.ts'
import { refuseWeak } from '../access/sign-in/passwords.ts'
import { hostOf } from '../config.ts'
import { type AdmissionOptions, authenticate, countUse, refuseLost } from './admission.ts'
import {
  alwaysHeaders,
  beginSpan,
  type Exchange,
  endSpan,
  faultBehind,
  idempotencyKeyOf,
  openExchange,
  sendJson,
  sendPreflight,
  throwBehind,
} from './exchange.ts'
import { bodyBytesMax, failType, isJsonType, parseJson, weighed } from './request/body.ts'
import { filenameOf, openForm, rawBytes } from './request/upload-form.ts'
import { openStoredFile, sendFile } from './respond/responders.ts'
import { callOptionsOf, type Dispatch, dispatchOver, forwardUpload, type Route, type UploadSource } from './route.ts'

type DispatchBook = ReadonlyMap<Operation, Dispatch>

/** How mounted APIs call operations: `routed` as their public route does, if there is one; `plain` without what that adds from other services. */
type DispatchBooks = { routed: DispatchBook; plain: DispatchBook; placed: ReadonlyMap<Operation, PlacedOperation> }

/** Handles a request to a mounted API, or passes it on. */
type MountedHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** Returns a function that creates the handler of a mounted API, selected by the request's host or path prefix. */
export function mountedHandlers(
  admission: AdmissionOptions,
  routes: readonly Route[],
): (api: MountedApi, hosts: readonly string[]) => MountedHandler {
  const books = dispatchBooksOf(routes, admission)
  return (api, hosts) => mountedHandler(api, hosts, { admission, books })
}

/** Creates the handler of one API. Requests below its prefix lose the prefix; requests on its hosts have none. */
function mountedHandler(
  api: MountedApi,
  hosts: readonly string[],
  { admission, books }: { admission: AdmissionOptions; books: DispatchBooks },
): MountedHandler {
  const { runtime } = admission
  const names = new Set(hosts)
  return (req, res, next) => {
    const target = req.url ?? '/'
    const isPrefixed = target.startsWith(api.prefix) && ['', '/', '?'].includes(target.charAt(api.prefix.length))
    const host = hostOf(req.headers.host ?? '')
    const isHost = names.size > 0 && (names.has(host) || names.has(host.replace(/:\d+$/, '')))
    if (!isPrefixed && !isHost) return next()
    if (isPrefixed) req.url = target.slice(api.prefix.length) || '/'
    const exchange = openExchange(req, res, runtime)
    Object.assign(exchange.headers, alwaysHeaders)
    if (req.method === 'OPTIONS') return sendPreflight(exchange)
    const request = requestOf(exchange, isPrefixed ? api.prefix : '')
    // A mounted API may take the key from the query, so keep it out of logs and errors.
    exchange.query = ''
    req.url = exchange.path
    void serve({ api, request, exchange, call: callOf(admission, books, exchange) }, admission)
  }
}

/** Builds the lookup tables for calls once instead of for each request. `plain` lacks the gateway's own operations, for which it has no client. */
function dispatchBooksOf(routes: readonly Route[], { runtime }: AdmissionOptions): DispatchBooks {
  const all = allOperations()
  const ofServices = all.filter(({ service }) => service !== 'gateway')
  const plain = new Map(ofServices.map((each) => [each.operation, dispatchOver(runtime.deps.clients, each)] as const))
  const routed = routes.map(({ operation, dispatch }) => [operation, dispatch] as const)
  return {
    plain,
    routed: new Map<Operation, Dispatch>([...plain, ...routed]),
    placed: new Map(all.map((each) => [each.operation, each])),
  }
}

/** Lets a mounted API answer a request. It also decides how an error looks, because its programs expect their own format. */
async function serve(
  { api, request, exchange, call }: { api: MountedApi; request: MountedRequest; exchange: Exchange; call: MountedCall },
  { runtime }: AdmissionOptions,
): Promise<void> {
  const span = beginSpan(runtime, exchange)
  try {
    await send(exchange, await api.respond(request, call))
  } catch (err) {
    const fault = faultBehind(err)
    if (fault.status >= 500 && fault.code !== 'feature:unsupported') {
      const { requestId, method } = request
      runtime.log.error({ requestId, method, errorCode: fault.code, err: fault.cause }, 'request.failed')
    }
    const { status, headers, body } = api.refuse(fault, request)
    Object.assign(exchange.headers, headers)
    sendJson(exchange, status, body)
  }
  endSpan(span, exchange)
  countUse(runtime, exchange)
}

/** Sends the response of a mounted API: a file or JSON. */
async function send(exchange: Exchange, response: MountedResponse): Promise<void> {
  if ('file' in response) return sendFile(exchange, { offset: 0, ...response.file })
  Object.assign(exchange.headers, response.headers)
  sendJson(exchange, response.status, response.body)
}

/** Returns the request as a mounted API sees it. `base`: the prefix, for links. The body is read only on demand. */
function requestOf(exchange: Exchange, base: string): MountedRequest {
  const { req, path, query, publicUrl, requestId } = exchange
  const type = req.headers['content-type']
  return {
    method: req.method ?? 'GET',
    path,
    query,
    base,
    publicUrl,
    requestId,
    headers: req.headers,
    isJson: type === undefined || isJsonType(type) || !hasBody(req),
    async json() {
      if (!hasBody(req)) return undefined
      const bytes = await readBody(exchange, bodyBytesMax)
      if (bytes.toString('utf8').trim() === '') return undefined
      if (!isJsonType(type)) failType(req)
      return weighed(exchange, bytes.length, () => parseJson(req, bytes))
    },
    async file(bytesMax) {
      if (/^multipart\/form-data\s*(;|$)/i.test(type ?? '')) return openForm(req, bytesMax)
      const filename = filenameOf(req.headers['content-disposition'])
      return { bytes: rawBytes(req, bytesMax), filename, mime: type, texts: async () => [] }
    },
  }
}

/** Returns what a mounted API can do before the caller is known: admit a request by a key, which it may have found anywhere. */
const callOf = (admission: AdmissionOptions, books: DispatchBooks, exchange: Exchange): MountedCall => ({
  async admit({ key, template }) {
    exchange.template = template
    if (key === undefined) delete exchange.req.headers['token']
    else exchange.req.headers['token'] = key
    const caller = await authenticate(admission.runtime, exchange)
    admission.openCounts.enterRequest(caller, exchange.res)
    return callerOf(admission, books, exchange, caller)
  },
})

/** Returns the idempotency key for each change that a request makes. `input`: tells several calls of one operation apart. */
type KeyOf = (operation: Query | Mutation, input?: unknown) => string | undefined

/**
 * Returns the keys for a POST with an idempotency key. The first call of each operation uses the caller's. Further calls
 * have keys made of their inputs, because a repetition may skip calls, such as for a label that now exists.
 */
function keysOf({ req }: Exchange): KeyOf {
  const key = req.method === 'POST' ? idempotencyKeyOf(req) : undefined
  const used = new Set<Operation>()
  return (operation, input) => {
    if (key === undefined || operation.kind !== 'mutation') return undefined
    if (used.has(operation)) return fingerprint([key, input])
    used.add(operation)
    return key
  }
}

/** Returns a caller's key and the functions that a mounted API can use for that caller. */
function callerOf(
  { runtime }: AdmissionOptions,
  books: DispatchBooks,
  exchange: Exchange,
  caller: Caller,
): MountedCaller {
  const clients = runtime.deps.unbatchedClients
  const keyOf = keysOf(exchange)
  const identity = () => callOptionsOf(exchange, { caller, idempotencyKey: undefined })
  const called = new Set<string>()
  exchange.operations = called
  const noteCall = (operation: Operation) => {
    const placed = books.placed.get(operation)
    // Operations without a route are not in the API reference.
    if (placed && operation.rest) called.add(`${placed.noun}.${placed.verb}`)
  }
  const refuseWithout = (scope: Operation['scope']) => {
    if (scope === null || caller.scopes.includes(scope as never)) return
    const message = `This operation needs the scope ${scope}; make a key with \`posthorn operator key create --scopes read,send,manage,${scope}\`.`
    fail('scope:missing', { message })
  }
  const check = () => refuseLost(runtime, exchange, caller)
  const askIn =
    (book: DispatchBook): Ask =>
    async (operation, input, asked) => {
      noteCall(operation)
      refuseWithout(operation.scope)
      const parsed = operation.input.safeParse(input)
      if (!parsed.success)
        throw invalidRequest(parsed.error, { known: Object.keys(operation.input.shape), given: input })
      await check()
      const call = callOptionsOf(exchange, { caller, idempotencyKey: keyOf(operation, input) })
      if (asked !== undefined && operation.kind === 'mutation') call.asked = fingerprint(asked)
      return dispatched(book, operation)(parsed.data, call).catch(throwBehind) as never
    }
  const upload = async (operation: Mutation, open: () => Promise<UploadSource> | UploadSource) => {
    noteCall(operation)
    refuseWithout(operation.scope)
    const placed = books.placed.get(operation) as PlacedOperation
    const call = callOptionsOf(exchange, { caller, idempotencyKey: keyOf(operation) })
    return forwardUpload(clients, placed, { ...(await open()), call, check }).catch(throwBehind)
  }
  return {
    key: caller.key,
    refuseWithout,
    refuseWeak,
    ask: askIn(books.routed),
    plain: { ask: askIn(books.plain) },
    upload: (operation, source) => upload(operation, () => source as UploadSource),
    uploadStored(operation, { file, input }) {
      const form = operation.upload as UploadForm
      return upload(operation, () => openStoredFile(clients, { id: file, form, input, call: identity() }))
    },
    join: (joining) => join(runtime, exchange, joining),
    afterwards: (work) => void exchange.res.once('finish', work),
  }
}

/** Returns the function that calls an operation. An operation that is missing here is the mounted API's mistake. */
const dispatched = (book: DispatchBook, operation: Operation): Dispatch =>
  book.get(operation) ?? fail('server:error', { cause: new Error('an operation is not in the contract') })
