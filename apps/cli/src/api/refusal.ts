/** A command's error; its message is one line for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** An error response of the API. */
export class RefusedError extends CommandError {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }

  /** Whether the API might accept different input. */
  get isAboutInput(): boolean {
    return [400, 404, 409, 413, 422].includes(this.status)
  }
}

/** The API's error body. */
export type Refusal = {
  message: string
  errorCode?: string
  docs?: string
  requestId?: string
  errors?: readonly { path: string; message: string }[]
}

/** Advice for errors that can be fixed on the command line; other messages already say what to do. */
const advice: Readonly<Record<string, string>> = {
  'token:invalid': 'Log in with `posthorn login`, or pass a valid key with --key or POSTHORN_TOKEN.',
  'token:expired': 'Create a new key and log in again with `posthorn login`.',
  'scope:missing': '`posthorn doctor` lists the scopes of this key.',
}

/** Creates the error for a failed call: every invalid field or the API's message, what to do, and the request id. */
export function refused({ message, errorCode, docs, requestId, errors = [] }: Refusal, status: number): RefusedError {
  const faults = errors.map((each) => `${each.path} ${each.message}`.trim())
  const text = faults.length > 0 ? faults.join('; ') : message
  const next = advice[errorCode ?? '']
  const sources = [docs, requestId && `request ${requestId}`].filter(Boolean).join(', ')
  return new RefusedError([text, next, sources && `(${sources})`].filter(Boolean).join(' '), status)
}

/** Returns the first line of an error's message. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'unknown reason'
}

/** Returns the reason that a request got no response, such as ECONNREFUSED. */
export function networkReasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string; message?: string }; name?: string }
  if (name === 'TimeoutError') return 'no response in time'
  return cause?.code ?? cause?.message ?? reasonOf(error)
}
