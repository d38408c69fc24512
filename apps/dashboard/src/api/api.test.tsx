import { ApiError, ConnectionError } from '@posthorn/sdk'
import { expect, it, vi } from 'vitest'
import { serverNow } from '../parts/moment.tsx'
import { api, poll } from './api.ts'
import { call, onRefusal, request, setCredential, setWorkspace, timeoutMs } from './request.ts'

const refused = (status: number, seconds?: number) =>
  new ApiError({ status, headers: new Headers(seconds ? { 'Retry-After': String(seconds) } : {}), text: '{}' })

it.each([
  ['again after its interval', null, 5_000],
  ['soon if the server did not say', refused(503), 2_000],
  ['soon after a lost connection', new ConnectionError('lost'), 2_000],
  ['not again if it would be refused again', refused(403), false],
])('a polled query is read %s', (_name, error, ms) => {
  expect(poll(5_000)({ state: { error } })).toBe(ms)
})

it('a polled query is read at a page’s own time after the one that the server asked for', () => {
  const pauses = [1, 2].map(() => poll(5_000)({ state: { error: refused(429, 30) } }))
  expect(pauses[0]).toBeGreaterThan(30_000)
  expect(pauses[0]).toBeLessThan(32_000)
  expect(pauses[1]).toBe(pauses[0])
})

it('the time of the server is known from its last response, even if the clock of the browser is ten minutes ahead', async () => {
  const at = Date.parse('2026-11-27T10:00:00.000Z')
  const now = vi.spyOn(Date, 'now').mockReturnValue(at + 600_000)
  const headers = { Date: new Date(at).toUTCString() }
  const fetched = vi.spyOn(window, 'fetch').mockResolvedValueOnce(new Response('{}', { headers }))
  try {
    await request('/v1/labels')
    expect(serverNow()).toBe(at)
  } finally {
    now.mockRestore()
    fetched.mockRestore()
  }
})

it('a call without the client has the same time limit', async () => {
  const fetched = vi.spyOn(window, 'fetch').mockResolvedValueOnce(new Response('{}'))
  const limited = vi.spyOn(AbortSignal, 'timeout')
  try {
    await call('GET', '/v1/me')
    expect(limited).toHaveBeenCalledExactlyOnceWith(timeoutMs)
    expect(fetched.mock.calls[0]?.[1]?.signal).toBe(limited.mock.results[0]?.value)
  } finally {
    fetched.mockRestore()
    limited.mockRestore()
  }
})

it('a request that the client repeats stays in the workspace in which it began', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  fetched.mockResolvedValueOnce(new Response('{}', { status: 503 })).mockImplementationOnce(async () => {
    setWorkspace('ws_b')
    return new Response('{}', { status: 503 })
  })
  fetched.mockResolvedValueOnce(new Response('{}'))
  setCredential({ kind: 'session', csrf: 'x' })
  setWorkspace('ws_a')
  try {
    await api.labels.create({ name: 'VIP', color: '#ff0000' })
    const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('Workspace'))
    expect(sent).toEqual(['ws_a', 'ws_a', 'ws_a'])
  } finally {
    fetched.mockRestore()
    setCredential(undefined)
    setWorkspace(undefined)
  }
})

it('a change that waited for the sign-in stays in its workspace, and has no time limit from before', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  fetched.mockResolvedValueOnce(new Response('{}', { status: 401 })).mockResolvedValueOnce(new Response('{}'))
  setCredential({ kind: 'session', csrf: 'x' })
  setWorkspace('ws_a')
  const limit = new AbortController()
  onRefusal({
    isSessionOpen: async () => {
      setWorkspace('ws_b')
      limit.abort(new Error('no response within 30000 ms'))
      return true
    },
    confirm: async () => false,
  })
  try {
    expect((await request('/v1/labels', { method: 'POST', signal: limit.signal })).status).toBe(200)
    const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('Workspace'))
    expect(sent).toEqual(['ws_a', 'ws_a'])
    expect(fetched.mock.calls[1]?.[1]?.signal).toBeNull()
  } finally {
    fetched.mockRestore()
    setCredential(undefined)
    setWorkspace(undefined)
  }
})

it('a page that no one has used for a minute says so, and no longer once someone uses it', async () => {
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('{}'))
  const now = vi.spyOn(performance, 'now')
  setCredential({ kind: 'session', csrf: 'x' })
  const sent = async (method: string) => {
    await request('/v1/labels', { method })
    return new Headers(fetched.mock.lastCall?.[1]?.headers).get('Idle')
  }
  try {
    now.mockReturnValue(1_000_000)
    dispatchEvent(new Event('pointermove'))
    expect(await sent('GET')).toBeNull()
    now.mockReturnValue(1_061_000)
    expect([await sent('GET'), await sent('POST')]).toEqual(['true', 'true'])
    dispatchEvent(new Event('keydown'))
    expect(await sent('GET')).toBeNull()
  } finally {
    now.mockRestore()
    fetched.mockRestore()
    setCredential(undefined)
    // The time of the mock may be ahead of the real one.
    dispatchEvent(new Event('pointermove'))
  }
})
