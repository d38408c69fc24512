import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../../opened-app.fixture.tsx'
import { removeKept } from '../../../outbox/kept.ts'
import { chatOf, inboxWith, stored } from '../inbox.fixture.ts'

const [first, second] = [chatOf('cht_1'), chatOf('cht_2')]
const reply = page.getByRole('textbox', { name: /^Reply…/ })
const note = page.getByRole('textbox', { name: /^Write a note/ })
const tab = (name: string) => page.getByRole('radiogroup').getByText(name, { exact: true })
const open = (chat: string, answers = {}) => openApp(`inbox/all/${chat}`, { ...inboxWith(first, second), ...answers })
const openChat = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).click()

beforeEach(removeKept)
afterEach(() => {
  vi.useRealTimers()
})

describe('the composer', () => {
  it('keeps what was typed for each chat, and for reply and note apart', async () => {
    await open('cht_1')
    await reply.fill('Almost ready')
    await tab('Note').click()
    await note.fill('Ask Grace')
    await openChat('Customer cht_2')
    await expect.element(reply).toHaveValue('')
    await openChat('Customer cht_1')
    await expect.element(reply).toHaveValue('Almost ready')
    await tab('Note').click()
    await expect.element(note).toHaveValue('Ask Grace')
  })

  it('shows a draft in the list, while another chat is open', async () => {
    await open('cht_1')
    await reply.fill('Almost ready')
    await openChat('Customer cht_2')
    await expect.element(page.getByText('Draft Almost ready')).toBeVisible()
  })

  it('writes a new line with Shift and Enter, and sends with Enter', async () => {
    const api = await open('cht_1', { 'POST /v1/messages': stored })
    await reply.click()
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two{Enter}')
    await expect.element(reply).toHaveValue('')
    await expect
      .poll(() => api.of('POST /v1/messages').map(({ body }) => body))
      .toEqual([{ chat: 'cht_1', message: 'one\ntwo' }])
  })

  it('asks before it sends files without a text, too, while a colleague is typing', async () => {
    const others = [{ status: 'writing', by: { type: 'member', id: 'mem_2', name: 'Grace' } }]
    const may = ['chats.list', 'chats.get', 'chats.presence', 'messages.list', 'messages.send', 'numbers.list']
    const member = { id: 'mem_1', name: 'Ada', email: 'ada@example.com', role: 'agent', numbers: null }
    const api = await open('cht_1', {
      'GET /v1/me': { workspace: { id: 'wsp_1', name: 'Umbrellas' }, member, may },
      'POST /v1/messages': stored,
      'POST /v1/chats/cht_1/presence': { others },
    })
    await expect.poll(() => api.of('POST /v1/chats/cht_1/presence').length, { timeout: 10_000 }).toBeGreaterThan(1)
    const picker = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    await userEvent.upload(picker, new File(['x'], 'parcel.txt'))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByText(/^Grace is also typing a reply/)).toBeVisible()
    expect(api.of('POST /v1/messages')).toEqual([])
  })

  it('offers templates as soon as the window closes, while someone looks', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const closing = chatOf('cht_3', { windowClosesAt: new Date(Date.now() + 60_000).toISOString() })
    await openApp('inbox/all/cht_3', inboxWith(closing))
    await expect.element(reply).toBeVisible()
    vi.advanceTimersByTime(70_000)
    await expect.element(page.getByText(/You can only send a template/)).toBeVisible()
    await expect.element(reply).not.toBeInTheDocument()
  })
})

