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
  examples?: unknown[]
}

export type Parameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: Schema
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
export type DocumentOperation = {
  operationId: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { headers?: Record<string, unknown>; content?: Content }>
}
/** The fields of the OpenAPI document that clients and samples need. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, DocumentOperation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/** Returns the contract's OpenAPI document, with shared parameters, responses and bodies inlined. */
export function readDocument(): OpenApiDocument {
  const document = withTexts(withAlternatives(withMeanings(namedDocument() as unknown as OpenApiDocument)))
  const paths = mapOperations(document.paths, (operation) => withParts(document, operation))
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, merged(document, schema)])
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> },
  }
}

/** Adds the schema's description and example to parameters that have none. */
function withMeanings(document: OpenApiDocument): OpenApiDocument {
  const meant = (part: Parameter): Parameter => {
    if (part.schema === undefined) return part
    const { description, examples: [example] = [] }: Schema = resolve(document, part.schema)
    return {
      ...(description !== undefined && { description }),
      ...(example !== undefined && part.required && { example }),
      ...part,
    }
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

/** Inlines components that add null to another, such as `TimeOrNull`. */
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

/**
 * Replaces ids, phone numbers, and times with plain strings: callers can pass any string, and a union of a named string type and `string`
 * is `string`.
 */
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

/** Merges an object that extends others into one with all fields. A redefined field keeps its description. */
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

/** Returns the component that a reference names; anything else is returned unchanged. */
export function resolve<T extends object>({ components }: OpenApiDocument, part: T): T {
  const [, , kind = '', name = ''] = (part as { $ref?: string }).$ref?.split('/') ?? []
  const found = (components as Record<string, Record<string, unknown>>)[kind]?.[name]
  return (found as T | undefined) ?? part
}
