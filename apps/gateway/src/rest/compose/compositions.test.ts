import { allOperations } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { enrichments, inputResolutions } from './compositions.ts'

const operations = allOperations().map(({ operation }) => operation)

describe('compositions', () => {
  it.each([...enrichments, ...inputResolutions])('are of a public operation and from an internal query', (each) => {
    expect(operations.find((operation) => operation === each.operation)?.rest).toBeDefined()
    const source = operations.find((operation) => operation === each.source)
    expect(source).toMatchObject({ kind: 'query' })
    expect(source?.rest).toBeUndefined()
  })

  it('are at most one of each form for an operation', () => {
    for (const all of [enrichments, inputResolutions]) {
      expect(new Set(all.map(({ operation }) => operation)).size).toBe(all.length)
    }
  })
})
