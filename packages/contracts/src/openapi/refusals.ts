import { type ErrorCode, errorCatalogue } from '../errors.ts'
import type { HeaderObject, Reference, ResponseObject, SchemaObject } from './document-types.ts'
import { capitalized, type DocumentedRoute } from './documented-route.ts'

/** Refusals of every operation. */
const everywhere: ErrorCode[] = [
  'request:invalid',
  'phone:invalid',
  'cursor:invalid',
  'token:invalid',
  'token:expired',
  'scope:missing',
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

/** Refusals that several operations share, by their name in the document. */
export type SharedResponses = Record<string, ResponseObject>

/** Name of the answer with the refusals that operations share, and of its body. */
const commonName = 'Refused'

/**
 * Returns the refusals of an operation, and adds them to the shared ones. A status is listed when the operation has an error of its own
 * in it; the others are the `default`. An operation without one lists 429, as linters and generators look for a refusal.
 */
export function refusalResponses(route: DocumentedRoute, shared: SharedResponses): Record<string, Reference> {
  const byStatus = Map.groupBy(refusals(route), (code) => errorCatalogue[code].status)
  const own = [...byStatus].filter(([, codes]) => codes.some((code) => !commonCodes.includes(code)))
  const isRefused = own.some(([status]) => status < 500)
  const listed = isRefused ? own : [...own, ...[...byStatus].filter(([status]) => status === 429)]
  const references = listed.map(([status, codes]): [string, Reference] => {
    const name = nameOf(status, codes)
    shared[name] ??= refusal(codes, { $ref: '#/components/schemas/Error' })
    return [String(status), { $ref: `#/components/responses/${name}` }]
  })
  shared[commonName] ??= refusal(commonCodes, { $ref: `#/components/schemas/${commonName}` })
  return { ...Object.fromEntries(references), default: { $ref: `#/components/responses/${commonName}` } }
}

function refusals({ operation, method }: DocumentedRoute): ErrorCode[] {
  const body = method === 'GET' ? [] : withBody
  const key = method === 'POST' ? withKey : []
  const confirmation: ErrorCode[] = operation.confirmed ? ['confirmation:required'] : []
  return [...new Set([...operation.errors, ...confirmation, ...everywhere, ...body, ...key])]
}

/** The body of a refusal that any operation may have: one of these statuses and codes. */
export function commonRefusal(): SchemaObject {
  const statuses = new Set(commonCodes.map((code) => errorCatalogue[code].status))
  return {
    description: 'A refusal that any operation may have',
    allOf: [
      { $ref: '#/components/schemas/Error' },
      {
        type: 'object',
        properties: {
          status: { type: 'integer', description: 'The HTTP status', enum: [...statuses].toSorted((a, b) => a - b) },
          errorCode: { type: 'string', description: 'Code of the error', enum: [...commonCodes] },
        },
      },
    ],
  }
}

/** Names a set of refusals: by its status, and by the errors that not every operation has. */
function nameOf(status: number, codes: readonly ErrorCode[]): string {
  const own = codes.filter((code) => !commonCodes.includes(code))
  if (own.length === 0) return 'TooManyRequests'
  const isPost = codes.some((code) => withKey.includes(code))
  const subjects = [...new Set(own.map((code) => code.replace(/:not_found$/, '')))]
  const words = subjects.flatMap((code) => code.split(/[:_]/)).map(capitalized)
  const ending = status === 404 ? 'NotFound' : ''
  return `${words.join('')}${ending}${isPost ? 'Post' : ''}`
}

function refusal(codes: readonly ErrorCode[], schema: Reference): ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...retryAfter(codes.map((code) => 'retryable' in errorCatalogue[code])),
    content: { 'application/json': { schema } },
  }
}

/** Returns the `Retry-After` header: required where all refusals of a status are retryable, optional where some are. */
function retryAfter(retryable: boolean[]): Pick<ResponseObject, 'headers'> {
  if (!retryable.includes(true)) return {}
  const name = retryable.includes(false) ? 'RetryAfter' : 'RetryAfterAlways'
  return { headers: { 'Retry-After': { $ref: `#/components/headers/${name}` } } }
}

const textHeader = (description: string): HeaderObject => ({ description, schema: { type: 'string' } })
const retryAfterText = 'Seconds to wait before you send the same request again'

/** Headers of answers. */
export const headers: Record<string, HeaderObject> = {
  RetryAfter: textHeader(`${retryAfterText}; always there with 429 and 503`),
  RetryAfterAlways: { required: true, ...textHeader(retryAfterText) },
  Link: textHeader('Link to the next page (RFC 8288, rel="next"); absent on the last page'),
  Deprecation: { required: true, ...textHeader('Time since which this operation is deprecated (RFC 9745)') },
  Successor: { required: true, ...textHeader('Address of the operation to use instead (rel="successor-version")') },
}
