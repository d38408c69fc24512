import { expect } from 'vitest'
import { newCustomer } from './customers.ts'
import { wid } from './dialect-client.ts'
import { deviceEffects, type Effect, type Setting } from './dialect-effects-devices.fixture.ts'

const unsupported = '501 feature:unsupported'
const invalid = '400 request:invalid'
const some = expect.any(String) as string

const info =
  'title gender altPhone description companyCode companyTaxId companyRole companyWebsite companyEmail companyPhone companyCountry currency address city postalCode notes birthday notifications timezone crm crmRef'.split(
    ' ',
  )

/** Returns the rows about contacts. */
function contactEffects({ values, phone }: Setting): Effect[] {
  const texts = Object.fromEntries(info.map((name) => [name, `${name} 1`]))
  const named = { surname: 'Lovelace', email: 'ada@shop.example.com', companyName: 'Engines', country: 'GB' }
  const languages = ['de', 'en']
  const fields = { name: 'Ada', ...named, ...texts, languages, metadata: { plan: 'gold' } }
  const shown = { info: { ...named, ...texts, languages }, metadata: [{ key: 'plan', value: 'gold' }] }
  const [made, other, third] = [newCustomer(), newCustomer(), newCustomer()]
  const path = '/chat/{d}/contacts'
  return [
    { line: `POST ${path}`, json: { phone: made, ...fields, $remove: [] }, expected: { phone: made, ...shown } },
    { line: `POST ${path}`, json: { wid: wid(made), shortName: 'Adi', upsert: true }, expected: { shortName: 'Adi' } },
    { line: `PATCH ${path}/{w}`, json: { ...fields, shortName: 'Adi' }, expected: { phone, ...shown } },
    { line: `PATCH ${path}/{w}`, json: { $remove: ['email', 'city'] }, expected: { info: { title: 'title 1' } } },
    {
      line: `PATCH ${path}`,
      json: [{ phone: other, ...fields, shortName: 'Adi' }],
      expected: [{ phone: other, ...shown }],
    },
    {
      line: `PATCH ${path}`,
      json: { contacts: [{ wid: wid(third), name: 'Bo' }] },
      expected: [{ phone: third, name: 'Bo' }],
    },
    { line: `PATCH ${path}`, json: [{ wid: wid(third), $remove: [] }], expected: [{ phone: third }] },
    { line: 'POST /devices/{d}/block', json: { contacts: [phone] }, expected: { contacts: [phone] } },
    {
      line: 'POST /devices/{d}/block',
      json: [{ phone }, { wid: values['w'] }, { id: values['w'] }],
      expected: { contacts: [phone, values['w'], values['w']] },
    },
    { line: 'DELETE /devices/{d}/block', json: { contacts: [phone] }, expected: { contacts: [phone] } },
    {
      line: 'DELETE /devices/{d}/block',
      json: [{ phone }, { wid: values['w'] }, { id: values['w'] }],
      expected: { contacts: [phone, values['w'], values['w']] },
    },
    { line: 'POST /numbers/exists', json: { phone }, expected: { phone } },
    {
      line: 'POST /numbers/validate',
      json: { country: 'de', numbers: ['0151 20007556'] },
      expected: [{ phone: '+4915120007556', valid: true }],
    },
  ]
}

/** Returns the rows about members and departments. Later rows change what earlier ones created. */
function teamEffects(): Effect[] {
  const [email, second] = [0, 1].map(() => `${newCustomer().slice(1)}@team.example.com`) as [string, string]
  const name = `Dep ${newCustomer()}`
  const path = '/devices/{d}/team'
  const look = { displayName: 'Agent One', color: 'ruby' }
  const department = { name, description: 'Parcels', color: 'pool', icon: 'box', agents: [email] }
  const changes = ['PATCH /team', `PATCH ${path}`].flatMap((line): Effect[] => [
    {
      line,
      json: { agent: email, name: 'Grace', role: 'supervisor' },
      expected: { displayName: 'Grace', role: 'agent' },
    },
    { line, json: { email, ...look, status: 'active' }, expected: { email, ...look, status: 'active' } },
    { line, json: { id: email, email: 'other@team.example.com' }, expected: unsupported },
    { line, json: { id: email, password: 'correct horse battery' }, expected: unsupported },
  ])
  return [
    {
      line: `POST ${path}`,
      json: { email, ...look, role: 'agent' },
      expected: { email, ...look, role: 'agent', status: 'invited', link: some },
    },
    {
      line: `POST ${path}`,
      json: { email: second, name: 'Grace', password: 'violet staple battery 9' },
      expected: { email: second, displayName: 'Grace' },
    },
    { line: `POST ${path}`, json: { email: `x${second}`, password: 'short' }, expected: invalid },
    { line: `POST ${path}`, json: { email: `x${second}`, role: 'admin' }, expected: '403 role:insufficient' },
    ...changes,
    { line: 'PATCH /chat/{d}/chats/{w}/owner', json: { email }, expected: { owner: { agent: some } } },
    { line: 'PATCH /chat/{d}/chats/{w}/owner', json: { agent: second }, expected: { owner: { agent: some } } },
    { line: 'PATCH /chat/{d}/chats/{w}/owner', json: { department: 'x' }, expected: unsupported },
    { line: 'POST /devices/{d}/departments', json: department, expected: { ...department, agents: [some] } },
    {
      line: 'PATCH /devices/{d}/departments',
      json: { id: name, ...department, color: 'ruby', members: [] },
      expected: { color: 'ruby', icon: 'box' },
    },
    { line: 'PATCH /devices/{d}/departments', json: { department: name, icon: 'van' }, expected: { icon: 'van' } },
    {
      line: 'POST /devices/{d}/departments',
      json: [{ name: `${name} 2`, members: [] }],
      expected: [{ name: `${name} 2`, agents: [] }],
    },
    { line: 'DELETE /devices/{d}/departments', json: { id: 'x', name }, expected: '404 department:notfound' },
    { line: 'DELETE /devices/{d}/departments', json: [{ department: name }], expected: [{ name }] },
    { line: 'DELETE /devices/{d}/departments', json: { ids: [`${name} 2`] }, expected: [{ name: `${name} 2` }] },
    { line: 'DELETE /team', json: { users: [{ id: email }] }, expected: [{ email, status: 'removed' }] },
    { line: 'DELETE /team', json: { agents: [{ email: second }] }, expected: [{ email: second, status: 'removed' }] },
    { line: 'DELETE /team', json: { ids: ['x'], agent: email }, expected: '404 member:notfound' },
    { line: `POST ${path}`, json: { email }, expected: { displayName: email } },
    { line: `DELETE ${path}`, json: { users: [{ email }] }, expected: [{ email, status: 'removed' }] },
    { line: `DELETE ${path}`, json: { agents: [{ id: 'x' }], ids: [] }, expected: '404 member:notfound' },
    { line: `DELETE ${path}`, json: { agent: 'x' }, expected: '404 member:notfound' },
    { line: `DELETE ${path}`, json: { id: 'x', email }, expected: '404 member:notfound' },
    { line: 'DELETE /team', json: { id: 'x', email }, expected: '404 member:notfound' },
  ]
}

