import { newWorkspace, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Refusal = { status: number; errorCode: string; errors: { path: string; code: string; message: string }[] }

/** Refusals name the fault, and say nothing about keys or about objects of others. */
export function refusals(system: () => RunningSystem): void {
  const send = async (request: { method?: string; path?: string; headers?: Record<string, string>; body?: string }) => {
    const { method = 'POST', path = '/v1/messages', headers = {}, body } = request
    const answer = await fetch(`${system().url}${path}`, {
      method,
      headers: { Token: system().account.key, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.clone().text()
    const { status, headers: said, body: refusal } = await system().read<Refusal>(method, path, answer)
    return { status, headers: said, text, refusal }
  }
  const sendJson = (body: unknown, headers = {}) => send({ body: JSON.stringify(body), headers })
  const message = { phone: '+4915120000099', message: 'x' }

  test('refusals: a wrong, malformed or missing Token is 401 with one body', async () => {
    const headers = { 'X-Request-Id': 'same' }
    const { key } = system().account
    const tokens = ['', 'nonsense', `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`]
    const answers = await Promise.all(tokens.map((Token) => sendJson(message, { ...headers, Token })))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  test('refusals: an id of another workspace answers the same bytes as one that does not exist', async () => {
    const { key } = await newWorkspace(system(), 'Other')
    const { id, chat } = await system().post<{ id: string; chat: string }>('/v1/messages', message)
    for (const path of [`/v1/messages/${id}`, `/v1/chats/${chat}`, `/v1/numbers/${system().account.number}`]) {
      const unknown = path.slice(0, -4) + (path.endsWith('0000') ? '1111' : '0000')
      const headers = { Token: key, 'X-Request-Id': 'same' }
      const answers = [
        await send({ method: 'GET', path, headers }),
        await send({ method: 'GET', path: unknown, headers }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect(answers[0]?.text).toBe(answers[1]?.text)
    }
  })

  const faulty = [
    { what: 'an unknown field', body: { ...message, reference_: 'x' }, path: 'reference_', says: 'reference?' },
    { what: 'no target', body: { message: 'x' }, path: 'phone', says: 'chat' },
    {
      what: 'two targets',
      body: { ...message, chat: 'chat_01k5v2s8xgf9hb3m4q7r8t9w0y' },
      path: 'chat',
      says: 'not phone and chat',
      errorCode: 'target:ambiguous',
    },
    {
      what: 'a phone without its country code',
      body: { ...message, phone: '015112345678' },
      path: 'phone',
      says: 'international',
      errorCode: 'phone:invalid',
    },
    { what: 'a text with NUL', body: { ...message, message: 'a\u0000b' }, path: 'message', says: 'NUL' },
  ]
  test.each(faulty)('refusals: $what is 400 and names the field', async ({ body, path, says, errorCode }) => {
    const { status, refusal } = await sendJson(body)
    expect({ status, errorCode: refusal.errorCode }).toEqual({ status: 400, errorCode: errorCode ?? 'request:invalid' })
    expect(refusal.errors).toContainEqual(
      expect.objectContaining({ path, message: expect.stringContaining(says) as string }),
    )
  })

  test('refusals: malformed JSON is 400, too much is 413, another type is 415, another method is 405 with Allow', async () => {
    expect((await send({ body: '{"phone":' })).refusal.errorCode).toBe('request:malformed')
    expect((await sendJson({ ...message, message: 'x'.repeat(1024 * 1024) })).status).toBe(413)
    expect((await send({ body: 'phone=1', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    const wrong = await send({ method: 'PUT', body: '{}' })
    expect({ status: wrong.status, allow: wrong.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD, OPTIONS, POST',
    })
  })

  test('refusals: an Idempotency-Key with another body is 422', async () => {
    const headers = { 'Idempotency-Key': 'refused-later' }
    expect((await sendJson(message, headers)).status).toBe(201)
    expect(
      (await sendJson({ message: 'x', phone: '+4915120000099' }, headers)).headers.get('idempotent-replayed'),
    ).toBe('true')
    expect((await sendJson({ ...message, message: 'y' }, headers)).status).toBe(422)
  })

  test('refusals: a callback with a wrong signature is 401, as is one for a number that does not exist', async () => {
    const headers = { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` }
    const path = `/callbacks/${system().account.number}`
    expect((await send({ path, headers, body: '{}' })).status).toBe(401)
    expect((await send({ path: '/callbacks/num_01k5v2s8xgf9hb3m4q7r8t9w0y', headers, body: '{}' })).status).toBe(401)
  })
}
