import { expect } from 'vitest'

/** Objects that the table refers to: values for path placeholders, a person with a chat, two more numbers, and a receiver. */
export type Setting = {
  values: Record<string, string>
  phone: string
  other: string
  spare: string
  url: string
  note: string
  hook: string
  message: string
}

/** A route's body and expected response. A string means a refusal, with its status and code. */
export type Effect = { line: string; json: unknown; expected: object | string; values?: Record<string, string> }

const image = Buffer.from('ffd8ffe000040000ffc0001108028002800301220002110103110100', 'hex').toString('base64')
const invalid = '400 request:invalid'
const later = '2999-01-01T00:00:00.000Z'
const some = expect.any(String) as string

/** Returns the rows about one chat. */
function chatEffects({ values, phone, note, message }: Setting): Effect[] {
  const one = '/chat/{d}/chats/{w}'
  return [
    {
      line: 'PATCH /chat/{d}/chats',
      json: { action: 'labels', chats: [values['w']], params: { add: ['Bulk'] } },
      expected: [{ labels: ['Bulk'] }],
    },
    {
      line: `PATCH ${one}/status`,
      json: { status: 'pending' },
      expected: { status: 'pending', stats: { notes: 1, inboundMessages: 1 } },
    },
    { line: `PATCH ${one}/unread`, json: { unread: true }, expected: { meta: { isUnread: true } } },
    { line: `PATCH ${one}/labels`, json: { labels: ['One'] }, expected: { labels: ['One'] } },
    {
      line: `PATCH ${one}/attributes`,
      json: { pinned: true, muted: true },
      expected: { meta: { isPinned: true, isChatMuted: true } },
    },
    { line: `POST ${one}/notes`, json: { message: 'Seen' }, expected: { message: 'Seen' } },
    { line: `DELETE ${one}/notes`, json: { ids: [note] }, expected: { ids: [note] } },
    { line: `DELETE ${one}/notes`, json: [{ id: note }], expected: '404 note:notfound' },
    {
      line: 'POST /chat/{d}/typing',
      json: { action: 'typing', chat: phone },
      expected: { action: 'typing', shown: true },
    },
    { line: 'POST /chat/{d}/typing', json: { group: 'x' }, expected: { shown: false } },
    {
      line: 'PATCH /chat/{d}/messages/{id}',
      json: { message: 'At noon' },
      expected: { body: 'At noon' },
      values: { id: message },
    },
  ]
}

/** Returns the rows about webhooks. The dialect shows neither their headers nor `active`. */
function webhookEffects({ values, url, hook }: Setting): Effect[] {
  const events = ['message:reaction', 'chat:update']
  const json = {
    name: 'Renamed',
    url: `${url}/after`,
    events,
    device: values['d'],
    headers: { 'X-Own': '1' },
    active: false,
  }
  const { headers: _hidden, active: _state, ...shown } = json
  return [
    { line: 'PATCH /webhooks/{id}', json, expected: { ...shown, status: 'pending' }, values: { id: hook } },
    {
      line: 'PATCH /webhooks/{id}',
      json: { active: true },
      expected: { ...shown, status: 'active' },
      values: { id: hook },
    },
    { line: 'PATCH /webhooks/{id}', json: { devices: [values['d']] }, expected: shown, values: { id: hook } },
    { line: 'POST /webhooks', json: { ...json, devices: [values['d'], 'x'] }, expected: invalid },
    { line: 'PATCH /webhooks/{id}', json: { events: ['message:in'] }, expected: invalid, values: { id: hook } },
    {
      line: 'POST /webhooks',
      json: { ...json, url: `${url}/new` },
      expected: { ...shown, url: `${url}/new`, status: 'pending' },
    },
    { line: 'POST /webhooks?sample=old', json: { ...json, url: `${url}/x` }, expected: invalid },
  ]
}

