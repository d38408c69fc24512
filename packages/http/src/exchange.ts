import type { Readable, Writable } from 'node:stream'
import type { Dispatcher, Pool } from 'undici'
import { ExchangeError, toExchangeError } from './exchange-error.ts'

/** An HTTP exchange. `timeoutMs` covers all of it: queueing, connecting, writing, head and body. */
export type ExchangeRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: string | Buffer | Readable | null
  timeoutMs: number
  /** The caller's own time limit, for the error message. `timeoutMs` is what remains of it. */
  limitMs?: number
  responseBytesMax: number
  /** Receives the body of a 200 response, with backpressure. It is ended when the response ends, but not if the exchange fails. */
  sink?: Writable
}

/** The response. Header names are lowercase. The body is cut at `responseBytesMax`, with `truncated` set. */
export type ExchangeAnswer = { status: number; headers: Record<string, string>; body: Buffer; truncated: boolean }

/**
 * Performs an exchange. Rejects with `ExchangeError`, whose `bytesWritten` is exact: undici announces a request right before it writes it.
 */
export function exchange(pool: Pool, request: ExchangeRequest): Promise<ExchangeAnswer> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = request
    pool.dispatch({ method, path, headers, body }, new Exchange(request, { resolve, reject }))
  })
}

type Ends = { resolve: (answer: ExchangeAnswer) => void; reject: (err: ExchangeError) => void }

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: ExchangeRequest
  readonly #ends: Ends
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #status = 0
  #headers: Record<string, string> = {}
  #bytes = 0

  constructor(request: ExchangeRequest, ends: Ends) {
    this.#request = request
    this.#ends = ends
    this.#timer = setTimeout(() => this.#expire(), request.timeoutMs)
    request.sink?.once('close', () => this.#stopUnkept())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('the deadline passed before the request was written'))
    else this.#controller = controller
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status < 200) return
    this.#status = status
    this.#headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    if (!this.#request.sink || status === 200) return
    this.#answer(true)
    controller.abort(new Error('the body of this answer is not wanted'))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const capacity = this.#request.responseBytesMax - this.#bytes
    if (capacity > 0) this.#keep(controller, chunk.subarray(0, capacity))
    this.#bytes += chunk.length
    if (this.#bytes <= this.#request.responseBytesMax) return
    this.#answer(true)
    this.#controller?.abort(new Error('enough of the answer was read'))
  }

  /** Passes bytes to the sink, or collects them. Pauses the response while the sink is full. */
  #keep(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { sink } = this.#request
    if (!sink) return void this.#chunks.push(chunk)
    if (this.#settled || sink.write(chunk)) return
    controller.pause()
    sink.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#answer(false)
  }

  onResponseError(_controller: Dispatcher.DispatchController, err: Error): void {
    this.#fail(toExchangeError(err, this.#controller !== undefined))
  }

  /** Fails the exchange after its timeout, and closes the connection. */
  #expire(): void {
    const message = `no whole answer within ${this.#request.limitMs ?? this.#request.timeoutMs} ms`
    this.#fail(new ExchangeError('timeout', message, { bytesWritten: this.#controller !== undefined }))
    this.#controller?.abort(new Error(message))
  }

  /** Ends the exchange if nothing receives its bytes anymore. */
  #stopUnkept(): void {
    if (this.#settled) return
    const message = 'the bytes of the answer could not be kept'
    this.#fail(new ExchangeError('invalid', message, { bytesWritten: this.#controller !== undefined }))
    this.#controller?.abort(new Error(message))
  }

  /** Ends the exchange with the response. `truncated` tells that the rest of its body was not read. */
  #answer(truncated: boolean): void {
    if (this.#settled) return
    this.#settle()
    this.#request.sink?.end()
    const body = Buffer.concat(this.#chunks)
    this.#ends.resolve({ status: this.#status, headers: this.#headers, body, truncated })
  }

  #fail(err: ExchangeError): void {
    if (this.#settled) return
    this.#settle()
    this.#ends.reject(err)
  }

  #settle(): void {
    this.#settled = true
    clearTimeout(this.#timer)
  }
}
