import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Asked, openApp, refusal } from '../opened-app.fixture.tsx'

const reply = (id: string, name: string, message: string) => ({ id, name, message, shortcut: null, folder: null })
const replies = [
  reply('rpl_1', 'Opening hours', 'Open until six'),
  reply('rpl_2', 'Address', 'Main Street 1'),
  reply('rpl_3', 'parcels', 'Sent today'),
]
const open = (path = 'replies', answers = {}) => openApp(path, { 'GET /v1/replies': replies, ...answers })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const drawer = page.getByRole('dialog')
const names = () => [...document.querySelectorAll('tbody tr')].map((each) => each.querySelector('button')?.textContent)
const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

describe('the page of a list', () => {
  it('says what it is for while it is empty, with the button for the first one', async () => {
    await open('replies', { 'GET /v1/replies': [] })
    await expect.element(page.getByText('No saved replies yet.')).toBeVisible()
    await page.getByRole('button', { name: 'New reply' }).click()
    await expect.element(drawer.getByRole('textbox', { name: 'Name' })).toBeVisible()
  })

  it('filters with each letter, and offers to clear a filter that finds nothing', async () => {
    await open()
    await expect.element(row('Address')).toBeVisible()
    await userEvent.keyboard('/')
    await userEvent.keyboard('six')
    await expect.poll(names).toEqual(['Opening hours'])
    await userEvent.keyboard('teen')
    await page.getByRole('button', { name: 'Clear filter' }).click()
    await expect.poll(names).toHaveLength(3)
  })

  it('sorts by a column, the other way, and as before', async () => {
    await open()
    const head = page.getByRole('button', { name: 'Name', exact: true })
    await head.click()
    await expect.poll(names).toEqual(['Address', 'Opening hours', 'parcels'])
    await head.click()
    await expect.poll(names).toEqual(['parcels', 'Opening hours', 'Address'])
    await head.click()
    await expect.poll(names).toEqual(['Opening hours', 'Address', 'parcels'])
  })

  it('edits a row in a drawer, whose place is in the URL, and closes it once saved', async () => {
    const api = await open('replies', { 'PATCH /v1/replies/rpl_2': ({ body }: Asked) => body })
    await page.getByRole('button', { name: 'Address' }).click()
    await expect.poll(() => location.search).toBe('?open=rpl_2')
    await drawer.getByRole('textbox', { name: 'Message' }).fill('Main Street 2')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect.element(drawer).not.toBeInTheDocument()
    expect(api.of('PATCH /v1/replies/rpl_2')).toMatchObject([{ body: { message: 'Main Street 2' } }])
    expect(location.search).toBe('')
  })

  it('opens the form for a new one with n, and keeps it with the error of the server', async () => {
    await open('replies', { 'POST /v1/replies': () => refusal('shortcut', 'is taken') })
    await expect.element(row('Address')).toBeVisible()
    await userEvent.keyboard('n')
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Hours')
    await drawer.getByRole('textbox', { name: 'Message' }).fill('Open')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect.element(drawer.getByText('Is taken.')).toBeVisible()
    await expect.element(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue('Hours')
  })

  it('asks before it discards what was typed in the drawer', async () => {
    await open('replies?open=rpl_1')
    const message = drawer.getByRole('textbox', { name: 'Message' })
    await message.fill('Open until seven')
    await userEvent.keyboard('{Escape}')
    const question = page.getByRole('dialog', { name: 'Discard changes' })
    await expect.element(question).toBeVisible()
    await expect.poll(() => document.getAnimations().length).toBe(0)
    await expect.element(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(message).toHaveValue('Open until seven')
    await userEvent.keyboard('{Escape}')
    await expect.element(question.getByRole('button', { name: 'Discard changes' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(message).not.toBeInTheDocument()
  })
})

it('an item is created once, also if its form is submitted again after a lost response', async () => {
  const create = 'POST /v1/replies'
  const api = await open('replies?open=new', { [create]: () => Promise.reject(new TypeError('Failed to fetch')) })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Hours')
  await drawer.getByRole('textbox', { name: 'Message' }).fill('Open')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect.element(drawer.getByText(/^No response, so it may have been done/)).toBeVisible()
  api.answers[create] = ({ body }: Asked) => body
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
  expect(new Set(api.of(create).map(({ key }) => key)).size).toBe(1)
})

it('a drawer returns the focus to the row that opened it, and a question to its button', async () => {
  await open('replies')
  const row = page.getByRole('button', { name: 'Opening hours' })
  await row.click()
  await expect.element(drawer.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row).toHaveFocus()
  await box('Opening hours').click()
  const remove = page.getByRole('toolbar').getByRole('button', { name: 'Delete' })
  await remove.click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(remove).toHaveFocus()
})

it('a drawer asks before Back discards what was typed in it', async () => {
  await open('replies')
  await page.getByRole('button', { name: 'Opening hours' }).click()
  const message = drawer.getByRole('textbox', { name: 'Message' })
  await message.fill('Open until seven')
  const question = page.getByRole('dialog', { name: 'Discard changes' })
  history.back()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(message).toHaveValue('Open until seven')
  expect(location.search).toBe('?open=rpl_1')
  history.back()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(message).not.toBeInTheDocument()
  expect(location.search).toBe('')
})

const channel = { id: 'chn_1', name: 'Regulars', description: null, number: 'num_1', segment: null, subscribers: 2 }
const press = (name: string | RegExp) => page.getByRole('button', { name }).last().click()

it.each<[string, string, () => Promise<void>]>([
  ['adds fields', 'templates?open=new', () => press('Add button')],
  [
    'writes into a field, from a menu above the drawer',
    'broadcasts/chn_1?open=new',
    async () => {
      await press('Insert a value into Text')
      await press(/^Insert$/)
      await expect.poll(() => document.querySelectorAll('[role=dialog]').length).toBe(1)
    },
  ],
])('a drawer asks before it discards what a button changed that %s', async (_, place, change) => {
  await openApp(place, {
    'GET /v1/channels': [channel],
    'GET /v1/channels/chn_1': channel,
  })
  await change()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Discard changes' })).toBeVisible()
})

it('a drawer closes at once if a button in it changed nothing', async () => {
  await openApp('developer/webhooks?open=new')
  await press('Show password')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

describe('rows of a list', () => {
  it('selects with the mouse, and a range with Shift, and deletes the selected ones after a question', async () => {
    const api = await open('replies', { 'DELETE /v1/replies/rpl_2': () => refusal('id', 'is used by a rule') })
    await box('Opening hours').click()
    await box('parcels').click({ modifiers: ['Shift'] })
    await expect.element(page.getByText('3 selected')).toBeVisible()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await expect.element(drawer.getByText(/Opening hours, Address, parcels/)).toBeVisible()
    await drawer.getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByText(/is used by a rule/i)).toBeVisible()
    await expect.element(page.getByText('1 selected')).toBeVisible()
    await expect.element(box('Address')).toBeChecked()
    expect(api.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(3)
  })

  it('selects and opens with the keyboard alone', async () => {
    await open()
    await expect.element(row('Address')).toBeVisible()
    await userEvent.keyboard('jjx')
    await expect.element(box('Address')).toBeChecked()
    await userEvent.keyboard('{Enter}')
    await expect.element(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue('Address')
  })
})

it('a cell without a value has a dash where columns have names, and is left out on a phone', async () => {
  await open()
  await expect.element(row('Address')).toBeVisible()
  const cell = document.querySelector('td[data-name=Shortcut]') as Element
  expect(getComputedStyle(cell, '::before').content).toContain('–')
  await page.viewport(390, 800)
  await expect.poll(() => getComputedStyle(cell).display).toBe('none')
  await page.viewport(1280, 800)
})

it('a list reads a filter of digits from a URL that was written by hand', async () => {
  await open()
  history.pushState(null, '', '/app/wsp_1/replies?q=1')
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.poll(names).toEqual(['Address'])
})
