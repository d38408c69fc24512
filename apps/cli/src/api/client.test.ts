import { messaging } from '@posthorn/contracts'
import { expect, test } from 'vitest'
import { CommandError, openApi, refused } from './client.ts'
import { checkKey } from './diagnosis.ts'

const docs = 'https://x.example/docs/errors#phone:invalid'

test('an error names every invalid field, the documentation and the request', () => {
  const errors = [
    { path: 'phone', message: 'is required' },
    { path: 'message', message: 'is too long' },
  ]
  const body = { message: 'phone is required', errorCode: 'request:invalid', docs, requestId: 'req_1', errors }
  expect(refused(body, 400).message).toBe(`phone is required; message is too long (${docs}, request req_1)`)
})

test('an error without fields has its message, and what to do on the command line', () => {
  const body = { message: 'This key is not valid.', errorCode: 'token:invalid', requestId: 'req_2' }
  expect(refused(body, 401).message).toBe(
    'This key is not valid. Log in with `posthorn login`, or pass a valid key with --key or POSTHORN_TOKEN. (request req_2)',
  )
  expect(refused({ message: 'x responded with 502 and no reason.' }, 502).message).toBe(
    'x responded with 502 and no reason.',
  )
})

test('a redirect is not followed, which would hand the key to another address', async () => {
  const asked: unknown[] = []
  const send = (_: string, init?: RequestInit) => {
    asked.push(init?.redirect)
    return Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://login.example.com/' } }))
  }
  const listing = openApi({ url: 'http://x', key: 'k', source: '--url' }, send).call(messaging.labels.list, {})
  await expect(listing).rejects.toThrow('http://x redirects to https://login.example.com/; pass the address')
  expect(asked).toEqual(['manual'])
})

test.each<Record<string, string>>([
  { 'retry-after': '7' },
  { 'retry-after': 'Thu, 01 Jan 2099 00:00:07 GMT', date: 'Thu, 01 Jan 2099 00:00:00 GMT' },
])('an error that may pass says when to try again, also if the clock of the server differs: %j', async (headers) => {
  const send = () => Promise.resolve(new Response('{"message":"Too many."}', { status: 429, headers }))
  const listing = openApi({ url: 'http://x', key: 'k', source: '--url' }, send).call(messaging.labels.list, {})
  await expect(listing).rejects.toThrow('Too many. Try again in 7 s.')
})

test.each([
  [messaging.labels.list, {}, 'http://x did not respond in time.'],
  [messaging.labels.create, { name: 'VIP' }, 'http://x did not respond in time; the request may have taken effect.'],
])('a timeout says neither that the address is wrong nor that nothing was done', async (operation, input, text) => {
  const send = () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  const call = openApi({ url: 'http://x', key: 'k', source: '--url' }, send).call(operation, input as never)
  await expect(call).rejects.toThrow(new CommandError(text))
})

test.each(['', '.', '..'])(
  'no request is made with the id %j, which would address a different operation',
  async (label) => {
    const send = () => Promise.reject(new Error('a request was made'))
    const api = openApi({ url: 'http://127.0.0.1:9', key: 'k', source: '--url' }, send)
    const removing = api.call(messaging.labels.removeFromChat, { id: 'chat_1', label } as never)
    await expect(removing).rejects.toThrow(`label must be an id, not "${label}"`)
  },
)

test.each(['{"error":"bad gateway"}', '"bad gateway"', 'null', '<html>'])(
  'an error with the body %s, which is not of the API, has at least its status',
  async (body) => {
    const send = () => Promise.resolve(new Response(body, { status: 404 }))
    const listing = openApi({ url: 'http://x', key: 'k', source: '--url' }, send).call(messaging.labels.list, {})
    await expect(listing).rejects.toThrow('http://x responded with 404 and no reason.')
  },
)

test.each([
  [401, 'run `posthorn login` with a valid key'],
  [503, 'if the workspace has moved, pass the address of its new installation'],
])('the check of the key says what to do if it is answered with %i', async (status, advice) => {
  const send = () => Promise.resolve(new Response('{"message":"No."}', { status }))
  const [finding] = await checkKey(openApi({ url: 'http://x', key: 'k', source: '--url' }, send))
  expect(finding).toMatchObject({ status: 'failed', action: expect.stringContaining(advice) })
})
