import { namedDocument } from '@posthorn/contracts/openapi'

/** The fields of a JSON Schema that types need. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  /** Schemas that a merged object was built from. */
  parts?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
  default?: unknown
  format?: string
}

type Parameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  schema?: Schema
}
type Content = Record<string, { schema?: Schema }>
type DocumentOperation = {
  operationId: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { headers?: Record<string, unknown>; content?: Content }>
}
/** The fields of the OpenAPI document that clients need. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, DocumentOperation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/**
 * Generates the contract's OpenAPI document, simplified for clients: shared parts inlined, extended objects merged, ids, phone numbers and
 * times as plain strings, forms left out.
 */
export function clientDocument(): OpenApiDocument {
  const document = withTexts(withAlternatives(withMeanings(namedDocument() as unknown as OpenApiDocument)))
  const paths = mapOperations(document.paths, (operation) => withParts(document, operation))
  // Forms are part of their operations' inputs.
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => !name.endsWith('Form'))
    .map(([name, schema]) => [name, merged(document, schema)])
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> },
  }
}

/** Adds the schema's description to parameters that have none. Otherwise, `withTexts` would lose it with the schema. */
function withMeanings(document: OpenApiDocument): OpenApiDocument {
  const meant = (part: Parameter): Parameter => {
    const { description }: Schema = part.schema === undefined ? {} : resolve(document, part.schema)
    return { ...(description !== undefined && { description }), ...part }
  }
  const paths = mapOperations(document.paths, (operation) => ({
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map(meant) }),
  }))
  const shared = Object.entries(document.components.parameters).map(([name, each]) => [name, meant(each)])
  return {
    ...document,
    paths,
    components: { ...document.components, parameters: Object.fromEntries(shared) as Record<string, Parameter> },
  }
}

/** Returns the paths with every operation changed. */
function mapOperations(
  paths: OpenApiDocument['paths'],
  change: (operation: DocumentOperation) => DocumentOperation,
): OpenApiDocument['paths'] {
  const changed = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, each]) => [method, change(each)])),
  ])
  return Object.fromEntries(changed) as OpenApiDocument['paths']
}

/** Inlines components that add null to another, such as `TimeOrNull`, for which clients need no name. */
function withAlternatives(document: OpenApiDocument): OpenApiDocument {
  const alternatives = new Map(Object.entries(document.components.schemas).filter(([name]) => name.endsWith('OrNull')))
  const plain = JSON.stringify(document).replaceAll(
    /"\$ref":"#\/components\/schemas\/(\w+OrNull)"/g,
    (_, name: string) => `"anyOf":${JSON.stringify(alternatives.get(name)?.anyOf)}`,
  )
  const written = JSON.parse(plain) as OpenApiDocument
  for (const name of alternatives.keys()) delete written.components.schemas[name]
  return written
}

/** Replaces ids, phone numbers and times with plain strings: types do not check their form, so names for them would say nothing more. */
function withTexts(document: OpenApiDocument): OpenApiDocument {
  const isText = ({ type, enum: choices }: Schema) => type === 'string' && choices === undefined
  const texts = new Set(
    Object.entries(document.components.schemas).flatMap(([name, each]) => (isText(each) ? [name] : [])),
  )
  const plain = JSON.stringify(document).replaceAll(
    /"\$ref":"#\/components\/schemas\/(\w+)"/g,
    (reference, name: string) => (texts.has(name) ? '"type":"string"' : reference),
  )
  const written = JSON.parse(plain) as OpenApiDocument
  for (const name of texts) delete written.components.schemas[name]
  return written
}

/** Inlines what an operation shares with others, and merges bodies that extend others. */
function withParts(document: OpenApiDocument, operation: DocumentOperation): DocumentOperation {
  const { parameters, requestBody, responses } = operation
  const answers = Object.entries(responses).map(([status, answer]) => [status, resolve(document, answer)])
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema, ...rest }]) => [
    type,
    { ...rest, ...(schema && { schema: described(document, merged(document, resolve(document, schema))) }) },
  ])
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((each) => resolve(document, each)) }),
    ...(requestBody && { requestBody: { ...requestBody, content: Object.fromEntries(bodies) as Content } }),
    responses: Object.fromEntries(answers) as DocumentOperation['responses'],
  }
}

/** Adds the descriptions of referenced components to an object's fields, unless they have their own. */
function described(document: OpenApiDocument, schema: Schema): Schema {
  if (!schema.properties) return schema
  const fields = Object.entries(schema.properties).map(([name, field]): [string, Schema] => {
    const description = field.description ?? resolve(document, field).description
    return [name, { ...field, ...(description !== undefined && { description }) }]
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}

/**
 * Merges an object that extends others into one with all fields. A redefined field keeps its description. Keeps the parts for TypeScript,
 * which can intersect them, unless one only requires a field that another declares: an intersection would not require it.
 */
function merged(document: OpenApiDocument, schema: Schema): Schema {
  if (!schema.allOf) return schema
  const { allOf, ...rest } = schema
  const parts = allOf.map((each) => merged(document, resolve(document, each)))
  const properties: Record<string, Schema> = {}
  for (const [name, field] of parts.flatMap((part) => Object.entries(part.properties ?? {}))) {
    const description = field.description ?? properties[name]?.description
    properties[name] = { ...field, ...(description !== undefined && { description }) }
  }
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))]
  const isWhole = allOf.every((each) => (each.required ?? []).every((name) => name in (each.properties ?? {})))
  return { ...rest, type: 'object', properties, required, ...(isWhole && { parts: allOf }) }
}

