import type { Readable } from 'node:stream'
import type { Dispatcher, Pool } from 'undici'

/** Longest answer that is read, in bytes; the rest of a longer one is not worth waiting for. */
export const answerBytesMax = 256 * 1024

/** One HTTP exchange to make. `timeoutMs` covers all of it: queueing, connecting, writing, head and body. */
export type ExchangeRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string | Buffer | Readable
  timeoutMs: number
}

/**
 * Outcome of the exchange.
 * `not_written`: not one byte of the request left us (DNS, connect, TLS, or the deadline came while it waited for a connection);
 * `invalid` when it cannot be put into HTTP at all. `broken`: it may have left us, and no whole answer came back.
 */
export type ExchangeResult =
  | { kind: 'answer'; status: number; headers: Record<string, string | undefined>; body: string }
  | { kind: 'not_written'; reason: string; invalid: boolean }
  | { kind: 'broken'; reason: string }

/**
 * Makes one exchange and returns precisely whether the request was written. undici announces a request to its handler right
 * before it writes it, so an unannounced request left nothing on the wire, and one announced after the deadline is stopped there.
 */
export function exchange(pool: Pool, request: ExchangeRequest): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    const attempt = new Attempt(resolve, request.timeoutMs)
    const { method, path, headers, body } = request
    pool.dispatch({ method, path, headers, body: body ?? null }, attempt)
  })
}

class Attempt implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: ExchangeResult) => void
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #status = 0
  #headers: Record<string, string | undefined> = {}
  #bytes = 0

  constructor(resolve: (result: ExchangeResult) => void, timeoutMs: number) {
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#stop(`no answer within ${timeoutMs} ms`), timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('the deadline passed before the request was written'))
    else this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    this.#status = status
    this.#headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > answerBytesMax) this.#stop(`the answer is longer than ${answerBytesMax} bytes`)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks).toString('utf8')
    this.#settle({ kind: 'answer', status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#lose(describe(error), 'code' in error && error.code === 'UND_ERR_INVALID_ARG')
  }

  #stop(reason: string): void {
    const controller = this.#controller
    this.#lose(reason, false)
    controller?.abort(new Error(reason))
  }

  #lose(reason: string, invalid: boolean): void {
    this.#settle(this.#controller === undefined ? { kind: 'not_written', reason, invalid } : { kind: 'broken', reason })
  }

  #settle(result: ExchangeResult): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#resolve(result)
  }
}

function describe(error: Error): string {
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return `${code}${error.message || error.name}`
}
