import { startReceiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import { openDialect, wid } from './dialect-client.ts'

type Event = { event: string; data: Record<string, unknown> & { chat?: unknown } }

/** Programs written for the dialect work after only their address and key are changed. */
export function dialect(system: () => RunningSystem): void {
  const { call, ok, device, write } = openDialect(system)

  describe('the established v1 dialect', () => {
    test('takes the key in every form, keeps it out of errors, and refuses a wrong one', async () => {
      const { key } = system().account
      const forms: Record<string, string>[] = [
        { token: key },
        { Authorization: key },
        { token: '', Authorization: key },
        { Authorization: `Bearer ${key}` },
        { Authorization: `token ${key}` },
        { Authorization: `Bearer word_${key}` },
      ]
      for (const headers of forms) {
        expect([headers, (await call('GET /devices', { key: null, headers })).status]).toEqual([headers, 200])
      }
      expect((await call(`GET /devices?token=${key}`, { key: null })).status).toBe(401)
      const { status, body } = await call('GET /devices', { key: 'ph_live_wrong' })
      expect([status, body]).toMatchObject([401, { status: 401, errorCode: 'token:invalid', errors: [], meta: {} }])
      const missing = await call(`GET /nothing?token=${key}`, { key: null })
      expect([missing.status, JSON.stringify(missing.body).includes(key)]).toEqual([404, false])
    })

    test('shows numbers as operative devices, under an id that opens everything of them', async () => {
      const [row] = await ok('GET /devices')
      expect(row).toMatchObject({
        status: 'operative',
        session: { status: 'online' },
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
      })
      expect(row).toMatchObject({ billing: { subscription: { product: 'io' } }, version: 3 })
      const of = `/devices/${String(row?.['id'])}`
      for (const path of [
        '',
        '?include=agents,labels',
        '/labels',
        '/team',
        '/sync',
        '/health',
        '/queue',
        '/groups',
        '/channels',
      ]) {
        await ok(`GET ${of}${path}`)
      }
      expect(await ok(`POST ${of}/reboot`)).toMatchObject({ id: row?.['id'] })
      expect((await call('GET /devices/0123456789abcdef01234567')).body).toMatchObject({ errorCode: 'device:notfound' })
      expect((await call('GET /devices/nothing')).body).toMatchObject({ status: 400, errorCode: 'device:invalid' })
    })

    test('sends to a phone in every form, answers with both statuses at once, and refuses unknown fields and targets', async () => {
      const phone = newCustomer()
      const d = await device()
      const bodies = [
        { phone, message: 'One', device: '' },
        { phone: phone.slice(1), message: 'Two', enqueue: 'never', device: d },
        { phone: wid(phone), message: 'Three', deliverAt: '2020-01-01T00:00:00+0000' },
      ]
      for (const json of bodies) {
        const { status, body } = await call('POST /messages', { json })
        expect([status, body]).toMatchObject([201, { status: 'queued', deliveryStatus: 'queued', phone, device: d }])
      }
      expect(await call('POST /messages', { json: { phone, message: 'x', to: 'y' } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'to' }] },
      })
      const nobody = await call('POST /messages', { json: { message: 'x' } })
      expect(nobody.body).toMatchObject({ status: 400, message: expect.stringMatching(/phone.*group.*channel.*chat/) })
      expect((await call('POST /messages', { json: { phone: '12', message: 'x' } })).body).toMatchObject({
        status: 400,
      })
    })

    test('shows, changes and cancels a waiting message by its id, and shows it in its chat by the other id', async () => {
      const d = await device()
      const json = {
        phone: newCustomer(),
        message: 'Later',
        schedule: { delayTo: '1h' },
        reference: 'r-1',
        label: 'Waiting',
      }
      const sent = await ok('POST /messages', json)
      const path = `/messages/${String(sent['id'])}`
      expect(await ok(`GET ${path}?include=device,events`)).toMatchObject({ reference: 'r-1', device: { id: d } })
      expect(await ok(`PATCH ${path}`, { message: 'Even later' })).toMatchObject({ message: 'Even later' })
      expect(await ok(`GET /chat/${d}/messages/${String(sent['waId'])}`)).toMatchObject({
        id: sent['waId'],
        body: 'Even later',
      })
      expect(await ok(`GET /messages?reference=r-1&status=queued`)).toMatchObject([{ id: sent['id'] }])
      expect(await ok(`DELETE ${path}`)).toMatchObject({ status: 'removed', deliveryStatus: 'cancelled' })
    })

    test('delivers what a customer writes with chat, owner, labels and contact, and takes its id as a quote', async () => {
      await using receiver = await startReceiver()
      const d = await device()
      const phone = newCustomer()
      const json = { name: 'Bot', url: `${receiver.url}/bot`, device: d, events: ['message:in:new', 'message:out:ack'] }
      const { status, body: hook } = await call('POST /webhooks', { json })
      expect([status, hook]).toMatchObject([201, { device: d, status: 'active', events: json.events }])
      expect((await call('POST /webhooks', { json: { ...json, events: ['chat:update'] } })).status).toBe(409)
      const unknown = await call('POST /webhooks', { json: { ...json, events: ['message:in:new', 'message:in:old'] } })
      expect([unknown.status, unknown.body]).toMatchObject([400, { errors: [{ path: 'events.1' }] }])
      await ok(`POST /chat/${d}/contacts`, { phone, name: 'Ada', metadata: [{ key: 'plan', value: 'gold' }] })
      await write(phone, { text: 'Hello?' })
      const event = await until(() => {
        const bodies = receiver.requests.map((request) => JSON.parse(String(request.body)) as Event)
        return bodies.find(({ data }) => data['fromNumber'] === phone)
      })
      expect(event).toMatchObject({
        event: 'message:in:new',
        object: 'message',
        device: { id: d, plan: 'io-enterprise' },
      })
      expect(event.data).toMatchObject({ body: 'Hello?', flow: 'inbound', meta: { isFirstMessage: true } })
      expect(event.data.chat).toMatchObject({ id: wid(phone), status: 'active', labels: [], owner: {} })
      const quoted = await ok('POST /messages', { phone, message: 'Hi', quote: event.data['id'] })
      expect(quoted).toMatchObject({ quote: event.data['id'] })
      expect(await ok(`GET /chat/${d}/contacts/${wid(phone)}`)).toMatchObject({
        metadata: [{ key: 'plan', value: 'gold' }],
      })
      const log = await until(async () => {
        const rows = await ok(`GET /webhooks/${String(hook['id'])}/logs`)
        return rows.find((each) => each['event'] === 'delivery')
      })
      expect(log).toMatchObject({ responseStatus: 200 })
      await ok(`DELETE /webhooks/${String(hook['id'])}`)
    })

    test('names its own document for a path that does not exist, and the reason for what cannot exist in any form', async () => {
      const nowhere = await call('GET /nothing')
      expect(nowhere).toMatchObject({ status: 404, body: { message: expect.stringContaining('/compat/v1/docs.json') } })
      const d = await device()
      const lines = ['PUT /campaigns/1/status', 'POST /campaigns/1/contacts', `DELETE /devices/${d}/meeting-links`]
      for (const line of [...lines, `DELETE /chat/${d}/status`, `PATCH /chat/${d}/status/1/viewers`]) {
        const { status, body } = await call(line, { json: {} })
        expect([line, status, body]).toMatchObject([line, 501, { errorCode: 'feature:unsupported' }])
      }
      expect((await call('GET /campaigns/1/contacts')).status).toBe(404)
    })

    test('delivers a sample of the event that a new webhook asks for', async () => {
      await using receiver = await startReceiver()
      const samples = { 'message:out:new': '1', 'message:reaction': 'message:reaction' }
      for (const [event, sample] of Object.entries(samples)) {
        const json = { name: 'Sample', url: `${receiver.url}/${event}`, events: [event] }
        const { id } = await ok(`POST /webhooks?sample=${sample}`, json)
        const found = await until(() => receiver.requests.find(({ path }) => path === `/${event}`))
        expect(JSON.parse(String(found.body))).toMatchObject({ event, object: 'message' })
        await ok(`DELETE /webhooks/${String(id)}`)
      }
    })

    test('lists numbers until they are disconnected, and those only when asked for', async () => {
      const body = { name: 'Gone', provider: 'simulator' }
      const { id } = await system().ok<{ id: string }>('POST', '/v1/numbers', { body })
      const { id: d } = await ok(`DELETE /devices/${id}`)
      const listed = async (query = '') => (await ok(`GET /devices${query}`)).map((row) => row['id'])
      expect(await listed()).not.toContain(d)
      expect(await listed('?status=disabled')).toContain(d)
    })

    test('lists messages of a chat between two of them, and from any place on', async () => {
      const d = await device()
      const phone = newCustomer()
      const ids: string[] = []
      for (const message of ['One', 'Two', 'Three']) {
        ids.push(String((await ok('POST /messages', { phone, message, schedule: { delay: '1h' } }))['waId']))
      }
      const texts = async (query: string) =>
        (await ok(`GET /chat/${d}/messages?chat=${phone}&${query}`)).map((message) => message['body'])
      expect(await texts(`begin=${String(ids[1])}`)).toEqual(['Three', 'Two'])
      expect(await texts(`end=${String(ids[1])}`)).toEqual(['Two', 'One'])
      expect(await texts('skip=1&size=3')).toEqual(['Two', 'One'])
      for (const id of ids) await ok(`DELETE /messages/${id}`)
    })
  })
}
