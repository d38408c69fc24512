import { type ErrorCode, type ErrorEntry, errorCatalog } from './errors.ts'

/** An invalid field: its path, its code, and the rule that the value breaks, as a phrase that follows the path. */
export type FieldError = { path: string; code: string; message: string }

/** A more specific public message, invalid fields, seconds to wait, and an internal cause for the log. */
export type FaultDetails = {
  message?: string
  errors?: FieldError[]
  retryAfter?: number
  cause?: unknown
  allow?: string[]
}

/** Status of an error code. Something unknown in the path is not found; in a field, it makes the request unprocessable. */
export function statusOf(code: ErrorCode, place: 'path' | 'field'): number {
  return place === 'field' && code.endsWith(':not_found') ? 422 : errorCatalog[code].status
}

const withoutDot = (sentence: string) => sentence.replace(/\.$/, '')

/** Returns an error's message: the first problem and how many more there are. A conflict keeps the catalog's message as well. */
function sentenceOf(code: ErrorCode, [first, ...more]: readonly FieldError[]): string {
  const { status, message } = errorCatalog[code]
  if (first === undefined) return message
  const problem = first.path === '' ? first.message : `${first.path}: ${first.message}`
  if (status === 409) return `${withoutDot(message)} (${withoutDot(problem)}).`
  if (more.length > 0) return `${withoutDot(problem)} (${more.length} more in errors).`
  return /[.?]$/.test(problem) ? problem : `${problem}.`
}

/**
 * An error of the catalog. `message` is public: the given one, else the first problem of a field, else the catalog's. `cause` is only logged.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: ErrorCode
  readonly status: number
  readonly retryable: boolean
  readonly errors: FieldError[]
  readonly retryAfter: number | undefined
  readonly allow: string[] | undefined

  constructor(code: ErrorCode, details: FaultDetails = {}) {
    const known: ErrorEntry = errorCatalog[code]
    const errors = details.errors ?? []
    super(
      details.message ?? sentenceOf(code, errors),
      details.cause === undefined ? undefined : { cause: details.cause },
    )
    this.code = code
    this.status = statusOf(code, errors.length > 0 ? 'field' : 'path')
    this.retryable = known.retryable ?? false
    this.errors = errors
    this.retryAfter = details.retryAfter ?? (known.retryable ? 1 : undefined)
    this.allow = details.allow
  }

  /** Returns the same error with other field problems, and a message made of them unless it has its own. */
  withErrors(errors: FieldError[]): Fault {
    const { code, retryAfter, cause, allow } = this
    const own = this.message === sentenceOf(code, this.errors) ? {} : { message: this.message }
    return new Fault(code, {
      ...own,
      errors,
      cause,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(allow !== undefined && { allow }),
    })
  }
}

/** Returns a field's problem; its code says that the field is missing if the message says it is required. */
export function fieldProblem(path: string, message: string): FieldError {
  return { path, code: message.startsWith('is required') ? 'field:missing' : 'field:invalid', message }
}

/** Refuses a field's value. */
export function failField(path: string, message: string, cause?: unknown): never {
  throw new Fault('request:invalid', { errors: [fieldProblem(path, message)], cause })
}

/** Refuses a reference that the caller doesn't have. `path`: the field that has it; absent if it is in the URL's path. */
export function failUnknown(code: ErrorCode, path: string | undefined): never {
  throw new Fault(code, path === undefined ? {} : { errors: [unknownIn(code, path)] })
}

/** Refuses the fields at these paths, if any, because the caller doesn't have what they name. */
export function refuseUnknown(code: ErrorCode, paths: readonly string[]): void {
  if (paths.length > 0) throw new Fault(code, { errors: paths.map((path) => unknownIn(code, path)) })
}

/** Returns the problem of a field that names something the caller doesn't have. */
export function unknownIn(code: ErrorCode, path: string): FieldError {
  const [said = ''] = errorCatalog[code].message.split(/[;,]/)
  return { path, code, message: said.charAt(0).toLowerCase() + said.slice(1) }
}

/** Throws an error of the catalog. */
export function fail(code: ErrorCode, details: FaultDetails = {}): never {
  throw new Fault(code, details)
}