/** Returns the rows about devices, and about what belongs to one. */
export function deviceEffects(setting: Setting): Effect[] {
  const { values, phone, other, spare, url } = setting
  const at = { d: spare }
  const removed = ['DELETE /devices/{d}/chats', 'POST /devices/{d}/removechats'].flatMap((line) =>
    [{ phones: [phone] }, { chats: [phone] }, { wids: [phone] }, [{ phone }], [{ wid: phone }], [{ id: phone }]].map(
      (json): Effect => ({ line, json, expected: [{ phone, status: 'notfound' }], values: at }),
    ),
  )
  const queue = (json: object): Effect => ({
    line: 'DELETE /devices/{d}/queue',
    json,
    expected: { removed: 0 },
    values: at,
  })
  const businessProfile = { description: 'Parcels', websites: ['https://example.com'] }
  return [
    {
      line: 'PATCH /devices/{d}',
      json: { alias: 'Spare', settings: { deliverySpeed: 600 }, enable: true },
      expected: { alias: 'Spare', settings: { deliverySpeed: 600 } },
      values: at,
    },
    {
      line: 'PATCH /devices/{d}/profile',
      json: { status: 'Open', businessProfile },
      expected: { status: 'Open', businessProfile },
      values: at,
    },
    { line: 'PATCH /devices/{d}/profile', json: { name: 'x' }, expected: invalid, values: at },
    { line: 'PUT /devices/{d}/profile/image', json: { image }, expected: { url: some }, values: at },
    {
      line: 'PUT /devices/{d}/profile/image',
      json: { url: `${url}/empty.jpg` },
      expected: invalid,
      values: at,
    },
    { line: 'POST /devices/{d}/queue', json: { status: 'pause' }, expected: { status: 'pause' }, values: at },
    { line: 'PATCH /devices/{d}/queue', json: { device: other }, expected: { moved: 0 }, values: at },
    ...[{ skipScheduled: true }, { before: later }, { after: later }, { ids: [] }, { phones: [phone] }].map(queue),
    { line: 'DELETE /devices/{d}/queue', json: { groups: ['x'] }, expected: '404 group:notfound', values: at },
    ...removed,
    ...fileEffects(),
    ...groupEffects(values, phone),
    ...chatEffects(setting),
    ...webhookEffects(setting),
  ]
}

const fileConditions =
  'ids sha2 ext mime kind size format permission origin reference filename search tags owner'.split(' ')

/** Returns the rows about files and channels. Filters match nothing, so that no file is deleted. */
function fileEffects(): Effect[] {
  return [
    {
      line: 'PATCH /files/{id}',
      json: { filename: 'x', expiration: '1h' },
      expected: '404 file:notfound',
      values: { id: '0'.repeat(24) },
    },
    ...fileConditions.map(
      (name): Effect => ({ line: 'DELETE /files', json: { [name]: 'nothing', limit: 1 }, expected: { ids: [] } }),
    ),
    ...['after', 'before'].map(
      (name): Effect => ({
        line: 'DELETE /files',
        json: { [name]: name === 'after' ? later : '2000-01-01' },
        expected: { ids: [] },
      }),
    ),
    { line: 'DELETE /files', json: { expires: '30d' }, expected: invalid },
    {
      line: 'PATCH /devices/{d}/channels/{c}',
      json: { name: 'Best', description: 'Each week' },
      expected: { name: 'Best', description: 'Each week' },
    },
    {
      line: 'POST /devices/{d}/channels',
      json: { name: 'Offers', description: 'Weekly' },
      expected: { name: 'Offers', description: 'Weekly' },
    },
  ]
}

/** Returns the rows about groups. What the dialect ignores is named in the response. */
function groupEffects(values: Record<string, string>, phone: string): Effect[] {
  const g = '/devices/{d}/groups/{g}'
  const ignored = { permissions: { send: 'admins' }, ephemeral: '1d', participants: [{ phone, admin: true }] }
  const names = ['permissions.send', 'ephemeral', 'participants.admin']
  const persons = [
    { participants: [phone] },
    { phones: [phone] },
    [{ phone }],
    [{ wid: values['w'] }],
    [{ id: values['w'] }],
  ]
  return [
    {
      line: 'POST /devices/{d}/groups',
      json: { name: 'New', description: 'All', ...ignored },
      expected: { name: 'New', description: 'All', meta: { ignored: names } },
    },
    {
      line: `PATCH ${g}`,
      json: { name: 'North', description: 'All', ...ignored },
      expected: { meta: { ignored: [...names, 'participants'] } },
    },
    { line: `PUT ${g}/image`, json: { image }, expected: { id: values['g'] } },
    { line: `PUT ${g}/image`, json: { url: 'ftp://x' }, expected: invalid },
    ...persons.flatMap((json): Effect[] => [
      { line: `POST ${g}/participants`, json, expected: [{ phone }] },
      { line: `DELETE ${g}/participants`, json, expected: [{ phone, status: 'canceled' }] },
    ]),
    ...['POST', 'DELETE'].flatMap((method): Effect[] => [
      { line: `${method} ${g}/members`, json: { all: true }, expected: [] },
      { line: `${method} ${g}/members`, json: { phones: [phone] }, expected: [] },
    ]),
  ]
}
