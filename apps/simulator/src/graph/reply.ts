import type { z } from 'zod'
import { providerErrorOf } from '../state/provider-errors.ts'

/** The reply to a call. `answer` is absent if the connection is cut, or hangs until `hangUntilMs`. */
export type Reply = { answer?: Record<string, unknown>; delayMs?: number; hangUntilMs?: number }

/** Overrides for an error response. `subcode` marks an unknown object; `body` has further fields of the response, next to `error`. */
type RefusalOptions = {
  title?: string
  /** Title for people. The response then has title and details only in the fields for people. */
  userTitle?: string
  details?: string
  subcode?: number
  body?: object
}

export class GraphRefusal extends Error {
  readonly code: number
  readonly status: number
  readonly subcode: number | undefined
  readonly details: string
  readonly userTitle: string | undefined
  readonly body: object

  constructor(code: number, opts: RefusalOptions = {}) {
    const { status, title, details } = providerErrorOf(code)
    super(opts.userTitle === undefined ? `(#${code}) ${opts.title ?? title}` : title)
    this.code = code
    this.status = status
    this.subcode = opts.subcode
    this.details = opts.details ?? details
    this.userTitle = opts.userTitle
    this.body = opts.body ?? {}
  }
}

/** Throws the Graph API error with this code. `title` and `details` replace its usual texts. */
export function refuse(code: number, opts: RefusalOptions = {}): never {
  throw new GraphRefusal(code, opts)
}

/** Throws the error for an object that doesn't exist or that the token may not use. The provider doesn't say which. */
export function refuseObject(id: string): never {
  const reasons = 'does not exist, cannot be loaded due to missing permissions, or does not support this operation.'
  return refuse(100, { details: `Object with ID '${id}' ${reasons}`, subcode: 33 })
}

/** Validates a body. Throws the error of the first problem only, as the provider does. */
export function check<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'custom' && issue.params !== undefined)
    return refuse(Number(issue.params.code), { details: String(issue.params.details) })
  if (issue?.code === 'unrecognized_keys')
    return refuse(100, { details: `Unexpected key '${issue.keys[0] ?? ''}' on param '${path || 'body'}'.` })
  if (issue !== undefined && valueAt(body, issue.path) === undefined)
    return refuse(131008, { details: `Parameter '${path}' is required.` })
  return refuse(131009, { details: `Parameter '${path}' is not valid: ${issue?.message ?? 'see the documentation'}.` })
}

/** Returns a body that is an object. Refuses lists and single values. */
export function objectOf(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  return refuse(100, { details: 'The body is not a JSON object.' })
}

/** Reads the names in a query's `fields`; without it, returns the `usual` ones. Refuses a name that isn't among the known ones. */
export function fieldsNamed(
  fields: unknown,
  { known, usual }: { known: readonly string[]; usual: readonly string[] },
): readonly string[] {
  if (typeof fields !== 'string' || fields === '') return usual
  const names = fields.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) refuse(100, { details: `Tried accessing nonexisting field (${unknown}).` })
  return names
}

/** Returns the value at a path in a body. Undefined there means that the parameter is missing rather than wrong. */
const valueAt = (body: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body)

/** A control API error, returned as `{ error: { message } }`. */
export class ControlRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Throws an error of the control API. */
export function refuseControl(status: number, message: string): never {
  throw new ControlRefusal(status, message)
}

/** Returns whether this is Express's error for a body or path that it couldn't read. */
export const isUnreadable = (error: unknown): boolean => error instanceof Error && 'status' in error

/** Prints an error that isn't the caller's, so that it can be found. */
export function reportFault(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}
