import { Readable, type Writable } from 'node:stream'
import type { Dispatcher, Pool } from 'undici'

export type ExchangeFailure = 'not_allowed' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'invalid'

const refusedName = 'the name servers of the domain fail or refuse'
const untrusted = 'the certificate of the server is not from a trusted authority, or its chain is incomplete'
const otherTls = 'the server does not offer a TLS version and cipher that are taken: TLS 1.2 or 1.3 is needed'
const noTls = 'the server does not speak TLS at this port'
const cutOff = 'the server closed the connection before its response was complete'
const notHttp = 'the response is not valid HTTP/1.1'
const badLength = 'the body of the response has another length than its headers state'
const longHead = 'the headers of the response are too long'
const unreachable = 'the server cannot be reached: there is no route to its address'

/** Explanations by error code from Node, OpenSSL, llhttp, or undici. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name does not exist',
  ENODATA: 'the name has no address',
  ESERVFAIL: refusedName,
  EREFUSED: refusedName,
  EBADRESP: refusedName,
  EAI_AGAIN: 'the name servers give no response',
  ETIMEOUT: 'the name servers give no response',
  ECONNREFUSED: 'the server refuses the connection: nothing listens at this port',
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EHOSTDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet',
  CERT_REVOKED: 'the certificate of the server was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN:
    'the certificate of the server comes from an authority that is self-signed and not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_CHAIN_TOO_LONG: untrusted,
  INVALID_CA: untrusted,
  INVALID_PURPOSE: untrusted,
  CERT_REJECTED: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another name',
  HOSTNAME_MISMATCH: 'the certificate of the server is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_HTTP_REQUEST: noTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: otherTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: otherTls,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: otherTls,
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: otherTls,
  ERR_SSL_UNSUPPORTED_SSL_VERSION: otherTls,
  ERR_SSL_DH_KEY_TOO_SMALL: otherTls,
  ERR_SSL_EE_KEY_TOO_SMALL: 'the key of the certificate of the server is too short',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'the server knows no site of this name',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'the server asks for a client certificate, which is not supported',
  ECONNRESET: cutOff,
  ECONNABORTED: cutOff,
  EPIPE: cutOff,
  UND_ERR_SOCKET: cutOff,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: badLength,
  UND_ERR_HEADERS_OVERFLOW: longHead,
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the body of the response is too long',
  UND_ERR_INVALID_ARG: 'the address or a header cannot be written into an HTTP request',
}

/** Explanations for undici's parser errors, which have llhttp's messages but no codes. */
const parserSentences: readonly [RegExp, string][] = [
  [/content-length/i, badLength],
  [/chunk/i, 'a chunk of the response has no valid size'],
  [/transfer-encoding/i, 'the Transfer-Encoding of the response is not valid'],
]

/** Explanations for failures without a known error code, by step. */
const general: Readonly<Record<ExchangeFailure, string>> = {
  not_allowed: 'the address is not allowed',
  dns: 'the name cannot be resolved',
  connect: 'no connection to the server is possible',
  tls: 'no TLS connection to the server is possible',
  timeout: 'the server gave no whole response in time',
  reset: cutOff,
  protocol: notHttp,
  invalid: 'the request cannot be written',
}

/** Explains an error with a known code, or of undici's parser; undefined for any other error. */
function sentenceFor(reason: ExchangeFailure, err: unknown): string | undefined {
  const code = typeof err === 'object' && err !== null && 'code' in err ? String(err.code) : ''
  if (reason === 'connect' && code === 'ETIMEDOUT') return general.timeout
  if (reason === 'tls' && ['ECONNRESET', 'EPIPE'].includes(code))
    return 'the server closed the connection during the TLS handshake'
  return Object.hasOwn(sentences, code) ? sentences[code] : parserSentence(err)
}

/** Explains an error of undici's parser; undefined for any other error. */
function parserSentence(err: unknown): string | undefined {
  if (!(err instanceof Error) || err.name !== 'HTTPParserError') return undefined
  return parserSentences.find(([pattern]) => pattern.test(err.message))?.[1] ?? notHttp
}

/**
 * A failed exchange. `message`: explanation for its caller. `cause`: the underlying error for the log, if the explanation doesn't cover it.
 * `bytesWritten` is false only if no byte of the request can have been written.
 */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly reason: ExchangeFailure
  readonly bytesWritten: boolean

  constructor(reason: ExchangeFailure, message: string, opts: { bytesWritten?: boolean; cause?: unknown } = {}) {
    super(message, opts.cause === undefined ? undefined : { cause: opts.cause })
    this.reason = reason
    this.bytesWritten = opts.bytesWritten ?? false
  }
}

const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED', 'ETIMEDOUT'])

/** An error that the request's own body threw while it was sent. */
class BodyError extends Error {}

/** Marks the errors of a body, so that they aren't taken for errors of the connection. */
async function* marked(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (cause) {
    throw new BodyError('the body of the request cannot be read', { cause })
  }
}

/** Converts the error that ended a dispatch. Its code tells a lost connection or an invalid request from a response that is not valid HTTP. */
function toExchangeError(err: Error, bytesWritten: boolean): ExchangeError {
  if (err instanceof ExchangeError) return err
  const code = 'code' in err ? String(err.code) : ''
  const reason = resetCodes.has(code) ? 'reset' : code === 'UND_ERR_INVALID_ARG' ? 'invalid' : 'protocol'
  return failureOf(reason, err, bytesWritten)
}

/** Creates an error with an explanation of its cause. Keeps the cause only if the explanation is generic. */
export function failureOf(reason: ExchangeFailure, err?: unknown, bytesWritten = false): ExchangeError {
  const sentence = sentenceFor(reason, err)
  const cause = sentence === undefined ? { cause: err } : {}
  return new ExchangeError(reason, sentence ?? general[reason], { bytesWritten, ...cause })
}

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
 * Performs an exchange. Rejects with `ExchangeError`, whose `bytesWritten` is exact: undici announces a request right before it writes it. If
 * the body fails, rejects with its error.
 */
export const exchange = (pool: Pool, request: ExchangeRequest): Promise<ExchangeAnswer> =>
  new Promise((resolve, reject) => {
    const { method, path, headers, body: given } = request
    const body = given instanceof Readable ? Readable.from(marked(given), { objectMode: false }) : given
    pool.dispatch({ method, path, headers, body }, new Exchange(request, { resolve, reject }))
  })

type Ends = { resolve: (answer: ExchangeAnswer) => void; reject: (err: unknown) => void }

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
    if (request.sink?.destroyed) this.#stopUnkept()
    else request.sink?.once('close', () => this.#stopUnkept())
  }

  /** undici calls this right before it writes the request, which may have waited for a connection until its time was over. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('the deadline passed before the request was written'))
    else this.#controller = controller
  }

  /** Keeps the head. With a sink, only the body of a 200 response is read, because no other is the file. */
  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status < 200) return
    this.#status = status
    this.#headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    if (!this.#request.sink || status === 200) return
    this.#answer(true)
    controller.abort(new Error('the body of this answer is not wanted'))
  }

  /** Keeps bytes up to the limit. With the first one beyond it, ends the exchange with the truncated response. */
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
    this.#fail(err instanceof BodyError ? err.cause : toExchangeError(err, this.#controller !== undefined))
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

  #fail(err: unknown): void {
    if (this.#settled) return
    this.#settle()
    this.#ends.reject(err)
  }

  #settle(): void {
    this.#settled = true
    clearTimeout(this.#timer)
  }
}
