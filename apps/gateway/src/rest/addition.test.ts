import type { Addition } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { withAddition } from './addition.ts'

const addition: Addition = {
  from: 'messaging.queues.ofNumbers',
  ask: (input: { id: string }, output: { name: string }) => ({ ids: [input.id, output.name] }),
  put: (output: object, added: string) => ({ ...output, added }),
}
const call = {
  workspace: 'ws_1' as never,
  actor: { type: 'key', id: 'key_1' },
  scopes: [],
  onReplayed: () => {},
} as never

describe('withAddition', () => {
  it('asks the source with input and answer, for the same caller and without the idempotency key, and puts in what came', async () => {
    const asked: unknown[] = []
    const source = async (input: unknown, calling: object) => {
      asked.push(input, 'idempotencyKey' in calling)
      return 'figures'
    }
    const dispatch = withAddition(async () => ({ name: 'Shop' }), addition, source)
    const keyed = { ...(call as object), idempotencyKey: 'once' } as never
    expect(await dispatch({ id: 'num_1' }, keyed)).toEqual({ name: 'Shop', added: 'figures' })
    expect(asked).toEqual([{ ids: ['num_1', 'Shop'] }, false])
  })

  it('answers without it when the source cannot be asked, and fails as the operation fails', async () => {
    const refuse = () => Promise.reject(new Error('away'))
    expect(await withAddition(async () => ({ name: 'Shop' }), addition, refuse)({ id: 'num_1' }, call)).toEqual({
      name: 'Shop',
    })
    await expect(withAddition(refuse, addition, async () => 'figures')({ id: 'num_1' }, call)).rejects.toThrow('away')
  })
})
