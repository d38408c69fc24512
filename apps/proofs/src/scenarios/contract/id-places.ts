import { type IdPrefix, idPrefixes } from '@posthorn/contracts'
import { z } from 'zod'
import type { Input, RestOperation } from './requests.ts'
import { mapTexts, prefixOf } from './tenant.fixture.ts'

/**
 * A position for an id in an input. `name` describes it, `path` has the format of error paths, and `put` returns a valid input with the id
 * there.
 */
type IdPlace = { name: string; path: string; prefix: IdPrefix; put(id: string): Promise<Input> }

type Step = string | 0
type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  pattern?: string
  items?: Schema
  properties?: Record<string, Schema>
}

const depthMax = 8

/** Values that other fields need, by field name, so that the input with the id is valid. Null removes a field. */
const companions: Readonly<Record<string, Input[]>> = {
  reactionMessage: [{ reaction: '👍', message: null }],
  file: [{ kind: 'image' }, { type: 'image' }],
  ids: [{ all: null }],
}

/** Values for a field's siblings if the field contains the id in a nested object. Null removes a field. */
const around: Readonly<Record<string, Input>> = {
  header: { buttons: [{ text: 'Yes' }] },
  contacts: { message: null },
  template: { message: null },
  components: { name: 'parcel', language: 'en' },
  parameters: { type: 'header' },
}

/**
 * Returns every position for an id: those in the input, and those that the schema has besides, because an id of another workspace must be
 * refused in each.
 */
export async function idPlaces(placed: RestOperation, input: Input): Promise<IdPlace[]> {
  const places = new Map<string, IdPlace>()
  await mapTexts(input, async (name) => {
    const prefix = prefixOf(name)
    const put = async (id: string) => (await mapTexts(input, async (text) => (text === name ? id : text))) as Input
    if (prefix) places.set(name, { name, path: pathOf(input, name) ?? name, prefix, put })
    return name
  })
  const schema = z.toJSONSchema(placed.operation.input, { io: 'input', unrepresentable: 'any' }) as Schema
  for (const { path, prefix } of pathsIn(schema, schema, [])) {
    const name = path.join('.')
    if (prefixOf(valueAt(input, path)) !== undefined || places.has(name)) continue
    places.set(name, { name, path: name, prefix, put: async (id) => fitting(placed, { input, path, id }) })
  }
  return [...places.values()]
}

/** Returns the path of a text in a value, as in error messages. */
function pathOf(value: unknown, text: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (inner === text) return name
    const within = pathOf(inner, text)
    if (within !== undefined) return `${name}.${within}`
  }
  return undefined
}

/**
 * Returns the paths of all fields for ids in a schema. Follows references only to half the depth, because some schemas contain themselves.
 */
function pathsIn(schema: Schema, root: Schema, path: Step[]): { path: Step[]; prefix: IdPrefix }[] {
  if (path.length > depthMax) return []
  const known = schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (known !== schema) return path.length > depthMax / 2 ? [] : pathsIn(known, root, path)
  const prefix = /^\^([a-z]+)_\[0-7\]/.exec(schema.pattern ?? '')?.[1]
  const own = prefix !== undefined && prefix in idPrefixes ? [{ path, prefix: prefix as IdPrefix }] : []
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => pathsIn(each, root, [...path, name]))
  return [
    ...own,
    ...choices.flatMap((choice) => pathsIn(choice, root, path)),
    ...(schema.items ? pathsIn(schema.items, root, [...path, 0]) : []),
    ...inner,
  ]
}

/** Returns a valid input that contains the id, along with the values that other fields need for it. */
function fitting({ rest, operation }: RestOperation, place: { input: Input; path: Step[]; id: string }): Input {
  const { input, path, id } = place
  const beside = path.slice(0, -1)
  const siblings = Object.keys(siblingsOf(input, beside))
  const without = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]))
  const known = companions[String(path.findLast((step) => step !== 0))] ?? []
  const tries = [{}, ...known, ...siblings.map((name) => without([name])), without(siblings)]
  for (const others of tries) {
    const tried = withValue(input, path, { id, others })
    if (operation.input.safeParse(tried).success) return tried
  }
  throw new Error(`${rest}: say in companions what must stand beside ${path.join('.')}`)
}

/** Returns the fields of the object at a path, or none if there is no object. */
function siblingsOf(input: Input, beside: Step[]): Input {
  const found = valueAt(input, beside)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Input) : {}
}

/** Returns the value at a path of keys and indexes, or undefined if the path leads nowhere. */
const valueAt = (value: unknown, path: Step[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<Step, unknown> | null | undefined)?.[step], value)

/** Returns a copy with the id at the path and `others` next to it. Null removes a field. */
function withValue(value: unknown, path: Step[], beside: { id: string; others: Input }): Input {
  const [step, ...rest] = path
  if (step === undefined) return beside.id as never
  if (step === 0) return [withValue((value as unknown[] | undefined)?.[0], rest, beside)] as never
  const whole = (value ?? {}) as Input
  const inner = withValue(whole[step], rest, beside)
  // `others` are siblings of the last field name. A list of ids counts as a single field.
  const others = rest.some((each) => each !== 0) ? around[step] : beside.others
  const all = { ...whole, ...others, [step]: inner }
  return Object.fromEntries(Object.entries(all).filter(([, each]) => each !== null))
}
