import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { json, openApp } from '../../opened-app.fixture.tsx'
import { postPollMs } from './data.ts'

const channel = { id: 'chn_1', name: 'Regulars', description: null, number: 'num_1', segment: null, subscribers: 2 }
const answers = { 'GET /v1/channels': [channel], 'GET /v1/channels/chn_1': channel, 'GET /v1/templates': [] }
const drawer = page.getByRole('dialog', { name: 'New broadcast' })
const text = drawer.getByRole('textbox', { name: 'Text', exact: true })

describe('the page of a channel', () => {
  it('opens the form for a broadcast with n, in a drawer whose place is in the URL', async () => {
    await openApp('broadcasts/chn_1', answers)
    await expect.element(page.getByText('No broadcasts yet.')).toBeVisible()
    await expect.element(text).not.toBeInTheDocument()
    await userEvent.keyboard('n')
    await expect.element(text).toBeVisible()
    expect(location.search).toBe('?open=new')
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    expect(location.search).toBe('')
  })

  it('asks before it discards a broadcast', async () => {
    await openApp('broadcasts/chn_1?open=new', answers)
    await text.fill('Closed on Monday')
    await userEvent.keyboard('{Escape}')
    const question = page.getByRole('dialog', { name: 'Discard changes' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(text).toHaveValue('Closed on Monday')
  })

  it('asks how many people get it, and closes the drawer once it is sent', async () => {
    const api = await openApp('broadcasts/chn_1?open=new', {
      ...answers,
      'POST /v1/posts': { id: 'pst_1', status: 'posting' },
    })
    await text.fill('Closed on Monday')
    await drawer.getByRole('button', { name: 'Send', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Send', exact: true })
    await expect.element(question.getByText(/^2 people will get it now/)).toBeVisible()
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(question).not.toBeInTheDocument()
    expect(location.search).toBe('')
    expect(api.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toContainEqual({
      channel: 'chn_1',
      message: 'Closed on Monday',
    })
  })

  it.each([
    ['its answer was lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy answered in its place', () => new Response('<html>', { status: 504 })],
    ['the server was restarting', () => json({ errorCode: 'service:unavailable', message: 'Try again.' }, 503)],
  ])('sends a broadcast once, although %s and it is sent again', async (_name, refuse) => {
    const api = await openApp('broadcasts/chn_1?open=new', { ...answers, 'POST /v1/posts': refuse })
    const sendNow = async () => {
      await drawer.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('dialog', { name: 'Send', exact: true }).getByRole('button', { name: 'Send' }).click()
    }
    await expect.element(drawer.getByLabelText('Template')).toHaveFocus()
    await text.fill('Closed on Monday')
    await sendNow()
    await expect.element(drawer.getByRole('alert').getByText(/Submit it again unchanged/)).toBeVisible()
    api.answers['POST /v1/posts'] = { id: 'pst_1', status: 'posting' }
    await sendNow()
    await expect.element(drawer).not.toBeInTheDocument()
    expect(new Set(api.of('POST /v1/posts').map(({ key }) => key)).size).toBe(1)
  })
})

it('the page of a channel warns before it sends a text that another tab has already sent', async () => {
  const earlier = { id: 'pst_1', message: 'Closed on Monday', template: null, createdAt: '2026-11-29T09:00:00.000Z' }
  const counts = { total: 0, waiting: 0, queued: 0, failed: 0 }
  const api = await openApp('broadcasts/chn_1?open=new', answers)
  api.answers['GET /v1/posts'] = [{ ...earlier, status: 'posted', counts, errors: {}, deliverAt: null }]
  const question = page.getByRole('dialog', { name: 'Send', exact: true })
  const send = drawer.getByRole('button', { name: 'Send', exact: true })
  await text.fill('Closed on Tuesday')
  await send.click()
  await expect.element(question.getByText(/^2 people will get it now/)).toBeVisible()
  await expect.element(question.getByRole('alert')).not.toBeInTheDocument()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await text.fill('Closed on Monday')
  await send.click()
  await expect.element(question.getByRole('alert').getByText(/same text was created on Nov 29, 2026/)).toBeVisible()
})

describe('a broadcast in progress', () => {
  const people = { waiting: 0, queued: 0, sent: 0, delivered: 0, read: 0, failed: 0 }
  const counts = { total: 0, ...people, canceled: 0, optedOut: 0, unsubscribed: 0 }
  const post = { id: 'pst_1', channel: 'chn_1', type: 'text', message: 'Sale', template: null, counts, errors: {} }
  const show = (more: object) =>
    openApp('broadcasts/chn_1', {
      ...answers,
      'GET /v1/posts': [{ ...post, createdAt: '2026-11-29T09:00:00.000Z', deliverAt: null, ...more }],
    })

  it.each([
    ['scheduled', {}, /^No one else will receive it/],
    ['testing', { total: 1, waiting: 1 }, /^No one else will receive it/],
    ['gathering', { total: 500, waiting: 400 }, /^No one else will receive it/],
    ['posting', { total: 500, waiting: 400, queued: 20 }, /^420 people won't receive it/],
  ])('says how many people will not get it once all are known: %s', async (status, known, sentence) => {
    await show({ status, counts: { ...counts, ...known } })
    await page.getByRole('article').getByRole('button', { name: 'Stop' }).click()
    await expect.element(page.getByRole('dialog').getByText(sentence)).toBeVisible()
  })

  it.each([
    [null, /^2 people will get it now/],
    ['2099-01-31T09:00:00.000Z', /^2 people will get it on Jan 31, 2099/],
  ])('says when everyone gets it before its release: %s', async (deliverAt, sentence) => {
    await show({ status: 'testing', deliverAt })
    await page.getByRole('button', { name: 'Release to everyone' }).click()
    await expect.element(page.getByRole('dialog').getByText(sentence)).toBeVisible()
  })

  it('says why it failed for some people, and leads to their messages', async () => {
    const errors = { 'phone:undeliverable': 4, 'x:new': 1 }
    const known = { status: 'posted', counts: { ...counts, total: 3000, sent: 2995, failed: 5 }, errors }
    const api = await show(known)
    const shown = page.getByRole('article')
    await expect.element(shown.getByText("Recipient can't be reached: 4")).toBeVisible()
    await expect.element(shown.getByText('x:new: 1')).toBeVisible()
    await expect.element(shown.getByText('> 99%')).toBeVisible()
    const error = { errorCode: 'phone:undeliverable', message: 'Not on WhatsApp.', retryable: false }
    const message = { id: 'msg_1', chat: 'chat_1', phone: '+15550002', status: 'failed', error, waiting: null }
    api.answers['GET /v1/posts/pst_1'] = { ...post, createdAt: '2026-11-29T09:00:00.000Z', deliverAt: null, ...known }
    api.answers['GET /v1/messages'] = [{ ...message, createdAt: '2026-11-29T09:00:00.000Z' }]
    await shown.getByRole('link', { name: 'Show failed messages' }).click()
    await expect.element(page.getByRole('link', { name: '+15550002' })).toBeVisible()
    await expect.element(page.getByText("Recipient can't be reached.")).toBeVisible()
    const [asked] = api.of('GET /v1/messages')
    expect([asked?.search.get('reference'), asked?.search.getAll('status')]).toEqual(['pst_1', ['failed', 'expired']])
  })

  it.each([
    [['posted', 'posting'], 2_000],
    [['posted', 'stopped', 'paused', 'scheduled'], 30_000],
    [[], 30_000],
  ] as const)('is read often only while something is sent: %s', (statuses, ms) => {
    expect(postPollMs(statuses.map((status) => ({ status })))).toBe(ms)
  })

  it('shows no progress and no people before it starts', async () => {
    await show({ status: 'scheduled', deliverAt: '2099-01-31T09:00:00.000Z' })
    await expect.element(page.getByText(/^Sends on Jan 31, 2099/)).toBeVisible()
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
    await expect.element(page.getByText('0 people')).not.toBeInTheDocument()
  })
})

describe('a new channel', () => {
  it('waits for a new segment that broadcasts do not know yet', async () => {
    const made = { ...channel, segment: 'seg_1' }
    const segment = { id: 'seg_1', name: 'vip', count: 3, filter: {} }
    const unknown = { path: 'segment', code: 'segment:not_found', message: 'there is no such segment' }
    const refused = { status: 422, errorCode: 'segment:not_found', message: 'No such segment.', errors: [unknown] }
    const api = await openApp('broadcasts?open=new&segment=seg_1', {
      ...answers,
      'GET /v1/segments': [segment],
      'GET /v1/segments/seg_1': segment,
      'GET /v1/channels/chn_1': made,
      'POST /v1/channels': () => Response.json(refused, { status: 422 }),
    })
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Regulars')
    await page.getByRole('button', { name: 'Create broadcast channel' }).click()
    await expect.element(page.getByText(/^The segment is new/)).toBeVisible()
    api.answers['POST /v1/channels'] = made
    await expect.element(text).toBeVisible()
  })

  it('leads to its first broadcast if it is for a segment', async () => {
    const made = { ...channel, segment: 'seg_1' }
    await openApp('broadcasts?open=new&segment=seg_1', {
      ...answers,
      'GET /v1/segments': [{ id: 'seg_1', name: 'vip', count: 3, filter: {} }],
      'GET /v1/channels/chn_1': made,
      'POST /v1/channels': made,
    })
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Regulars')
    await page.getByRole('button', { name: 'Create broadcast channel' }).click()
    await expect.element(text).toBeVisible()
    expect(location.pathname).toMatch(/broadcasts\/chn_1$/)
  })
})
