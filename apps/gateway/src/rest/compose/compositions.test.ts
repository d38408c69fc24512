import { allOperations, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { enrichments, inputResolutions, withEnrichment, withInputResolution, withProviderIds } from './compositions.ts'

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

const resolution = {
  question: ({ name }: { name?: string }) => name && { ids: [name] },
  resolve: (input: object, found: string) => ({ ...input, found }),
}
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

  it('passes the fingerprint of what the caller sent through a second resolution', async () => {
    const operation = recording('done')
    const inner = withInputResolution(operation.dispatch, resolution, recording('card').dispatch)
    await inner({ name: 'ada' }, keyed)
    await withInputResolution(inner, resolution, recording('card').dispatch)({ name: 'ada' }, keyed)
    expect(operation.calls[1]?.asked).toBe(operation.calls[0]?.asked)
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

const [id, group, message] = [newId('num'), newId('grp'), newId('msg')]
const found = [
  { id: group, providerId: 'P1' },
  { id: message, providerId: 'wamid.1' },
]
const written = (groupId?: string, replyTo?: string) => {
  return { id, message: { from: '+4915112345678', type: 'text', text: 'Hi', groupId, replyTo } }
}
const joins = (name: string) => ({ id, group: { group: name, action: 'follow_link' as const, who: '+4915112345678' } })
const reported = (name: string) => ({ id, status: { message: name, status: 'read' as const } })

describe('a simulation', () => {
  const questions = (input: object) =>
    inputResolutions
      .filter(({ operation }) => operation === numbers.numbers.simulate)
      .flatMap(({ question }) => question(input as never) ?? [])

  it.each([
    [written(group, message), [{ ids: [group] }, { ids: [message] }]],
    [joins(group), [{ ids: [group] }]],
    [reported(message), [{ ids: [message] }]],
    [written('P1', 'wamid.1'), []],
    [reported('msg_1'), []],
    [{ id }, []],
  ])('asks for the groups and messages that it names by our ids only: %j', (input, asked) => {
    expect(questions(input)).toEqual(asked)
  })

  it("has the provider's ids of those that are found, and keeps what else it names", () => {
    expect(withProviderIds(written(group, message), found)).toEqual(written('P1', 'wamid.1'))
    expect(withProviderIds(joins(group), found)).toEqual(joins('P1'))
    expect(withProviderIds(reported(message), found)).toEqual(reported('wamid.1'))
    for (const other of [written(newId('grp'), 'P2'), joins(newId('grp')), reported(newId('msg')), written(), { id }])
      expect(withProviderIds(other, found)).toEqual(other)
  })
})

const operations = allOperations().map(({ operation }) => operation)

describe('compositions', () => {
  it.each([...enrichments, ...inputResolutions])('are of a public operation and from an internal query', (each) => {
    expect(operations.find((operation) => operation === each.operation)?.rest).toBeDefined()
    const source = operations.find((operation) => operation === each.source)
    expect(source).toMatchObject({ kind: 'query' })
    expect(source?.rest).toBeUndefined()
  })

  it('are at most one enrichment for an operation', () => {
    expect(new Set(enrichments.map(({ operation }) => operation)).size).toBe(enrichments.length)
  })
})
