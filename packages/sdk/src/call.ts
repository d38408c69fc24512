import { type AnswerForm, type HttpAnswer, type HttpRequest, type ResponseInfo, send } from './send.ts'
import { isUpload, uploadBody } from './upload.ts'

/** A page of a list. `next`: cursor of the next page; undefined on the last. */
export type Page<T> = { items: T[]; next: string | undefined }

/** A list that is loaded page by page. `for await (const item of list)` iterates over all items. */
export type Pages<T> = AsyncIterable<T> & {
  /** Returns the first page, or the one at the input's `cursor`. */
  page(): Promise<Page<T>>
  /** Iterates over the pages. */
  pages(): AsyncIterable<Page<T>>
}

/** Creates a list from a function that reads a page. Without a cursor, the function reads the page that the caller asked for. */
function pagesOf<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Pages<T> {
  async function* pages(): AsyncGenerator<Page<T>> {
    let cursor: string | undefined
    do {
      const page = await read(cursor)
      yield page
      cursor = page.next
    } while (cursor !== undefined)
  }
  return {
    page: () => read(undefined),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items
    },
  }
}

/** Returns the next page's cursor from a `Link` header. Only the cursor is used, so that the key is never sent to a URL from a response. */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URLSearchParams(target.split('?')[1] ?? '').get('cursor') ?? undefined
}

/** Options for a call. */
export type CallOptions = {
  /** Aborts the call, including between attempts. */
  signal?: AbortSignal
  /** Timeout for each attempt, in milliseconds. A download only has to begin within it. Default: 60 s, and ten minutes for uploads. */
  timeoutMs?: number
  /** Number of retries after the first attempt. If the server asks to wait longer than a minute, the call fails instead. */
  retries?: number
  /** Idempotency key for this request. By default, each POST and DELETE call gets its own key, which all of its attempts share. */
  idempotencyKey?: string
  /** Called with each response of this call, after the client's own `onResponse`. */
  onResponse?: OnResponse
}

/** Receives the status and headers of every response, including errors and attempts that are retried. */
export type OnResponse = (response: ResponseInfo) => void

/** Settings for all calls that a client makes. */
type Settings = {
  url: string
  token: string
  timeoutMs: number | undefined
  retries: number
  fetch: typeof fetch
  onResponse: OnResponse | undefined
}

/** An operation's method, path and response form. */
type Operation = { method: string; path: string; answer: AnswerForm; uploads?: boolean }

type Input = Readonly<Record<string, unknown>>

/** Calls an operation. */
export type Call = (operation: Operation, input: Input | undefined, options: CallOptions | undefined) => unknown

/** Returns the function that performs every operation: it returns a list, a response with a body to read, or a value. */
export const callWith =
  (settings: Settings): Call =>
  (operation, input = {}, options = {}) => {
    if (operation.answer === 'pages') return pagesOf((cursor) => readPage(cursor))
    return operation.answer === 'body' ? body() : value()

    async function value(): Promise<unknown> {
      return (await perform(operation, input, { settings, options })).value
    }
    async function body(): Promise<Response> {
      return (await perform(operation, input, { settings, options })).response
    }
    async function readPage(cursor: string | undefined) {
      const pageInput = cursor === undefined ? input : { ...input, cursor }
      const { response, value: items } = await perform(operation, pageInput, { settings, options })
      return { items: items as unknown[], next: nextCursor(response.headers.get('link')) }
    }
  }

/** Creates a resource with a method for each operation. The generated type defines what each takes and returns. */
export function resourceOf<T>(call: Call, operations: Readonly<Record<string, Operation>>): T {
  const methods = Object.entries(operations).map(([verb, operation]) => [
    verb,
    (input?: Input, options?: CallOptions) => call(operation, input, options),
  ])
  return Object.fromEntries(methods) as T
}

type Context = { settings: Settings; options: CallOptions }

/** An upload takes as long as the caller's connection needs for a file of the largest size. */
const [usualTimeoutMs, uploadTimeoutMs] = [60_000, 600_000]

/** Sends an operation. Options of the call take precedence over those of the client. */
const perform = async (operation: Operation, input: Input, { settings, options }: Context): Promise<HttpAnswer> =>
  send(requestOf(operation, input, { settings, options }), {
    fetch: settings.fetch,
    timeoutMs: options.timeoutMs ?? settings.timeoutMs ?? (isUpload(input['file']) ? uploadTimeoutMs : usualTimeoutMs),
    retries: options.retries ?? settings.retries,
    signal: options.signal,
    answer: operation.answer,
    onResponse: (response) => {
      settings.onResponse?.(response)
      options.onResponse?.(response)
    },
  })

/** Builds the request: fields that are not in the path go to the query, a form with the file, or a JSON body. */
function requestOf(operation: Operation, input: Input, { settings, options }: Context): HttpRequest {
  const { method } = operation
  const { path, rest } = fillPath(operation.path, input)
  // Refuses a value that no header can have. `fetch` would, too, but its error looks like a lost connection.
  const headers = new Headers({ Token: settings.token, Accept: 'application/json, */*' })
  if (method === 'POST' || method === 'DELETE') {
    headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID())
  }
  if (method === 'GET' || method === 'DELETE') {
    return { method, url: `${settings.url}${path}${queryOf(rest)}`, headers, body: undefined }
  }
  const url = `${settings.url}${path}`
  const { file, ...fields } = rest
  if (operation.uploads && isUpload(file)) {
    const { body, type } = uploadBody(file, fields)
    if (type !== undefined) headers.set('Content-Type', type)
    return { method, url, headers, body }
  }
  headers.set('Content-Type', 'application/json')
  return { method, url, headers, body: JSON.stringify(rest) }
}

/** Fills in path parameters, and returns the remaining fields. Throws a `TypeError` if one is missing. */
function fillPath(template: string, input: Input): { path: string; rest: Input } {
  const rest = { ...input }
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    // An empty parameter, or one that is a step in a path, would address a different operation.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is required: ${template}`)
    return encodeURIComponent(value)
  })
  return { path, rest }
}

/** Builds a query string. Lists repeat their name, and named values are written as `field[plan]=gold`. */
function queryOf(fields: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const item of value) query.append(name, textOf(item))
    else if (typeof value === 'object' && !(value instanceof Date)) {
      for (const [key, item] of Object.entries(value)) query.append(`${name}[${key}]`, textOf(item))
    } else query.append(name, textOf(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))
