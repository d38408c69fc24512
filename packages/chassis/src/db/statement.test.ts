import { postgresUrl } from '@posthorn/test-servers'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowType, statement } from '../index.ts'
import { textArray } from './statement.ts'

type Item = {
  name: string | null
  count: number
  big: string
  on: boolean
  at: Date
  tags: string[]
  more: unknown
  payload: string | null
}

const itemRow = rowType<Item>({
  title: ['text', ({ name }) => name],
  count: 'integer',
  big: 'bigint',
  is_on: ['boolean', ({ on }) => on],
  at: 'timestamptz',
  payload: 'document',
  tags: 'text[]',
  more: 'jsonb',
})

const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
const json = fc
  .jsonValue()
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .filter((value) => !JSON.stringify(value).includes('\\u0000'))

const item = fc.record<Item>({
  name: fc.option(text),
  count: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  big: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  on: fc.boolean(),
  at: fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
  tags: fc.array(text),
  more: json,
  payload: fc.option(text),
})

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: postgresUrl() })
  await client.connect()
})
afterAll(() => client.end())

const run = async (bound: { text: string; params: readonly unknown[] }) =>
  (await client.query(bound.text, [...bound.params])).rows as unknown[]

describe('statement', () => {
  it('brings rows to Postgres as they are, in their order, whatever their texts hold', async () => {
    const read = statement(
      { items: itemRow },
      ({ items }) =>
        `select title as name, count, big::text, is_on as on, at, tags, more, payload from ${items.as('i')}`,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 20 }), async (items) => {
        expect(await run(read({ items }))).toEqual(items)
      }),
      { numRuns: 100 },
    )
  })

  it('keeps its text whatever it is given, so that it stays prepared, and numbers its parameters as they are named', () => {
    const both = statement(
      { limit: 'integer', items: itemRow, ids: 'text[]' },
      ({ limit, items, ids }) => `${ids} ${items.list('i')} ${limit}`,
    )
    const none = both({ limit: 1, items: [], ids: [] })
    expect(none.text).toBe('$4::text[] i.title, i.count, i.big, i.is_on, i.at, i.payload, i.tags, i.more $1::integer')
    const one = { name: 'a', count: 1, big: '2', on: true, at: new Date(0), tags: ['x'], more: { b: 1 }, payload: '' }
    expect(both({ limit: 5, items: [one, one], ids: ['c'] }).text).toBe(none.text)
    expect(both({ limit: 5, items: [], ids: ['c'] }).params).toEqual([5, '[]', textArray([]), textArray(['c'])])
  })

  it('takes what is absent as null, lists and JSON as values of their own, and half a surrogate pair as U+FFFD', async () => {
    const read = statement(
      {
        rows: rowType<{ a?: string; b: string; c: string }>({ a: 'text', b: 'text', c: 'document' }),
        list: 'text[]',
        more: 'jsonb',
      },
      ({ rows, list, more }) => `select a, b, c, ${list} as list, ${more} as more from ${rows.as('r')}`,
    )
    const [found] = await run(
      read({ rows: [{ b: 'x\ud800y', c: '\udc00z' }], list: ['p,q', '"'], more: { half: '\udc00' } }),
    )
    expect(found).toEqual({ a: null, b: 'x\ufffdy', c: '\ufffdz', list: ['p,q', '"'], more: { half: '\ufffd' } })
  })
})
