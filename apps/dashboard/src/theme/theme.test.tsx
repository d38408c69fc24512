import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../opened-app.fixture.tsx'
import { chatOf, inboxWith } from '../screens/inbox/inbox.fixture.ts'

afterEach(() => localStorage.removeItem('posthorn.density'))

const heightOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0

it('rows are as high as another tab chooses', async () => {
  await openApp('inbox/all', inboxWith(chatOf('cht_1')))
  await expect.element(page.getByRole('link', { name: /^Customer cht_1/ })).toBeVisible()
  const before = heightOf('[data-rows] a')
  localStorage.setItem('posthorn.density', 'compact')
  dispatchEvent(new StorageEvent('storage', { key: 'posthorn.density' }))
  await expect.poll(() => heightOf('[data-rows] a')).toBeLessThan(before)
})

it('compact rows are lower at once in lists, and still so after a reload', async () => {
  const answers = inboxWith(chatOf('cht_1'), chatOf('cht_2'))
  await openApp('inbox/all', answers)
  await expect.element(page.getByRole('link', { name: /^Customer cht_2/ })).toBeVisible()
  const before = heightOf('[data-rows] a')
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('menuitem', { name: 'Compact rows' }).click()
  await expect.poll(() => heightOf('[data-rows] a')).toBeLessThan(before)
  await openApp('inbox/all', answers)
  await expect.element(page.getByRole('link', { name: /^Customer cht_2/ })).toBeVisible()
  expect(heightOf('[data-rows] a')).toBeLessThan(before)
})
