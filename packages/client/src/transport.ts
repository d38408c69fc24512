import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type CallContext,
  type Contract,
  callContext,
  Fault,
  type InputOf,
  isErrorCode,
  type Mutation,
  type OutputOf,
  type Query,
  uploadLengthBytes,
  uploadPath,
} from '@posthorn/contracts'
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import { type Dispatcher, Pool } from 'undici'

type Procedure<Op> = Op extends Query
  ? TRPCQueryProcedure<{ meta: object; input: InputOf<Op>; output: OutputOf<Op> }>
  : Op extends Mutation
    ? TRPCMutationProcedure<{ meta: object; input: InputOf<Op>; output: OutputOf<Op> }>
    : never

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false }

/** Format of our services' errors on the wire. */
type ErrorShape = {
  message: string
  code: number
  data: {
    code: string
    httpStatus: number
    fault?: {
      code: string
      message: string
      errors: { path: string; code: string; message: string }[]
      retryAfter?: number
    }
  }
}

/** The tRPC router type of a contract, which types every client without importing a service. */
export type RouterOf<C extends Contract> = TRPCBuiltRouter<
  Root,
  { [Noun in keyof C]: { [V in keyof C[Noun]]: Procedure<C[Noun][V]> } }
>

/** Fields of a call's context that the caller sets; the rest of the signed context is filled in. */
export type CallOptions = Partial<Omit<CallContext, 'expiresAt'>> & { onReplayed?: () => void }

/** A caller that services know by name from their `SERVICE_CREDENTIALS`. */
export type Credential = { name: string; secret: string }

/** Returns a call's context as a signed token. Throws if the context is invalid, which services would refuse. */
export const signContext = (context: CallContext, credential: Credential): string =>
  signed(callContext.parse(context), credential)

/** Returns the contexts of a batch as one signed token. */
export const signContexts = (contexts: CallContext[], credential: Credential): string => signed(contexts, credential)

