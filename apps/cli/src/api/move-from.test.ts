import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { patientFetch } from './fetch.ts'
import { readEvolution, readWaha } from './move-from.ts'

type Route = (query: URLSearchParams, body: string) => unknown

/** Serves JSON by method and path. Responds 401 to requests without the key header, and 404 for unknown routes. */
async function serve(key: string, routes: Record<string, Route>): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((req, res) => {
    void req.toArray().then((chunks) => {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://previous')
      const route = routes[`${req.method} ${pathname}`]
      const status = req.headers[key] !== 'secret' ? 401 : route ? 200 : 404
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify(status === 200 ? route?.(searchParams, Buffer.concat(chunks as Buffer[]).toString()) : {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop }
}

const reading = { key: 'secret', fetch: patientFetch({ say: () => {}, tries: 1 }), onRead: () => {} }

/** Returns pages of at most three rows, whatever size is requested. */
const paged = (rows: readonly object[]) => (query: URLSearchParams) => {
  const from = Number(query.get('offset') ?? 0)
  return rows.slice(from, from + Math.min(3, Number(query.get('limit') ?? rows.length)))
}

const person = (n: number) => ({ id: `4915110000${n}@c.us`, number: `4915110000${n}`, pushname: `P${n}`, isMe: false })
const hook = {
  url: 'https://bot.example.com/waha',
  events: ['message', 'message.ack', 'session.status', 'presence.update'],
  customHeaders: [{ name: 'X-Secret', value: 's3cret' }],
  hmac: null,
}

const waha: Record<string, Route> = {
  'GET /api/sessions': (query) =>
    query.get('all') === 'true'
      ? [{ name: 'other' }, { name: 'shop', status: 'WORKING', config: { webhooks: [hook] } }]
      : [],
  'GET /api/contacts/all': (query) =>
    query.get('session') === 'shop'
      ? paged([
          person(1),
          { ...person(2), name: 'Ada', isBlocked: true },
          { ...person(3), isMe: true },
          { id: '77@lid', pushname: 'Hidden' },
          { id: '120363@g.us', name: 'Group', isGroup: true },
        ])(query)
      : [],
  'GET /api/shop/labels': () => [
    { id: '1', name: 'VIP', color: 1, colorHex: '#64c4ff' },
    { id: '2', name: 'New' },
  ],
  'GET /api/shop/labels/1/chats': () => [{ id: { _serialized: '49151100001@c.us' } }, { id: '77@lid' }],
  'GET /api/shop/labels/2/chats': () => [{ id: '49151100001@c.us' }],
  'GET /api/shop/lids': paged([{ lid: '77@lid', pn: '49151100009@c.us' }]),
}

const evolution: Record<string, Route> = {
  'GET /instance/fetchInstances': () => [{ name: 'shop', connectionStatus: 'open' }],
  'POST /chat/findContacts/shop': (_query, body) =>
    (JSON.parse(body) as { where?: object }).where
      ? [{ id: 'cm1', remoteJid: '49151100001@s.whatsapp.net', pushName: 'Ada' }]
      : [],
  'GET /label/findLabels/shop': () => [{ id: '1', name: 'VIP', color: '3', predefinedId: null }],
  'POST /chat/findChats/shop': () => [
    { id: 'ch1', remoteJid: '49151100001@s.whatsapp.net', labels: ['1'] },
    { id: 'ch2', remoteJid: '49151100002@s.whatsapp.net', labels: null },
  ],
  'GET /webhook/find/shop': () => ({
    url: 'https://bot.example.com/evolution',
    events: ['MESSAGES_UPSERT', 'QRCODE_UPDATED'],
    enabled: true,
    headers: { authorization: 'Bearer x' },
  }),
}

describe('a session of WAHA', () => {
  it('is read with all pages of its people, the chats of each label, hidden people by their phone, and its webhooks', async () => {
    await using server = await serve('x-api-key', waha)
    const read = await readWaha(`${server.url}/`, { ...reading, device: 'shop' })
    const { form, ...rows } = read
    expect(rows).toEqual({
      device: 'shop',
      unread: [],
      labels: [
        { id: '1', name: 'VIP', color: '#64c4ff' },
        { id: '2', name: 'New', color: undefined },
      ],
      contacts: [
        { wid: '49151100001@c.us', name: 'P1' },
        { wid: '49151100002@c.us', name: 'Ada', status: 'blocked' },
        { wid: '49151100009@c.us', name: 'Hidden' },
        { wid: '120363@g.us', name: 'Group', type: 'group' },
      ],
      chats: [
        { wid: '49151100001@c.us', labels: ['1', '2'] },
        { wid: '49151100009@c.us', labels: ['1'] },
      ],
      webhooks: [{ url: hook.url, events: hook.events, device: 'shop', headers: { 'X-Secret': 's3cret' } }],
    })
    expect([form.format, hook.events.map(form.eventsOf)]).toEqual([
      'posthorn',
      [['message:in'], ['message:ack', 'message:failed'], ['number:updated'], []],
    ])
  })

  it('that is not there, and a key that is wrong, end with a sentence', async () => {
    await using server = await serve('x-api-key', waha)
    await expect(readWaha(server.url, { ...reading, device: 'gone' })).rejects.toThrow('pass --from-device')
    await expect(readWaha(server.url, { ...reading, key: 'wrong' })).rejects.toThrow('is the key right?')
  })

  it('whose labels cannot be read gives the rest', async () => {
    const { 'GET /api/shop/labels': _labels, ...others } = waha
    await using server = await serve('x-api-key', others)
    const { unread, contacts } = await readWaha(server.url, { ...reading, device: 'shop' })
    expect(unread).toEqual([{ kind: 'labels', reason: expect.stringContaining('answered 404') }])
    expect(contacts).toHaveLength(4)
  })
})

describe('an instance of Evolution', () => {
  it('is read with its people, labels, chats with labels and its webhook', async () => {
    await using server = await serve('apikey', evolution)
    const { form, ...rows } = await readEvolution(server.url, reading)
    expect(rows).toEqual({
      device: 'shop',
      unread: [],
      labels: [{ id: '1', name: 'VIP' }],
      contacts: [{ wid: '49151100001@s.whatsapp.net', name: 'Ada' }],
      chats: [{ wid: '49151100001@s.whatsapp.net', labels: ['1'] }],
      webhooks: [
        {
          url: 'https://bot.example.com/evolution',
          events: ['MESSAGES_UPSERT', 'QRCODE_UPDATED'],
          enabled: true,
          headers: { authorization: 'Bearer x' },
          device: 'shop',
        },
      ],
    })
    expect([form.eventsOf('SEND_MESSAGE'), form.eventsOf('QRCODE_UPDATED')]).toEqual([['message:out'], []])
  })

  it('of version 1, without a webhook, is read too', async () => {
    await using server = await serve('apikey', {
      ...evolution,
      'GET /instance/fetchInstances': () => [{ instance: { instanceName: 'shop' } }],
      'POST /chat/findContacts/shop': () => [{ id: '49151100001@s.whatsapp.net', pushName: 'Ada' }],
      'GET /webhook/find/shop': () => null,
    })
    const { contacts, webhooks } = await readEvolution(server.url, reading)
    expect([contacts, webhooks]).toEqual([[{ wid: '49151100001@s.whatsapp.net', name: 'Ada' }], []])
  })
})