/** Returns the rows about quick replies, each of which has several spellings of its fields. */
function replyEffects(): Effect[] {
  const reply = `r${newCustomer().slice(1)}`
  return [
    {
      line: 'POST /devices/{d}/quickReplies',
      json: { name: reply, message: 'Hi', shortcut: reply, category: 'All' },
      expected: { shortcut: reply, category: 'All' },
    },
    {
      line: 'POST /devices/{d}/quickReplies',
      json: { title: `${reply} 2`, text: 'Ho' },
      expected: { name: `${reply} 2`, message: 'Ho' },
    },
    {
      line: 'PATCH /devices/{d}/quickReplies',
      json: { id: reply, title: `${reply} 3`, message: 'He', category: 'Some' },
      expected: { name: `${reply} 3`, message: 'He', category: 'Some' },
    },
    {
      line: 'PATCH /devices/{d}/quickReplies',
      json: [{ name: `${reply} 3`, text: 'Ha', shortcut: reply }],
      expected: [{ message: 'Ha' }],
    },
    { line: 'DELETE /devices/{d}/quickReplies', json: [{ shortcut: reply }], expected: [{ shortcut: reply }] },
    { line: 'DELETE /devices/{d}/quickReplies', json: { ids: [`${reply} 2`] }, expected: [{ name: `${reply} 2` }] },
    { line: 'DELETE /devices/{d}/quickReplies', json: { name: 'x' }, expected: '404 reply:notfound' },
    { line: 'DELETE /devices/{d}/quickReplies', json: { id: 'x' }, expected: '404 reply:notfound' },
  ]
}

/** Returns rows that create an object, and then delete all objects of its kind. */
const emptied = (path: string, made: { name: string; message?: string }): Effect[] => [
  { line: `POST ${path}`, json: made, expected: made },
  { line: `DELETE ${path}`, json: [{ all: true }], expected: expect.arrayContaining([expect.objectContaining(made)]) },
]

/** Returns the rows about labels, which have two paths. */
function labelEffects(): Effect[] {
  return ['/devices/{d}/labels', '/chat/{d}/labels'].flatMap((path): Effect[] => {
    const name = `Label ${newCustomer()}`
    const label = { name, color: 'ruby', description: 'A row' }
    return [
      { line: `POST ${path}`, json: label, expected: label },
      {
        line: `PATCH ${path}`,
        json: { name, color: 'pool', description: 'Two' },
        expected: { color: 'pool', description: 'Two' },
      },
      { line: `PATCH ${path}`, json: { id: name, name: `${name} 2` }, expected: { name: `${name} 2` } },
      { line: `DELETE ${path}`, json: [{ name: `${name} 2` }], expected: [{ name: `${name} 2` }] },
      { line: `DELETE ${path}`, json: { id: name }, expected: '404 label:notfound' },
      { line: `DELETE ${path}`, json: { ids: [name] }, expected: '404 label:notfound' },
    ]
  })
}

/** Returns bodies that together cover each field of each route, with their effects. */
export function effectsOf(setting: Setting): Effect[] {
  const name = `All ${newCustomer()}`
  return [
    ...contactEffects(setting),
    ...labelEffects(),
    ...teamEffects(),
    ...replyEffects(),
    ...deviceEffects(setting),
    ...emptied('/devices/{d}/labels', { name }),
    ...emptied('/chat/{d}/labels', { name }),
    ...emptied('/devices/{d}/departments', { name }),
    ...emptied('/devices/{d}/quickReplies', { name, message: 'Hi' }),
  ]
}