/** Returns the component that a reference leads to; anything else is returned unchanged. */
export function resolve<T extends object>(document: OpenApiDocument, part: T): T {
  const [, , kind = '', name = ''] = (part as { $ref?: string }).$ref?.split('/') ?? []
  const found = (document.components as Record<string, Record<string, unknown>>)[kind]?.[name]
  return found === undefined ? part : resolve(document, found as T)
}

/** Returns a name with a capital for each word, such as `JoinRequests`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')

/** Returns a component's type name, such as `Message` for `#/components/schemas/Message`. */
export const typeOfReference = (reference: string): string => pascalCase(reference.split('/').at(-1) ?? '')

/** Names of an operation's types, the same in both SDKs. */
export const inputName = ({ noun, verb }: ClientOperation): string => `${pascalCase(noun)}${pascalCase(verb)}Input`
export const outputName = ({ noun, verb }: ClientOperation): string => `${pascalCase(noun)}${pascalCase(verb)}Output`
export const resourceTypeName = (noun: string): string => `${pascalCase(noun)}Resource`

export const hasInput = ({ input }: ClientOperation): boolean => Object.keys(input.properties ?? {}).length > 0

/** First line of generated sources. */
export const generatedNotice = 'Generated from the OpenAPI document; changes here are lost.'

/** Form of a response: an object, a list without pages, a paginated list, or a body forwarded as it arrives. */
type AnswerForm = 'value' | 'list' | 'pages' | 'body'

/** An operation as clients offer it: one flat input, as in the contract, and one output. */
export type ClientOperation = {
  noun: string
  verb: string
  method: string
  path: string
  summary: string
  description: string
  input: Schema
  hasRequiredInput: boolean
  /** Schema of the value, or of a list's item. */
  output: Schema
  answer: AnswerForm
  /** Whether the operation accepts bytes in its field `file`. */
  uploads: boolean
}

/** Cursors within one response, which callers don't use. */
const isInternal = (description: string | undefined) => description?.startsWith('Internal position') ?? false

/** Returns the operations that a client has. In place of the event stream, clients follow the log from a position. */
export const clientOperations = (document: OpenApiDocument): ClientOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !('text/event-stream' in contentOf(operation)))
      .map(([method, operation]) => clientOperation({ path, method: method.toUpperCase(), operation })),
  )

/** Groups operations by noun, sorted by name. Within a noun, they keep the order of the document. */
export function byNoun(operations: readonly ClientOperation[]): [string, ClientOperation[]][] {
  const groups = Map.groupBy(operations, ({ noun }) => noun)
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b))
}

/** Describes an operation of the document as clients offer it. */
function clientOperation({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: DocumentOperation
}): ClientOperation {
  const [noun = '', verb = ''] = operation.operationId.split('.')
  const input = inputOf(operation)
  const { answer, output } = answerOf(operation)
  return {
    noun,
    verb,
    method,
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    input,
    hasRequiredInput: (input.required ?? []).length > 0,
    output,
    answer,
    uploads: 'multipart/form-data' in (operation.requestBody?.content ?? {}),
  }
}

/** Merges path parameters, query and body into one object. Names are unique, because the contract has one flat input. */
function inputOf({ parameters = [], requestBody }: DocumentOperation): Schema {
  const places = parameters.filter(({ in: place, description }) => place !== 'header' && !isInternal(description))
  const body = requestBody?.content['application/json']?.schema ?? {}
  const form = requestBody?.content['multipart/form-data']?.schema
  const file: Schema = { description: 'The bytes; or the id of a stored file, where the operation accepts one' }
  const properties = {
    ...Object.fromEntries(
      places.map(({ name, schema = {}, description }) => [
        name,
        { ...schema, ...(description ? { description } : {}) },
      ]),
    ),
    ...body.properties,
    ...(form === undefined ? {} : { file: { ...file, format: body.properties?.['file'] ? 'upload-or-id' : 'upload' } }),
  }
  const required = [...places.filter((each) => each.required).map(({ name }) => name), ...(body.required ?? [])]
  return { type: 'object', properties, required }
}

/** Returns the content types of the successful response. */
function contentOf({ responses }: DocumentOperation): Record<string, { schema?: Schema }> {
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return success?.[1].content ?? {}
}

/** Returns the form of a response. A list is paged if its operation has a cursor; a response without JSON is a body. */
function answerOf(operation: DocumentOperation): { answer: AnswerForm; output: Schema } {
  const json = contentOf(operation)['application/json']?.schema
  if (json === undefined) return { answer: 'body', output: {} }
  const isPaged = (operation.parameters ?? []).some(({ in: place, name }) => place === 'query' && name === 'cursor')
  if (isPaged && json.items) return { answer: 'pages', output: json.items }
  return { answer: json.items ? 'list' : 'value', output: json }
}
