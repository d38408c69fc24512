import { type ErrorCode, errorCatalogue, fileMimes, publicKinds, type UploadForm } from '@posthorn/contracts'
import { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import { takesNames } from '../request/query.ts'
import type { Route } from '../route.ts'

/** Refusals every operation may answer with. */
const everywhere: ErrorCode[] = [
  'request:invalid',
  'token:invalid',
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

const textHeader = (description: string): oas31.HeaderObject => ({
  description,
  schema: { type: 'string', description },
})
const always = (header: oas31.HeaderObject): oas31.HeaderObject => ({ required: true, ...header })

const requestIdHeader = always(textHeader('Names this request; yours when you sent one'))
const retryAfterHeader = textHeader('Seconds to wait before the same request again, when it may succeed then')
const policyHeader = always(textHeader('The limits in force'))
const stateHeader = always(textHeader('What is left of them'))
const linkHeader = textHeader('RFC 8288; rel="next" while there is more')
const replayed = 'This is the answer of an earlier request'
const replayedHeader: oas31.HeaderObject = {
  description: replayed,
  schema: { type: 'string', const: 'true', description: replayed },
}

const repeating = 'Repeating a request with the same key within 48 h gives the first answer again'
const idempotencyKey: oas31.ParameterObject = {
  in: 'header',
  name: 'Idempotency-Key',
  description: repeating,
  schema: {
    description: repeating,
    example: 'order-1042',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
  },
}

/** Bytes of a file, of any of the types there are. */
const fileContent: oas31.ContentObject = Object.fromEntries(fileMimes.map((mime) => [mime, { schema: {} }]))

function refusals(route: Route): ErrorCode[] {
  const posts = route.method === 'POST'
  const hasBody = route.method !== 'GET'
  return [
    ...new Set([...route.operation.errors, ...everywhere, ...(hasBody ? withBody : []), ...(posts ? withKey : [])]),
  ]
}

function refusalResponses(route: Route): oas31.ResponsesObject {
  const byStatus = Map.groupBy(refusals(route), (code) => errorCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\` ${errorCatalogue[code].message}`).join('\n\n'),
        headers: {
          'X-Request-Id': requestIdHeader,
          ...retryAfter(codes.map((code) => 'retryable' in errorCatalogue[code])),
        },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

/** Every retryable refusal says when to come again; where a status may be another too, the header may be missing. */
function retryAfter(retryable: boolean[]): oas31.HeadersObject {
  if (!retryable.includes(true)) return {}
  return { 'Retry-After': retryable.includes(false) ? retryAfterHeader : always(retryAfterHeader) }
}

/** What a stream answers is text, piece by piece. */
function streamContent(type: string, output: unknown): oas31.ContentObject {
  return { [type]: { example: (output as { chunk: string }).chunk, schema: { type: 'string' } } }
}

/** The generator knows no success but 200. Of a list REST answers the bare items, and the Link header leads on. */
function successResponse(route: Route, generated: oas31.SchemaObject): oas31.ResponsesObject {
  const { list, example, stream } = route.operation
  const schema = list ? generated.properties?.['items'] : generated
  const value = list ? (example.output as { items: unknown }).items : example.output
  const headers = {
    'X-Request-Id': requestIdHeader,
    'RateLimit-Policy': policyHeader,
    RateLimit: stateHeader,
    ...(list ? { Link: linkHeader } : {}),
    ...(route.method === 'POST' ? { 'Idempotent-Replayed': replayedHeader } : {}),
  }
  const json = { 'application/json': { example: value, schema: answerForm(schema) as oas31.SchemaObject } }
  const content = stream ? streamContent(stream, example.output) : route.operation.download ? fileContent : json
  const { known } = route.operation
  const again = known && { [known.status]: { description: `Was there before: \`${known.field}\``, headers, content } }
  return { [route.status]: { description: 'Done', headers, content }, ...again }
}

/** The generator calls every body required, and forgets that a refined one is closed. */
function requestBody({ operation, fields }: Route, generated: oas31.SchemaObject): oas31.RequestBodyObject {
  const given = operation.example.input as Record<string, unknown>
  const example = Object.fromEntries(fields.filter((name) => name in given).map((name) => [name, given[name]]))
  const required = fields.some((name) => !(operation.input.shape[name] as z.ZodType).safeParse(undefined).success)
  return {
    required,
    content: {
      'application/json': { example, schema: { ...generated, additionalProperties: false } },
      ...(operation.upload && !operation.upload.storedOnly && uploadContent(operation.upload)),
    },
  }
}

/** What may come instead of JSON: a form with the file and its fields, or the bytes alone. */
function uploadContent({ fields }: UploadForm): oas31.ContentObject {
  const { properties, required } = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' })
  const file = { type: 'string', format: 'binary', description: 'The bytes, with a filename' }
  const schema = { type: 'object', properties: { file, ...properties }, required: ['file', ...(required ?? [])] }
  return {
    'multipart/form-data': { schema: { ...schema, additionalProperties: false } as oas31.SchemaObject },
    ...fileContent,
  }
}

/** Named values in a query, `x[name]=value`. */
const namedValues = {
  style: 'deepObject' as const,
  explode: true,
  schema: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
}

/** The generator unwraps optional parameters, and with the wrapper goes its description. */
function parameters({ operation, method }: Route, generated: oas31.ParameterObject[]): oas31.ParameterObject[] {
  const described = generated.map((parameter): oas31.ParameterObject => {
    const field = operation.input.shape[parameter.name] as z.ZodType
    const { description } = field
    if (takesNames(field)) return { ...parameter, ...(description ? { description } : {}), ...namedValues }
    if (description === undefined) return parameter
    return { ...parameter, description, schema: { ...parameter.schema, description } }
  })
  return method === 'POST' ? [...described, idempotencyKey] : described
}

const schemaOf = (body: unknown) =>
  (body as oas31.RequestBodyObject).content['application/json']?.schema as oas31.SchemaObject

function correctOperation(route: Route, generated: oas31.OperationObject): oas31.OperationObject {
  const listed = parameters(route, (generated.parameters ?? []) as oas31.ParameterObject[])
  return {
    ...generated,
    ...(listed.length > 0 ? { parameters: listed } : {}),
    ...(generated.requestBody ? { requestBody: requestBody(route, schemaOf(generated.requestBody)) } : {}),
    responses: { ...successResponse(route, schemaOf(generated.responses?.['200'])), ...refusalResponses(route) },
  }
}

const outputSuffix = /Output$/

/**
 * Answers may grow fields within `/v1`: a reader must not refuse what it does not know. The generator names a component `XOutput`
 * where a callback carries an `X` too; both are answers of ours, and one name does.
 */
function answerForm<T>(value: T): T {
  if (Array.isArray(value)) return value.map(answerForm) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name === 'additionalProperties' && inner === false) return []
    const isReference = name === '$ref' && typeof inner === 'string'
    return [[name, isReference ? inner.replace(outputSuffix, '') : answerForm(inner)]]
  })
  return Object.fromEntries(entries) as T
}

function answerSchemas<T>(schemas: Record<string, T>): Record<string, T> {
  const kept = Object.entries(schemas).filter(([name]) => !(`${name}Output` in schemas))
  return Object.fromEntries(kept.map(([name, schema]) => [name.replace(outputSuffix, ''), answerForm(schema)]))
}

/**
 * Makes the generated document say what the wire does: success statuses, refusals in our error body, headers, bare lists, closed
 * requests and open answers, examples. Paths named after a kind of event are callbacks: they move to `webhooks`.
 */
export function corrected(generated: oas31.OpenAPIObject, routes: Route[]): oas31.OpenAPIObject {
  const { paths: all = {}, components, ...rest } = generated
  const paths: oas31.PathsObject = {}
  for (const route of routes) {
    const method = route.method.toLowerCase() as 'get'
    const operation = all[route.path]?.[method] as oas31.OperationObject
    paths[route.path] = { ...paths[route.path], [method]: correctOperation(route, operation) }
  }
  return {
    ...rest,
    security: [{ Token: [] }],
    paths,
    webhooks: Object.fromEntries(publicKinds.map((kind) => [kind, all[kind] as oas31.PathItemObject])),
    components: { ...components, schemas: answerSchemas(components?.schemas ?? {}) },
  }
}
