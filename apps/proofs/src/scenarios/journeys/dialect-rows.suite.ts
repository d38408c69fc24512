import { startReceiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import { wid } from './dialect-client.ts'
import { fieldsOf, openRows, type Rows } from './dialect-row.fixture.ts'
import { dialectDeviceRows, dialectTeamRows } from './dialect-rows-devices.suite.ts'

/**
 * Uploads a picture as a program would, with the header of a 640 × 640 JPEG. `uniqueHex` is appended, because the same bytes would be the
 * same file.
 */
async function storePicture(system: RunningSystem, uniqueHex: string) {
  const body = Buffer.from(`ffd8ffe000040000ffc0001108028002800301220002110103110100${uniqueHex}`, 'hex')
  const headers = { Token: system.account.key, 'Content-Type': 'image/jpeg' }
  const answer = await fetch(`${system.url}/compat/v1/files`, { method: 'POST', headers, body })
  return { status: answer.status, files: (await answer.json()) as { id: string }[], bytes: body }
}

/** Expects a path to return these bytes, with the key in the query, as in the address of a picture. */
const expectBytes = async (system: RunningSystem, path: string, bytes: Buffer) => {
  const answer = await fetch(`${system.url}/compat/v1${path}?token=${system.account.key}`)
  expect([path, answer.status, Buffer.from(await answer.arrayBuffer()).equals(bytes)]).toEqual([path, 200, true])
}

/** Registers the test of the dialect's operations on messages. Changes need a scheduled message, because a sent one cannot change. */
function messageRows(system: () => RunningSystem, { row, device }: Rows): void {
  test('sends, lists, shows, changes and cancels messages', async () => {
    const d = await device()
    const phone = newCustomer()
    const fields = fieldsOf.message
    const json = { phone, message: 'Later', schedule: { delayTo: '1h' }, reference: phone, device: d }
    const sent = await row('POST /messages', { json, fields })
    const values = { id: String(sent['id']) }
    const query = `?reference=${encodeURIComponent(phone)}&status=queued&priority=normal&include=device,events`
    expect(await row('GET /messages', { query, fields })).toMatchObject([{ ...values, device: { id: d } }])
    expect(await row('GET /messages', { query: `?waIds=${String(sent['waId'])}`, fields })).toMatchObject([values])
    const ofChat = (who: string) => row('GET /messages', { query: `?chat=${encodeURIComponent(wid(who))}` })
    expect([await ofChat(phone), await ofChat(newCustomer())]).toMatchObject([[values], []])
    await row('GET /messages/{id}', { values, fields })
    const changed = { message: 'Sooner', priority: 'high', remove: ['reference'] }
    await row('PATCH /messages/{id}', { values, json: { ...changed, remove: [] }, fields })
    const canceled = await row('DELETE /messages/{id}', { values, json: { force: true }, fields })
    expect(canceled).toMatchObject({ status: 'removed', deliveryStatus: 'cancelled', message: 'Sooner' })
    expect(await row('DELETE /messages/{id}', { values, status: 409 })).toMatchObject({ status: 409 })
    const now = await row('POST /messages', { json: { phone, message: 'Now' } })
    const shown = () => row('GET /messages/{id}', { values: { id: String(now['waId']) }, fields })
    const settled = await until(async () => {
      const found = await shown()
      return found['sentAt'] === undefined ? undefined : found
    })
    expect(settled).toMatchObject({ status: 'processed', processedAt: settled['sentAt'] })
    expect(typeof settled['wabaWid']).toBe('string')
  })
}

/** Registers the test of the dialect's operations on chats and their messages, which it addresses by device and `wid`. */
function chatRows(system: () => RunningSystem, { row, device, write }: Rows): void {
  test('lists, shows and changes chats and their messages', async () => {
    const d = await device()
    const phone = newCustomer()
    await write(phone, { text: 'Where is it?' })
    const values = { d, w: wid(phone), id: '' }
    const listed = `?chat=${encodeURIComponent(wid(phone))}&flow=inbound&size=1`
    const fields = fieldsOf.chatMessage
    const first = await until(async () => (await row('GET /chat/{d}/messages', { values, query: listed }))[0])
    values.id = String(first['id'])
    expect(await row('GET /chat/{d}/messages', { values, query: listed, fields })).toMatchObject([
      { body: 'Where is it?' },
    ])
    await row('GET /chat/{d}/messages/{id}', { values, fields })
    await row('GET /chat/{d}/messages/{id}/ackinfo', { values })
    const waiting = await row('POST /messages', { json: { phone, message: 'Soon', schedule: { delay: 3600 } } })
    const own = { ...values, id: String(waiting['waId']) }
    await row('PATCH /chat/{d}/messages/{id}', { values: own, json: { message: 'At noon' }, fields })
    expect(await row('DELETE /chat/{d}/messages/{id}', { values: own, fields })).toMatchObject({ ack: 'failed' })
    const chat = { values, fields: fieldsOf.chat }
    await row('GET /chat/{d}/chats', { ...chat, query: `?search=${phone.slice(1)}&include=messages` })
    const whole = [...fieldsOf.chat, ...fieldsOf.chatStats]
    await row('GET /chat/{d}/chats/{w}', { values, fields: whole, query: '?include=messages,notes' })
    await row('GET /chat/{d}/chats/{w}/sync', { values })
    await row('POST /chat/{d}/sync', { values, json: {} })
    await row('POST /chat/{d}/typing', { values, json: { action: 'typing', chat: phone, duration: 5 } })
    await row('PATCH /chat/{d}/chats/{w}/status', { ...chat, json: { status: 'pending' } })
    await row('PATCH /chat/{d}/chats/{w}/unread', { ...chat })
    await row('PATCH /chat/{d}/chats/{w}/labels', { ...chat, json: ['Urgent'], query: '?upsert=true' })
    await row('PATCH /chat/{d}/chats/{w}/attributes', { ...chat, json: { pinned: true, muted: true } })
    await row('PUT /chat/{d}/chats/{w}/archive', chat)
    await row('DELETE /chat/{d}/chats/{w}/archive', chat)
    const bulk = { action: 'resolve', chats: [wid(phone)] }
    expect(await row('PATCH /chat/{d}/chats', { ...chat, json: bulk })).toMatchObject([
      { status: 'resolved', labels: ['Urgent'], meta: { isPinned: true, isChatMuted: true } },
    ])
    const note = await row('POST /chat/{d}/chats/{w}/notes', {
      values,
      json: { message: 'Asked' },
      fields: fieldsOf.note,
    })
    await row('DELETE /chat/{d}/chats/{w}/notes', { values, json: { ids: [note['id']] }, fields: ['ids.0'] })
    await row('DELETE /chat/{d}/chats/{w}', { ...chat, json: { whatsapp: true } })
  })
}

/** Registers the test of the dialect's operations on uploaded files and on media of chats. */
function fileRows(system: () => RunningSystem, { row, device, write, note }: Rows): void {
  test('stores, lists, changes and deletes files of the account, and shows those of chats', async () => {
    const d = await device()
    const made = await storePicture(system(), newCustomer().slice(1).padEnd(12, '0'))
    expect(made.status).toBe(201)
    note('POST /files')
    const values = { d, id: String(made.files[0]?.id) }
    const fields = fieldsOf.file
    await row('GET /files', { query: `?ids=${values.id}&kind=image`, fields })
    await row('GET /files/{id}', { values, fields })
    const json = { filename: 'sunset.jpg', expiration: '10m' }
    expect(await row('PATCH /files/{id}', { values, json, fields })).toMatchObject({ filename: 'sunset.jpg' })
    for (const part of ['download', 'preview']) {
      await expectBytes(system(), `/files/${values.id}/${part}`, made.bytes)
      note(`GET /files/{id}/${part}`)
    }
    const phone = newCustomer()
    await write(phone, { type: 'image', text: 'Look' })
    const query = `?type=image&chat=${encodeURIComponent(wid(phone))}`
    const [media] = await until(async () => {
      const found = await row('GET /chat/{d}/files', { values, query })
      return found.length > 0 && found
    })
    const id = String(media?.['id'])
    await row('GET /chat/{d}/messages', {
      values,
      query: `?chat=${phone}`,
      fields: fieldsOf.media.map((field) => `media.${field}`),
    })
    await row('GET /chat/{d}/files/{id}', { values: { d, id }, fields: ['id', 'size', 'mime', 'links.download'] })
    const path = String((media as { links: { download: string } }).links.download)
    expect(path).toBe(`/v1/chat/${d}/files/${id}/download`)
    const answer = await fetch(`${system().url}/compat${path}?token=${system().account.key}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    note('GET /chat/{d}/files/{id}/download')
    await row('DELETE /files/{id}', { values, fields })
    const other = await storePicture(system(), newCustomer().slice(1).padEnd(12, '1'))
    await row('DELETE /files', { json: { ids: [other.files[0]?.id] }, fields: ['ids.0'] })
  })
}

/** Registers the test of the dialect's operations on contacts and their metadata. */
function contactRows({ row, device }: Rows): void {
  test('makes, lists, changes and removes contacts', async () => {
    const d = await device()
    const phone = newCustomer()
    const values = { d, w: wid(phone) }
    const contact = { values, fields: fieldsOf.contact }
    const json = { phone, name: 'Ada', surname: 'Lovelace', email: 'ada@shop.example.com', metadata: { plan: 'gold' } }
    await row('POST /chat/{d}/contacts', { ...contact, json })
    await row('GET /chat/{d}/contacts', { ...contact, query: `?search=${phone.slice(1)}` })
    await row('GET /chat/{d}/contacts/{w}', contact)
    const changed = { companyName: 'Engines', city: 'London', $remove: ['email'] }
    const shown = await row('PATCH /chat/{d}/contacts/{w}', { ...contact, json: changed })
    expect(shown).toMatchObject({ info: { surname: 'Lovelace', companyName: 'Engines', city: 'London' } })
    const pair = (key: string, value: string) => ({ key, value })
    await row('PUT /chat/{d}/contacts/{w}/metadata', { ...contact, json: [pair('a:b:c', '1')] })
    const all = await row('PATCH /chat/{d}/contacts/{w}/metadata', { ...contact, json: [pair('step', '2')] })
    expect(all).toMatchObject({ metadata: [pair('a:b:c', '1'), pair('step', '2')], info: { city: 'London' } })
    await row('PATCH /chat/{d}/contacts', { ...contact, json: [{ phone, name: 'Ada L.' }], query: '?upsert=true' })
    await row('DELETE /chat/{d}/contacts/{w}', contact)
  })
}

/** Registers the test of the dialect's checks of phone numbers and of its operations on webhooks. */
function webhookRows(system: () => RunningSystem, { row, device, write }: Rows): void {
  test('checks phones, and registers, lists, changes, enables and deletes webhooks', async () => {
    await using receiver = await startReceiver()
    const d = await device()
    await row('POST /numbers/exists', { json: { phone: newCustomer() }, fields: fieldsOf.numberCheck })
    const unknown = { phone: newCustomer() }
    const set = (unknownPhones: string) =>
      system().ok('PATCH', '/v1/workspace', { body: { settings: { unknownPhones } } })
    await set('unknown')
    expect(await row('POST /numbers/exists', { json: unknown })).toMatchObject({ exists: null, verified: false })
    await set('exist')
    expect(await row('POST /numbers/exists', { json: unknown })).toMatchObject({ exists: true, verified: false })
    const phones = { country: 'DE', numbers: [{ phone: newCustomer() }] }
    await row('POST /numbers/validate', { json: phones, fields: ['phone', 'valid', 'country', 'wid', 'formatted'] })
    const events = ['message:in:new']
    const json = { name: 'Rows', url: `${receiver.url}/rows`, device: d, events }
    const hook = await row('POST /webhooks', { json, fields: fieldsOf.webhook })
    const one = { values: { id: String(hook['id']) }, fields: fieldsOf.webhook }
    await row('GET /webhooks', { ...one, query: `?search=Rows&devices=${d}` })
    await row('GET /webhooks/{id}', { ...one, query: '?workflow=1' })
    await row('PATCH /webhooks/{id}', { ...one, json: { ...json, name: 'More rows' } })
    await row('POST /webhooks/{id}/enable', one)
    await write(newCustomer(), { text: 'Hello' })
    await until(async () => {
      const logs = await row('GET /webhooks/{id}/logs', { values: one.values, query: '?size=5' })
      return logs.some((log) => log['event'] === 'delivery')
    })
    await row('GET /webhooks/{id}/logs', { values: one.values, fields: fieldsOf.webhookLog })
    await row('DELETE /webhooks/{id}', one)
  })
}

/**
 * Registers the tests of the remaining rows. The last test comes after all others: it knows every row that they have called, and fails for
 * the rest.
 */
function otherRows(rows: Rows): void {
  const { row, device, call, documented, isCalled } = rows

  test('lists what can only be empty, and shows the account', async () => {
    const values = { d: await device() }
    const empty = [
      '/campaigns',
      '/devices/{d}/meeting-links',
      '/chat/{d}/status',
      '/pricing',
      '/devices/{d}/invoices',
      '/devices/{d}/catalog',
    ]
    for (const path of empty) expect(await row(`GET ${path}`, { values })).toEqual([])
    await row('GET /me', { fields: ['id', 'email', 'name'] })
  })

  test('refuses what cannot exist with its reason, and has a row for everything else', async () => {
    const d = await device()
    const missing: string[] = []
    for (const [path, methods] of Object.entries(await documented())) {
      for (const [method, { 'x-support': support, description }] of Object.entries(methods)) {
        const line = `${method.toUpperCase()} ${path.slice('/v1'.length)}`
        if (support !== 'none') {
          if (!isCalled(line)) missing.push(line)
          continue
        }
        const target = line.replace('{d}', d).replaceAll(/\{\w+\}/g, '0'.repeat(24))
        const { status, body } = await call(target, method === 'get' ? {} : { json: {} })
        // Numbers of the provider are never paired by a code, so there is nothing to reset or scan.
        const noPairing = /\/(reset|scan|authcode)$/.test(path)
        const expected = noPairing ? 409 : method === 'get' ? 404 : 501
        expect([line, status, body]).toMatchObject([line, expected, { status: expected, message: description }])
      }
    }
    expect(missing).toEqual([])
  })
}

/** Each row of the dialect's specification succeeds and returns the fields that programs read. */
export function dialectRows(system: () => RunningSystem): void {
  const rows = openRows(system)
  describe('every row of the established v1 dialect', () => {
    messageRows(system, rows)
    chatRows(system, rows)
    fileRows(system, rows)
    contactRows(rows)
    webhookRows(system, rows)
    dialectDeviceRows(system, rows)
    dialectTeamRows(system, rows)
    otherRows(rows)
  })
}
