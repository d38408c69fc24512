import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from './api/api.ts'
import { openApp } from './opened-app.fixture.tsx'

type Row = {
  place: string
  /** The resource, or the list that contains it; a form for a list's item closes once it is saved. */
  get: string
  isList?: boolean
  /** Button that opens the form. */
  button?: string
  stored: { id: string } & Record<string, unknown>
  /** A colleague's changes, which are loaded while the form is open. */
  changed: object
  label: string
  body: (text: string) => unknown
}

const person = { name: 'Ada', phone: null, email: null, company: null, tags: [], optedOutAt: null }
const hook = { name: 'CRM', urls: ['https://a.example.com'], events: ['message:*'], endpoints: [] }
const settings = { country: null, timeZone: 'UTC', answering: 'anyone', optedOutMessages: 'send' }
const number = { id: 'num_1', name: 'Shop', status: 'active', session: { status: 'online' } }
const profile = { number: 'num_1', about: 'Open', address: null, description: null, email: null, websites: [] }

const rows: Record<string, Row> = {
  contact: {
    place: 'contacts/con_1',
    get: '/v1/contacts/con_1',
    stored: { id: 'con_1', ...person, fields: { plan: 'gold' } },
    changed: { name: 'Ada Lovelace', fields: { plan: 'silver', seat: '3' } },
    label: 'Company',
    body: (company) => ({ company }),
  },
  group: {
    place: 'groups/grp_1',
    get: '/v1/groups/grp_1',
    stored: { id: 'grp_1', name: 'Drivers', description: null, status: 'active', changes: [], participants: {} },
    changed: { name: 'Drivers south' },
    label: 'Description',
    body: (description) => ({ description }),
  },
  number: {
    place: 'numbers/num_1/settings',
    get: '/v1/numbers/num_1',
    stored: { ...number, default: true, settings: { quietHours: null, ratePerSecond: null } },
    changed: { name: 'Shop North', default: false, settings: { quietHours: { from: '20:00', to: '08:00' } } },
    label: 'Messages per second',
    body: (text) => ({ settings: { ratePerSecond: Number(text) } }),
  },
  profile: {
    place: 'numbers/num_1/profile',
    get: '/v1/numbers/num_1/profile',
    stored: { id: 'num_1', ...profile },
    changed: { address: 'Main Street 1', websites: ['https://example.com'] },
    label: 'About',
    body: (about) => ({ about }),
  },
  webhook: {
    place: 'developer/webhooks/whk_1/settings',
    get: '/v1/webhooks/whk_1',
    stored: { id: 'whk_1', ...hook },
    changed: { urls: ['https://b.example.com'], events: ['*'], ratePerSecond: 5, number: 'num_1' },
    label: 'Name',
    body: (name) => ({ name }),
  },
  workspace: {
    place: 'settings/workspace',
    get: '/v1/workspace',
    stored: { id: 'wsp_1', name: 'Umbrellas', settings },
    changed: { settings: { ...settings, country: 'DE', optOutWords: ['STOP'] } },
    label: 'Workspace name',
    body: (name) => ({ name }),
  },
  segment: {
    place: 'segments/seg_1',
    get: '/v1/segments/seg_1',
    stored: { id: 'seg_1', name: 'Regulars', description: null, filter: { tag: 'vip' } },
    changed: { name: 'Guests', filter: { tag: 'guest' } },
    label: 'Description',
    body: (description) => ({ description }),
  },
  automation: {
    place: 'settings/automations/atm_1',
    get: '/v1/automations/atm_1',
    stored: { id: 'atm_1', name: 'Away', trigger: 'message_received', conditions: {}, actions: { labels: ['lbl_1'] } },
    changed: { conditions: { hours: 'open' }, actions: { labels: ['lbl_2'] } },
    label: 'Name',
    body: (name) => ({ name }),
  },
  label: {
    place: 'settings/labels?open=lbl_1',
    get: '/v1/labels',
    isList: true,
    stored: { id: 'lbl_1', name: 'Refund', color: '#2f80ed', description: null },
    changed: { name: 'Refunds', color: '#000000' },
    label: 'Description',
    body: (description) => ({ description }),
  },
  reply: {
    place: 'replies?open=rpl_1',
    get: '/v1/replies',
    isList: true,
    stored: { id: 'rpl_1', name: 'Hours', shortcut: 'hours', folder: null, message: 'Open' },
    changed: { name: 'Opening hours', shortcut: null, folder: 'Shop' },
    label: 'Message',
    body: (message) => ({ message }),
  },
  department: {
    place: 'settings/team?open=dep_1',
    get: '/v1/departments',
    isList: true,
    stored: { id: 'dep_1', name: 'Support', members: [] },
    changed: { members: ['mem_1'] },
    label: 'Name',
    body: (name) => ({ name }),
  },
  view: {
    place: 'inbox/view_1',
    get: '/v1/views',
    isList: true,
    button: 'Edit view',
    stored: { id: 'view_1', name: 'Late', shared: true, filter: { overdue: true }, sort: 'lastMessageAt:desc' },
    changed: { filter: { overdue: true, snoozed: false }, sort: 'waitingSince:asc' },
    label: 'Name',
    body: (name) => ({ name }),
  },
}

