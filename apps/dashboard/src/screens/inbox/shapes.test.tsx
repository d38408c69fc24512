import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'
import { chatOf, inboxWith } from './inbox.fixture.ts'

const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top

it('a list has its shape before its rows are there, and its title does not move when they come', async () => {
  const { promise, resolve } = Promise.withResolvers<object[]>()
  await openApp('replies', { 'GET /v1/replies': () => promise })
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  const before = [topOf('h1'), topOf('main form')]
  resolve([{ id: 'rpl_1', name: 'Hours', message: 'Open', shortcut: null, folder: null }])
  await expect.element(page.getByRole('button', { name: 'Hours' })).toBeVisible()
  expect([topOf('h1'), topOf('main form')]).toEqual(before)
})

it('a chat has its shape before its messages are there, and its timeline does not move when they come', async () => {
  const chat = chatOf('cht_1')
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = {
    'GET /v1/chats/cht_1': () => promise.then(() => chat),
    'GET /v1/messages': () => promise.then(() => []),
  }
  await openApp('inbox/all/cht_1', { ...inboxWith(chat), ...late })
  await expect.element(page.getByRole('log').getByRole('status', { name: 'Loading' })).toBeVisible()
  const before = topOf('[role=log]')
  resolve()
  await expect.element(page.getByRole('textbox', { name: /^Reply…/ })).toBeVisible()
  expect(topOf('[role=log]')).toBe(before)
})
