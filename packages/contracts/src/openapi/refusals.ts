import { takesIdempotencyKey } from '../contract.ts'
import { type ErrorCode, errorCatalog } from '../errors.ts'
import { statusOf } from '../fault.ts'
import type { DocumentedRoute, HeaderObject, Reference, ResponseObject, SchemaObject } from './model.ts'

const everywhere: ErrorCode[] = [
  'request:invalid',
  'phone:invalid',
  'cursor:invalid',
  'token:invalid',
  'token:expired',
  'scope:missing',
  'numbers:limited',
  'address:not_allowed',
  'rate:limited',
  'rate:in_flight',
  'server:error',
  'service:overloaded',
  'service:unavailable',
]
const withBody: ErrorCode[] = ['request:malformed', 'request:too_deep', 'request:too_large', 'request:unsupported_type']
const withKey: ErrorCode[] = ['idempotency:key_invalid', 'idempotency:in_flight', 'idempotency:key_reused']

const commonCodes: readonly ErrorCode[] = [...everywhere, ...withBody, ...withKey]

export type SharedResponses = Record<string, ResponseObject>

/** Name of the response with the shared errors, and of its body. */
const commonName = 'Refused'

/**
 * Returns an operation's error responses, and adds the shared responses that they refer to. A status is listed only if the operation has a
 * specific error with that status; the codes are next to the reference. All other errors are covered by `default`. An operation without
 * specific errors below 500 lists 429, because linters and generators expect an error.
 */
export function refusalResponses(route: DocumentedRoute, shared: SharedResponses): Record<string, Reference> {
  const byStatus = Map.groupBy(refusals(route), ({ status }) => status)
  const references = [...byStatus].flatMap(([status, refused]): [string, Reference][] => {
    const codes = refused.map(({ code }) => code)
    const own = codes.filter((code) => !commonCodes.includes(code))
    return own.length > 0 ? [[String(status), sharedRefusal(status, { codes, own, shared })]] : []
  })
  if (!references.some(([status]) => Number(status) < 500)) {
    references.push(['429', sharedRefusal(429, { codes: ['rate:limited'], own: [], shared })])
  }
  shared[commonName] ??= commonAnswer()
  return { ...Object.fromEntries(references), default: { $ref: `#/components/responses/${commonName}` } }
}

/**
 * Refers to a status's shared response, and adds it if missing. `codes` decide whether it has Retry-After; the reference lists `own`, the
 * operation's specific codes.
 */
function sharedRefusal(
  status: number,
  { codes, own, shared }: { codes: readonly ErrorCode[]; own: readonly ErrorCode[]; shared: SharedResponses },
): Reference {
  const retryable = codes.map((code) => 'retryable' in errorCatalog[code])
  const later = !retryable.includes(true) ? '' : retryable.includes(false) ? 'OrLater' : 'Later'
  const name = `${statusNames[status] ?? `Status${status}`}${later}`
  shared[name] ??= {
    description: `An error with the status ${status}; the operation lists its codes`,
    ...(later !== '' && {
      headers: { 'Retry-After': { $ref: `#/components/headers/RetryAfter${later === 'Later' ? 'Always' : ''}` } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  const description = own.map((code) => `\`${code}\``).join(', ')
  return { $ref: `#/components/responses/${name}`, ...(description !== '' && { description }) }
}

/**
 * Returns an operation's error codes with their statuses. The first codes that end in `:not_found`, one for each path parameter, concern
 * the path. Those whose noun is also a field of the query or body are listed a second time, with the status for the field.
 */
function refusals({ operation, method, placed, given }: DocumentedRoute): { code: ErrorCode; status: number }[] {
  const body = method === 'GET' ? [] : withBody
  const key = takesIdempotencyKey(method) ? withKey : []
  const confirmation: ErrorCode[] = operation.confirmed ? ['confirmation:required'] : []
  const codes = [...new Set([...operation.errors, ...confirmation, ...everywhere, ...body, ...key])]
  const notFound = codes.filter((code) => code.endsWith(':not_found'))
  const ofPath = notFound.slice(0, Object.keys(placed).length)
  const twice = ofPath.filter((code) => Object.hasOwn(given, code.replace(':not_found', '')))
  return [
    ...codes.map((code) => ({ code, status: statusOf(code, ofPath.includes(code) ? 'path' : 'field') })),
    ...twice.map((code) => ({ code, status: statusOf(code, 'field') })),
  ]
}

/** Body of an error that any operation may return: one of these statuses and codes. */
export function commonRefusal(): SchemaObject {
  const statuses = new Set(commonCodes.map((code) => errorCatalog[code].status))
  return {
    description: 'An error that any operation may return',
    allOf: [
      { $ref: '#/components/schemas/Error' },
      {
        properties: {
          status: { type: 'integer', description: 'The HTTP status', enum: [...statuses].toSorted((a, b) => a - b) },
          errorCode: { type: 'string', description: 'Code of the error', enum: [...commonCodes] },
        },
      },
    ],
  }
}

/**
 * Base names of the responses for each status. The suffix `Later` means that a retry may succeed after any of the errors; `OrLater` means
 * after some of them.
 */
const statusNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'TooLarge',
  415: 'UnsupportedType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'ServerError',
  501: 'NotOffered',
  502: 'BadGateway',
  503: 'Unavailable',
}

const commonAnswer = (): ResponseObject => ({
  description: 'An error that any operation may return',
  headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${commonName}` } } },
})

const retryAfterText = 'Seconds to wait before you send the same request again'
const textHeader = (description: string): HeaderObject => ({ description, schema: { type: 'string' } })

export const headers: Record<string, HeaderObject> = {
  RetryAfter: textHeader(`${retryAfterText}; always present with 429 and 503`),
  RetryAfterAlways: { required: true, ...textHeader(retryAfterText) },
  Link: textHeader('Link to the next page (RFC 8288, rel="next"); absent on the last page'),
}