/** Returns a value as a token: its JSON, the caller's name, and a signature. Services look up the secret by that name. */
function signed(value: unknown, { name, secret }: Credential): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${payload}.${name}.${createHmac('sha256', secret).update(payload).digest('base64url')}`
}

/** Bytes for an upload operation, and its fields, which may be known only after the bytes. */
export type Upload = { operation: `${string}.${string}`; bytes: AsyncIterable<Buffer>; fields: () => Promise<unknown> }

export type WireFault = { code: string; message: string; errors: []; retryAfter?: number }

type Broken = { err?: Error }

/** Converts a wire error to a fault. A code that isn't in this release's catalog becomes `server:error`. */
export function faultFrom({ code, message, errors, retryAfter }: WireFault, cause: unknown): Fault {
  if (!isErrorCode(code)) return new Fault('server:error', { cause })
  return new Fault(code, { message, errors, ...(retryAfter === undefined ? {} : { retryAfter }) })
}

/** Sends an upload in chunks as it arrives. Rethrows errors of `bytes` and `fields`; any other becomes a `Fault`. */
export async function uploadOver(
  transport: Transport,
  upload: Upload,
  opts: { headers: Record<string, string>; signal?: AbortSignal },
): Promise<{ value: unknown; replayed: boolean }> {
  const broken: Broken = {}
  const body = Readable.from(framed(upload, broken), { objectMode: false })
  // The body may fail after the request has ended, when no one is listening. That must not end the process.
  body.on('error', () => {})
  try {
    const answer = await transport.send(`${uploadPath}${upload.operation}`, { ...opts, body })
    const wire = (await answer.json()) as { value?: unknown; replayed?: boolean; fault?: WireFault }
    if (wire.fault) throw faultFrom(wire.fault, answer.status)
    return { value: wire.value, replayed: wire.replayed === true }
  } catch (err) {
    if (broken.err) throw broken.err
    throw err instanceof Fault ? err : new Fault('service:unavailable', { cause: err, retryAfter: 1 })
  }
}

/**
 * Writes an upload in its wire format: chunks after their lengths, a length of 0, and the fields. Keeps an error of the caller's data in
 * `broken`, so that the caller gets it rather than the failure of the request.
 */
async function* framed({ bytes, fields }: Upload, broken: Broken): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue
      yield lengthPrefix(chunk.length)
      yield chunk
    }
    yield lengthPrefix(0)
    yield Buffer.from(JSON.stringify(await fields()))
  } catch (err) {
    broken.err = err as Error
    throw err
  }
}

/** Returns the length of the next chunk in its wire format. */
function lengthPrefix(count: number): Buffer {
  const head = Buffer.alloc(uploadLengthBytes)
  head.writeUInt32BE(count)
  return head
}

/** A complete response, with its original headers. */
type Exchanged = { headers: Readonly<Record<string, string | string[] | undefined>>; body: string }

type Ends = { resolve: (answer: Exchanged) => void; reject: (err: Error) => void }

const lateError = (timeoutMs: number) => new Error(`no answer within ${timeoutMs} ms`)

/**
 * Receives a response directly from undici's dispatch. undici's `request` creates a stream for each response and assigns a function to a
 * property of each request. V8 allocates that function in the old generation, where it keeps the whole request alive until a major
 * collection (measured: 3.4 KB per exchange, and everything that waits for it).
 */
class ReceivedAnswer implements Dispatcher.DispatchHandler {
  readonly #ends: Ends
  readonly #chunks: Buffer[] = []
  readonly #timer: NodeJS.Timeout
  #headers: Exchanged['headers'] = {}
  #controller: Dispatcher.DispatchController | undefined
  #late: Error | undefined

  constructor(ends: Ends, timeoutMs: number) {
    this.#ends = ends
    this.#timer = setTimeout(() => this.#expire(timeoutMs), timeoutMs)
  }

  /** undici calls this right before it writes the request, which may have waited for a connection until its time was over. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#late) controller.abort(this.#late)
    else this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Exchanged['headers']): void {
    // Interim responses (1xx) have headers, too.
    if (status >= 200) this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer)
    this.#ends.resolve({ headers: this.#headers, body: Buffer.concat(this.#chunks).toString('utf8') })
  }

  onResponseError(_controller: Dispatcher.DispatchController, err: Error): void {
    clearTimeout(this.#timer)
    this.#ends.reject(err)
  }

  /** Rejects at once, even if the request still waits for a connection. */
  #expire(timeoutMs: number): void {
    this.#late = lateError(timeoutMs)
    this.#ends.reject(this.#late)
    this.#controller?.abort(this.#late)
  }
}

export type Answered = {
  ok: boolean
  status: number
  headers: { get(name: string): string | null }
  json(): Promise<unknown>
}

/** The subset of `fetch` that the batch link uses, over a keep-alive pool, at half the cost of the global `fetch`. */
export type Transport = {
  fetch(
    input: string | URL,
    init?: { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal },
  ): Promise<Answered>
  /** Posts a body, like `fetch` but without its objects. `timeoutMs`: the part of the transport's timeout that is left. */
  post(
    path: string,
    init: { headers: Record<string, string>; body: string | Buffer; timeoutMs?: number },
  ): Promise<Exchanged>
  /** Posts a body as it arrives. `timeoutMs` doesn't limit the body, because a slow caller can take minutes. */
  send(
    path: string,
    init: { headers: Record<string, string>; body: Readable; signal?: AbortSignal },
  ): Promise<Pick<Answered, 'status' | 'json'>>
  close(): Promise<void>
}

/** Shorter than a service's drain time, so that no request is sent on a connection that is about to close. */
const idleMs = 1_000
/** An upload's response may take this many timeouts after its last bytes were sent, because they have to be stored first. */
const uploadTimeouts = 4

/**
 * A transport to one service. `timeoutMs` limits an exchange from the call to the response headers, or in `post` to the end of the
 * response, including the wait for a connection: undici measures only silence on a connection, so calls to a hung service would also have
 * to wait for the timeouts of the calls queued ahead of them. `send` takes as long as its body, and has longer for the headers.
 */
export function fetchOver(url: string, opts: { timeoutMs: number; connectionsMax: number }): Transport {
  const { timeoutMs, connectionsMax } = opts
  const pool = new Pool(new URL(url).origin, {
    connections: connectionsMax,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    headersTimeout: 0,
    bodyTimeout: timeoutMs,
  })
  return {
    async fetch(input, init = {}) {
      const target = new URL(input)
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(lateError(timeoutMs)), timeoutMs)
      const { statusCode, headers, body } = await pool
        .request({
          path: target.pathname + target.search,
          method: (init.method ?? 'GET') as 'GET',
          headers: { ...init.headers },
          body: init.body ?? null,
          signal: init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal,
        })
        .finally(() => clearTimeout(timer))
      return {
        ok: statusCode < 400,
        status: statusCode,
        headers: { get: (name) => headers[name]?.toString() ?? null },
        json: () => body.json(),
      }
    },
    post: (path, { headers, body, timeoutMs: leftMs = timeoutMs }) =>
      new Promise((resolve, reject) => {
        const answer = new ReceivedAnswer({ resolve, reject }, leftMs)
        pool.dispatch({ path, method: 'POST', headers, body, bodyTimeout: 0 }, answer)
      }),
    async send(path, { headers, body, signal }) {
      const times = { headersTimeout: uploadTimeouts * timeoutMs, bodyTimeout: timeoutMs }
      const answer = await pool.request({ path, method: 'POST', headers, body, signal: signal ?? null, ...times })
      return { status: answer.statusCode, json: () => answer.body.json() }
    },
    close: () => pool.destroy(),
  }
}
