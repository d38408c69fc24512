import { type InputOf, type Operation, type OutputOf, parseRest } from '@posthorn/contracts'
import { askedPauseMs, type Fetch, fetchAgain, isTimeout, mayPassLater, networkReasonOf, timeoutMs } from './fetch.ts'

/** A command's error; its message is one line for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** An error response of the API. */
export class RefusedError extends CommandError {
  readonly status: number
  readonly errorCode: string | undefined

  constructor(message: string, { status, errorCode }: { status: number; errorCode?: string | undefined }) {
    super(message)
    this.status = status
    this.errorCode = errorCode
  }

  /** Whether the API might accept different input. */
  get isAboutInput(): boolean {
    return [400, 404, 409, 413, 422].includes(this.status)
  }
}

/** Whether the same call may succeed later: the installation is busy, or the error is not a refusal of the API. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof RefusedError) || mayPassLater(error.status, error.errorCode)

/** The API's error body. */
export type Refusal = {
  message: string
  errorCode?: string
  docs?: string
  requestId?: string
  errors?: readonly { path: string; message: string }[]
  /** How long to wait before the same call, in seconds. */
  retryAfter?: number | undefined
}

/** Advice for errors that can be fixed on the command line; other messages already say what to do. */
const advice: Readonly<Record<string, string>> = {
  'token:invalid': 'Log in with `posthorn login`, or pass a valid key with --key or POSTHORN_TOKEN.',
  'token:expired': 'Create a new key and log in again with `posthorn login`.',
  'scope:missing': '`posthorn doctor` lists the scopes of this key.',
}

/** Creates the error for a failed call: every invalid field or the API's message, what to do or when to try again, and the request id. */
export function refused(refusal: Refusal, status: number): RefusedError {
  const { message, errorCode, docs, requestId, errors = [], retryAfter } = refusal
  const faults = errors.map((each) => `${each.path} ${each.message}`.trim())
  const text = faults.length > 0 ? faults.join('; ') : message
  const next = advice[errorCode ?? ''] ?? (retryAfter && `Try again in ${Math.ceil(retryAfter)} s.`)
  const sources = [docs, requestId && `request ${requestId}`].filter(Boolean).join(', ')
  return new RefusedError([text, next, sources && `(${sources})`].filter(Boolean).join(' '), { status, errorCode })
}

/** Erases the current line of a terminal. */
export const clearLine = '\r\u001b[2K'

/** Returns a signal that aborts on Ctrl-C, on SIGTERM, and when the terminal is closed. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort())
  return stop.signal
}

/** URL of the public API, a key, and where the URL comes from. */
export type ApiAccess = { url: string; key: string; source: string }

/** A REST request; its path includes the query. */
type ApiRequest = { method: string; path: string; body?: Record<string, unknown> }

/** Builds an operation's request from its REST line: path parameters, then query or body. */
function requestOf({ rest }: Operation, input: Record<string, unknown>): ApiRequest {
  if (rest === undefined) throw new Error('the operation is not in the REST API')
  const { method, path, parameters } = parseRest(rest)
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(input[name])
    // An empty id, or one that is a step in a path, would address a different operation.
    if (/^\.{0,2}$/.test(text)) throw new CommandError(`${name} must be an id, not "${text}"`)
    return encodeURIComponent(text)
  })
  const fields = Object.entries(input).filter(([name, value]) => !parameters.includes(name) && value !== undefined)
  if (method === 'GET') return { method, path: withQuery(target, fields) }
  return { method, path: target, ...(fields.length > 0 ? { body: Object.fromEntries(fields) } : {}) }
}

/** Adds a query to a path. A list repeats its name. */
function withQuery(path: string, fields: [string, unknown][]): string {
  const query = new URLSearchParams()
  for (const [name, value] of fields)
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  return fields.length > 0 ? `${path}?${query.toString()}` : path
}

type ItemOf<Op extends Operation> = OutputOf<Op> extends { items: (infer Item)[] } ? Item : never

/** Client for an installation's public API, with one key. Every failed call rejects with a `CommandError`. */
export type Api = {
  access: ApiAccess
  /** `key` makes repeated calls take effect once, and get the response of the first. */
  call<Op extends Operation>(
    operation: Op,
    input: InputOf<Op>,
    options?: { signal?: AbortSignal; key?: string },
  ): Promise<OutputOf<Op>>
  /** Reads the pages of a list, up to `max` items. */
  list<Op extends Operation>(operation: Op, input: InputOf<Op>, max?: number): Promise<ItemOf<Op>[]>
  /** Downloads a file. It only has to begin in time, because an export of all contacts takes as long as it does. */
  open<Op extends Operation>(operation: Op, input: InputOf<Op>): Promise<ReadableStream<Uint8Array>>
  upload<Op extends Operation>(operation: Op, form: FormData): Promise<OutputOf<Op>>
}

