import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Posthorn } from '@posthorn/sdk'
import { afterAll, expect, it } from 'vitest'
import { common } from './generated/catalog.ts'
import { perform } from './perform.ts'

const keys: (string | string[] | undefined)[] = []
const server = createServer((req, res) => {
  keys.push(req.headers['idempotency-key'])
  req.resume().on('end', () => res.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"file_1"}'))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

it('has one Idempotency-Key for the same run and input, and another if only the bytes of a file differ', async () => {
  const client = new Posthorn({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'key' })
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
