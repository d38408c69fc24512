import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'
import { removeKept } from '../../outbox/kept.ts'
import { sendReply } from '../../outbox/new-entries.ts'
import { keepDraft, outgoingTo } from '../../outbox/outbox.ts'
import { router } from '../../routes.tsx'
import { chatOf, inboxWith, stored } from './inbox.fixture.ts'

const reply = page.getByRole('textbox', { name: /^Reply…/ })
const waiting = page.getByRole('article').getByText('Waiting for connection')
const send = 'POST /v1/messages'
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const open = (answers = {}) =>
  openApp('inbox/all', { ...inboxWith(chatOf('cht_1')), 'GET /v1/chats/cht_old': chatOf('cht_1'), ...answers })
const openOld = () => router.navigate({ href: '/wsp_1/inbox/all/cht_old?m=msg_1' })

beforeEach(removeKept)

it('a chat that is opened by the id of one that was merged into it has its own URL, and the draft of both', async () => {
  await open()
  keepDraft('reply', 'cht_1', 'Almost ready')
  keepDraft('reply', 'cht_old', 'On Friday')
  await openOld()
  await expect.poll(() => location.pathname + location.search).toBe('/app/wsp_1/inbox/all/cht_1?m=msg_1')
  await expect.element(reply).toHaveValue('Almost ready\nOn Friday')
})

it('a message that waits when its chat is merged is shown in the other one, and sent as the same request', async () => {
  const api = await open({ [send]: lost })
  keepDraft('reply', 'cht_old', 'Ready on Friday')
  sendReply({ workspace: 'wsp_1', owner: 'mem_1', chat: 'cht_old' })
  await expect.poll(() => outgoingTo('cht_old')[0]?.problem?.code).toBe('connection')
  await openOld()
  await expect.element(waiting).toBeVisible()
  api.answers[send] = stored
  dispatchEvent(new Event('online'))
  await expect.element(waiting).not.toBeInTheDocument()
  expect(new Set(api.of(send).map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1)
})

it('what was not sent to a chat that was deleted is shown in its place, and can be discarded', async () => {
  const missing = { status: 404, errorCode: 'chat:not_found', message: 'There is no such chat.', errors: [] }
  const answer = () => Response.json(missing, { status: 404 })
  await open({ 'GET /v1/chats/cht_old': answer, [send]: answer })
  keepDraft('reply', 'cht_old', 'Ready on Friday')
  sendReply({ workspace: 'wsp_1', owner: 'mem_1', chat: 'cht_old' })
  await expect.poll(() => outgoingTo('cht_old')[0]?.status).toBe('failed')
  await openOld()
  await expect.element(page.getByText('Ready on Friday')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit', exact: true })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('Ready on Friday')).not.toBeInTheDocument()
  expect(outgoingTo('cht_old')).toEqual([])
})

it('a message that is written while the messages of its chat cannot be read is shown where they would be', async () => {
  const away = { status: 503, errorCode: 'service:unavailable', message: 'Try again.', errors: [] }
  await open({ 'GET /v1/messages': () => Response.json(away, { status: 503 }), [send]: lost })
  await router.navigate({ href: '/wsp_1/inbox/all/cht_1' })
  await reply.fill('Ready on Friday')
  await userEvent.keyboard('{Enter}')
  await expect.element(waiting).toBeVisible()
})
