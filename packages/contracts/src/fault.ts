import { type ErrorCode, type ErrorEntry, errorCatalog } from './errors.ts'

/** A problem of a field: its path, its code, and the rule that the value breaks, as a sentence that follows the path. */
export type FieldError = { path: string; code: string; message: string }

/** Details of a refusal: a more precise public sentence, faulty fields, seconds to wait, and an internal cause for the log. */
export type FaultDetails = {
  message?: string
  errors?: FieldError[]
  retryAfter?: number
  cause?: unknown
  allow?: string[]
}

/** Status of a refusal by code. What the path names is not found; what a field names makes the request unprocessable. */
export function statusOf(code: ErrorCode, place: 'path' | 'field'): number {
  return place === 'field' && code.endsWith(':not_found') ? 422 : errorCatalog[code].status
}

const withoutDot = (sentence: string) => sentence.replace(/\.$/, '')

/** Returns the sentence of a refusal: the first problem and how many more there are; beside a conflict, which the catalog explains. */
function sentenceOf(code: ErrorCode, [first, ...more]: readonly FieldError[]): string {
  const { status, message } = errorCatalog[code]
  if (first === undefined) return message
  const problem = first.path === '' ? first.message : `${first.path}: ${first.message}`
  if (status === 409) return `${withoutDot(message)} (${withoutDot(problem)}).`
  if (more.length > 0) return `${withoutDot(problem)} (${more.length} more in errors).`
  return /[.?]$/.test(problem) ? problem : `${problem}.`
}

/**
 * An error of the catalog. `message` is public: the sentence given, else the first problem of a field, else that of the catalog.
 * `cause` goes to the log only.
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

  /** Returns the same refusal with other problems of fields, and its sentence made of them unless it has one of its own. */
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

/** Returns the problem of one field: something missing where the sentence says that it is required. */
export function fieldProblem(path: string, message: string): FieldError {
  return { path, code: message.startsWith('is required') ? 'field:missing' : 'field:invalid', message }
}

/** Refuses a value of one field. */
export function failField(path: string, message: string, cause?: unknown): never {
  throw new Fault('request:invalid', { errors: [fieldProblem(path, message)], cause })
}

/** Refuses what the caller does not have; `path`: the field that names it, absent when the path of the request does. */
export function failUnknown(code: ErrorCode, path: string | undefined): never {
  throw new Fault(code, path === undefined ? {} : { errors: [unknownIn(code, path)] })
}

/** Refuses the fields at these paths, if any, which name what the caller does not have. */
export function refuseUnknown(code: ErrorCode, paths: readonly string[]): void {
  if (paths.length > 0) throw new Fault(code, { errors: paths.map((path) => unknownIn(code, path)) })
}

/** Returns the problem of a field that names something the caller does not have. */
export function unknownIn(code: ErrorCode, path: string): FieldError {
  const [said = ''] = errorCatalog[code].message.split(/[;,]/)
  return { path, code, message: said.charAt(0).toLowerCase() + said.slice(1) }
}

/** Throws an error of the catalog. */
export function fail(code: ErrorCode, details: FaultDetails = {}): never {
  throw new Fault(code, details)
}
