import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png, useGraph } from './graph/graph.fixture.ts'

const system = useGraph({ records: false })

const pictures = createServer((_, res) => res.setHeader('Content-Type', 'image/png').end(png))
beforeAll(() => new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve)))
afterAll(() => pictures.close())

let lastKey = 0
/** Sends a request with an idempotency key twice. Returns both responses. */
async function twice(path: string, json: object) {
  const headers = { 'Idempotency-Key': `order-${(lastKey += 1)}` }
  const send = () => system.gateway.send(path, { token: system.token, json, headers })
  return [await send(), await send()] as const
}

const idsOf = (json: unknown) => [json].flat().map((each) => (each as { id: string }).id)

describe('a POST of the dialect that is repeated with its Idempotency-Key', () => {
  const phone = '+4915770008888'
  const image = () => ({ url: `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/a.png` })

  it.each([
    ['is simple', () => ({ message: 'Hello' })],
    ['creates a label first', () => ({ message: 'Hello', label: 'Idempotent' })],
    ['stores media first', () => ({ message: 'Hello', media: image() })],
    ['is due in a while', () => ({ message: 'Later', schedule: { delay: '1h' } })],
  ])('sends one message if it %s', async (_, content) => {
    const [first, second] = await twice('/compat/v1/messages', { phone, ...content() })
    expect([first.status, second.status, second.json['errorCode']]).toEqual([201, 201, undefined])
    expect(second.json['id']).toBe(first.json['id'])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('creates each of several objects once', async () => {
    const rows = ['One', 'Two', 'Three'].map((name) => ({ name, message: name }))
    const [first, second] = await twice(`/compat/v1/devices/${system.number}/quickReplies`, rows)
    expect([first.status, first.text]).toEqual([201, second.text])
    expect(new Set(idsOf(first.json)).size).toBe(3)
  })

  it('stores one file', async () => {
    const [first, second] = await twice('/compat/v1/files', { ...image(), expiration: '30d' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(idsOf(second.json)).toEqual(idsOf(first.json))
    const headers = { 'Idempotency-Key': 'bytes', 'Content-Type': 'image/png' }
    const send = () =>
      system.gateway.send('/compat/v1/files', { token: system.token, method: 'POST', body: png, headers })
    expect(idsOf((await send()).json)).toEqual(idsOf((await send()).json))
  })

  it('is not needed for the label that several messages are the first to have', async () => {
    const send = () =>
      system.gateway.send('/compat/v1/messages', {
        token: system.token,
        json: { phone, message: 'Hi', label: 'At once' },
      })
    const statuses = (await Promise.all([send(), send(), send(), send()])).map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 201, 201])
  })

  it('is refused with another body', async () => {
    const headers = { 'Idempotency-Key': 'reused' }
    const send = (message: string) =>
      system.gateway.send('/compat/v1/messages', { token: system.token, json: { phone, message }, headers })
    expect((await send('One')).status).toBe(201)
    expect((await send('Two')).json['errorCode']).toBe('idempotency:key_reused')
  })
})
