import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, refusal } from '../opened-app.fixture.tsx'
import { chatOf, inboxWith, stored } from '../screens/inbox/inbox.fixture.ts'
import type { loadKept, replaceBlockedStorage } from './kept.ts'
import { addRandomIds, keep, keptAt, onKept, refreshed, removeKept } from './kept.ts'
import { type Entry, keepDraft, keptNameOfEntry, outgoingTo, retry, wordsOf } from './outbox.ts'

const reply = page.getByRole('textbox', { name: /^Reply…/ })
const bubble = page.getByRole('article')
const send = 'POST /v1/messages'
const open = (answers = {}) =>
  openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1'), chatOf('cht_2')), ...answers })

const lost = () => {
  throw new TypeError('Failed to fetch')
}

const hourMs = 3_600_000

/** Sends a reply whose response is lost. `clock.aheadMs` changes the time of the computer. */
async function openLost() {
  const api = await open({ [send]: lost })
  await reply.fill('Ready on Friday')
  await userEvent.keyboard('{Enter}')
  await expect.element(bubble.getByText('Waiting for connection')).toBeVisible()
  const clock = { aheadMs: 0 }
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + clock.aheadMs)
  return { api, clock }
}

afterEach(() => void vi.restoreAllMocks())
beforeEach(removeKept)

describe('the outbox', () => {
  it('sends a reply once, however often Enter is pressed, and leaves its field empty', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const api = await open({ [send]: (asked: never) => promise.then(() => stored(asked)) })
    await reply.fill('Ready on Friday')
    await userEvent.keyboard('{Enter}{Enter}{Enter}{Escape}')
    await expect.element(bubble.getByText('Sending…')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(page.getByRole('heading', { name: 'Customer cht_2' })).toBeVisible()
    await userEvent.keyboard('k')
    await expect.element(page.getByRole('heading', { name: 'Customer cht_1' })).toBeVisible()
    await expect.element(reply).toHaveValue('')
    resolve()
    await expect.element(bubble.getByText('Sending…')).not.toBeInTheDocument()
    expect(api.of(send)).toHaveLength(1)
  })

  it('makes one note of three times Enter', async () => {
    const created = ({ body }: { body: unknown }) => ({ id: 'note_1', ...(body as object), by: {}, mentions: [] })
    const api = await open({ 'POST /v1/chats/cht_1/notes': created })
    await page.getByRole('radiogroup').getByText('Note', { exact: true }).click()
    await page.getByRole('textbox', { name: /^Write a note/ }).fill('Paid already')
    await userEvent.keyboard('{Enter}{Enter}{Enter}')
    await expect.poll(() => api.of('POST /v1/chats/cht_1/notes').length).toBe(1)
  })

  it('says that it waits for the connection, and sends the same message after it', async () => {
    const api = await open({ [send]: lost })
    await reply.fill('Ready on Friday')
    await userEvent.keyboard('{Enter}')
    await expect.element(bubble.getByText('Waiting for connection')).toBeVisible()
    api.answers[send] = stored
    dispatchEvent(new Event('online'))
    await expect.element(bubble.getByText('Waiting for connection')).not.toBeInTheDocument()
    const keys = api.of(send).map(({ key }) => key)
    expect(new Set(keys).size).toBe(1)
    expect(keys.length).toBeGreaterThan(1)
  })
})

