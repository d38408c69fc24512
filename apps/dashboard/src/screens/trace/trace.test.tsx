import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

const unknown = () =>
  new Response(JSON.stringify({ status: 404, errorCode: 'message:not_found', message: 'There is no such message.' }), {
    status: 404,
    headers: { 'Content-Type': 'application/json' },
  })

it('the trace of a message that does not exist says so once', async () => {
  await openApp('developer/messages/msg_1', {
    'GET /v1/messages/msg_1': unknown,
    'GET /v1/messages/msg_1/trace': unknown,
  })
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect.element(page.getByText('What happened')).not.toBeInTheDocument()
})

it('the trace of a scheduled message says for when', async () => {
  const at = '2026-11-29T10:00:00.000Z'
  const deliverAt = '2026-12-01T10:00:00.000Z'
  const waiting = { reason: 'schedule', until: deliverAt }
  const message = { id: 'msg_1', type: 'text', direction: 'out', status: 'scheduled', phone: '+15550001', error: null }
  const entry = { at, status: null, outcome: null, latencyMs: null, error: null }
  await openApp('developer/messages/msg_1', {
    'GET /v1/messages/msg_1': { ...message, chat: 'cht_1', number: 'num_1', deliverAt, waiting, createdAt: at },
    'GET /v1/messages/msg_1/trace': { traceId: null, entries: [{ ...entry, what: 'waiting', waiting }] },
  })
  await expect.element(page.getByRole('listitem').getByText(/^Scheduled for \w/)).toBeVisible()
})

it('the trace of a received message says who it is from', async () => {
  const createdAt = '2026-11-29T10:00:00.000Z'
  const message = { id: 'msg_1', direction: 'in', status: 'received', phone: '+15550001', message: 'Open?', createdAt }
  await openApp('developer/messages/msg_1', {
    'GET /v1/messages/msg_1': { ...message, type: 'text', chat: 'cht_1', number: 'num_1', waiting: null, error: null },
    'GET /v1/messages/msg_1/trace': { traceId: null, entries: [] },
  })
  await expect.element(page.getByText('From', { exact: true })).toBeVisible()
  await expect.element(page.getByText('To', { exact: true })).not.toBeInTheDocument()
})
