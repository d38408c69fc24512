import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Posthorn } from '@posthorn/sdk'
import { afterAll, describe, expect, it } from 'vitest'
import type { Action } from './description/index.ts'
import { common } from './generated/catalog.ts'
import { callOperation, fileOf, inputOf, perform } from './perform.ts'

const keys: (string | string[] | undefined)[] = []
const bodies: string[] = []
const server = createServer((req, res) => {
  keys.push(req.headers['idempotency-key'])
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    bodies.push(Buffer.concat(chunks).toString())
    res.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"file_1"}')
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const client = new Posthorn({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'key' })

it('has one Idempotency-Key for the same run and input, and another if only the bytes of a file differ', async () => {
  const action = common.find(({ key }) => key === 'sendFile')
  if (action === undefined) throw new Error('there is no action sendFile')
  for (const text of ['first', 'first', 'other']) {
    const file = { bytes: new TextEncoder().encode(text), filename: 'note.txt', type: 'text/plain' }
    await perform(client, { action, values: { phone: '+4915112345678', file }, run: 'run:step' })
  }
  // Each run stores the file, then sends the message.
  expect(keys).toHaveLength(6)
  expect(keys.slice(2, 4)).toEqual(keys.slice(0, 2))
  expect(new Set(keys).size).toBe(4)
})

const find = (key: string): Action => {
  const found = common.find((each) => each.key === key)
  if (found === undefined) throw new Error(`there is no action ${key}`)
  return found
}

describe('the input of an operation', () => {
  it('has each value in its place, and no empty ones', () => {
    const values = {
      phone: '+4915112345678',
      chat: '',
      question: 'Which day?',
      options: ['Monday', 'Friday'],
      multiple: 'true',
    }
    expect(inputOf(find('sendPoll'), values)).toEqual({
      phone: '+4915112345678',
      poll: { name: 'Which day?', options: ['Monday', 'Friday'], multiple: true },
    })
  })

  it('has lists from lines or commas, JSON from a text, a time with its zone, and what the action always sends', () => {
    const values = { phone: '+49', tags: 'vip, new', fields: '{"plan":"gold"}' }
    expect(inputOf(find('saveContact'), values)).toEqual({
      phone: '+49',
      tags: ['vip', 'new'],
      fields: { plan: 'gold' },
      upsert: true,
    })
    const sent = inputOf(find('sendText'), { message: 'Hello', deliverAt: '2026-11-20T10:30:00+02:00' })
    expect(sent).toEqual({ message: 'Hello', deliverAt: '2026-11-20T08:30:00.000Z' })
    expect(inputOf(find('labelChat'), { chat: 'chat_1', labels: 'a, b\nc' })).toEqual({
      id: 'chat_1',
      labels: ['a, b', 'c'],
    })
  })

  it('is refused with the label of the field that is missing or of another kind', () => {
    expect(() => inputOf(find('sendText'), { phone: '+49' })).toThrow('Text is required')
    expect(() => inputOf(find('saveContact'), { fields: '{' })).toThrow('Custom fields must be JSON')
    expect(() => inputOf(find('sendText'), { message: 'a', deliverAt: 'soon' })).toThrow('Deliver at must be a time')
    const counting = { fields: [{ name: 'count', label: 'Count', kind: 'number', at: 'count' }] } as unknown as Action
    for (const count of [' ', 'five', 'Infinity', true, []])
      expect(() => inputOf(counting, { count })).toThrow('Count must be a number')
    expect(inputOf(counting, { count: ' 5 ' })).toEqual({ count: 5 })
  })

  it('has null only for a field that it clears', () => {
    const field = { name: 'name', label: 'Name', kind: 'text', at: 'name' }
    const action = (more: object) => ({ fields: [{ ...field, ...more }] }) as unknown as Action
    expect(inputOf(action({ nullable: true }), { name: null })).toEqual({ name: null })
    expect(inputOf(action({ nullable: true }), { name: '' })).toEqual({})
    expect(inputOf(action({}), { name: null })).toEqual({})
  })

  it.each(['null', '5', '[]'])('of any operation is refused as %s', async (input) => {
    const performed = perform(client, { action: callOperation, values: { operation: 'x', input } })
    await expect(performed).rejects.toThrow('Input must be a JSON object')
  })

  it('of any operation is sent unchanged, with unknown and empty fields', async () => {
    const input = { id: 'contact_1', nmae: 'Ada', company: '', email: null }
    await perform(client, { action: callOperation, values: { operation: 'contacts.update', input } })
    expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ nmae: 'Ada', company: '', email: null })
  })
})

it.each([
  ['of its header', `attachment; filename="a;b.pdf"`, 'https://x.example/engine/hydrate/1/.eJwVy', 'a;b.pdf'],
  ['of its header without quotes', 'attachment; filename=hours.txt ; size=1', '', 'hours.txt'],
  ['of its header in UTF-8', `attachment; filename="G.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf`, '', 'Grüße.pdf'],
  ['of its URL', '', 'https://x.example/files/opening%20hours.pdf?key=1', 'opening hours.pdf'],
  ['of its URL as it is if that is no encoded text', '', 'https://x.example/100%.pdf', '100%.pdf'],
  ['file if nothing else names it', '', 'https://x.example/', 'file'],
])('a fetched file has the name %s', async (_, header, url, filename) => {
  const response = new Response('9 to 17', { headers: { 'content-disposition': header } })
  expect(await fileOf(response, url)).toMatchObject({ filename })
})