describe('the outbox after a failure', () => {
  it('tries again soon, even if the clock goes back during the pause after a failure', async () => {
    const { api, clock } = await openLost()
    clock.aheadMs = -hourMs
    api.answers[send] = stored
    await expect.element(bubble.getByText('Waiting for connection')).not.toBeInTheDocument()
  })

  it('sends what is written after the clock went back after what waits', async () => {
    const { clock } = await openLost()
    clock.aheadMs = -hourMs
    await reply.fill('On Saturday, too')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => outgoingTo('cht_1').map(wordsOf)).toEqual(['Ready on Friday', 'On Saturday, too'])
  })

  it('sends what failed and is tried again after the clock went back after what waits', async () => {
    const { clock } = await openLost()
    const [waiting] = outgoingTo('cht_1') as [Entry]
    const content = { ...waiting.content, text: 'Refused at first' }
    const failed: Entry = { ...waiting, id: 'failed', content, createdAt: waiting.createdAt - 1, status: 'failed' }
    await keep([[keptNameOfEntry(failed.id), failed]])
    clock.aheadMs = -hourMs
    retry(failed)
    await expect.poll(() => outgoingTo('cht_1').map(wordsOf)).toEqual(['Ready on Friday', 'Refused at first'])
  })

  it('asks again before it repeats an attempt whose key the server may have forgotten', async () => {
    const { api, clock } = await openLost()
    const unknown = bubble.getByText(/may have been sent/)
    clock.aheadMs = 25 * hourMs
    dispatchEvent(new Event('online'))
    await expect.element(unknown).toBeVisible()
    await bubble.getByRole('button', { name: 'Try again' }).click()
    await expect.element(bubble.getByText('Waiting for connection')).toBeVisible()
    clock.aheadMs = 48 * hourMs
    api.answers[send] = stored
    dispatchEvent(new Event('online'))
    await expect.element(unknown).toBeVisible()
    await bubble.getByRole('button', { name: 'Try again' }).click()
    await expect.element(unknown).not.toBeInTheDocument()
    await expect.element(bubble.getByText('Sending…')).not.toBeInTheDocument()
    expect(new Set(api.of(send).map(({ key }) => key)).size).toBe(1)
  })

  it('says why a message was refused, and puts it back into the field to change it', async () => {
    await open({ [send]: () => refusal('message', 'must have at most 4096 characters') })
    await reply.fill('Ready on Friday')
    await userEvent.keyboard('{Enter}')
    await expect.element(bubble.getByText(/4,096 characters/)).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect.element(reply).toHaveValue('Ready on Friday')
    await expect.element(bubble).not.toBeInTheDocument()
  })

  it('puts the quote of a refused message back with its text', async () => {
    await open({ [send]: () => refusal('message', 'must have at most 4096 characters') })
    keepDraft('quote', 'cht_1', { id: 'msg_1', text: 'Is my umbrella ready?' })
    await reply.fill('Ready on Friday')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Is my umbrella ready?')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect.element(page.getByText('Is my umbrella ready?')).toBeVisible()
  })
})

describe('an entry that changes meanwhile', () => {
  it('is not sent if it is discarded while its attempt is recorded', async () => {
    const api = await open({ [send]: stored })
    const stop = onKept((changes) => {
      for (const [name, value] of changes)
        if ((value as Entry | undefined)?.content?.text === 'Not ready' && (value as Entry).attempts === 1)
          void keep([[name, undefined]])
    })
    for (const text of ['Not ready', 'Ready on Friday']) {
      await reply.fill(text)
      await userEvent.keyboard('{Enter}')
    }
    await expect.poll(() => api.of(send).length).toBeGreaterThan(0)
    stop()
    expect(api.of(send).map(({ body }) => (body as { message: string }).message)).toEqual(['Ready on Friday'])
  })

  it('does not come back if it is removed while its file is uploaded', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const api = await open({ 'POST /v1/files': () => promise, [send]: lost })
    keepDraft('files', 'cht_1', [new File(['x'], 'a.pdf', { type: 'application/pdf' })])
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => api.of('POST /v1/files').length).toBe(1)
    await removeKept()
    resolve({ id: 'fil_1' })
    await expect.poll(() => api.of(send).length).toBe(1)
    expect(outgoingTo('cht_1')).toEqual([])
  })

  it.each([
    ['', false],
    [' and the storage is full', true],
  ])('has its newest change, even if the clock went back before it%s', async (_name, isFull) => {
    const storage = vi.spyOn(Storage.prototype, 'setItem')
    if (isFull)
      storage.mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
    await keep([['draft', 'Ready']])
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    await keep([['draft', 'Ready on Friday']])
    clock.mockRestore()
    storage.mockRestore()
    expect(keptAt('draft')).toBe('Ready on Friday')
  })

  it('is taken by other tabs from one that was opened after the clock went back', async () => {
    await keep([['draft', 'Ready']])
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    const path = './kept.ts?reopened'
    const reopened = (await import(/* @vite-ignore */ path)) as { keep: typeof keep; loadKept: typeof loadKept }
    await reopened.loadKept()
    await reopened.keep([['draft', 'Ready on Friday']])
    await expect.poll(() => keptAt('draft')).toBe('Ready on Friday')
    clock.mockRestore()
  })

  it('is seen as changed by a tab that reads what is stored', async () => {
    await keep([['draft', 'stored']])
    const reading = refreshed('draft')
    void keep([['draft', undefined]])
    expect(await reading).toBeUndefined()
  })
})

