import { allOperations } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { queryDecoder } from './query.ts'

type Def = { type: string; innerType?: z.ZodType; element?: z.ZodType; in?: z.ZodType; entries?: object }

/** Returns `boolean` or `enum` for a field with a fixed set of values, otherwise undefined. */
function modeOf(schema: z.ZodType): string | undefined {
  const { def } = (schema as unknown as { _zod: { def: Def } })._zod
  if (def.type === 'boolean' || def.type === 'enum') return def.type
  const inner = def.innerType ?? def.element ?? def.in
  return inner && modeOf(inner)
}

const queries = allOperations()
  .filter(({ operation }) => operation.kind === 'query')
  .map(({ noun, verb, operation }) => ({ name: `${noun}.${verb}`, operation }))
const modes = queries.flatMap(({ name, operation }) =>
  Object.entries(operation.input.shape as Record<string, z.ZodType>)
    .filter(([, schema]) => modeOf(schema) !== undefined)
    .map(([field, schema]) => ({ name, operation, field, isBoolean: modeOf(schema) === 'boolean' })),
)

type Refusal = { code: string; path: PropertyKey[]; keys?: string[] }
function isRefused({ operation }: (typeof queries)[number], query: string, field: string): boolean {
  const decode = queryDecoder(operation.input.shape as Record<string, z.ZodType>)
  const issues = (operation.input.safeParse(decode(new URLSearchParams(query))).error?.issues ?? []) as Refusal[]
  return issues.some(({ path, keys = [] }) => path[0] === field || keys.some((key) => key.startsWith(field)))
}

describe('a mode that a query chooses', () => {
  it('is taken by its exact name and value only, once', () => {
    expect(modes.length).toBeGreaterThan(20)
    expect(modes.map(({ name, field }) => `${name} ${field}`)).toContain('messages.list include')
    const open = modes.flatMap(({ name, operation, field, isBoolean }) => {
      const values = isBoolean ? ['TRUE', 'True', 'yes', '1', 'on', 'tru', 'true '] : ['nonsense', '*', 'true']
      const twice = isBoolean ? [`${field}=false&${field}=true`] : []
      const wrong = [...values.map((value) => `${field}=${encodeURIComponent(value)}`), ...twice]
      return wrong.filter((query) => !isRefused({ name, operation }, query, field)).map((query) => `${name}?${query}`)
    })
    expect(open).toEqual([])
  })

  it('under another spelling of its name is refused, as is every unknown name', () => {
    const open = modes.flatMap(({ name, operation, field }) =>
      [field.toUpperCase(), `${field}s`, `${field}[x]`, field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)]
        .filter((other) => other !== field && !(other in operation.input.shape))
        .filter((other) => !isRefused({ name, operation }, `${other}=true`, other))
        .map((other) => `${name}?${other}`),
    )
    expect(open).toEqual([])
  })
})
