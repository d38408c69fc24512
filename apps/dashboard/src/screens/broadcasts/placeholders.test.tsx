import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, refusal } from '../../opened-app.fixture.tsx'

const channel = { id: 'chn_1', name: 'Regulars', description: null, number: 'num_1', segment: null, subscribers: 2 }
const [ada, unknown] = ['+4915112345678', '+4915112345679']
const contact = {
  id: 'con_1',
  name: 'Ada Lovelace',
  firstName: null,
  phone: ada,
  fields: { plan: 'gold' },
  blocked: false,
  optedOutAt: null,
}
const template = {
  id: 'tpl_1',
  name: 'offer',
  language: 'en',
  status: 'APPROVED',
  body: 'Dear {{1}}, it is {{2}}.',
  variables: ['1', '2'],
}
const answers = {
  'GET /v1/channels': [channel],
  'GET /v1/channels/chn_1': channel,
  'GET /v1/templates': [template],
  'GET /v1/numbers/num_1/templates': [template],
  'GET /v1/chats': [],
  'GET /v1/channels/chn_1/subscribers': [ada, unknown].map((phone) => ({ phone, status: 'subscribed' })),
  'GET /v1/contacts': ({ search }: { search: URLSearchParams }) => {
    const phone = search.get('phone')
    const found = phone === null || phone === ada ? [contact] : []
    return found
  },
}

const drawer = page.getByRole('dialog', { name: 'New broadcast' })
const text = drawer.getByRole('textbox', { name: 'Text', exact: true })
const question = page.getByRole('dialog', { name: 'Send', exact: true })
const send = drawer.getByRole('button', { name: 'Send', exact: true })
const insert = page.getByRole('button', { name: 'Insert', exact: true })

it('a broadcast says that its templates cannot be read, instead of offering none', async () => {
  const unread = () => refusal('cursor', 'is too old')
  await openApp('broadcasts/chn_1?open=new', { ...answers, 'GET /v1/numbers/num_1/templates': unread })
  await expect.element(drawer.getByRole('alert')).toBeVisible()
  await expect.element(drawer.getByRole('combobox')).not.toBeInTheDocument()
})

describe('placeholders of a broadcast', () => {
  it('are inserted with a fallback, and the review shows who gets what', async () => {
    await openApp('broadcasts/chn_1?open=new', answers)
    await text.fill('Hello ')
    await drawer.getByRole('button', { name: 'Insert a value into Text' }).click()
    await expect.element(page.getByLabelText('If it is missing')).toHaveValue('there')
    await insert.click()
    await expect.element(text).toHaveValue('Hello {{contact.firstName|there}}')
    await expect.element(drawer.getByText('First name, otherwise “there”')).toBeVisible()
    await drawer.getByRole('button', { name: 'Insert a value into Text' }).click()
    await page.getByLabelText('Value of the contact').selectOptions('Own field')
    await page.getByLabelText('Name of the field').fill('plan')
    await expect.element(insert).toBeDisabled()
    await page.getByLabelText('If it is missing').fill('basic')
    await insert.click()
    await expect.element(text).toHaveValue('Hello {{contact.firstName|there}}{{contact.fields.plan|basic}}')
    await send.click()
    const items = question.getByRole('listitem')
    await expect.element(items.filter({ hasText: 'Ada Lovelace' }).getByText('Hello Adagold')).toBeVisible()
    const other = items.filter({ hasText: unknown })
    await expect.element(other.getByText('Hello therebasic')).toBeVisible()
    await expect.element(other.getByText('Not known, replacement shown: First name, plan.')).toBeVisible()
  })

  it('are inserted into each variable of a template', async () => {
    const api = await openApp('broadcasts/chn_1?open=new', {
      ...answers,
      'POST /v1/posts': { id: 'pst_1', status: 'posting' },
    })
    await drawer.getByLabelText('Template').selectOptions('offer (en)')
    await drawer.getByRole('textbox', { name: 'Value for 2' }).fill('ready')
    await drawer.getByRole('button', { name: 'Insert a value into Value for 1' }).click()
    await insert.click()
    await send.click()
    await expect.element(question.getByText('Dear Ada, it is ready.')).toBeVisible()
    await expect.element(question.getByText('Dear there, it is ready.')).toBeVisible()
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(drawer).not.toBeInTheDocument()
    expect(api.of('POST /v1/posts').map(({ body }) => body)).toEqual([
      {
        channel: 'chn_1',
        template: { name: 'offer', language: 'en', variables: ['{{contact.firstName|there}}', 'ready'] },
      },
    ])
  })

  it('that are faulty are named at the field, by the form and by the API', async () => {
    await openApp('broadcasts/chn_1?open=new', {
      ...answers,
      'POST /v1/posts': () => refusal('message', 'needs a fallback for contact.name'),
    })
    await text.fill('Hello {{contact.name}}')
    await drawer.getByLabelText('Test phones').fill(ada)
    await expect.element(drawer.getByText(/^Something between the braces is not a value/)).toBeVisible()
    await drawer.getByRole('button', { name: 'Send test' }).click()
    await expect.element(drawer.getByText('Needs a fallback for contact.name.')).toBeVisible()
    await expect.element(text).toHaveAttribute('aria-invalid', 'true')
  })
})
