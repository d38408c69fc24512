import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { reportedValues, startFixture } from '../simulator.fixture.ts'

const file = { id: '99', mime_type: 'image/jpeg', sha256: 'c2hh' }

describe('a customer who writes', () => {
  it.each<[string, unknown]>([
    ['image', { ...file, caption: 'Look' }],
    ['video', file],
    ['audio', { ...file, voice: true }],
    ['document', { ...file, filename: 'a.pdf' }],
    ['sticker', { ...file, mime_type: 'image/webp', animated: false }],
    ['location', { latitude: 52.5, longitude: 13.4, name: 'Shop' }],
    ['contacts', [{ name: { formatted_name: 'Ada', first_name: 'Ada' }, phones: [{ phone: '+4915112345678' }] }]],
    ['reaction', { message_id: 'wamid.A', emoji: '👍' }],
    ['interactive', { type: 'button_reply', button_reply: { id: 'a', title: 'Tea' } }],
    ['interactive', { type: 'list_reply', list_reply: { id: 'a', title: 'Tea', description: 'hot' } }],
    ['button', { payload: 'yes', text: 'Yes' }],
    [
      'order',
      {
        catalog_id: '1',
        text: 'Please',
        product_items: [{ product_retailer_id: 'p', quantity: 1, item_price: 9.5, currency: 'EUR' }],
      },
    ],
    ['edit', { original_message_id: 'wamid.A', message: { type: 'text', text: { body: 'New' } } }],
    ['revoke', { original_message_id: 'wamid.A' }],
  ])('is reported as the provider would, for every type: %s', async (type, content) => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { message: { from: '+4915112345678', type, content } })
    const [value] = await until(() => {
      const reported = reportedValues(fixture.receiver, fixture.number)
      return reported.length > 0 && reported
    })
    expect(value?.messages).toMatchObject([{ from: '4915112345678', type, [type]: content }])
  })
})
