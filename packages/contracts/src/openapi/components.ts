import { z } from 'zod'
import { schemaNames } from '../names.ts'
import type { SchemaObject } from './document-types.ts'
import { referencesIn, schemaPath } from './documented-route.ts'

type Written = SchemaObject & { example?: unknown; $schema?: string; $id?: string; id?: string }

/**
 * Cleans up a schema from zod: OpenAPI 3.1 examples, no safe integer bounds, no empty text as an alternative to an id. Responses are open,
 * because they may get new fields within `/v1`, which clients must accept.
 */
function plain(schema: SchemaObject, io: 'input' | 'output'): SchemaObject {
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
function mapInner(schema: SchemaObject, change: (inner: SchemaObject) => SchemaObject): SchemaObject {
  const { items, additionalProperties, properties } = schema
  const changed: SchemaObject = { ...schema }
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) if (schema[key]) changed[key] = schema[key].map(change)
  if (items) changed.items = change(items)
  if (typeof additionalProperties === 'object') changed.additionalProperties = change(additionalProperties)
  if (properties)
    changed.properties = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, change(field)]))
  return changed
}

/** Direction of a value: request or response. */
type Direction = 'input' | 'output'

type Schemas = Record<string, SchemaObject>

/** Schemas of requests and responses, by the caller's keys, and the components they refer to. */
export type Collected = { requests: Schemas; answers: Schemas; components: Schemas }

/**
 * Converts schemas to JSON Schema. Named ones become components. A component that differs between requests and responses, other than in refusing
 * unknown fields, is called `<name>Input` in requests.
 */
export function collectSchemas(requests: Record<string, z.ZodType>, answers: Record<string, z.ZodType>): Collected {
  const sent = writeSchemas(requests, 'input')
  const answered = writeSchemas(answers, 'output')
  const differing = differingNames(sent.components, answered.components)
  const renamed = (schemas: Schemas): Schemas =>
    rename(schemas, (name) => (differing.has(name) ? `${name}Input` : name))
  const inputs = Object.entries(renamed(sent.components)).map(([name, schema]): [string, SchemaObject] => [
    differing.has(name) ? `${name}Input` : name,
    schema,
  ])
  return {
    requests: renamed(sent.roots),
    answers: answered.roots,
    components: { ...Object.fromEntries(inputs), ...answered.components },
  }
}

/** Converts schemas of one direction. Each root is wrapped in an object, so that a named one also becomes a reference. */
function writeSchemas(roots: Record<string, z.ZodType>, io: Direction): { roots: Schemas; components: Schemas } {
  const registry = z.registry<{ id: string }>()
  for (const [schema, { id }] of schemaNames) registry.add(schema, { id })
  for (const [key, schema] of Object.entries(roots)) registry.add(z.object({ schema }), { id: `root ${key}` })
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => schemaPath + id })
  const written = Object.entries(schemas).map(([id, schema]): [string, SchemaObject] => [
    id,
    plain(schema as SchemaObject, io),
  ])
  const rootEntries = written.flatMap(([id, schema]) =>
    id.startsWith('root ') ? [[id.slice(5), schema.properties?.['schema'] ?? {}] as const] : [],
  )
  const components = Object.fromEntries(written.filter(([id]) => !id.startsWith('root ')))
  return used(Object.fromEntries(rootEntries), io === 'output' ? withBases(components) : components)
}

/**
 * Writes a response that extends another as `allOf` of the other and an object with the additional fields. Bodies have all fields in one place.
 */
function withBases(components: Schemas): Schemas {
  const short = { ...components }
  for (const { id, base } of schemaNames.values()) {
    const baseId = base && schemaNames.get(base)?.id
    if (baseId) short[id] = extending(components[id] ?? {}, components[baseId] ?? {}, schemaPath + baseId)
  }
  return short
}

function extending(schema: SchemaObject, base: SchemaObject, $ref: string): SchemaObject {
  const { description, ...rest } = schema
  const isOwn = ([name, field]: [string, SchemaObject]) =>
    JSON.stringify(field) !== JSON.stringify(base.properties?.[name])
  const properties = Object.fromEntries(Object.entries(rest.properties ?? {}).filter(isOwn))
  const required = (rest.required ?? []).filter((name) => !base.required?.includes(name))
  return {
    ...(description && { description }),
    allOf: [
      { $ref },
      {
        ...(Object.keys(properties).length > 0 && { properties }),
        ...(required.length > 0 && { required }),
      },
    ],
  }
}

/** Removes unreferenced components. */
function used(roots: Schemas, components: Schemas): { roots: Schemas; components: Schemas } {
  const kept = new Set<string>()
  const visit = (value: unknown): void => {
    for (const name of referencesIn(value)) {
      if (kept.has(name)) continue
      kept.add(name)
      visit(components[name])
    }
  }
  visit(roots)
  return { roots, components: Object.fromEntries(Object.entries(components).filter(([name]) => kept.has(name))) }
}

/** Names of components that differ between requests and responses, directly or through a reference. */
function differingNames(sent: Schemas, answered: Schemas): Set<string> {
  const both = Object.keys(sent).filter((name) => name in answered)
  const differing = new Set(both.filter((name) => openText(sent[name]) !== openText(answered[name])))
  for (let before = -1; before < differing.size; ) {
    before = differing.size
    for (const name of both) if (referencesIn(sent[name]).some((each) => differing.has(each))) differing.add(name)
  }
  return differing
}

/** Returns a schema's JSON with unknown fields accepted, as in responses. */
function openText(schema: SchemaObject | undefined): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
}

/** Objects with at least this many fields are replaced by a reference to an equal component. */
const fieldsMin = 3

/** Replaces objects within components with references to equal components. */
export function referToEqual(components: Schemas): Schemas {
  const names = new Map(Object.entries(components).map(([name, schema]) => [JSON.stringify(undescribed(schema)), name]))
  const visit = (schema: SchemaObject, isRoot: boolean): SchemaObject => {
    const isLarge = Object.keys(schema.properties ?? {}).length >= fieldsMin
    const name = isRoot || !isLarge ? undefined : names.get(JSON.stringify(undescribed(schema)))
    if (name === undefined) return mapInner(schema, (inner) => visit(inner, false))
    return { ...(schema.description && { description: schema.description }), $ref: schemaPath + name }
  }
  return Object.fromEntries(Object.entries(components).map(([name, schema]) => [name, visit(schema, true)]))
}

function undescribed({ description: _description, ...schema }: SchemaObject): SchemaObject {
  return schema
}

function rename<T>(value: T, nameOf: (name: string) => string): T {
  const text = JSON.stringify(value).replaceAll(
    /"#\/components\/schemas\/([^"]+)"/g,
    (_, name: string) => `"${schemaPath}${nameOf(name)}"`,
  )
  return JSON.parse(text) as T
}
