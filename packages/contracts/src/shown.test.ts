import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventCatalog } from './events.ts'
import { isIdSchema } from './schemas.ts'
import { allOperations, type PlacedOperation } from './services.ts'
import { shown } from './shown.ts'

type Def = {
  type: string
  checks?: unknown[]
  format?: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  getter?: () => z.ZodType
}
const within = ['element', 'innerType', 'keyType', 'valueType', 'left', 'right', 'in', 'out'] as const

/** Returns the paths in a schema with rules for callers' values: format, length, size, or a rule across fields. */
function rulesIn(schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema) || isIdSchema(schema)) return []
  seen.add(schema)
  const def = schema._zod.def as unknown as Def & Record<string, unknown>
  const isStrict = (def.checks ?? []).length > 0 || (def.type === 'string' && def.format !== undefined)
  const refusesOthers = (def.catchall?._zod.def as Def | undefined)?.type === 'never'
  const inner = [
    ...Object.entries(def.shape ?? {}),
    ...within.flatMap((name) => (def[name] ? [[name, def[name] as z.ZodType] as const] : [])),
    ...['options', 'items'].flatMap((name) =>
      ((def[name] as z.ZodType[] | undefined) ?? []).map((each) => [name, each] as const),
    ),
    ...(def.type === 'lazy' && def.getter ? [['lazy', def.getter()] as const] : []),
  ]
  return [
    ...(isStrict || refusesOthers || def.type === 'custom' ? [`${path} (${def.type})`] : []),
    ...inner.flatMap(([name, each]) => rulesIn(each, `${path}.${name}`, seen)),
  ]
}

/** Replaces each string in a value, except our ids and enum values, with one that violates every rule for callers. */
function withOddTexts(schema: z.ZodType, value: unknown, odd: string): unknown {
  const replaced = (each: unknown, path: PropertyKey[]): unknown => {
    if (typeof each === 'string') return fits(path, odd) ? odd : each
    if (Array.isArray(each)) return each.map((item, i) => replaced(item, [...path, i]))
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, item]) => [name, replaced(item, [...path, name])]))
  }
  const fits = (path: PropertyKey[], text: string) => schema.safeParse(put(value, path, text)).success
  return replaced(value, [])
}

function put(value: unknown, [name, ...rest]: PropertyKey[], text: string): unknown {
  if (name === undefined) return text
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<PropertyKey, unknown>
  copy[name] = put(copy[name], rest, text)
  return copy
}

const outputs = allOperations().map(({ noun, verb, operation }) => [`${noun}.${verb}`, operation.output] as const)
const data = Object.entries(eventCatalog).map(([kind, event]) => [kind, event.data as z.ZodType] as const)

describe('a response or an event', () => {
  it('has no rule for what callers write, in any operation and any event', () => {
    expect([...outputs, ...data].flatMap(([name, schema]) => rulesIn(schema, name))).toEqual([])
  })

  it('shows what the provider reports, whatever it looks like', () => {
    const placed = allOperations().find(({ noun, verb }) => `${noun}.${verb}` === 'messages.get') as PlacedOperation
    const { output, example } = placed.operation
    const odd = { phone: '+1', from: { phone: 'x'.repeat(5_000) }, createdAt: 'soon' }
    const contacts = [{ name: '', phones: ['(415) 555-2671'], email: 'no address', url: 'example' }]
    const buttons = [{ id: '', text: 'x'.repeat(100), url: 'ftp:/x', phone: '1' }]
    const message = { ...(example.output as object), ...odd, contacts, buttons }
    expect(output.parse(message)).toMatchObject(message)
    expect(withOddTexts(output, example.output, '\u0000')).toMatchObject({ phone: '\u0000', message: '\u0000' })
  })
})

describe('a schema of what is shown', () => {
  it('has fields and types of the other one, leaves out other fields, and is made once', () => {
    const rules = z.strictObject({
      list: z.array(z.string().max(3).describe('Word')).min(1),
      count: z.int().positive().default(1),
      page: z.url().nullable(),
    })
    const open = shown(rules.refine(() => false))
    expect(open.parse({ list: ['abcd'], page: 'no page', other: 1 })).toEqual({
      list: ['abcd'],
      count: 1,
      page: 'no page',
    })
    expect(open.safeParse({ list: [1], page: null }).success).toBe(false)
    expect(shown(open)).toBe(open)
    expect(shown(rules.shape.list)).toBe(shown(rules.shape.list))
  })
})
