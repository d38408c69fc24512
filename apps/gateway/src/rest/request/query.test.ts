import type { IncomingMessage } from 'node:http'
import { allOperations, messaging } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { routeOf } from '../route.ts'
import { inputOf } from './input.ts'
import { queryDecoder } from './query.ts'

const decode = (query: string) => ({ ...queryDecoder(messaging.messages.list.input.shape)(new URLSearchParams(query)) })

describe('a query string', () => {
  it('gives numbers, booleans and times as the fields expect them', () => {
    const flags = queryDecoder({ unread: z.boolean().optional(), size: z.int().default(50) })
    expect({ ...flags(new URLSearchParams('unread=false&size=20')) }).toEqual({ unread: false, size: 20 })
    expect(decode('createdAfter=2026-11-20T08:30:00+01:00')).toEqual({ createdAfter: '2026-11-20T08:30:00+01:00' })
    expect(decode('search=a+b')).toEqual({ search: 'a b' })
  })

  it('takes several values comma separated, repeated, or with brackets', () => {
    const expected = { status: ['queued', 'sent', 'read'] }
    expect(decode('status=queued,sent,read')).toEqual(expected)
    expect(decode('status=queued&status=sent&status=read')).toEqual(expected)
    expect(decode('status[]=queued&status[]=sent,read')).toEqual(expected)
  })

  it('takes named values with their names in brackets', () => {
    const fields = queryDecoder({ field: z.record(z.string(), z.string()).optional(), search: z.string().optional() })
    expect({ ...fields(new URLSearchParams('field[plan]=gold&field[seats]=3')) }).toEqual({
      field: { plan: 'gold', seats: '3' },
    })
    expect(Object.keys(fields(new URLSearchParams('field[__proto__]=x&search[a]=1'))['field'] as object)).toEqual([
      '__proto__',
    ])
    expect({ ...fields(new URLSearchParams('search[a]=1')) }).toEqual({ 'search[a]': '1' })
  })

  it('leaves what does not fit for validation to name', () => {
    const flags = queryDecoder({ unread: z.boolean().optional(), size: z.int() })
    const given = flags(new URLSearchParams('unread=yes&size=0x10&more=1&size[]=1'))
    expect({ ...given }).toEqual({ unread: 'yes', size: '0x10', more: '1', 'size[]': '1' })
    expect({ ...flags(new URLSearchParams('size=1&size=2')) }).toEqual({ size: ['1', '2'] })
    const named = queryDecoder({ field: z.record(z.string(), z.string()) })
    expect({ ...named(new URLSearchParams('field[plan]=gold&field[plan]=free')) }).toEqual({
      field: { plan: ['gold', 'free'] },
    })
  })

  it('is refused by the name of its parameter, without a place in its values', () => {
    const placed = allOperations().find(({ operation }) => operation.rest === 'GET /v1/chats')
    const route = routeOf({ ...placed, rest: 'GET /v1/chats' } as never, async () => ({}))
    const parts = { parameters: {}, query: 'status=open,foo', body: Buffer.from(''), countries: { within: null } }
    expect(() => inputOf(route, { headers: {} } as IncomingMessage, parts)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ path: 'status' })] }),
    )
  })

  it('of a DELETE may stand beside a body, but no field may be in both', () => {
    const rest = 'DELETE /v1/groups/{id}'
    const placed = allOperations().find(({ operation }) => operation.rest === rest)
    const operation = { ...placed?.operation, input: z.object({ id: z.string(), a: z.string(), b: z.string() }) }
    const route = routeOf({ ...placed, operation, rest } as never, async () => ({}))
    const remove = (query: string, body: object) => () => {
      const bytes = Buffer.from(JSON.stringify(body))
      const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) }
      const parts = { parameters: { id: 'x' }, query, body: bytes, countries: { within: null } }
      return inputOf(route, { headers } as IncomingMessage, parts)
    }
    expect(remove('a=1', { b: '2' })()).toEqual({ id: 'x', a: '1', b: '2' })
    for (const a of ['1', '2'])
      expect(remove('a=1&b=2', { a })).toThrow(
        expect.objectContaining({ errors: [expect.objectContaining({ path: 'a' })] }),
      )
  })

  it('counts an empty value as absent', () => {
    expect(decode('search=&status=&chat=')).toEqual({})
  })
})