it.each([
  ['none to a viewer', [], []],
  ['only a note to someone who may not reply', ['notes.create'], ['note']],
])('the composer offers actions that have an effect: %s', async (_, more, offered) => {
  const member = { id: 'mem_1', name: 'Ada', email: 'ada@example.com', role: 'viewer', numbers: null }
  const may = ['chats.list', 'chats.get', 'messages.list', 'numbers.list', ...more]
  await open('cht_1', { 'GET /v1/me': { workspace: { id: 'wsp_1', name: 'Umbrellas' }, member, may } })
  await expect.element(page.getByText('You have read-only access.')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const isOffered = (id: string) => document.getElementById(`action-${id}`) !== null
  expect(['reply', 'note', 'template'].filter(isOffered)).toEqual(offered)
  await userEvent.keyboard('{Escape}')
})

describe('a saved reply', () => {
  it('is announced to screen readers and inserted after a slash and its shortcut', async () => {
    const hours = { id: 'rpl_1', name: 'Opening hours', shortcut: 'hours', folder: null, message: 'Open until six.' }
    await open('cht_1', { 'GET /v1/replies': [hours] })
    await reply.fill('/ho')
    await expect.element(page.getByRole('region', { name: 'Saved replies' })).toBeVisible()
    await expect.element(page.getByRole('status').getByText('Opening hours')).toBeInTheDocument()
    reply.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }))
    await expect.element(reply).toHaveValue('/ho')
    await userEvent.keyboard('{Enter}')
    await expect.element(reply).toHaveValue('Open until six.')
  })

  it('is not sent as the text behind the slash by an Enter that comes before the saved replies', async () => {
    const { promise, resolve } = Promise.withResolvers<object[]>()
    const api = await open('cht_1', { 'GET /v1/replies': () => promise, 'POST /v1/messages': stored })
    await reply.fill('/hours')
    await userEvent.keyboard('{Enter}')
    await expect.element(reply).toHaveValue('/hours')
    resolve([{ id: 'rpl_1', name: 'Hours', shortcut: 'hours', folder: null, message: 'Open until six.' }])
    await expect.element(page.getByRole('region', { name: 'Saved replies' })).toBeVisible()
    await userEvent.keyboard('{Enter}{Enter}')
    const sent = () => api.of('POST /v1/messages').map(({ body }) => body)
    await expect.poll(sent).toEqual([{ chat: 'cht_1', message: 'Open until six.' }])
  })

  it.each([
    ['Hello {{contact.firstName|there}}!', 'con_1', 'Hello Ada!'],
    ['Your plan: {{contact.fields.plan}}.', 'con_1', 'Your plan: gold.'],
    ['Your level: {{contact.fields.vip level}}.', 'con_1', 'Your level: A.'],
    ['As you wrote: {{contact.fields.note|nothing}}', 'con_1', 'As you wrote: {{contact.fields.plan}}'],
    ['Hello {{contact.firstName|there}}!', null, 'Hello there!'],
    ['Hello {{contact.firstName|there}}, {{contact.company}}.', 'con_1', 'Hello Ada, {{contact.company}}.'],
  ])('is filled in: %s', async (message, contact, text) => {
    const fields = { plan: 'gold', 'vip level': 'A', note: '{{contact.fields.plan}}' }
    const ada = { id: 'con_1', name: 'Ada Lovelace', firstName: null, company: null, fields }
    const hello = { id: 'rpl_1', name: 'Hello', shortcut: 'hello', folder: null, message }
    await openApp('inbox/all/cht_4', {
      ...inboxWith(chatOf('cht_4', { contact })),
      'GET /v1/contacts/con_1': ada,
      'GET /v1/replies': [hello],
    })
    await reply.fill('/he')
    await expect.element(page.getByRole('region', { name: 'Saved replies' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(reply).toHaveValue(text)
  })

  it('is sent with a placeholder that is not filled in only after a warning', async () => {
    const api = await open('cht_1', { 'POST /v1/messages': stored })
    await reply.fill('Hello {{contact.firstName}}')
    await userEvent.keyboard('{Enter}')
    const warning = page.getByText(/^A value is missing for contact.firstName/)
    await expect.element(warning).toBeVisible()
    expect(api.of('POST /v1/messages')).toEqual([])
    await reply.fill('Hello Ada')
    await expect.element(warning).not.toBeInTheDocument()
    await reply.fill('Hello {{contact.name}}')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/^A value is missing for contact.name/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => api.of('POST /v1/messages').length).toBe(1)
  })
})