it.each(Object.entries(rows))(
  'saves only what the person changed, although a colleague changed other fields meanwhile: %s',
  async (_, { place, get, isList = false, button, stored, changed, label, body }) => {
    const patch = `PATCH ${isList ? `${get}/${stored.id}` : get}`
    const answer = (newer: object) => {
      const resource = { createdAt: '2026-11-29T10:00:00.000Z', ...stored, ...newer }
      return isList ? [resource] : resource
    }
    const api = await openApp(place, {
      'GET /v1/numbers/num_1': number,
      'POST /v1/segments/preview': { count: 0, contacts: [] },
      [`GET ${get}`]: answer({}),
      [patch]: { ...stored, ...changed },
    })
    if (button !== undefined) await page.getByRole('button', { name: button }).click()
    const field = page.getByLabelText(label, { exact: true })
    await expect.element(field).toBeVisible()
    api.answers[`GET ${get}`] = answer(changed)
    await queryClient.invalidateQueries()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    for (const text of isList ? ['12'] : ['12', '13']) {
      await expect.element(save).toBeDisabled()
      await field.fill(text)
      await save.click()
      await expect.poll(() => api.of(patch).at(-1)?.body).toEqual(body(text))
    }
  },
)

const team = [
  { id: 'mem_1', name: 'Ada', role: 'agent', status: 'active', numbers: null },
  { id: 'mem_2', name: 'Grace', role: 'agent', status: 'active', numbers: null },
]
const fill = (label: string, text: string) => page.getByLabelText(label, { exact: true }).fill(text)
const check = (label: string) => page.getByLabelText(label, { exact: true }).click()
const monday = { day: 'monday', from: '09:00', to: '17:00' }

type Whole = { row: string; changed: object; edit: () => Promise<void>; body: object }

const wholes: Record<string, Whole> = {
  'filter of a segment': {
    row: 'segment',
    changed: { filter: { tag: 'guest' } },
    edit: () => fill('Tag', 'new'),
    body: { filter: { all: [{ tag: 'new' }] } },
  },
  'conditions of an automation': {
    row: 'automation',
    changed: { conditions: { hours: 'open' } },
    edit: () => fill('Words', 'new'),
    body: { conditions: { words: ['new'] } },
  },
  'members of a department': {
    row: 'department',
    changed: { members: ['mem_1'] },
    edit: () => check('Grace'),
    body: { members: ['mem_2'] },
  },
  'filter of a view': {
    row: 'view',
    changed: { filter: { overdue: true, snoozed: false } },
    edit: () => check('are unread'),
    body: { filter: { unread: true, overdue: true } },
  },
  'business hours': {
    row: 'workspace',
    changed: { settings: { ...settings, hours: [{ ...monday, day: 'sunday' }] } },
    edit: () => page.getByRole('button', { name: 'Add hours' }).click(),
    body: { settings: { hours: [monday] } },
  },
  'words of a workspace': {
    row: 'workspace',
    changed: { settings: { ...settings, optOutWords: ['STOP'] } },
    edit: () => fill('Opt-out words', 'END'),
    body: { settings: { optOutWords: ['END'] } },
  },
  'addresses of a webhook': {
    row: 'webhook',
    changed: { urls: ['https://b.example.com'] },
    edit: () => fill('URLs', 'https://c.example.com'),
    body: { urls: ['https://c.example.com'] },
  },
  'quiet hours of a number': {
    row: 'number',
    changed: { settings: { quietHours: { from: '22:00', to: '06:00', timeZone: 'UTC' }, ratePerSecond: null } },
    edit: async () => {
      await fill('Quiet hours start', '20:00')
      await fill('Quiet hours end', '08:00')
    },
    body: { settings: { quietHours: { from: '20:00', to: '08:00', timeZone: 'recipient' } } },
  },
  'websites of a profile': {
    row: 'profile',
    changed: { websites: ['https://example.com'] },
    edit: () => fill('Websites', 'https://shop.example.com'),
    body: { websites: ['https://shop.example.com'] },
  },
}

