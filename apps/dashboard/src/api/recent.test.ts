import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noteRequest, recentRequests } from './recent.ts'

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://x.example', pathname: '/app/ws_1/inbox/all' }))

describe('recent requests', () => {
  it('have method, path, screen and answer, the newest first, of the API only', () => {
    noteRequest('/app/auth/sign-in', { method: 'POST', body: '{"email":"a@b.c"}' })
    const end = noteRequest('https://x.example/v1/chats?size=5', {})
    noteRequest('/v1/me', {})
    end(new Response(null, { status: 200, headers: { 'X-Request-Id': 'req_1' } }))
    expect(recentRequests.get()).toMatchObject([
      { method: 'GET', path: '/v1/me', screen: '/app/ws_1/inbox/all' },
      { method: 'GET', path: '/v1/chats?size=5', status: 200, requestId: 'req_1', ms: expect.any(Number) },
    ])
  })

  it('keep no body with a secret, and none of a file', () => {
    noteRequest('/v1/messages', { method: 'POST', body: '{"message":"Hello"}' })
    for (const field of ['accessToken', 'appSecret', 'password', 'secretHeader', 'pin', 'code'])
      noteRequest('/v1/numbers', { method: 'POST', body: JSON.stringify({ [field]: 'hidden' }) })
    noteRequest('/v1/files', { method: 'POST', body: new Uint8Array([1]) })
    const [file, ...others] = recentRequests.get()
    expect(file).toMatchObject({ omitted: 'file' })
    expect(others.slice(0, 6).map(({ omitted }) => omitted)).toEqual(Array(6).fill('secret'))
    expect(others[6]?.body).toBe('{"message":"Hello"}')
    expect(JSON.stringify(recentRequests.get())).not.toContain('hidden')
  })

  it('are 100 at most, and an answer that comes later is dropped', () => {
    const end = noteRequest('/v1/first', {})
    for (let i = 0; i < 150; i++) noteRequest(`/v1/chats?size=${i}`, {})
    end()
    expect(recentRequests.get()).toHaveLength(100)
    expect(recentRequests.get().some(({ path }) => path === '/v1/first')).toBe(false)
  })
})
