import type { Field, FieldKind, ListName } from '@posthorn/connectors/description'
import type { OpenApiDocument, Schema } from '../sdk/document.ts'
import type { ClientOperation } from '../sdk/model.ts'

/** Paging fields. Platforms have their own limit instead. */
const paging = new Set(['cursor', 'size'])

const listOfField: Readonly<Record<string, ListName>> = {
  number: 'numbers',
  group: 'groups',
  channel: 'channels',
  segment: 'segments',
  member: 'members',
  label: 'labels',
  labels: 'labels',
  template: 'templates',
}
const listOfPath: readonly (readonly [RegExp, ListName])[] = [
  [/^\/v1\/(?:numbers)\/\{id\}/, 'numbers'],
  [/^\/v1\/(?:groups)\/\{id\}/, 'groups'],
  [/^\/v1\/(?:channels)\/\{id\}/, 'channels'],
  [/^\/v1\/(?:segments)\/\{id\}/, 'segments'],
  [/^\/v1\/(?:labels)\/\{id\}/, 'labels'],
]

/** Returns a name in words, with a capital first letter: `quietHours` is `Quiet hours`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Returns an operation's fields, required ones first. */
export function fieldsOf(document: OpenApiDocument, operation: ClientOperation): Field[] {
  const { properties = {}, required = [] } = operation.input
  const fields = Object.entries(properties)
    .filter(([name]) => operation.answer !== 'pages' || !paging.has(name))
    .map(([name, schema]) => fieldOf(document, { name, schema, isRequired: required.includes(name) }, operation.path))
  return fields.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
}

type Property = { name: string; schema: Schema; isRequired: boolean }

function fieldOf(document: OpenApiDocument, { name, schema, isRequired }: Property, path: string): Field {
  const plain = resolved(document, schema)
  const choices = choicesOf(plain)
  const kind = kindOf(document, name, plain)
  const list = listOf(name, path)
  return {
    name,
    label: wordsOf(name),
    help: schema.description ?? plain.description ?? '',
    kind,
    ...(isRequired && { required: true as const }),
    at: name,
    ...(kind === 'choice' && { choices }),
    ...(list && kind !== 'json' && { list }),
  }
}

/** Returns the field at a path such as `media.url`. */
export function fieldAt(document: OpenApiDocument, operation: ClientOperation, at: string): Field {
  const names = at.split('.')
  let schema: Schema | undefined = operation.input
  for (const name of names) schema = resolved(document, schema ?? {}).properties?.[name]
  if (schema === undefined) throw new Error(`${operation.noun}.${operation.verb} has no field ${at}`)
  const name = names.length > 1 && names[0] === 'template' ? (names[0] ?? at) : (names.at(-1) ?? at)
  return fieldOf(
    document,
    { name: at.endsWith('.language') ? 'language' : name, schema, isRequired: false },
    operation.path,
  )
}

/** Resolves references, and unwraps a nullable field. */
function resolved(document: OpenApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return resolved(document, document.components.schemas[name] ?? {})
  const values = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  const [only] = values
  return only && values.length === 1 ? resolved(document, only) : schema
}

function choicesOf({ enum: choices = [] }: Schema): string[] {
  return choices.filter((each) => typeof each === 'string')
}

function kindOf(document: OpenApiDocument, name: string, schema: Schema): FieldKind {
  const { type, format = '' } = schema
  if (format.startsWith('upload')) return 'bytes'
  if (choicesOf(schema).length > 0) return 'choice'
  if (type === 'boolean') return 'boolean'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return isText(resolved(document, schema.items ?? {})) ? 'texts' : 'json'
  if (!isText(schema)) return 'json'
  if (/(^(after|before)|After|Before|At)$/.test(name)) return 'time'
  return name === 'message' ? 'lines' : 'text'
}

const isText = (schema: Schema): boolean =>
  schema.type === 'string' || (schema.anyOf?.some(({ type }) => type === 'string') ?? false)

function listOf(name: string, path: string): ListName | undefined {
  if (name === 'id') return listOfPath.find(([pattern]) => pattern.test(path))?.[1]
  return listOfField[name]
}
