import { UndocumentedAnswer } from '@posthorn/testkit/system'
import { describe, expect, it, vi } from 'vitest'
import { repeat, sendUntilAccepted, startLoad } from './load.ts'

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

  it('is not repeated after a response that breaks the document, which stopping its load reports', async () => {
    const call = vi.fn(() => Promise.reject(new UndocumentedAnswer('status 418 is not documented')))
    const strange = { isRemoved: false, call } as unknown as Parameters<typeof sendUntilAccepted>[0]
    const load = startLoad(strange, { perSecond: 1 })
    await vi.waitUntil(() => call.mock.calls.length > 0)
    await expect(load.stop()).rejects.toThrow('status 418 is not documented')
    expect(call).toHaveBeenCalledOnce()
  })
})
