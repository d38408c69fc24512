import { initTRPC } from '@trpc/server'
import { generateOpenApiDocument, type OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import type { Operation } from '../contract.ts'
import {
  type ContentObject,
  componentName,
  type DocumentedRoute,
  nameIn,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type SchemaObject,
  schemaPath,
} from './model.ts'
import { refusalResponses } from './refusals.ts'
import type { SharedParts } from './shared-parts.ts'

type OperationHead = Pick<OperationObject, 'operationId' | 'tags' | 'summary' | 'description'>

const t = initTRPC.meta<OpenApiMeta>().create({ isDev: false })

/**
 * Generates the OpenAPI document's operations from a tRPC router that contains the public operations. The router's inputs contain only path
 * fields. Bodies and responses would be repeated wherever they are used, so `components.ts` defines them by name instead.
 *
 * @returns operation heads, keyed by `<noun>.<verb>`.
 */
export function generatedOperations(
  routes: readonly DocumentedRoute[],
  { title, version }: { title: string; version: string },
): ReadonlyMap<string, OperationHead> {
  const verbsOf = (inNoun: DocumentedRoute[]) =>
    Object.fromEntries(inNoun.map((each) => [each.verb, procedureOf(each)]))
  const nouns = Map.groupBy(routes, ({ noun }) => noun)
  const router = t.router(Object.fromEntries([...nouns].map(([noun, inNoun]) => [noun, verbsOf(inNoun)])))
  const { paths = {} } = generateOpenApiDocument(router, { title, version, baseUrl: '/' })
  const operations = Object.values(paths).flatMap((path) => Object.values(path ?? {}) as OperationHead[])
  return new Map(operations.map((operation) => [operation.operationId, headOf(operation)]))
}

/** Keeps what the document takes from the generator. Parameters and bodies are added later. */
function headOf({ operationId, tags, summary, description }: OperationHead): OperationHead {
  return { operationId, tags, summary, ...(description !== undefined && { description }) }
}

/** Creates a procedure for the generator. It is never called. */
function procedureOf(route: DocumentedRoute) {
  const { operation, placed } = route
  const inPath = z.object(Object.fromEntries(Object.keys(placed).map((name) => [name, z.string()])))
  const procedure = t.procedure.meta(metaOf(route)).input(inPath).output(z.unknown())
  return operation.kind === 'query' ? procedure.query(() => undefined) : procedure.mutation(() => undefined)
}

/** Returns what the generator needs to know about a route. */
function metaOf({ id, noun, method, path, operation }: DocumentedRoute): OpenApiMeta {
  const scope = operation.scope ? ` Scope: \`${operation.scope}\`.` : ''
  return {
    openapi: {
      method,
      path: path as `/${string}`,
      operationId: id,
      tags: [noun],
      summary: operation.summary,
      description: `${operation.description}${scope}`,
      protect: false,
      errorResponses: {},
    },
  }
}

/** Returns the success responses, also with the status of a part of a file or of an object that existed. One with pages has a Link header. */
function successResponses(route: DocumentedRoute, parts: SharedParts): OperationObject['responses'] {
  const { list, following, statusOfExisting, download } = route.operation
  const headers = (list || following) && { headers: { Link: { $ref: '#/components/headers/Link' } } }
  const success = { description: meaningOf(route, parts), ...headers, content: successContent(route, parts) }
  const other = download ? 206 : statusOfExisting
  return { [route.status]: success, ...(other !== undefined && { [other]: success }) }
}

/** Returns a success response's schema with an example, unless a named component has the example. */
function successContent(route: DocumentedRoute, parts: SharedParts): ContentObject {
  const { stream, download, example } = route.operation
  if (stream)
    return {
      [stream]: {
        schema: { type: 'string' },
        examples: { example: { value: (example.output as { chunk: string }).chunk } },
      },
    }
  if (download) return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const schema = answerSchema(route, parts)
  if ((schema.items ?? schema).$ref !== undefined) return { 'application/json': { schema } }
  return { 'application/json': { schema, examples: { example: { value: exampleAnswer(route.operation) } } } }
}

/** Returns the example of an operation's response in REST; for a list, its items. */
export const exampleAnswer = ({ list, example }: Operation): unknown =>
  list ? (example.output as { items: unknown }).items : example.output

/** Returns a response's schema: the items of a list, or a reference to a component. */
export function answerSchema(route: DocumentedRoute, { schemas }: Pick<SharedParts, 'schemas'>): SchemaObject {
  const schema = schemas.answers[route.id] ?? {}
  return route.operation.list ? (schema.properties?.['items'] ?? schema) : schema
}

/** Describes a success response in words, such as "A page of messages". */
function meaningOf(route: DocumentedRoute, parts: SharedParts): string {
  const { stream, download, list } = route.operation
  if (stream === 'text/csv') return 'The rows as CSV'
  if (stream) return 'The events, one after another'
  if (download) return 'The file'
  const { items, ...schema } = answerSchema(route, parts)
  if (items) return `A ${list ? 'page' : 'list'} of ${pluralOf(nounOf(items) ?? 'entry')}`
  return `The ${nounOf(schema) ?? 'result'}`
}

/** Returns the noun, in plain words, for the component that a schema refers to; undefined if there is none, or only one operation has it. */
function nounOf({ $ref }: SchemaObject): string | undefined {
  const name = $ref === undefined ? 'Answer' : nameIn($ref)
  if (name.endsWith('Answer')) return undefined
  if (name === 'Removed') return 'deletion'
  return name
    .replace(/With[A-Z]\w+$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bapi\b/, 'API')
    .replace(/^channel$/, 'broadcast channel')
}

const pluralOf = (noun: string): string =>
  noun.endsWith('y') && !/[aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`

/** The parameter that every POST has. A DELETE takes it, too, but doesn't list it, to keep the document small. */
export const idempotencyKey: ParameterObject = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'Your key for this POST, or a DELETE. Repeated within 48 h, it gets the stored response',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['order-1042'] },
}

/** Completes the generated head with parameters, body and responses. */
export function documentedOperation(
  route: DocumentedRoute,
  head: OperationHead | undefined,
  parts: SharedParts,
): OperationObject {
  const { id, method } = route
  if (!head) throw new Error(`${id} was not generated`)
  const listed = parameters(route, parts)
  const hasBody = method !== 'GET' && Object.keys(route.given).length > 0
  return {
    ...head,
    ...(listed.length > 0 && { parameters: listed }),
    ...(hasBody && { requestBody: requestBody(route) }),
    responses: { ...successResponses(route, parts), ...refusalResponses(route, parts.responses) },
  }
}

/** Returns an operation's parameters. Those that operations share are references. */
function parameters(route: DocumentedRoute, parts: SharedParts): (ParameterObject | Reference)[] {
  const { method, placed, given } = route
  const inPath = Object.entries(placed).map(([name, zod]) => parameter(route, { name, zod, place: 'path' }, parts))
  const inQuery = Object.entries(method === 'GET' ? given : {}).map(([name, zod]) =>
    parameter(route, { name, zod, place: 'query' }, parts),
  )
  const listed = [...inPath, ...inQuery].map((each) => sharedOr(each, parts.parameters))
  return method === 'POST' ? [...listed, { $ref: '#/components/parameters/IdempotencyKey' }] : listed
}

/** Returns a reference if a shared parameter is equal, otherwise the parameter. */
function sharedOr(own: ParameterObject, shared: SharedParts['parameters']): ParameterObject | Reference {
  const text = JSON.stringify(own)
  const [name] = Object.entries(shared).find(([, each]) => JSON.stringify(each) === text) ?? []
  return name === undefined ? own : { $ref: `#/components/parameters/${name}` }
}

/** Returns a parameter. A field with named values is written `x[name]=value`. */
export function parameter(
  route: { id: string },
  { name, zod, place }: { name: string; zod: z.ZodType; place: 'path' | 'query' },
  { schemas }: Pick<SharedParts, 'schemas'>,
): ParameterObject {
  const { description, ...schema } = schemas.requests[`${route.id} ${name}`] ?? {}
  const isRequired = place === 'path' || !zod.safeParse(undefined).success
  const takesNames = schema.additionalProperties !== undefined
  return {
    name,
    in: place,
    ...(description !== undefined && { description }),
    ...(isRequired && { required: true }),
    ...(takesNames && { style: 'deepObject' as const, explode: true }),
    schema,
  }
}

/** Returns an operation's body, with an example and with the forms for an upload. */
function requestBody(route: DocumentedRoute): OperationObject['requestBody'] & object {
  const sent = Object.entries(route.operation.example.input as Record<string, unknown>)
  const example = Object.fromEntries(sent.filter(([name]) => name in route.given))
  const schema: SchemaObject = { $ref: schemaPath + componentName(route, 'Body') }
  return {
    ...(needsBody(route) && { required: true }),
    content: { 'application/json': { schema, example }, ...uploadContent(route) },
  }
}

/** Whether the operation refuses an empty body because of a required field or a rule across several fields. */
function needsBody({ operation, placed }: DocumentedRoute): boolean {
  const sent = Object.entries(operation.example.input as Record<string, unknown>)
  return !operation.input.safeParse(Object.fromEntries(sent.filter(([name]) => name in placed))).success
}

const bytes: SchemaObject = { type: 'string', format: 'binary', description: 'The file' }

/** Returns the alternatives to a JSON body: a form with the file and its fields, or the raw bytes. */
function uploadContent(route: DocumentedRoute): ContentObject {
  if (!takesForm(route)) return {}
  const form: SchemaObject = { $ref: schemaPath + componentName(route, 'Form') }
  return { 'multipart/form-data': { schema: form }, 'application/octet-stream': { schema: bytes } }
}

/** Whether a request may contain the file itself, not only name a stored one. */
export const takesForm = ({ operation: { upload } }: DocumentedRoute): boolean =>
  upload !== undefined && !upload.storedOnly

/** Returns the schema of a form with the file and its fields. */
export function formSchema(
  route: DocumentedRoute,
  { properties = {}, required = [] }: SchemaObject = {},
): SchemaObject {
  const fields = Object.entries(properties).filter(([name]) => !(name in route.placed))
  return {
    type: 'object',
    properties: { file: bytes, ...Object.fromEntries(fields) },
    required: ['file', ...required.filter((name) => !(name in route.placed))],
    additionalProperties: false,
  }
}
