import { allOperations, type PlacedOperation, parseRest, takesIdempotencyKey } from '@posthorn/contracts'
import { exampleAnswer } from '@posthorn/contracts/openapi'
import { code, jsonBlock, page, table } from './markdown.ts'

type JsonSchema = {
  type?: string | string[]
  description?: string
  default?: unknown
  const?: string | number | boolean | null
  example?: unknown
  enum?: (string | number | boolean | null)[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Returns the JSON Schema of what callers send (`input`) or get (`output`). */
export const jsonSchemaOf = (
  schema: { toJSONSchema(opts: { io: 'input' | 'output'; unrepresentable: 'any' }): unknown },
  io: 'input' | 'output',
): JsonSchema => schema.toJSONSchema({ io, unrepresentable: 'any' }) as JsonSchema

const idPattern = /^\^([a-z]+)_\[0-7\]/
const isoTime = /^\d{4}-\d\d-\d\dT/

/** Describes bounds in words, such as ` 1–255` or ` from 1`. */
const between = (min: number | undefined, max: number | undefined): string => {
  // zod adds safe integer bounds where a schema has none.
  const low = min === undefined || min <= Number.MIN_SAFE_INTEGER ? undefined : min
  const high = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max
  if (low === undefined && high === undefined) return ''
  if (high === undefined) return ` from ${low}`
  return low === undefined ? ` to ${high}` : ` ${low}–${high}`
}

/** Describes a text by its form: an id, a time, or its length. */
const textOf = (schema: JsonSchema): string => {
  const prefix = idPattern.exec(schema.pattern ?? '')?.[1]
  if (prefix) return `${prefix} id`
  if (isoTime.test(String(schema.example))) return 'time'
  const bounds = between(schema.minLength, schema.maxLength)
  return bounds === '' ? 'text' : `text, ${bounds.trim()} characters`
}

/** Returns whether the list omits an alternative: `null` is named once, at the end; an empty string also omits an optional id. */
const isNoise = (schema: JsonSchema) => schema.const === '' || schema.type === 'null'

/** Lists the alternatives of a value, and `null` last. */
const unionOf = (schemas: JsonSchema[]): string => {
  const kinds = [...new Set(schemas.filter((each) => !isNoise(each)).map(typeOf))].join(' or ')
  return schemas.some((each) => each.type === 'null') ? `${kinds} or null` : kinds
}

/** Describes a value briefly for a table: `text, 1–255 characters`, `msg id`, `low`, `normal`, `high`. */
export const typeOf = (schema: JsonSchema): string => {
  const union = schema.anyOf ?? schema.oneOf
  if (union) return unionOf(union)
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => ({ ...schema, type })))
  if (schema.enum) return valuesOf(schema.enum)
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.type === 'string') return textOf(schema)
  if (schema.type === 'integer') return `whole number${between(schema.minimum, schema.maximum)}`
  if (schema.type === 'number')
    return schema.exclusiveMinimum === undefined
      ? `number${between(schema.minimum, schema.maximum)}`
      : `number above ${schema.exclusiveMinimum}${schema.maximum === undefined ? '' : `, at most ${schema.maximum}`}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`
  if (schema.type === 'object') return objectOf(schema)
  return 'any JSON'
}

/** Describes an object whose keys are free by its values. Other objects have their fields in the table. */
const objectOf = ({ properties = {}, additionalProperties }: JsonSchema): string => {
  if (Object.keys(properties).length > 0 || typeof additionalProperties !== 'object') return 'object'
  return `object, each value ${typeOf(additionalProperties)}`
}

/** A schema's field with its path: `media.url`, or `contacts[].name` in a list. */
type FieldRow = { path: string; schema: JsonSchema; isRequired: boolean }

/** Maximum number of values listed in a table. The error codes exceed it. */
const valuesMax = 60

/** Lists values, or only counts them if there are many. */
const valuesOf = (values: readonly unknown[]): string =>
  values.length > valuesMax
    ? `one of ${values.length} values`
    : values.map((value) => `\`${String(value)}\``).join(', ')

const nestingMax = 4

/** Returns a schema's objects: the schema itself, its alternatives, or its list items, each with the suffix for its path. */
const objectsIn = (schema: JsonSchema): { suffix: string; object: JsonSchema }[] => {
  if (schema.properties) return [{ suffix: '', object: schema }]
  if (schema.items) return objectsIn(schema.items).map(({ suffix, object }) => ({ suffix: `[]${suffix}`, object }))
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap(objectsIn)
}

