import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../../opened-app.fixture.tsx'
import { chatOf, inboxWith, stored } from '../inbox.fixture.ts'

const phones = ['+4915112345678', '+4930123456']
const message = {
  ...stored({ body: { chat: 'cht_1' } } as never),
  direction: 'in',
  type: 'contacts',
  contacts: [{ name: 'Grace Murray', organization: 'Umbrellas', phone: phones[0], phones, email: 'grace@example.com' }],
}

it.each([
  [{ catalogId: '14', productId: null }, ['Full catalog', '14']],
  [{ catalogId: '14', productId: 'lamp-7' }, ['Product', 'lamp-7']],
  [{ catalogId: null, productId: null }, ['Product']],
])('a card for %j says %j', async (product, texts) => {
  const about = { ...message, type: 'product', contacts: undefined, product }
  await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), 'GET /v1/messages': [about] })
  for (const text of texts)
    await expect.element(page.getByRole('article').getByText(text, { exact: true })).toBeVisible()
})

it('a contact card has all phones, each of which leads to a new conversation', async () => {
  await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), 'GET /v1/messages': [message] })
  const card = page.getByRole('article')
  for (const text of ['Grace Murray', 'Umbrellas', 'grace@example.com', phones[0] ?? '']) {
    await expect.element(card.getByText(text)).toBeVisible()
  }
  await card.getByRole('link', { name: phones[1] ?? '' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(phones[1] ?? '')
})