/** Time for a whole upload. */
const uploadTimeoutMs = 600_000
const pageSize = 200

/** Creates a client. `send` makes its requests, for example with more patience. */
export function openApi(access: ApiAccess, send: Fetch = fetchAgain): Api {
  const exchange = (request: ApiRequest, init: RequestInit = {}) => exchangeOver(send, access, { request, init })
  return {
    access,
    async call(operation, input, { signal, key } = {}) {
      const request = requestOf(operation, input as Record<string, unknown>)
      const response = await exchange(request, {
        ...(signal && { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) }),
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      })
      return (await jsonOf(response, access)) as OutputOf<typeof operation>
    },
    async list(operation, input, max = Number.POSITIVE_INFINITY) {
      const items: ItemOf<typeof operation>[] = []
      let page: object | undefined = { ...(input as object), size: Math.min(pageSize, max) }
      while (page !== undefined && items.length < max) {
        const response = await exchange(requestOf(operation, page as Record<string, unknown>))
        items.push(...((await jsonOf(response, access)) as typeof items))
        const cursor = nextCursor(response)
        page = cursor === undefined ? undefined : { ...page, cursor }
      }
      return items.slice(0, max)
    },
    async open(operation, input) {
      const stop = new AbortController()
      const timer = setTimeout(() => stop.abort(new DOMException('no response in time', 'TimeoutError')), timeoutMs)
      const request = requestOf(operation, input as Record<string, unknown>)
      const response = await exchange(request, { signal: stop.signal }).finally(() => clearTimeout(timer))
      // An HTML file of the API has a name, unlike the page of a proxy.
      const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false
      if (isHtml && !response.headers.has('content-disposition')) throw foreignResponse(response, access)
      return response.body ?? new Blob([]).stream()
    },
    async upload(operation, form) {
      const init = { body: form, signal: AbortSignal.timeout(uploadTimeoutMs) }
      return (await jsonOf(await exchange(requestOf(operation, {}), init), access)) as OutputOf<typeof operation>
    },
  }
}

/** Sends a request with the key. Turns an error response, or no response, into an error for the user. */
async function exchangeOver(
  send: Fetch,
  access: ApiAccess,
  { request, init }: { request: ApiRequest; init: RequestInit },
): Promise<Response> {
  const { method, path, body } = request
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await send(`${access.url}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    ...json,
    ...init,
    headers: { ...json.headers, ...(init.headers as Record<string, string>), Token: access.key },
  }).catch((error: unknown) => {
    if (isTimeout(error)) {
      const effect = method === 'GET' ? '' : '; the request may have taken effect'
      throw new CommandError(`${access.url} did not respond in time${effect}.`)
    }
    throw new CommandError(
      `${access.url} cannot be reached (${networkReasonOf(error)}). The address is that of ${access.source}; is it right, and does the installation run? ${startAdvice}`,
    )
  })
  if (response.ok) return response
  refuseRedirect(access.url, response)
  const refusal = (await response.json().catch(() => undefined)) as Refusal | undefined
  throw refused(
    {
      message: `${access.url} responded with ${response.status} and no reason.`,
      ...refusal,
      retryAfter: (askedPauseMs(response) ?? 0) / 1_000,
    },
    response.status,
  )
}

/** Fails if a response redirects. The key is for this host: `fetch` would also send it to the other one, and turn a POST into a GET. */
export function refuseRedirect(url: string, { status, headers }: Response): void {
  const target = headers.get('location')
  if (status >= 300 && status < 400 && target !== null)
    throw new CommandError(`${url} redirects to ${target}; pass the address that it has now`)
}

/** Reads the JSON of a success. Other text is not from the API, or is only a part of its response. */
const jsonOf = async (response: Response, access: ApiAccess): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    throw foreignResponse(response, access, error instanceof SyntaxError ? undefined : 'the response ended early')
  })

/** Creates the error for a response that is not from the API, or for a success that is only a part of its response. */
export function foreignResponse(
  { status }: Response,
  { url, source }: ApiAccess,
  what = 'not as the API does',
): CommandError {
  return new CommandError(
    `${url} responded with ${status}, but ${what}. The address is that of ${source}; is it right?`,
  )
}

const startAdvice = 'On this machine, `npx -y pnpm@12.21.0 start` starts one.'

/** Returns the cursor of the next page. The rest of the link is not used, because a proxy may publish the API below another address. */
function nextCursor({ headers }: Response): string | undefined {
  const [, target] = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? []
  return target === undefined
    ? undefined
    : (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined)
}
