import { describe, expect, it } from 'vitest'
import { withEnrichment } from './composition.ts'

const enrichment = {
  question: (input: { id: string }, output: { name: string }) => ({ ids: [input.id, output.name] }),
  merge: (output: object, found: string) => ({ ...output, found }),
}
const call = {
  workspace: 'ws_1' as never,
  actor: { type: 'key', id: 'key_1' },
  scopes: [],
  onReplayed: () => {},
} as never

describe('withEnrichment', () => {
  it('asks the source with input and answer, for the same caller and without the idempotency key, and merges its answer', async () => {
    const questions: unknown[] = []
    const source = async (input: unknown, options: object) => {
      questions.push(input, 'idempotencyKey' in options)
      return 'queue'
    }
    const dispatch = withEnrichment(async () => ({ name: 'Shop' }), enrichment, source)
    const keyed = { ...(call as object), idempotencyKey: 'once' } as never
    expect(await dispatch({ id: 'num_1' }, keyed)).toEqual({ name: 'Shop', found: 'queue' })
    expect(questions).toEqual([{ ids: ['num_1', 'Shop'] }, false])
  })

  it('answers without it while the source is unavailable, and fails as the operation fails', async () => {
    const refuse = () => Promise.reject(new Error('away'))
    const answer = async () => ({ name: 'Shop' })
    expect(await withEnrichment(answer, enrichment, refuse)({ id: 'num_1' }, call)).toEqual({ name: 'Shop' })
    await expect(withEnrichment(refuse, enrichment, async () => 'queue')({ id: 'num_1' }, call)).rejects.toThrow('away')
  })
})
