import type { Mutation, Query } from '@posthorn/contracts'
import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  format?: string
  pattern?: string
  example?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

/** Values that a schema doesn't specify: strings by format or id prefix. About one in `oddOneIn` values is of the wrong kind. */
export type Texts = {
  oddOneIn: number
  id(prefix: string): fc.Arbitrary<string>
  formats: Record<string, fc.Arbitrary<string>>
}

/** Where a value is generated: the operation's schema, in which `$ref` is resolved, and the nesting of the value. */
type Within = { root: JsonSchema; texts: Texts; depth: number }

const depthMax = 5
const itemsMax = 4
const largest = Number.MAX_SAFE_INTEGER

const nestedJson = (depth: number): unknown => (depth === 0 ? 1 : { a: [nestedJson(depth - 1)] })
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'id', '', 'a.b', '\u202e', '$where']
const poisoned = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}') as unknown

/** Strings that have broken programs before. */
const oddText = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202eeslaf\u202c',
  '\u200f\u061c',
  '\ufeff',
  "'; drop table message; --",
  '%00',
  '%s%n',
  '..%2f..%2f',
  '9'.repeat(400),
  'x'.repeat(100_000),
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'.repeat(500),
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0001-01-01T00:00:00Z',
)

/** Arbitrary odd values: number bounds, empty values, deep and wide JSON, names of built-in object members. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, -1e308, 5e-324, largest, largest + 1, 2 ** 31, -(2 ** 63)),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    poisoned,
    { toString: 1, valueOf: 1 },
    { length: -1 },
    nestedJson(10),
    nestedJson(20),
    Array(2_000).fill(0),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/**
 * Generates inputs for an operation. Most fit its schema. Some are at its bounds, beyond them, or of the wrong kind. Half start with
 * `example` and change up to two fields, because random inputs rarely combine fields that only make sense together.
 */
export function inputsOf({ input }: Query | Mutation, texts: Texts, example: object): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const within = { root: schema, texts, depth: 0 }
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) =>
    valueOrOdd(inner, within).map((value): [string, unknown] => [name, value]),
  )
  const changes = fields.length > 0 ? fc.array(fc.oneof(...fields), { maxLength: 2 }) : fc.constant([])
  const nearExample = changes.map((changedFields): unknown => ({ ...example, ...Object.fromEntries(changedFields) }))
  const fitting = fc.oneof(valueOf(schema, within), nearExample)
  return fc.oneof({ weight: texts.oddOneIn, arbitrary: fitting }, { weight: 1, arbitrary: withOddField(fitting) })
}

/** Sets a field whose name is special to JavaScript or to other programs, usually one that the schema doesn't have. */
const withOddField = (inputs: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(inputs, fc.constantFrom(...names), odd)
    .map(([input, name, oddValue]) => Object.fromEntries([...Object.entries(input as object), [name, oddValue]]))

/** Generates values for a schema, and now and then an odd one. Stops at `depthMax`, because a schema can contain itself. */
function valueOrOdd(schema: JsonSchema, within: Within): fc.Arbitrary<unknown> {
  if (within.depth > depthMax) return fc.constant(null)
  return fc.oneof({ weight: within.texts.oddOneIn, arbitrary: valueOf(schema, within) }, { weight: 1, arbitrary: odd })
}

/** Generates values of a schema's type. Most fit the schema: strings and numbers can be beyond its bounds, and values inside can be odd. */
function valueOf(schema: JsonSchema, within: Within): fc.Arbitrary<unknown> {
  const inner = { ...within, depth: within.depth + 1 }
  if (schema.$ref !== undefined) return valueOrOdd(resolved(schema.$ref, within.root), inner)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valueOrOdd(choice, inner)))
  if (schema.allOf !== undefined) return valueOf(Object.assign({}, ...schema.allOf) as JsonSchema, inner)
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type }, inner)))
  }
  switch (schema.type) {
    case 'string':
      return textOf(schema, within.texts)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return listOf(schema, inner)
    case 'object':
      return objectOf(schema, inner)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Returns the definition that a `$ref` names. `#` is the whole schema. */
function resolved(ref: string, root: JsonSchema): JsonSchema {
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return ref === '#' ? root : (root.$defs?.[name] ?? {})
}

/**
 * Generates strings that fit an id's prefix, a format or an example. If the schema has none of these, most fit its length, and a few are
 * one character too long. Patterns are too many to follow, so most strings for them are refused.
 */
function textOf(schema: JsonSchema, texts: Texts): fc.Arbitrary<unknown> {
  // The pattern of an id begins with its prefix and a digit below 8.
  const prefix = /^\^([a-z]+)_\[0-7\]/.exec(schema.pattern ?? '')?.[1]
  if (prefix !== undefined) return texts.id(prefix)
  const known =
    texts.formats[schema.format ?? ''] ?? (schema.example === undefined ? undefined : exampleOf(schema, texts))
  if (known !== undefined) return known
  const { minLength = 0, maxLength = 200 } = schema
  if (schema.pattern !== undefined) return fc.oneof(fc.stringMatching(/^[a-zA-Z0-9-]{1,20}$/), oddText)
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)), unit: 'grapheme' }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('x'.repeat(maxLength), 'x'.repeat(maxLength + 1), '\u0645'.repeat(maxLength)),
    },
  )
}

/** Recognizes our own string formats, such as phone numbers and times, by their examples, because no schema names these formats. */
function exampleOf({ example }: JsonSchema, { formats }: Texts): fc.Arbitrary<string> | undefined {
  const text = String(example)
  if (text.startsWith('+')) return formats['phone']
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formats['date-time']
  return fc.constant(text)
}

/** Generates whole numbers within the bounds of a schema, and one in seven that is a bound, one beyond it, zero or a half. */
function numberOf(schema: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(schema.minimum ?? schema.exclusiveMinimum ?? -1000, -largest)
  const max = Math.min(schema.maximum ?? schema.exclusiveMaximum ?? 100_000, largest)
  const inside = fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) })
  const bounds = fc.constantFrom(min, max, min - 1, max + 1, 0, -0, 0.5)
  return fc.oneof({ weight: 6, arbitrary: inside }, { weight: 1, arbitrary: bounds })
}

/** Returns lists of up to `itemsMax` items, or of as many as the schema demands, so that generated inputs stay small. */
function listOf(schema: JsonSchema, within: Within): fc.Arbitrary<unknown> {
  const minLength = schema.minItems ?? 0
  const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? itemsMax, itemsMax))
  return fc.array(valueOrOdd(schema.items ?? {}, within), { minLength, maxLength })
}

/** Generates objects with a schema's fields. If it has a schema for other fields, adds up to `itemsMax`, some with odd names. */
function objectOf(schema: JsonSchema, within: Within): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {})
  const model = Object.fromEntries(fields.map(([name, inner]) => [name, valueOrOdd(inner, within)]))
  const known = fc.record(model, { requiredKeys: schema.required ?? [] })
  const { additionalProperties: more } = schema
  if (typeof more !== 'object') return known
  const key = fc.oneof(fc.constantFrom(...names), fc.string({ minLength: 1, maxLength: 8 }))
  const others = fc.array(fc.tuple(key, valueOrOdd(more, within)), { maxLength: itemsMax })
  return fc.tuple(known, others).map(([a, b]) => Object.fromEntries([...Object.entries(a), ...b]))
}