it('a page without https sends, too, although its browser has no random ids', async () => {
  const ids = Object.getOwnPropertyDescriptor(Crypto.prototype, 'randomUUID') as PropertyDescriptor
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  addRandomIds()
  const api = await open({ [send]: stored })
  await reply.fill('Ready on Friday')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.of(send)[0]?.key).toMatch(/^\d+(-\d+){4}$/)
  Reflect.deleteProperty(crypto, 'randomUUID')
  Object.defineProperty(Crypto.prototype, 'randomUUID', ids)
})

it('an entry stays if storing it fails while it is read', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  void keep([['draft', 'Ready']])
  expect(await refreshed('draft')).toBe('Ready')
  expect(put).toHaveBeenCalledOnce()
})

it('a draft survives a failed write of an older one', async () => {
  await keep([['draft', 'Ready']])
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const tooLarge = keep([['draft', 'x']])
  const newer = keep([['draft', 'Ready on Friday']])
  await Promise.all([tooLarge, newer])
  put.mockRestore()
  const path = './kept.ts?after-a-failure'
  const reopened = (await import(/* @vite-ignore */ path)) as { keptAt: typeof keptAt; loadKept: typeof loadKept }
  await reopened.loadKept()
  expect(reopened.keptAt('draft')).toBe('Ready on Friday')
})

it('an entry waits longer than the server asked for, so that not all are back together', async () => {
  const busy = { status: 429, errorCode: 'rate:limited', message: 'Wait for Retry-After.', errors: [] }
  await open({ [send]: () => Response.json(busy, { status: 429, headers: { 'Retry-After': '60' } }) })
  await reply.fill('Ready on Friday')
  await userEvent.keyboard('{Enter}')
  const pauseMs = () => outgoingTo('cht_1').map(({ pause }) => (pause ? pause.toMs - pause.fromMs : 0))[0] ?? 0
  await expect.poll(pauseMs).toBeGreaterThan(60_000)
  expect(pauseMs()).toBeLessThanOrEqual(61_000)
})

it('an entry waits for the sign-in once the session is over, and the dialog asks before it signs out instead', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const api = await open({ [send]: () => promise })
  await reply.fill('Ready on Friday')
  await userEvent.keyboard('{Enter}')
  const answer = {
    status: 401,
    errorCode: 'session:required',
    message: 'Your session has expired; sign in.',
    errors: [],
  }
  api.answers['GET /app/auth/session'] = () => Response.json(answer, { status: 401 })
  resolve(Response.json(answer, { status: 401 }))
  await expect.element(page.getByText('Waiting until you sign in')).toBeInTheDocument()
  await expect.element(page.getByRole('dialog').getByLabelText('Password', { exact: true })).toHaveFocus()
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  expect(asked).toHaveBeenCalledOnce()
  expect(outgoingTo('cht_1')).toHaveLength(1)
})

it('drafts and settings last as long as the page if the browser blocks its storage', async () => {
  const block = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(block)
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(block)
  const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks') as PropertyDescriptor
  type Replacing = { replaceBlockedStorage: typeof replaceBlockedStorage }
  type Kept = { keep: typeof keep; keptAt: typeof keptAt; loadKept: typeof loadKept } & Replacing
  const path = './kept.ts?blocked'
  const blocked = (await import(/* @vite-ignore */ path)) as Kept
  blocked.replaceBlockedStorage()
  const hasLocks = 'locks' in navigator
  Object.defineProperty(Navigator.prototype, 'locks', locks)
  localStorage.setItem('posthorn.density', 'compact')
  await blocked.loadKept()
  await blocked.keep([['draft', 'Ready on Friday']])
  const kept = [localStorage.getItem('posthorn.density'), blocked.keptAt('draft')]
  expect([...kept, hasLocks]).toEqual(['compact', 'Ready on Friday', false])
})
