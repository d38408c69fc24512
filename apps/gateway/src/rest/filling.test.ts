import type { Filling } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { withFilling } from './filling.ts'

const filling: Filling = {
  from: 'contacts.contacts.cards',
  ask: ({ name }: { name?: string }) => name && { ids: [name] },
  put: (input: object, found: string) => ({ ...input, found }),
}
const call = { workspace: 'ws_1', actor: { type: 'key', id: 'key_1' }, scopes: [], onReplayed: () => {} } as never
const keyed = { ...(call as object), idempotencyKey: 'once' } as never

type Heard = { input: unknown; asked?: string; key?: string }

function listening(answer: unknown) {
  const heard: Heard[] = []
  const dispatch = async (
    input: unknown,
    calling: { asked?: string | undefined; idempotencyKey?: string | undefined },
  ) => {
    const { asked, idempotencyKey: key } = calling
    heard.push({ input, ...(asked ? { asked } : {}), ...(key ? { key } : {}) })
    return answer
  }
  return { heard, dispatch }
}

describe('withFilling', () => {
  it('asks the source without the idempotency key and hands on what came, with the fingerprint of what the caller sent', async () => {
    const operation = listening('done')
    const prints: (string | undefined)[] = []
    for (const found of ['old card', 'new card']) {
      const source = listening(found)
      expect(await withFilling(operation.dispatch, filling, source.dispatch)({ name: 'ada' }, keyed)).toBe('done')
      expect(source.heard).toEqual([{ input: { ids: ['ada'] } }])
      expect(operation.heard.at(-1)).toMatchObject({ input: { name: 'ada', found }, key: 'once' })
      prints.push(operation.heard.at(-1)?.asked)
    }
    await withFilling(operation.dispatch, filling, listening('card').dispatch)({ name: 'grace' }, keyed)
    expect(prints[0]).toBe(prints[1])
    expect(operation.heard.at(-1)?.asked).not.toBe(prints[0])
  })

  it('asks nobody when there is nothing to ask, and answers with the refusal of whom it asked', async () => {
    const operation = listening('done')
    const refuse = () => Promise.reject(new Error('away'))
    expect(await withFilling(operation.dispatch, filling, refuse)({}, keyed)).toBe('done')
    expect(operation.heard).toEqual([{ input: {}, key: 'once' }])
    await expect(withFilling(operation.dispatch, filling, refuse)({ name: 'ada' }, call)).rejects.toThrow('away')
  })
})
