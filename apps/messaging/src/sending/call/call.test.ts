import { startHttpServer, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MessagingFixture, startMessaging } from '../../messaging.fixture.ts'

/** A provider that refuses every call with the same error. */
async function startRefusingProvider() {
  const refusal = { status: 400, code: 0, headers: {} as Record<string, string>, before: async () => {} }
  const server = await startHttpServer((req, res) => {
    req.resume()
    req.on('end', async () => {
      const { status, code, headers, before } = refusal
      await before()
      res.writeHead(status, { 'content-type': 'application/json', ...headers })
      res.end(JSON.stringify({ error: { code, message: `(#${code}) Refused` } }))
    })
  })
  return { ...server, refusal }
}

let provider: Awaited<ReturnType<typeof startRefusingProvider>>
let fixture: MessagingFixture
beforeAll(async () => {
  provider = await startRefusingProvider()
  fixture = await startMessaging({ SIMULATOR_URL: provider.url })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** Sends from a number that no other call has paused. Returns what the provider's error does to the message and the number. */
async function effectsOn(kind: 'text' | 'file') {
  const { workspace, number } = await fixture.connectNumber()
  const { messages, files } = fixture.service.clients.messaging
  const as = fixture.service.as(workspace)
  const file = { content: Buffer.from('%PDF-1.7 bill').toString('base64'), filename: 'bill.pdf' }
  const content = kind === 'text' ? { message: 'Hello' } : { media: { file: (await files.create.mutate(file, as)).id } }
  const { id } = await messages.send.mutate({ phone: '+4915112345678', ...content }, as)
  const { status, error } = await until(async () => {
    const message = await messages.get.query({ id }, as)
    return message.error && message
  })
  const queues = `select blocked_for as reason, extract(epoch from blocked_until - now()) as seconds
    from number_queue where number_id = $1`
  const [queue] = await fixture.service.rows<{ reason: string | null; seconds: string | null }>(queues, [number])
  const pauseMinutes = Math.ceil(Number(queue?.seconds ?? 0) / 60)
  return { status, error: { ...error, details: undefined }, reason: queue?.reason ?? null, pauseMinutes }
}

describe('a throttled call', () => {
  it('leaves a longer pause that began meanwhile', async () => {
    const paused = `update number_queue set blocked_until = now() + interval '299 s', blocked_for = 'failed'`
    const before = async () => void (await fixture.service.rows(paused))
    Object.assign(provider.refusal, { headers: {}, status: 400, code: 130429, before })
    expect(await effectsOn('text')).toMatchObject({ reason: 'failed', pauseMinutes: 5 })
    Object.assign(provider.refusal, { before: async () => {} })
  })

  it('delays its recipient, even if the call took so long that the gate of the pair is gone', async () => {
    const before = async () => void (await fixture.service.rows('delete from pair_gate'))
    Object.assign(provider.refusal, { headers: {}, status: 400, code: 131056, before })
    expect(await effectsOn('text')).toMatchObject({ status: 'queued', reason: null })
    Object.assign(provider.refusal, { before: async () => {} })
    const gates = await fixture.service.rows('select recipient from pair_gate where free_at > now()')
    expect(gates).toEqual([{ recipient: '+4915112345678' }])
  })
})

describe('a message with a file', () => {
  it.each([
    ['a failure at the provider', 'queued', { status: 500, code: 131000 }],
    ['a rate limit with a time', 'queued', { status: 400, code: 80007, headers: { 'retry-after': '600' } }],
    ['a number that is not registered', 'queued', { status: 400, code: 133010 }],
    ['a token that is not valid', 'queued', { status: 401, code: 190 }],
    ['a permission that is missing', 'queued', { status: 403, code: 10 }],
    ['a field that is not valid', 'failed', { status: 400, code: 100 }],
  ])('has after %s the same state as a text, and pauses its number as long', async (_, expected, refusal) => {
    Object.assign(provider.refusal, { headers: {}, ...refusal })
    const text = await effectsOn('text')
    expect(text.status).toBe(expected)
    expect(await effectsOn('file')).toEqual(text)
  })
})
