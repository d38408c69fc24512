import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { startHttpServer, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import type { PackedCommand } from './packed-command.fixture.ts'

const device = '64fa0c1b2d3e4f5061728394'
const otherDevice = '64fa0c1b2d3e4f5061728395'
const key = 'previous-key'

type Lists = Record<'labels' | 'contacts' | 'chats' | 'webhooks', readonly object[]>

/** Imitates a previous service's API, with lists in pages of up to two rows. Each page is refused once before it is returned. */
function previousService({ labels, contacts, chats, webhooks }: Lists) {
  const lists: Record<string, readonly object[]> = {
    '/v1/devices': [{ id: device }, { id: otherDevice }],
    [`/v1/devices/${device}/labels`]: labels,
    [`/v1/chat/${device}/contacts`]: contacts,
    [`/v1/chat/${device}/chats`]: chats,
    '/v1/webhooks': webhooks,
  }
  const refused = new Set<string>()
  return startHttpServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://previous')
    const page = Number(searchParams.get('page') ?? 0)
    const rows = req.headers['token'] === key ? lists[pathname] : undefined
    const isBusy = rows !== undefined && !refused.has(req.url ?? '')
    if (isBusy) refused.add(req.url ?? '')
    const status = isBusy ? 429 : rows ? 200 : 401
    res.writeHead(status, { 'content-type': 'application/json', ...(isBusy ? { 'retry-after': '0' } : {}) })
    res.end(JSON.stringify(isBusy ? { status } : (rows?.slice(page * 2, (page + 1) * 2) ?? { status })))
  })
}

/** Returns a request's whole body. */
const bodyOf = async (req: IncomingMessage) => Buffer.concat(await req.toArray())

