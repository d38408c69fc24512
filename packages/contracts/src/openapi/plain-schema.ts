import type { SchemaObject } from './document-types.ts'

type Written = SchemaObject & { example?: unknown; $schema?: string; $id?: string; id?: string }

/**
 * Cleans up a schema from zod: OpenAPI 3.1 examples, no safe integer bounds, no empty text as an alternative to an id. Responses are open,
 * because they may get new fields within `/v1`, which clients must accept.
 */
export function plain(schema: SchemaObject, io: 'input' | 'output'): SchemaObject {
  if (schema.$ref !== undefined) return referenceOf(schema)
  const { example, $schema: _schema, $id: _id, id: _name, propertyNames, ...rest } = schema as Written
  const cleaned: SchemaObject = { ...rest, ...(example !== undefined && { examples: [example] }) }
  // Property names are always texts.
  if (JSON.stringify(propertyNames) !== '{"type":"string"}' && propertyNames) cleaned.propertyNames = propertyNames
  if (io === 'output' && cleaned.additionalProperties === false) delete cleaned.additionalProperties
  // Enum values imply their types.
  if (cleaned.const !== undefined || cleaned.enum !== undefined) delete cleaned.type
  if (cleaned.minimum === Number.MIN_SAFE_INTEGER) delete cleaned.minimum
  if (cleaned.maximum === Number.MAX_SAFE_INTEGER) delete cleaned.maximum
  return withNullAsType(withoutEmptyText(requiredFirst(mapInner(cleaned, (inner) => plain(inner, io)))))
}

/** Lists an object's required fields first. */
function requiredFirst(schema: SchemaObject): SchemaObject {
  const { properties, required = [] } = schema
  if (!properties) return schema
  const ordered = Object.entries(properties).toSorted(
    ([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)),
  )
  return { ...schema, properties: Object.fromEntries(ordered) }
}

/** Keeps what belongs to the reference itself. zod repeats the schema next to it if the schema was refined further. */
function referenceOf({ $ref, description, default: fallback }: SchemaObject): SchemaObject {
  const described = description !== undefined && { description }
  return { ...($ref !== undefined && { $ref }), ...described, ...(fallback !== undefined && { default: fallback }) }
}

/** Scalar types, which can be combined with null. */
const scalarTypes = ['string', 'integer', 'number', 'boolean']

/** Writes a scalar or null as one schema with two types, and states the description once, outside. */
function withNullAsType(schema: SchemaObject): SchemaObject {
  const { anyOf = [], ...outer } = schema
  const [value, nothing] = anyOf
  if (anyOf.length !== 2 || !value || nothing?.type !== 'null') return schema
  const { description, ...inner } = value
  const meaning = outer.description ?? description
  const described = { ...outer, ...(meaning !== undefined && { description: meaning }) }
  const values = inner.const === undefined ? inner.enum : [inner.const]
  if (values) return { ...inner, const: undefined, ...described, enum: [...values, null] }
  if (typeof inner.type !== 'string' || !scalarTypes.includes(inner.type))
    return { ...described, anyOf: [inner, nothing] }
  return { ...inner, ...described, type: [inner.type, 'null'] }
}

/** Removes the empty text, which requests may send instead of leaving out an id. */
function withoutEmptyText(schema: SchemaObject): SchemaObject {
  const { anyOf, ...rest } = schema
  const others = anyOf?.filter((each) => each.const !== '')
  if (!anyOf || !others || others.length === anyOf.length) return schema
  const [only] = others
  return others.length === 1 && only ? { ...only, ...rest } : { ...rest, anyOf: others }
}

/** Maps the schemas directly within a schema. */
export function mapInner(schema: SchemaObject, change: (inner: SchemaObject) => SchemaObject): SchemaObject {
  const { items, additionalProperties, properties } = schema
  const changed: SchemaObject = { ...schema }
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) if (schema[key]) changed[key] = schema[key].map(change)
  if (items) changed.items = change(items)
  if (typeof additionalProperties === 'object') changed.additionalProperties = change(additionalProperties)
  if (properties)
    changed.properties = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, change(field)]))
  return changed
}
