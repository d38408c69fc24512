import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture, type TestRequest } from '../gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const json = { 'Content-Type': 'application/json' }
const phone = '+4915112345678'

describe('a refusal', () => {
  const long = 'x'.repeat(500_000)
  const longInHead = 'x'.repeat(60_000)
  const media = { phone, media: { url: 'https://shop.example.com/x.png', [long]: 1 } }
  const rpc = (method: string, params: object) => ({
    json: { jsonrpc: '2.0', id: 1, method, params },
    headers: { Accept: 'application/json, text/event-stream' },
  })
  it.each<[string, string, TestRequest]>([
    ['a field', '/v1/contacts', { json: { phone, [long]: 1 } }],
    ['a field, twice', '/v1/contacts', { body: `{"${long}":1,"${long}":2}`, headers: json }],
    [
      'a hundred fields',
      '/v1/contacts',
      { json: Object.fromEntries([...Array(100).keys()].map((i) => [`${i}${long.slice(0, 9_000)}`, 1])) },
    ],
    ['a field in an object', '/v1/messages', { json: media }],
    ['a custom field', '/v1/contacts', { json: { phone, fields: { [long]: { a: 1 } } } }],
    ['a column', '/v1/imports', { json: { csv: 'phone', mapping: { [long]: 'x' } } }],
    ['a value', '/v1/contacts', { json: { phone: long, email: long, name: long, country: long } }],
    ['a part of a filter', '/v1/segments', { json: { name: 'x', filter: { [long]: 1 } } }],
    ['a parameter', `/v1/contacts?${longInHead}=1`, {}],
    ['a misencoded parameter', `/v1/contacts?${longInHead}%ff=1`, {}],
    ['a path', `/v1/${longInHead}`, {}],
    ['an id', `/v1/contacts/${longInHead}`, {}],
    ['a type', '/v1/contacts', { body: '{}', headers: { 'Content-Type': `a/${longInHead}` } }],
    ['a field of the dialect', '/compat/v1/messages', { json: { phone, message: 'x', [long]: 1 } }],
    ['a device of the dialect', '/compat/v1/messages', { json: { phone, message: 'x', device: long } }],
    ['a parameter of the dialect', `/compat/v1/files?${longInHead}=%ff`, { method: 'DELETE' }],
    ['an object of the Cloud API', `/graph/v23.0/${longInHead}`, {}],
    ['a tool', '/mcp', rpc('tools/call', { name: long, arguments: {} })],
    ['an argument of a tool', '/mcp', rpc('tools/call', { name: 'list_numbers', arguments: { [long]: 1 } })],
    ['a page', '/mcp', rpc('resources/read', { uri: `posthorn://${long}` })],
  ])('repeats little of %s, however long it is', async (_, path, ask) => {
    const { token: own } = await fixture.tenant()
    const answer = await fixture.send(path, { token: own, ...ask })
    expect(answer.status === 200 || answer.status >= 400).toBe(true)
    expect(answer.text).toMatch(/error/i)
    expect(answer.text.length).toBeLessThan(50_000)
  })
})
