import { describe, expect, it } from 'vitest'
import { repeat } from './load.ts'

describe('repeated work', () => {
  it('ends with its first failure, which stopping it reports', async () => {
    let begun = 0
    const repeated = repeat(1, async (i) => {
      begun++
      if (i === 2) throw new Error('the third fails')
    })
    // A failure that no one awaits for a whole turn would end the process.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect(repeated.stop()).rejects.toThrow('the third fails')
    expect(begun).toBe(3)
  })
})
