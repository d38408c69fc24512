import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shardCount, spreadShards } from './membership.ts'

const processNames = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: shardCount + 4 })

describe('the spread of shards', () => {
  it('gives each shard to exactly one process, and no one more than one shard more than another', () => {
    fc.assert(
      fc.property(processNames, (names) => {
        const shares = [...spreadShards(names).values()]
        expect(shares.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: shardCount }, (_, shard) => shard))
        const sizes = shares.map(({ length }) => length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('takes shards from others for a process that joins, gives them back when it leaves, and moves no other', () => {
    fc.assert(
      fc.property(processNames, fc.uuid(), (names, joining) => {
        fc.pre(!names.includes(joining))
        const [before, after] = [spreadShards(names), spreadShards([...names, joining])]
        for (const name of names) for (const shard of after.get(name) ?? []) expect(before.get(name)).toContain(shard)
      }),
    )
  })

  it('is empty without a process', () => {
    expect(spreadShards([])).toEqual(new Map())
  })
})
