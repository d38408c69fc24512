import { type ErrorCode, errorCatalogue, fileMimes, publicKinds, type UploadForm } from '@posthorn/contracts'
import { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import { takesNames } from '../request/query.ts'
import type { Route } from '../route.ts'

/** Refusals of every operation. */
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

const requestIdHeader = always(textHeader('Id of this request: yours if you sent one, else a new one'))
const retryAfterHeader = textHeader('Seconds to wait before you send the same request again')
const policyHeader = always(textHeader('The limits in force'))
const stateHeader = always(textHeader('The tokens that are left of each limit'))
const linkHeader = textHeader('Link to the next page (RFC 8288, rel="next"); absent on the last page')
const deprecationHeaders = {
  Deprecation: always(textHeader('Time since which this operation is deprecated (RFC 9745)')),
  Link: always(textHeader('Address of the operation to use instead (rel="successor-version")')),
}
const replayed = '`true` when this is the stored answer of an earlier request'
const replayedHeader: oas31.HeaderObject = {
  description: replayed,
  schema: { type: 'string', const: 'true', description: replayed },
}

const repeating =
  'Your key for this request. A repeat with the same key within 48 h returns the stored answer and changes nothing'
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

/** Content of a file, of any supported type. */
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

/** Returns the `Retry-After` header: required where all refusals of a status are retryable, optional where some are. */
function retryAfter(retryable: boolean[]): oas31.HeadersObject {
  if (!retryable.includes(true)) return {}
  return { 'Retry-After': retryable.includes(false) ? retryAfterHeader : always(retryAfterHeader) }
}

/** Returns the content of a stream, which is text. */
function streamContent(type: string, output: unknown): oas31.ContentObject {
  return { [type]: { example: (output as { chunk: string }).chunk, schema: { type: 'string' } } }
}

/** Returns the success response. The generator supports status 200 only; of a list REST sends the bare items and a Link header. */
function successResponse(route: Route, generated: oas31.SchemaObject): oas31.ResponsesObject {
  const { list, example, stream, deprecated } = route.operation
  const schema = list ? generated.properties?.['items'] : generated
  const value = list ? (example.output as { items: unknown }).items : example.output
  const headers = {
    'X-Request-Id': requestIdHeader,
    'RateLimit-Policy': policyHeader,
    RateLimit: stateHeader,
    ...(list ? { Link: linkHeader } : {}),
    ...(deprecated ? deprecationHeaders : {}),
    ...(route.method === 'POST' ? { 'Idempotent-Replayed': replayedHeader } : {}),
  }
  const json = { 'application/json': { example: value, schema: answerForm(schema) as oas31.SchemaObject } }
  const content = stream ? streamContent(stream, example.output) : route.operation.download ? fileContent : json
  const { known } = route.operation
  const again = known && {
    [known.status]: { description: `It existed before: \`${known.field}\` is true`, headers, content },
  }
  return { [route.status]: { description: 'Done', headers, content }, ...again }
}

/** Returns the request body. The generator states every body as required, and a refined one as open. */
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

/** Returns the alternatives to JSON: a form with the file and its fields, or the bytes alone. */
function uploadContent({ fields }: UploadForm): oas31.ContentObject {
  const { properties, required } = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' })
  const file = { type: 'string', format: 'binary', description: 'The file, with its filename' }
  const schema = { type: 'object', properties: { file, ...properties }, required: ['file', ...(required ?? [])] }
  return {
    'multipart/form-data': { schema: { ...schema, additionalProperties: false } as oas31.SchemaObject },
    ...fileContent,
  }
}

/** Schema of named values in a query, `x[name]=value`. */
const namedValues = {
  style: 'deepObject' as const,
  explode: true,
  schema: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
}

/** Returns the parameters with their descriptions, which the generator loses for optional ones. */
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
 * Returns a schema as an open one: answers may get new fields within `/v1`, which a reader must accept. The generator names a
 * component `XOutput` where a webhook carries an `X` too; both are the same, and get one name.
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
 * Corrects the generated document: success statuses, refusals with the error body, headers, bare lists, closed requests and open
 * answers, examples. Paths named after a kind of event move to `webhooks`.
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
    security: [{ Token: [] }, { Bearer: [] }],
    paths,
    webhooks: Object.fromEntries(publicKinds.map((kind) => [kind, all[kind] as oas31.PathItemObject])),
    components: { ...components, schemas: answerSchemas(components?.schemas ?? {}) },
  }
}