it.each(Object.entries(wholes))(
  'tells the second of two editors before what the first one saved as a whole is replaced: %s',
  async (_, { row, changed, edit, body }) => {
    const { place, get, isList = false, button, stored } = rows[row] as Row
    const one = isList ? `${get}/${stored.id}` : get
    const answer = (newer: object) => ({ createdAt: '2026-11-29T10:00:00.000Z', ...stored, ...newer })
    const api = await openApp(place, {
      'GET /v1/team': team,
      'GET /v1/numbers/num_1': number,
      'POST /v1/segments/preview': { count: 0, contacts: [] },
      [`GET ${get}`]: isList ? [answer({})] : answer({}),
      [`PATCH ${one}`]: answer(changed),
    })
    if (button !== undefined) await page.getByRole('button', { name: button }).click()
    await edit()
    api.answers[`GET ${one}`] = answer(changed)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await expect.element(page.getByRole('alert').getByText(/^Someone else changed this/)).toBeVisible()
    expect(api.of(`PATCH ${one}`)).toEqual([])
    await save.click()
    await expect.poll(() => api.of(`PATCH ${one}`).map((asked) => asked.body)).toEqual([body])
  },
)

it.each(Object.keys(rows).filter((name) => !rows[name]?.isList))(
  'shows who may not save only disabled fields, and no buttons: %s',
  async (name) => {
    const { place, get, stored } = rows[name] as Row
    const may = [get.split('/').at(2), 'profiles', 'numbers', 'labels'].flatMap((kind) => [
      `${kind}.get`,
      `${kind}.list`,
    ])
    const member = { id: 'mem_1', name: 'Ada', email: 'ada@example.com', role: 'viewer', numbers: null }
    await openApp(place, {
      'GET /v1/me': { workspace: { id: 'wsp_1', name: 'Umbrellas' }, member, may },
      'GET /v1/numbers/num_1': number,
      'POST /v1/segments/preview': { count: 0, contacts: [] },
      [`GET ${get}`]: { createdAt: '2026-11-29T10:00:00.000Z', ...stored },
    })
    await expect.poll(() => document.querySelectorAll('form fieldset').length).toBeGreaterThan(0)
    const parts = [...document.querySelectorAll<HTMLElement>('main form :is(input, select, textarea, button)')]
    const shown = parts.filter(({ offsetWidth }) => offsetWidth > 0)
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((part) => part.matches('button, :enabled'))).toEqual([])
  },
)

it('sends a group’s name again that the provider refused', async () => {
  const { place, get, stored } = rows['group'] as Row
  const group = { createdAt: '2026-11-29T10:00:00.000Z', ...stored }
  const change = { setting: 'name', to: 'Bad name', error: { errorCode: 'x', message: 'No.' } }
  const failed = { ...group, changes: [{ ...change, status: 'failed', requestedAt: group.createdAt }] }
  const api = await openApp(place, { [`GET ${get}`]: group, [`PATCH ${get}`]: group })
  await page.getByLabelText('Name', { exact: true }).fill('Bad name')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect.element(save).toBeDisabled()
  api.answers[`GET ${get}`] = failed
  await queryClient.invalidateQueries()
  await save.click()
  await expect
    .poll(() => api.of(`PATCH ${get}`).map(({ body }) => body))
    .toEqual([{ name: 'Bad name' }, { name: 'Bad name' }])
})
