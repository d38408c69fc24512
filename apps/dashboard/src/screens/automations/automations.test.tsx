import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, refusal } from '../../opened-app.fixture.tsx'

const by = { type: 'member', id: 'mem_1', name: 'Ada Lovelace' }
const at = '2026-11-27T10:00:00.000Z'
const stored = {
  id: 'atm_1',
  name: 'Greeting',
  enabled: false,
  trigger: 'conversation_started',
  conditions: { hours: 'open' },
  actions: { assign: { department: 'dep_1', capacity: 10 }, reply: { message: 'Hello', pauseHours: 12 } },
  by,
  version: 1,
  createdAt: at,
  updatedAt: at,
}
const department = { id: 'dep_1', name: 'Support', members: ['mem_1'], version: 1, createdAt: at, updatedAt: at }
const outcome = {
  actions: [{ action: 'reply', status: 'done', reason: null, errorCode: null }],
  assignee: null,
  labels: [],
}
const run = {
  ...outcome,
  id: 'run_1',
  automation: 'atm_1',
  name: 'Greeting',
  chat: 'chat_1',
  message: 'msg_1',
  status: 'skipped',
  actions: [{ action: 'assign', status: 'skipped', reason: 'no_capacity', errorCode: null }],
  reply: null,
  createdAt: at,
}
const tried = [
  { ...outcome, chat: 'chat_1', name: 'Grace', message: 'msg_1', text: 'Hello?', at, unmet: [] },
  { ...outcome, chat: 'chat_2', name: 'Edith', message: 'msg_2', text: 'At night', at, unmet: ['hours'], actions: [] },
]
const lists = {
  'GET /v1/automations': [],
  'GET /v1/automations/atm_1': stored,
  'GET /v1/automations/atm_1/runs': [run],
  'POST /v1/automations/atm_1/try': tried,
  'GET /v1/departments': [department],
  'GET /v1/labels': [],
  'GET /v1/team': [],
}

const save = page.getByRole('button', { name: 'Save' })

describe('the automations', () => {
  it('begin with a template, show a refusal at its field, and are created disabled', async () => {
    const answers = [() => refusal('actions.reply.message', 'must have at most 100 characters (got 300)'), () => stored]
    const api = await openApp('settings/automations', { ...lists, 'POST /v1/automations': () => answers.shift()?.() })
    await page.getByRole('link', { name: 'Start with this' }).first().click()
    await page.getByLabelText('Assign to').selectOptions('Support, in turn')
    await page.getByLabelText('Open chats per member').fill('10')
    await save.click()
    await expect.element(page.getByText('Use at most 100 characters.')).toBeVisible()
    await expect.element(page.getByLabelText('Reply', { exact: true })).toHaveFocus()
    await save.click()
    await expect.element(page.getByRole('heading', { name: 'Greeting', level: 1 })).toBeVisible()
    expect(api.of('POST /v1/automations')[1]?.body).toEqual({
      name: 'Greeting',
      enabled: false,
      trigger: 'conversation_started',
      conditions: { hours: 'open' },
      actions: {
        assign: { department: 'dep_1', capacity: 10 },
        reply: { message: expect.stringContaining('thank you') as string, pauseHours: 12 },
      },
    })
  })

  it('ask for a rating once a chat is resolved, with answers and days', async () => {
    const api = await openApp('settings/automations/new?kind=rating', {
      ...lists,
      'POST /v1/automations': () => stored,
    })
    await expect.element(page.getByLabelText('When')).toHaveValue('chat_resolved')
    await page.getByLabelText('Answers, best first').fill('Good\nOkay\n\nBad ')
    await page.getByLabelText('Ask a customer once in this many days').fill('400')
    await save.click()
    await expect.element(page.getByText('Enter 365 or less.')).toBeVisible()
    await page.getByLabelText('Ask a customer once in this many days').fill('60')
    await save.click()
    await expect.poll(() => api.of('POST /v1/automations').length).toBe(1)
    expect(api.of('POST /v1/automations')[0]?.body).toMatchObject({
      trigger: 'chat_resolved',
      actions: { rating: { options: ['Good', 'Okay', 'Bad'], button: '★', pauseDays: 60, answerDays: 3 } },
    })
  })
})

describe('automations that exist', () => {
  it('say by its id what a rule assigns to, if the name could not be read', async () => {
    await openApp('settings/automations', {
      ...lists,
      'GET /v1/automations': [stored],
      'GET /v1/departments': () => refusal('cursor', 'is too old'),
    })
    await expect.element(page.getByText(/dep_1/)).toBeVisible()
  })

  it('are turned on together', async () => {
    const another = { ...stored, id: 'atm_2', name: 'Away' }
    const api = await openApp('settings/automations', {
      ...lists,
      'GET /v1/automations': [stored, another],
      'PATCH /v1/automations/atm_1': () => stored,
      'PATCH /v1/automations/atm_2': () => another,
    })
    for (const name of ['Greeting', 'Away']) await page.getByRole('checkbox', { name: new RegExp(`${name}$`) }).click()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(() => api.of('PATCH /v1/automations/atm_2').length).toBe(1)
    expect(api.of('PATCH /v1/automations/atm_1')[0]?.body).toEqual({ enabled: true })
  })

  it('say what they would do on past chats, what they did, and why they did not', async () => {
    await openApp('settings/automations/atm_1', lists)
    await expect.element(page.getByText('no one has room for another chat')).toBeVisible()
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect.element(page.getByText('It would act 1 time in 2.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Grace' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Edith' })).not.toBeInTheDocument()
  })
})

it('an automation offers no member who is disabled', async () => {
  const member = (id: string, name: string, status: string) => ({ id, name, status, numbers: null })
  const team = [member('mem_1', 'Grace', 'active'), member('mem_2', 'Edith', 'disabled')]
  await openApp('settings/automations/new?kind=rating', { ...lists, 'GET /v1/team': team })
  await expect.element(page.getByRole('option', { name: 'Grace' })).toBeInTheDocument()
  await expect.element(page.getByRole('option', { name: 'Edith' })).not.toBeInTheDocument()
})

it('an automation shows deleted labels, so that they can be removed', async () => {
  const named = { ...stored, conditions: { label: ['lbl_1'] } }
  const change = 'PATCH /v1/automations/atm_1'
  const api = await openApp('settings/automations/atm_1', {
    ...lists,
    'GET /v1/automations/atm_1': named,
    [change]: () => stored,
  })
  await page.getByLabelText('lbl_1 (deleted)').click()
  await save.click()
  await expect.poll(() => api.of(change)[0]?.body).toMatchObject({ conditions: {} })
})