it('the composer places the caret after a mention at once, before the next key', async () => {
  await open('cht_1', { 'GET /v1/team': [{ id: 'mem_2', name: 'Grace' }] })
  await tab('Note').click()
  await note.fill(' later')
  const field = note.element() as HTMLTextAreaElement
  field.setSelectionRange(0, 0)
  await userEvent.keyboard('@Gr')
  await expect.element(page.getByRole('region', { name: 'Mention someone' })).toBeVisible()
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await Promise.resolve()
  expect([field.value, field.selectionStart]).toEqual(['@Grace  later', 7])
})

it('a note that may mention someone waits until the team is read', async () => {
  const { promise, resolve } = Promise.withResolvers<object[]>()
  const notes = 'POST /v1/chats/cht_1/notes'
  const written = { id: 'note_1', by: {}, createdAt: '2026-11-29T09:00:00.000Z' }
  const created = ({ body }: { body: unknown }) => ({ ...written, ...(body as object) })
  const api = await open('cht_1', { 'GET /v1/team': () => promise, [notes]: created })
  await tab('Note').click()
  await note.fill('Ask @Grace.')
  const add = page.getByRole('button', { name: 'Add note' })
  await expect.element(add).toBeDisabled()
  resolve([{ id: 'mem_2', name: 'Grace' }])
  await add.click()
  await expect.poll(() => api.of(notes)[0]?.body).toEqual({ message: 'Ask @Grace.', mentions: ['mem_2'] })
})

/** Drops files on the field for a reply. */
function drop(...files: File[]): void {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  reply.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
}

it('the composer refuses an empty file when it is attached, and says so', async () => {
  await open('cht_1')
  await expect.element(reply).toBeVisible()
  drop(new File([''], 'empty.pdf'), new File(['Offer'], 'offer.pdf'))
  await expect.element(page.getByText('The file empty.pdf is empty.')).toBeVisible()
  await expect.element(page.getByText(/^offer.pdf · /)).toBeVisible()
  await expect.element(page.getByText(/^empty.pdf · /)).not.toBeInTheDocument()
})

it('the composer refuses a file that is too large when it is attached, not after its upload', async () => {
  await open('cht_1')
  await expect.element(reply).toBeVisible()
  drop(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'plan.png', { type: 'image/png' }))
  await expect.element(page.getByText(/^The file plan.png is larger than 5.2\sMB/)).toBeVisible()
  await expect.element(page.getByText(/^plan.png · /)).not.toBeInTheDocument()
})

it('the composer takes text that is pasted with a picture of it, as from Word, as text', async () => {
  await open('cht_1')
  await expect.element(reply).toBeVisible()
  const paste = (...texts: string[]) => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    for (const type of texts) data.setData(type, 'Open until six')
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
    return reply.element().dispatchEvent(event)
  }
  // An event whose default is not prevented pastes its text.
  expect([paste('text/plain', 'text/html'), paste('text/html'), paste('text/plain')]).toEqual([true, false, false])
})

it('a suggestion to mention someone goes once the caret leaves the name', async () => {
  await open('cht_1', { 'GET /v1/team': [{ id: 'mem_2', name: 'Grace' }] })
  await tab('Note').click()
  await note.click()
  await userEvent.keyboard('Ask @Gr')
  const suggestions = page.getByRole('region', { name: 'Mention someone' })
  await expect.element(suggestions).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.element(suggestions).not.toBeInTheDocument()
})

it('a file that is dropped next to the field does not replace the page', async () => {
  await open('cht_1')
  await expect.element(reply).toBeVisible()
  const data = new DataTransfer()
  data.items.add(new File(['x'], 'offer.pdf'))
  const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
  expect(page.getByRole('log').element().dispatchEvent(event)).toBe(false)
})
