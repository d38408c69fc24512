import { newId } from '@posthorn/contracts'
import type { TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

describe('a search in webhooks', () => {
  it('finds webhooks by name, part of an address and id, of their own workspace only', async () => {
    const { workspace, webhook } = createFixture(service)
    const shop = await webhook('https://shop.example.com/hooks/orders', { name: 'Order desk' })
    const plain = await webhook('https://crm.example.com/in')
    const find = (q: string, of = workspace, numbers?: string[]) =>
      service.clients.webhooks.matches.find.query(
        { q, kinds: ['webhook'], size: 5 },
        service.as(of, numbers ? { numbers: numbers as never } : {}),
      )
    const ids = async (...search: Parameters<typeof find>) => (await find(...search)).map(({ id }) => id)
    expect(await ids('order DESK')).toEqual([shop.id])
    expect(await ids('hooks/ord')).toEqual([shop.id])
    expect(await ids('example.com')).toEqual([plain.id, shop.id])
    expect(await ids('100%')).toEqual([])
    expect(await find(plain.id)).toMatchObject([
      {
        name: 'https://crm.example.com/in',
        fields: [
          { field: 'id', value: plain.id },
          { field: 'url', value: 'https://crm.example.com/in' },
        ],
      },
    ])
    for (const q of ['example.com', shop.id]) {
      expect(await ids(q, service.workspace())).toEqual([])
      // A caller restricted to numbers can't see a webhook for all numbers.
      expect(await ids(q, workspace, [newId('num')])).toEqual([])
    }
  })
})
