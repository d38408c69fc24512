import { z } from 'zod'
import { type ErrorCode, type ErrorEntry, errorCatalog } from './errors.ts'
import { named } from './schemas.ts'
import { shortened } from './shortened.ts'

/**
 * An error code from the catalog, as it appears in responses. Rows from earlier releases may contain other codes, so this is a string with
 * known values.
 */
export const errorCode = named(
  'ErrorCode',
  z.string().meta({
    description: 'Code of an error: a noun and a reason',
    example: 'request:invalid',
    enum: Object.keys(errorCatalog),
  }),
)

/** The last error for an object, such as a number. */
export const keptError = named(
  'KeptError',
  z.object({ errorCode, message: z.string().describe('What went wrong, and how to fix it') }),
)

/** An invalid field in a request. */
export const fieldError = named(
  'FieldError',
  z.object({
    path: z.string().meta({ description: 'The field with the error, such as `media.url`', example: 'phone' }),
    code: z.string().meta({
      description: 'Code of the problem: `field:missing`, `field:unknown`, `field:invalid`, or a more specific code',
      example: 'phone:invalid',
    }),
    message: z.string().describe('What is wrong with the value, and the value itself if it is short and not secret'),
  }),
)

/** An invalid field: its path, an error code, and the violated rule, as a phrase that follows the path. */
export type FieldError = z.output<typeof fieldError>

/** Details of an error: a more specific public message, invalid fields, seconds to wait, and an internal cause for the log. */
export type FaultDetails = {
  message?: string
  errors?: FieldError[]
  retryAfter?: number
  cause?: unknown
  allow?: string[]
}

/**
 * Returns the status for an error code. An unknown reference in the path means not found; in a field, it means an unprocessable request.
 */
export const statusOf = (code: ErrorCode, place: 'path' | 'field'): number =>
  place === 'field' && code.endsWith(':not_found') ? 422 : errorCatalog[code].status

/** Limits in characters. Without them, an error would repeat a request's long field name, as long as the request. */
const pathCharactersMax = 200
const messageCharactersMax = 2_000

const bounded = ({ path, code, message }: FieldError): FieldError => ({
  path: shortened(path, pathCharactersMax),
  code,
  message: shortened(message, messageCharactersMax),
})

const withoutDot = (sentence: string) => sentence.replace(/\.$/, '')

/** Returns an error's message: the first problem and how many more there are. A conflict also keeps the catalog's message, which says what to do. */
function messageOf(code: ErrorCode, [first, ...more]: readonly FieldError[]): string {
  const { status, message } = errorCatalog[code]
  if (first === undefined) return message
  const problem = first.path === '' ? first.message : `${first.path}: ${first.message}`
  if (status === 409) return `${withoutDot(message)} (${withoutDot(problem)}).`
  if (more.length > 0) return `${withoutDot(problem)} (${more.length} more in errors).`
  return /[.?]$/.test(problem) ? problem : `${problem}.`
}

/**
 * An error from the catalog. `message` is public: the given one, otherwise the first field problem, otherwise the catalog's. `cause` is
 * only logged.
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
    const errors = (details.errors ?? []).map(bounded)
    super(
      shortened(details.message ?? messageOf(code, errors), messageCharactersMax),
      details.cause === undefined ? undefined : { cause: details.cause },
    )
    this.code = code
    this.status = statusOf(code, errors.length > 0 ? 'field' : 'path')
    this.retryable = known.retryable ?? false
    this.errors = errors
    this.retryAfter = details.retryAfter ?? (known.retryable ? 1 : undefined)
    this.allow = details.allow
  }

  /**
   * Returns the same error with other field problems, such as with the paths of the fields that the caller sent. Unless the error has its own
   * message, the message is derived from them.
   */
  withErrors(errors: FieldError[]): Fault {
    const { code, retryAfter, cause, allow } = this
    const own = this.message === messageOf(code, this.errors) ? {} : { message: this.message }
    return new Fault(code, {
      ...own,
      errors,
      cause,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(allow !== undefined && { allow }),
    })
  }
}

/** Returns a field's problem. If the message says that the field is required, the code says that it is missing. */
export function fieldProblem(path: string, message: string): FieldError {
  return { path, code: message.startsWith('is required') ? 'field:missing' : 'field:invalid', message }
}

/** Refuses a request because one field is invalid. */
export function failField(path: string, message: string): never {
  throw new Fault('request:invalid', { errors: [fieldProblem(path, message)] })
}

/**
 * Throws for a reference to something that the caller doesn't have. `path`: the field with the reference; absent if it is in the URL's
 * path.
 */
export function failUnknown(code: ErrorCode, path: string | undefined): never {
  throw new Fault(code, path === undefined ? {} : { errors: [unknownIn(code, path)] })
}

/** Throws if `paths` isn't empty: the fields at these paths refer to something that the caller doesn't have. */
export function refuseUnknown(code: ErrorCode, paths: readonly string[]): void {
  if (paths.length > 0) throw new Fault(code, { errors: paths.map((path) => unknownIn(code, path)) })
}

/** Returns the field problem for a reference to something that the caller doesn't have. */
export function unknownIn(code: ErrorCode, path: string): FieldError {
  // The catalog's message continues with advice.
  const [problem = ''] = errorCatalog[code].message.split(/[;,]/)
  return { path, code, message: problem.charAt(0).toLowerCase() + problem.slice(1) }
}

/** Refuses a request with an error of the catalog. */
export function fail(code: ErrorCode, details: FaultDetails = {}): never {
  throw new Fault(code, details)
}