/** Forwards requests to an installation. Withholds responses to changes while `holds` returns true. */
function installation(target: string, holds: () => boolean) {
  const held: string[] = []
  const forward = async (req: IncomingMessage) => {
    const { method = 'GET', url = '/', headers } = req
    const body = await bodyOf(req)
    const sent = ['token', 'content-type', 'idempotency-key'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    const response = await fetch(`${target}${url}`, { method, headers: sent, ...(body.length > 0 ? { body } : {}) })
    if (method === 'GET' || !holds()) return response
    held.push(`${method} ${url}`)
    return undefined
  }
  const serving = startHttpServer((req, res) => {
    void forward(req).then(async (response) => {
      if (response === undefined) return
      const { status, headers } = response
      const kept = ['content-type', 'link'].flatMap((name) => (headers.get(name) ? [[name, headers.get(name)]] : []))
      res.writeHead(status, Object.fromEntries(kept) as Record<string, string>)
      res.end(Buffer.from(await response.arrayBuffer()))
    })
  })
  return serving.then((server) => Object.assign(server, { held }))
}

/** Returns a row of the table that `posthorn move` prints. Counts that are left out are 0. */
const rowOf = (kind: string, counts: object, why: string[] = []) => ({
  kind,
  made: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  ...counts,
  why,
})

/** `posthorn move` copies a previous service. It can be repeated and interrupted without making anything twice. */
export function moveAService(system: () => RunningSystem, command: () => PackedCommand): void {
  const contactOf = async (phone: string) =>
    (await system().ok<object[]>('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`))[0]
  const chatOf = async (phone: string) =>
    (await system().ok<object[]>('GET', `/v1/chats?phone=${encodeURIComponent(phone)}`))[0]
  const hooksTo = async (url: string) =>
    (await system().ok<{ id: string; url: string }[]>('GET', '/v1/webhooks')).filter((hook) => hook.url.startsWith(url))
  const removeHooks = async (url: string) => {
    for (const { id } of await hooksTo(url)) await system().ok('DELETE', `/v1/webhooks/${id}`)
  }

  test('moves what an export has, leaves out single parts that cannot be here, counts what is skipped, and changes nothing the next time', async () => {
    const [ada, grace, ...refusing] = Array.from({ length: 8 }, newCustomer) as [string, string, ...string[]]
    const statuses = ['exclude', 'unsubscribed', 'opted_out', 'paused', 'unknown', ''] as const
    const url = 'http://127.0.0.1:9/moved'
    const bot = { name: 'Moved bot', url, events: ['message:in:new', 'invented:event'], device }
    const source = join(command().folder, 'export.json')
    const content = {
      device,
      labels: [{ id: '64fa0c1b2d3e4f5061728301', name: 'Moved', color: 'ruby' }],
      contacts: [
        {
          phone: ada,
          name: 'Ada',
          metadata: [
            { key: 'bot:step', value: '2' },
            { key: 'k'.repeat(31), value: 'long' },
          ],
          status: 'blocked',
        },
        { type: 'user', wid: `${grace.slice(1)}@c.us`, name: 'Grace', info: { city: 'Arlington' } },
        ...refusing.map((phone, i) => ({ phone, name: 'Refusing', subscription: { status: statuses[i] } })),
        { type: 'group', wid: '123@g.us', name: 'A group' },
        { wid: '456@g.us', name: 'Another group' },
        { wid: '98765432109876@lid', name: 'Hidden' },
        { phone: '+12', name: 'Unassigned' },
      ],
      chats: [
        { wid: `${ada.slice(1)}@c.us`, status: 'resolved', labels: ['64fa0c1b2d3e4f5061728301', 'Only on a chat'] },
        { phone: grace, labels: [] },
      ],
      webhooks: [
        bot,
        { name: 'Moved for all', url, events: ['message:out:new'] },
        { name: 'Moved, disabled', url: `${url}/disabled`, events: ['chat:update'], device, status: 'disabled' },
        { name: 'Moved for all again', url, events: ['message:reaction'], device: null },
        { name: 'Elsewhere', url, events: ['message:in:new'], device: otherDevice },
        { name: 'Nothing known', url, events: ['invented:event'] },
      ],
    }
    writeFileSync(source, JSON.stringify(content))
    const move = async () => {
      const { stdout, stderr, exitCode } = await command().run('move', source, '--json')
      expect(exitCode).toBe(1)
      return { table: JSON.parse(stdout) as object[], named: stderr.trim().split('\n') }
    }
    const first = await move()
    const skips = {
      contacts: ['1 parts left out', '2 groups', '1 people who hide their phone', '1 no valid phone'],
      webhooks: [
        '2 parts left out',
        '1 of another device',
        '1 no known event',
        '1 joined with one of the same address',
      ],
    }
    expect(first.table).toEqual([
      rowOf('labels', { made: 2 }),
      rowOf('contacts', { made: 8, skipped: 4 }, skips.contacts),
      rowOf('chats', { made: 1, skipped: 1 }, ['1 without labels']),
      rowOf('webhooks', { made: 3, skipped: 3 }, skips.webhooks),
    ])
    expect(first.named).toEqual([
      expect.stringMatching(/^contacts \+\d+: fields\.k+ .+; left out$/),
      expect.stringMatching(/^contacts \+12: .+$/),
      'webhooks Moved bot: event invented:event is not known here; left out',
      `webhooks Elsewhere: is of device ${otherDevice}, which is not moved; skipped`,
      'webhooks Nothing known: event invented:event is not known here; left out',
      'webhooks Nothing known: has no event that is known here; skipped',
    ])
    expect(await contactOf(ada)).toMatchObject({ name: 'Ada', fields: { 'bot:step': '2' }, blocked: true })
    expect(await contactOf(grace)).toMatchObject({ name: 'Grace', optedOutAt: null })
    for (const [i, phone] of refusing.entries())
      expect(await contactOf(phone)).toMatchObject({ optedOutAt: statuses[i] ? expect.any(String) : null })
    expect(await chatOf(ada)).toMatchObject({
      status: 'resolved',
      labels: [{ name: 'Moved', color: '#e0115f' }, { name: 'Only on a chat' }],
    })
    const { number } = system().account
    const made = [
      { name: 'Moved bot', events: ['message:in:new'], number, status: 'active' },
      { name: 'Moved for all', events: ['message:out:new', 'message:reaction'], number: null, status: 'active' },
      { name: 'Moved, disabled', events: ['chat:update'], number, status: 'paused' },
    ]
    expect(await hooksTo(url)).toMatchObject(made)

    const second = await move()
    expect(second.named).toEqual(first.named)
    expect(second.table).toEqual([
      rowOf('labels', { unchanged: 2 }),
      rowOf('contacts', { unchanged: 8, skipped: 4 }, skips.contacts),
      rowOf('chats', { unchanged: 1, skipped: 1 }, ['1 without labels']),
      rowOf('webhooks', { unchanged: 3, skipped: 3 }, skips.webhooks),
    ])

    const [, people = { name: '' }] = content.contacts
    Object.assign(people, { name: 'Grace Hopper' })
    writeFileSync(source, JSON.stringify({ ...content, labels: [{ name: 'moved', color: 'pool' }] }))
    const third = (await move()).table
    expect(third.slice(0, 2)).toMatchObject([{ changed: 1 }, { changed: 1, unchanged: 7 }])
    expect(await contactOf(grace)).toMatchObject({ name: 'Grace Hopper' })
    await removeHooks(url)
  })

  test('moves a busy service with small pages through its address and key, and ends right however often it is killed', async () => {
    const phones = Array.from({ length: 5 }, newCustomer)
    const url = 'http://127.0.0.1:9/killed'
    await using previous = await previousService({
      labels: [{ id: '64fa0c1b2d3e4f5061728302', name: 'Killed' }],
      contacts: phones.map((phone, i) => ({ phone, name: `Moved ${i}`, type: 'user' })),
      chats: phones.map((phone) => ({ phone, type: 'chat', labels: ['Killed'] })),
      webhooks: [
        { id: 'a', name: 'On', url, events: ['message:in:new'], status: 'active', device },
        { id: 'b', name: 'Off', url: `${url}/off`, events: ['chat:update'], status: 'failed', device },
      ],
    })
    let holds = true
    await using here = await installation(system().url, () => holds)
    const args = ['move', `${previous.url}/v1`, '--url', here.url, '--key', system().account.key, '--json']
    const refused = await command().run(...args, '--from-key', 'wrong')
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('is the key right?')])

    // Kills each run at its first change, before it gets the response. All chat changes together count as one.
    for (const held of [1, 2, 2 + phones.length, 3 + phones.length, 4 + phones.length]) {
      const killed = command().start(...args, '--from-key', key)
      await until(() => here.held.length === held, { describe: `${held} changes to be made` })
      await killed.kill()
      await until(async () => held < 2 || (await contactOf(phones.at(-1) ?? '')), { describe: 'the import to end' })
    }
    expect(here.held).toEqual(
      ['labels', 'imports', ...phones.map(() => 'chats'), 'webhooks', 'webhooks'].map((path) => `POST /v1/${path}`),
    )
    holds = false
    const { exitCode, stdout, stderr } = await command().run(...args, '--from-key', key)
    expect([exitCode, stderr, JSON.parse(stdout)]).toEqual([
      0,
      '',
      [
        rowOf('labels', { unchanged: 1 }),
        rowOf('contacts', { unchanged: 5 }),
        rowOf('chats', { unchanged: 5 }),
        rowOf('webhooks', { unchanged: 2 }),
      ],
    ])
    for (const [i, phone] of phones.entries()) {
      expect(await contactOf(phone)).toMatchObject({ name: `Moved ${i}` })
      expect(await chatOf(phone)).toMatchObject({ labels: [{ name: 'Killed' }] })
    }
    expect(await hooksTo(url)).toMatchObject([
      { name: 'On', status: 'active' },
      { name: 'Off', status: 'paused' },
    ])
    await removeHooks(url)
  })

  test('moves a session of WAHA with its labels on chats, and pauses its webhook until its receiver reads our payloads', async () => {
    const [ada, grace] = [newCustomer(), newCustomer()].map((phone) => `${phone.slice(1)}@c.us`)
    const url = 'http://127.0.0.1:9/waha'
    const lists: Record<string, readonly object[]> = {
      '/api/sessions': [{ name: 'shop', config: { webhooks: [{ url, events: ['message', 'message.ack'] }] } }],
      '/api/contacts/all': [
        { id: ada, name: 'Ada' },
        { id: grace, pushname: 'Grace', isBlocked: true },
      ],
      '/api/shop/labels': [{ id: '1', name: 'From WAHA', colorHex: '#64c4ff' }],
      '/api/shop/labels/1/chats': [{ id: ada }],
    }
    await using previous = await startHttpServer((req, res) => {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://previous')
      const rows = req.headers['x-api-key'] === key ? lists[pathname] : undefined
      res.writeHead(rows ? 200 : 401, { 'content-type': 'application/json' })
      res.end(JSON.stringify(Number(searchParams.get('offset') ?? 0) > 0 ? [] : (rows ?? {})))
    })
    const args = ['move', previous.url, '--from', 'waha', '--from-key', key, '--from-device', 'shop', '--json']
    const [first, second] = [await command().run(...args), await command().run(...args)]
    const paused = ['1 paused']
    expect([first.exitCode, JSON.parse(first.stdout)]).toEqual([
      0,
      [
        rowOf('labels', { made: 1 }),
        rowOf('contacts', { made: 2 }),
        rowOf('chats', { made: 1 }),
        rowOf('webhooks', { made: 1 }, paused),
      ],
    ])
    expect(JSON.parse(second.stdout)).toMatchObject([
      { unchanged: 1 },
      { unchanged: 2 },
      { unchanged: 1 },
      { unchanged: 1, why: [] },
    ])
    const [phone = '', blocked = ''] = [ada, grace].map((wid) => `+${wid?.split('@')[0]}`)
    expect(await contactOf(blocked)).toMatchObject({ name: 'Grace', blocked: true })
    expect(await chatOf(phone)).toMatchObject({ labels: [{ name: 'From WAHA', color: '#64c4ff' }] })
    const events = ['message:in', 'message:ack', 'message:failed']
    const { number } = system().account
    expect(await hooksTo(url)).toMatchObject([{ format: 'posthorn', events, number, status: 'paused' }])
    await removeHooks(url)
  })
}
