import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { auditedOperationsFile, fieldRulesFile } from '../docs/dashboard.ts'
import { clientDocument, clientOperations } from './model.ts'
import { sdkSources } from './sources.ts'
import { comment, typescriptType } from './typescript.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const document = clientDocument()

describe('the generated sources of the SDKs and forms', () => {
  it.each(Object.entries({ ...sdkSources(document), ...fieldRulesFile(root, document), ...auditedOperationsFile() }))(
    '%s is what `pnpm run docs` makes of the code',
    (path, text) => {
      expect(readFileSync(join(root, path), 'utf8') === text).toBe(true)
    },
  )

  it('have every operation of the document but the event stream, which is offered as a position in the log', () => {
    const documented = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    const offered = clientOperations(document).map(({ noun, verb }) => `${noun}.${verb}`)
    expect(documented.filter((id) => !offered.includes(id))).toEqual(['events.stream'])
  })
})

describe('a TypeScript type', () => {
  it('is what the schema says', () => {
    expect(typescriptType({ type: ['string', 'null'] })).toBe('string | null')
    expect(typescriptType({ type: 'array', items: { enum: ['a', 1] } })).toBe('Array<"a" | 1>')
    expect(typescriptType({ anyOf: [{ $ref: '#/components/schemas/Chat_label' }, { type: 'null' }] })).toBe(
      'ChatLabel | null',
    )
    expect(typescriptType({ type: 'object', additionalProperties: { type: 'integer' } })).toBe(
      '{ [name: string]: number }',
    )
    expect(typescriptType({ allOf: [{ anyOf: [{ const: 1 }, { const: 2 }] }, { $ref: 'x/B' }] })).toBe('(1 | 2) & B')
    const schema = {
      type: 'object',
      properties: { id: { type: 'string' }, 'a-b': { type: 'boolean', default: true } },
      required: ['id'],
    }
    expect(typescriptType(schema)).toBe('{\n  id: string\n  /** Default: `true` */\n  "a-b"?: boolean\n}')
  })

  it('has a comment that its text cannot end', () => {
    expect(comment('a */ b', 0)).toBe('/** a * / b */\n')
  })
})
