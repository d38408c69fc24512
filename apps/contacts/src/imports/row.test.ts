import { expect, test } from 'vitest'
import { readRow } from './row.ts'

const targets = [
  'phone',
  'userId',
  'name',
  'email',
  'language',
  'country',
  'tags',
  'fields.plan',
  'optedOutAt',
  'blocked',
]

test.each(targets.flatMap((target) => ['(0151) 123 45678', 'Ada Lovelace'].map((text) => [target, text] as const)))(
  'an error in %s does not quote the cell in its message: %s',
  (target, text) => {
    const cell = `${text}\u0000`.repeat(500)
    const faults = readRow([cell], 1, { columns: ['A'], targets: [target], tags: [], country: null })
    expect(faults).toEqual(expect.arrayContaining([expect.objectContaining({ column: 'A' })]))
    expect(JSON.stringify((faults as { message: string }[]).map(({ message }) => message))).not.toContain(text)
  },
)
