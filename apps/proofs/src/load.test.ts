import { describe, expect, it } from 'vitest'
import { repeat, sendUntilAccepted } from './load.ts'

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

describe('a message that is sent until it is accepted', () => {
  it('is given up once its system is removed', async () => {
    const call = () => Promise.reject(new Error('no response'))
    const removed = { isRemoved: true, call } as unknown as Parameters<typeof sendUntilAccepted>[0]
    const sending = sendUntilAccepted(removed, { phone: '+4915112345678', reference: 'given up' })
    await expect(sending).rejects.toThrow('the system was removed')
  })
})
