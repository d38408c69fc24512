import { type ErrorCode, Fault, shortened } from '@posthorn/contracts'

type GraphError = {
  status: number
  code: number
  details: string
  subcode?: number
  /** Message to use instead of the code's title. */
  message?: string
  retryAfter?: number
}

class GraphFault extends Fault {
  readonly error: GraphError

  constructor(error: GraphError) {
    super('request:invalid', { message: error.details })
    this.error = error
  }
}

const unknownObjectSubcode = 33
const expiredSubcode = 463

const graphErrors: Readonly<Record<number, readonly [status: number, title: string]>> = {
  2: [503, 'Service temporarily unavailable'],
  10: [403, 'Application does not have permission for this action'],
  100: [400, 'Invalid parameter'],
  104: [401, 'An access token is required to request this resource.'],
  190: [401, 'Invalid OAuth access token - Cannot parse access token'],
  2500: [400, 'Unknown path components'],
  130429: [429, 'Rate limit hit'],
  131000: [500, 'Something went wrong'],
  131005: [403, 'Access denied'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [503, 'Service unavailable'],
  131031: [403, 'Business Account locked'],
  131050: [400, 'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages'],
  131051: [400, 'Unsupported message type'],
  132001: [404, 'Template does not exist'],
  133010: [400, 'Phone number not registered'],
}

/** Throws an error with the provider's code. `more` overrides its status or adds to it. */
export function refuse(code: number, details: string, more: Partial<GraphError> = {}): never {
  throw new GraphFault({ status: graphErrors[code]?.[0] ?? 400, code, details, ...more })
}

/** Throws the provider's error for an object that doesn't exist or doesn't support the request. */
export function refuseObject(id: string, method = 'get'): never {
  const details = `Object with ID '${shortened(id, 100)}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`
  const message = `Unsupported ${method.toLowerCase()} request. ${details}. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`
  return refuse(100, details, { subcode: unknownObjectSubcode, message })
}

const codeOfFault: Partial<Record<ErrorCode, number>> = {
  'token:invalid': 190,
  'token:expired': 190,
  'address:not_allowed': 10,
  'scope:missing': 10,
  'numbers:limited': 10,
  'rate:limited': 130429,
  'queue:full': 130429,
  'queue:refusing': 131016,
  'phone:invalid': 131009,
  'message:not_found': 131009,
  'message:not_incoming': 131009,
  'contact:opted_out': 131050,
  'capability:unsupported': 131051,
  'number:disconnected': 133010,
  'number:unauthorized': 131005,
  'number:suspended': 131031,
  'template:not_found': 132001,
}

/** Returns the provider's code for one of our errors: the closest one, otherwise by what is wrong or by status. */
function codeOf({ code, status, errors }: Fault): number {
  const known = codeOfFault[code]
  if (known !== undefined) return known
  if (errors.length > 0) return errors.every(({ message }) => message.startsWith('is required')) ? 131008 : 131009
  if (status === 401) return 190
  if (status === 403) return 10
  if (status === 429) return 130429
  if (status >= 500) return status === 503 ? 131016 : 131000
  return 100
}

/** The names that our fields have in the provider's request body. */
const graphFieldNames: Readonly<Record<string, string>> = {
  phone: 'to',
  quote: 'context.message_id',
  reference: 'biz_opaque_callback_data',
}

/** Returns an error in the provider's terms, with our fields under the names that they have in its requests. */
export function graphErrorOf(fault: Fault): GraphError {
  if (fault instanceof GraphFault) return fault.error
  const code = codeOf(fault)
  const places = fault.errors.map(({ path, message }) => `${graphFieldNames[path] ?? path} ${message}`)
  const details = places.length > 0 ? places.join('; ') : fault.message
  const { status } = fault
  return {
    // Code 100 covers several statuses.
    status: code === 100 ? status : (graphErrors[code]?.[0] ?? status),
    code,
    details,
    ...(fault.code === 'token:expired' ? { subcode: expiredSubcode } : {}),
    ...(fault.retryAfter === undefined ? {} : { retryAfter: fault.retryAfter }),
  }
}

/** Returns the body of an error response as the provider writes it. */
export function errorBody({ code, details, subcode, message, status }: GraphError, traceId: string): object {
  const isObject = subcode === unknownObjectSubcode
  return {
    error: {
      message: message ?? `(#${code}) ${graphErrors[code]?.[1] ?? 'Invalid parameter'}`,
      type: isObject ? 'GraphMethodException' : 'OAuthException',
      code,
      error_subcode: subcode,
      is_transient: status >= 500 || status === 429 || undefined,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: traceId,
    },
  }
}

export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of a value that are set. The provider also accepts an object as JSON text, which some programs send. */
export function fieldsOf(value: unknown, path: string): Fields {
  const read = parsed(value)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return refuse(131009, `Parameter '${path}' must be an object.`)
  return Object.fromEntries(Object.entries(read).filter(([, each]) => each !== null && each !== undefined))
}

/** Returns a list's objects. An absent list is empty. */
export function itemsOf(value: unknown, path: string): Fields[] {
  const read = parsed(value)
  if (read === undefined) return []
  if (!Array.isArray(read)) return refuse(131009, `Parameter '${path}' must be a list.`)
  return read.map((item: unknown, i) => fieldsOf(item, `${path}[${i}]`))
}

/** Parses a JSON string. Returns other values unchanged. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Returns a string, also for a number. An empty string counts as absent. */
export function textOf(value: unknown, path: string): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : refuse(131009, `Parameter '${path}' must be a string.`)
}

/** Returns a string. Refuses an absent or empty one. */
export const requiredText = (value: unknown, path: string): string =>
  textOf(value, path) ?? refuse(131008, `Parameter '${path}' is required.`)

/** Returns whether no other fields are set. Others would get lost, because our fields can't express them. */
export const hasOnly = (fields: Fields, names: readonly string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name))
