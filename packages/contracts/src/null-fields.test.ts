import { expect, it } from 'vitest'
import { z } from 'zod'
import { eventCatalog, eventEnvelope, publicKinds } from './events.ts'
import { contentView } from './messaging/content-view.ts'
import { errorBody } from './openapi/document.ts'
import { erasedEvent } from './openapi/events.ts'
import { schemaNames } from './schemas.ts'
import { allOperations } from './services.ts'
import { declaredSchema, shown } from './shown.ts'

type Def = { type: string; shape?: Record<string, z.ZodType>; getter?: () => z.ZodType }
const single = ['element', 'innerType', 'keyType', 'valueType', 'left', 'right', 'in', 'out'] as const

/** Yields a schema and all schemas within it, each once, with its path. */
function* schemasIn(schema: z.ZodType, path: string, seen: Set<z.ZodType>): Generator<[z.ZodType, string]> {
  if (seen.has(schema)) return
  seen.add(schema)
  yield [schema, path]
  const def = schema._zod.def as unknown as Def & Record<string, unknown>
  const place = schemaNames.get(schema)?.id ?? path
  const within = [
    ...Object.entries(def.shape ?? {}).map(([name, field]) => [field, `${place}.${name}`] as const),
    ...single.flatMap((name) => (def[name] ? [[def[name] as z.ZodType, place] as const] : [])),
    ...['options', 'items'].flatMap((name) =>
      ((def[name] as z.ZodType[] | undefined) ?? []).map((each) => [each, place] as const),
    ),
    ...(def.type === 'lazy' && def.getter ? [[def.getter(), place] as const] : []),
  ]
  for (const [inner, at] of within) yield* schemasIn(inner, at, seen)
}

const fieldsOf = (schema: z.ZodType) => Object.entries((schema._zod.def as unknown as Def).shape ?? {})

/** Field names of objects that are returned as the caller wrote them, so that they can be sent again. */
const written = new Set<string>()
const asWritten = (schema: z.ZodType) =>
  fieldsOf(schema)
    .map(([name]) => name)
    .toSorted()
    .join()
for (const { operation } of allOperations())
  for (const [schema] of schemasIn(operation.input, '', new Set()))
    if (schema !== operation.input && fieldsOf(schema).length > 0) written.add(asWritten(schema))

const exceptions: Record<string, string> = {
  ChatActionsView: 'null is a change of its own: it removes the assignee or ends the rest',
}

/** Returns the optional fields of a shown value, except message content: messages of other types don't have it. */
function optionalFields(schema: z.ZodType, path: string, seen: Set<z.ZodType>): string[] {
  return [...schemasIn(declaredSchema(schema), path, seen)].flatMap(([each, place]) => {
    const name = schemaNames.get(each)?.id ?? place
    const isMessage = Object.keys(contentView).every((field) => fieldsOf(each).some(([own]) => own === field))
    if (name in exceptions || written.has(asWritten(each))) return []
    return fieldsOf(each)
      .filter(
        ([field, { _zod }]) =>
          ['optional', 'undefined'].includes(_zod.def.type) && !(isMessage && field in contentView),
      )
      .map(([field]) => `${name}.${field}`)
  })
}

it('a field of a response or an event is null where it has no value, and absent only where it belongs to other content', () => {
  const seen = new Set<z.ZodType>()
  const responses = allOperations().filter(({ operation }) => operation.rest)
  const roots: [z.ZodType, string][] = [
    ...responses.map(({ operation, noun, verb }): [z.ZodType, string] => [operation.output, `${noun}.${verb}`]),
    ...publicKinds.map((kind): [z.ZodType, string] => [eventCatalog[kind].data, kind]),
    [eventEnvelope, 'event'],
    [erasedEvent, 'erased event'],
    [errorBody, 'error'],
  ]
  expect(roots.length).toBeGreaterThan(150)
  expect(roots.flatMap(([schema, path]) => optionalFields(schema, path, seen))).toEqual([])
})

it('finds an optional field, however deep it is', () => {
  const deep = z.object({ list: z.array(z.union([z.string(), z.object({ value: z.string().optional() })])).nullable() })
  expect(optionalFields(deep, 'deep', new Set())).toEqual(['deep.list.value'])
})

it('what a row leaves out is null in a response and an event, however deep', () => {
  const schema = shown(z.object({ id: z.string(), error: z.object({ code: z.int().nullable() }).nullable() }))
  expect(schema.parse({ id: 'x' })).toEqual({ id: 'x', error: null })
  expect(schema.parse({ id: 'x', error: {} })).toEqual({ id: 'x', error: { code: null } })
  expect(schema.safeParse({}).success).toBe(false)
})

it('content of the provider has no nulls on its way to the row, where an absent id of media says that there is none', () => {
  const { content } = eventCatalog['provider:message'].data.shape
  const given = { type: 'video', media: { kind: 'video' }, contacts: [{ name: 'Ada', phone: null }] }
  expect(content.parse(given)).toEqual({ ...given, contacts: [{ name: 'Ada' }] })
})
