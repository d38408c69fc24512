import { describe, expect, it } from 'vitest'
import { withInputResolution } from './composition.ts'

const resolution = {
  question: ({ name }: { name?: string }) => name && { ids: [name] },
  resolve: (input: object, found: string) => ({ ...input, found }),
}
const call = { workspace: 'ws_1', actor: { type: 'key', id: 'key_1' }, scopes: [], onReplayed: () => {} } as never
const keyed = { ...(call as object), idempotencyKey: 'once' } as never

type RecordedCall = { input: unknown; asked?: string; key?: string }

function recording(answer: unknown) {
  const calls: RecordedCall[] = []
  const dispatch = async (
    input: unknown,
    options: { asked?: string | undefined; idempotencyKey?: string | undefined },
  ) => {
    const { asked, idempotencyKey: key } = options
    calls.push({ input, ...(asked ? { asked } : {}), ...(key ? { key } : {}) })
    return answer
  }
  return { calls, dispatch }
}

describe('withInputResolution', () => {
  it('asks the source without the idempotency key, and passes its answer on with the fingerprint of what the caller sent', async () => {
    const operation = recording('done')
    const fingerprints: (string | undefined)[] = []
    for (const found of ['old card', 'new card']) {
      const source = recording(found)
      const dispatch = withInputResolution(operation.dispatch, resolution, source.dispatch)
      expect(await dispatch({ name: 'ada' }, keyed)).toBe('done')
      expect(source.calls).toEqual([{ input: { ids: ['ada'] } }])
      expect(operation.calls.at(-1)).toMatchObject({ input: { name: 'ada', found }, key: 'once' })
      fingerprints.push(operation.calls.at(-1)?.asked)
    }
    await withInputResolution(operation.dispatch, resolution, recording('card').dispatch)({ name: 'grace' }, keyed)
    expect(fingerprints[0]).toBe(fingerprints[1])
    expect(operation.calls.at(-1)?.asked).not.toBe(fingerprints[0])
  })

  it('asks no source when the input has no references, and answers with the refusal of the source', async () => {
    const operation = recording('done')
    const refuse = () => Promise.reject(new Error('away'))
    expect(await withInputResolution(operation.dispatch, resolution, refuse)({}, keyed)).toBe('done')
    expect(operation.calls).toEqual([{ input: {}, key: 'once' }])
    const dispatch = withInputResolution(operation.dispatch, resolution, refuse)
    await expect(dispatch({ name: 'ada' }, call)).rejects.toThrow('away')
  })
})
