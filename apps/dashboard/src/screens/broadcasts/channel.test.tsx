import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

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
})

describe('a new channel', () => {
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