/** Lists an object's fields, each followed by its nested fields, down to four levels. */
export const fieldRows = (schema: JsonSchema, prefix = '', level = 1): FieldRow[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const within = level < nestingMax ? objectsIn(field) : []
    return [
      { path, schema: field, isRequired: schema.required?.includes(name) ?? false },
      ...within.flatMap(({ suffix, object }) => fieldRows(object, `${path}${suffix}.`, level + 1)),
    ]
  })

const intro = `Every operation of the public API and, at the end of each service, those for operators and internal teams only. Requests have
the API key in the header \`Token\`; bodies are JSON; unknown fields are refused. Lists return a bare array, with \`Link: <…>; rel="next"\`
while there are more items. A field within another has a path such as \`media.url\`, within a list \`contacts[].name\`; a required one is
required when its parent is present. The same in machine-readable form: \`GET /v1/openapi.json\`,
or one tier of it: \`/v1/openapi/messaging.json\`, \`inbox.json\` and \`administration.json\`.`

/** Returns the page with all operations by service, those of the REST API first. */
export const operationsPage = (): string => {
  const byService = Map.groupBy(allOperations(), ({ service }) => service)
  const parts = [...byService].flatMap(([service, placed]) => [
    `## ${service}`,
    ...placed.toSorted((a, b) => Number(!a.operation.rest) - Number(!b.operation.rest)).map(operationPart),
  ])
  return page('Operations', [intro, ...parts])
}

/** Returns the part of the page about one operation. */
const operationPart = (placed: PlacedOperation): string => {
  const { operation } = placed
  return [
    `### ${operation.rest ?? nameOf(placed)}`,
    `**${operation.summary}.** ${operation.description}`,
    factsOf(placed),
    fieldsPart(placed),
    `Specific errors: ${operation.errors.length > 0 ? operation.errors.map(code).join(', ') : 'none'}.`,
    ...(Object.keys(operation.example.input).length > 0 ? ['Example input:', jsonBlock(operation.example.input)] : []),
    'Example response:',
    jsonBlock(exampleOf(placed)),
  ].join('\n\n')
}

const nameOf = ({ service, noun, verb }: PlacedOperation) => `${service}.${noun}.${verb}`

/** Returns the line of facts below the description: scope, status, and the name in typed clients. */
const factsOf = (placed: PlacedOperation): string => {
  const { operation } = placed
  const facts = [
    operation.scope === null ? 'no scope needed' : `scope ${code(operation.scope)}`,
    ...(operation.rest ? [`returns ${operation.status ?? 200}`] : ['not in the REST API']),
    ...(takesIdempotencyKey(operation.rest?.split(' ')[0]) ? ['supports `Idempotency-Key`'] : []),
    `in typed clients ${code(nameOf(placed))}`,
  ]
  return `${facts.join(' · ')}.`
}

/** Returns the example response in the form that callers get: a chunk of a stream, or else as in the REST API if that has the operation. */
const exampleOf = ({ operation }: PlacedOperation): unknown => {
  const { output } = operation.example
  if (operation.stream) return (output as { chunk: string }).chunk
  return operation.rest ? exampleAnswer(operation) : output
}

/** Returns the table of fields, with the part of the request that each is in. */
const fieldsPart = ({ operation }: PlacedOperation): string => {
  const fields = fieldRows(jsonSchemaOf(operation.input, 'input'))
  if (fields.length === 0) return 'The operation has no fields.'
  const { method, parameters } = operation.rest
    ? parseRest(operation.rest)
    : { method: 'POST', parameters: [] as string[] }
  const placeOf = (path: string) => (parameters.includes(path) ? 'path' : method === 'GET' ? 'query' : 'body')
  const rows = fields.map((field) => [code(field.path), placeOf(field.path), typeOf(field.schema), meaningOf(field)])
  return table(['Field', 'In', 'Type', 'Meaning'], rows)
}

/** Returns the last cell of a field: its description, and whether it is required or has a default. */
const meaningOf = ({ schema, isRequired }: FieldRow): string => {
  const rule = isRequired
    ? 'required'
    : schema.default === undefined
      ? ''
      : `default ${code(JSON.stringify(schema.default))}`
  return [schema.description, rule].filter((part) => part).join('; ')
}
