import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Posthorn } from '@posthorn/sdk'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { choicesOf } from './choices.ts'

const refusal = { errorCode: 'number:unauthorized', message: 'Connect it again.', retryable: false }
const numberOf = (id: string) => ({
  id,
  name: id,
  businessAccountId: '1',
  status: id === 'former' ? 'disconnected' : 'active',
})
const template = (name: string, language: string) => ({ name, language })

/** Templates by number; null if they can't be read. The number with the id `former` is disconnected. */
let templates: Record<string, object[] | null> = {}
/** Numbers whose templates were requested. */
let requested: string[] = []
const server = createServer((req, res) => {
  const [, number] = /^\/v1\/numbers\/(\w+)\/templates/.exec(req.url ?? '') ?? []
  if (number !== undefined) requested.push(number)
  const listed = number === undefined ? Object.keys(templates).map(numberOf) : templates[number]
  res.writeHead(listed ? 200 : 409, { 'content-type': 'application/json' }).end(JSON.stringify(listed ?? refusal))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const client = new Posthorn({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'key' })
beforeEach(() => {
  templates = {}
  requested = []
})

it('offers a template once with all its languages, and reads an account once, from the first of its numbers that can be read', async () => {
  const ofAccount = [template('order', 'en_US'), template('order', 'de'), template('welcome', 'de')]
  templates = { num_1: null, num_2: ofAccount, num_3: ofAccount }
  expect(await choicesOf(client, 'templates')).toEqual([
    { value: 'order', label: 'order (en_US, de)' },
    { value: 'welcome', label: 'welcome (de)' },
  ])
  expect(requested).toEqual(['num_1', 'num_2'])
})

it('says why there are no templates if no number can be read', async () => {
  templates = { num_1: null }
  await expect(choicesOf(client, 'templates')).rejects.toMatchObject({ errorCode: 'number:unauthorized' })
})

it('offers only connected numbers: one that was connected again has the same name as before', async () => {
  templates = { former: [], num_1: [] }
  expect(await choicesOf(client, 'numbers')).toEqual([{ value: 'num_1', label: 'num_1' }])
})
