import { openAsOwner, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field } from '../../dashboard/members.ts'
import { Desk } from '../../dashboard/send-once.ts'
import { wide } from './join-team.fixture.ts'

const patience = { timeout: 60_000, interval: 100 }

/** A message written in the dashboard is sent once, no matter which keys are pressed and what happens to the requests. */
export function sendOnce(system: () => RunningSystem): void {
  describe('the outbox of the dashboard', () => {
    let [watched, desk]: [WatchedPage?, Desk?] = []
    beforeAll(async () => {
      watched = await openAsOwner(system(), wide)
      desk = await Desk.open(system(), watched.page, 'Outbox')
    })
    afterAll(() => watched?.[Symbol.asyncDispose]())

    async function begin() {
      if (desk === undefined) throw new Error('there is no desk')
      await desk.begin()
      const { page } = desk
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key)
      }
      return { desk, page, press, outgoing: page.locator('[data-outgoing]') }
    }

    it('sends a reply once and leaves the field empty: Enter, Escape, j, k with three seconds of latency', async () => {
      const { desk, page, press, outgoing } = await begin()
      desk.setFates([{ fate: 'passes', latencyMs: 3_000 }])
      await desk.focus('r')
      await page.keyboard.type('Quick')
      await press('Enter', 'Enter', 'Escape', 'j', 'k')
      await desk.focus('r')
      await press('Enter')
      expect(await page.locator(field).inputValue()).toBe('')
      expect(await outgoing.filter({ hasText: 'Quick' }).count()).toBe(1)
      expect(await page.locator('[data-rows]').getByText('Draft').count()).toBe(0)
      await outgoing.waitFor({ state: 'detached' })
      expect(await desk.faultsOf(['Quick'])).toEqual([])
    })

    it('keeps drafts of replies, notes and several files through tab, chat and reload', async () => {
      const { desk, page, press } = await begin()
      const read = () => page.locator(field).inputValue()
      const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
      await desk.focus('r')
      await page.keyboard.type('Caption')
      await page.locator('input[type=file]').setInputFiles([file('one.txt'), file('two.txt')])
      await desk.focus('n')
      await page.keyboard.type('Remark')
      await press('Escape', 'j', 'k')
      await expect.poll(() => desk.kept(), patience).toHaveLength(3)
      await page.reload()
      await expect.poll(read, patience).toBe('Caption')
      for (const name of ['one.txt', 'two.txt']) await page.getByText(name).waitFor()
      await desk.focus('n')
      await expect.poll(read, patience).toBe('Remark')
      await press('Enter', 'Enter', 'Enter')
      await desk.focus('r')
      await press('Enter')
      for (const name of ['one.txt', 'two.txt']) await page.getByRole('article').filter({ hasText: name }).waitFor()
      await expect.poll(() => desk.kept(), patience).toEqual([])
      expect(await desk.faultsOf(['Caption', 'Remark'])).toEqual([])
    })

    it('keeps what is sent offline, says that it waits, and sends it once when the connection is back', async () => {
      const { desk, page, press, outgoing } = await begin()
      await desk.focus('r')
      await page.context().setOffline(true)
      await page.keyboard.type('Tunnel')
      await press('Enter')
      await outgoing.getByText('Waiting for connection').waitFor()
      await outgoing.getByRole('button', { name: 'Edit' }).click()
      await expect.poll(() => page.locator(field).inputValue(), patience).toBe('Tunnel')
      await desk.focus('r')
      await press('Enter')
      await outgoing.waitFor()
      await page.context().setOffline(false)
      await outgoing.waitFor({ state: 'detached' })
      expect(await desk.faultsOf(['Tunnel'])).toEqual([])
    })

    it('shows a refusal at the message, which can be tried again, edited or discarded', async () => {
      const { desk, page, press, outgoing } = await begin()
      const refusal = { status: 422, errorCode: 'chat:closed', message: 'The chat is closed.', retryable: false }
      const refuse = { status: 422, contentType: 'application/json', body: JSON.stringify(refusal) }
      // Either tab may send it.
      await page.context().route(/\/v1\/messages$/, (route) => route.fulfill(refuse), { times: 3 })
      const send = async (text: string) => {
        await desk.focus('r')
        await page.keyboard.type(text)
        await press('Enter')
        await outgoing.getByText('The chat is closed.').waitFor()
      }
      await send('Never')
      await page.locator('[data-rows]').getByText('Not sent').waitFor()
      await outgoing.getByRole('button', { name: 'Discard' }).click()
      await outgoing.waitFor({ state: 'detached' })
      await send('Fixed')
      await outgoing.getByRole('button', { name: 'Edit' }).click()
      await expect.poll(() => page.locator(field).inputValue(), patience).toBe('Fixed')
      await send('')
      await outgoing.getByRole('button', { name: 'Try again' }).click()
      await outgoing.waitFor({ state: 'detached' })
      expect(await desk.faultsOf(['Fixed', 'Never'])).toEqual(['Never 0 times'])
    })

    it('keeps the field and its text while the chat cannot be read again', async () => {
      const { desk, page, press } = await begin()
      const readings = /\/v1\/chats\/[^/?]+$/
      let refused = 0
      await page.route(readings, (route) => {
        refused++
        return route.fulfill({ status: 503, contentType: 'application/json', body: '{}' })
      })
      await desk.focus('r')
      await page.keyboard.type('Before')
      // The resulting events make the page reload the chat.
      await press('Enter')
      // The client tries three times, so the page has seen the error by the time it reads again.
      await expect.poll(() => refused, patience).toBeGreaterThan(3)
      await page.keyboard.type('After')
      expect(await page.locator(field).inputValue()).toBe('After')
      await page.unroute(readings)
      await press('Enter')
      await expect.poll(() => desk.kept(), patience).toEqual([])
      expect(await desk.faultsOf(['Before', 'After'])).toEqual([])
    })

    it('puts a chosen emoji at the caret, and a reaction at its message', async () => {
      const { desk, page, press } = await begin()
      await desk.focus('r')
      await page.keyboard.type('Hello you')
      await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
      await page.getByRole('button', { name: 'Emoji', exact: true }).click()
      await page.getByLabel('Search emoji').first().fill('party popper')
      await page.getByRole('gridcell', { name: 'party popper' }).click()
      await expect.poll(() => page.locator(field).inputValue(), patience).toBe('Hello🎉 you')
      await page.locator(field).fill('')
      const message = page.getByRole('article').filter({ hasText: 'Where is it?' })
      await message.hover()
      await message.getByRole('button', { name: 'React' }).click()
      await page
        .getByRole('button', { name: /thumbs? up/i })
        .first()
        .click()
      await message.getByText('👍').waitFor()
    })

    it('leaves the Enter that chooses a composed character to the composition', async () => {
      const { desk, page } = await begin()
      for (const as of ['r', 'n'] as const) {
        await desk.focus(as)
        await page.keyboard.type('にほん')
        const enter = { key: 'Enter', keyCode: 229, bubbles: true }
        await page.locator(field).dispatchEvent('keydown', { ...enter, isComposing: true })
        await page.locator(field).dispatchEvent('keydown', enter)
        expect(await page.locator(field).inputValue()).toBe('にほん')
        await page.locator(field).fill('')
      }
      expect(await desk.faultsOf(['にほん'])).toEqual(['にほん 0 times'])
    })
  })
}
