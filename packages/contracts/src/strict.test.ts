import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { allOperations } from './services.ts'

type Def = { type: string; catchall?: z.ZodType; shape?: Record<string, z.ZodType>; [name: string]: unknown }

const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def
const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value

function openIn(schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const def = defOf(schema)
  const isOpen = def.type === 'object' && (def.catchall === undefined || defOf(def.catchall).type !== 'never')
  const fields = Object.entries(def.shape ?? {}).flatMap(([name, field]) => openIn(field, `${path}.${name}`, seen))
  const inner = Object.entries(def)
    .filter(([name]) => name !== 'catchall' && name !== 'shape')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isSchema)
    .flatMap((each) => openIn(each, path, seen))
  return [...(isOpen ? [path] : []), ...fields, ...inner]
}

describe('the input of an operation', () => {
  it('refuses unknown fields at every depth', () => {
    const open = allOperations().flatMap(({ noun, verb, operation }) => openIn(operation.input, `${noun}.${verb}`))
    expect(open).toEqual([])
  })
})
