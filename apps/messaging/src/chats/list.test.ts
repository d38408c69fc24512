import { type BusEvent, exampleContact, newId } from '@posthorn/contracts'
import { busEvent, copiedId, copyRow, incomingMessage } from '@posthorn/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { type MessagingFixture, useMessaging } from '../messaging.fixture.ts'
import { openChatByText } from './inbox.fixture.ts'

const { fixture, connected } = useMessaging()
let byPhone: Map<string, string>
let lastPhone = 15_557_000_100
const phones = ['+15557000001', '+15557000002', '+4915112345678']
beforeAll(async () => {
  const texts = ['Where is my Parcel?', 'The parcels 100% never came', 'Größe passt nicht: zurück']
  const made = []
  for (const [i, phone] of phones.entries())
    made.push(await openChatByText(fixture, connected, { phone, text: texts[i] as string }))
  byPhone = new Map(made.map(({ id, phone }) => [id, phone as string]))
})

async function chatsOf(
  caller: ReturnType<MessagingFixture['service']['as']>,
  inputs: { phone: string; message: string }[],
) {
  const sent: { message: string; chat: string }[] = []
  for (const input of inputs) {
    const { id, chat } = await fixture.service.clients.messaging.messages.send.mutate(input, caller)
    sent.push({ message: id, chat })
  }
  return sent
}

const chats = () => fixture.service.clients.messaging.chats
const found = async (
  input: Parameters<ReturnType<typeof chats>['list']['query']>[0],
  workspace = connected.workspace,
) =>
  (await chats().list.query(input, fixture.service.as(workspace))).items
    .map(({ id }) => byPhone.get(id) as string)
    .toSorted()

describe('chats.list', () => {
  it('search finds words of messages whatever their case, the last as it is begun, and needs all of them', async () => {
    expect(await found({ search: 'PARCEL' })).toEqual(phones.slice(0, 2))
    expect(await found({ search: 'parcel where' })).toEqual([phones[0]])
    expect(await found({ search: 'my par' })).toEqual([phones[0]])
    expect(await found({ search: 'my never' })).toEqual([])
    for (const search of ['größe', 'GROSSE ZURUCK']) expect(await found({ search })).toEqual([phones[2]])
  })

  it('search finds parts of phones however they are spaced, and of names', async () => {
    expect(await found({ search: '0151 123-45' })).toEqual([])
    expect(await found({ search: '151 123-45' })).toEqual([phones[2]])
    expect(await found({ search: '+49 (151) 123' })).toEqual([phones[2]])
    expect(await found({ search: '+151 123' })).toEqual([])
    await fixture.service.rows(`update chat set name = 'Ada_Love 100%' where phone = $1`, [phones[2]])
    expect(await found({ search: 'a_lo' })).toEqual([phones[2]])
    expect(await found({ search: 'a%lo' })).toEqual([])
    for (const marks of ['\u0301', '\u0301\u0301\u0301']) expect(await found({ search: marks })).toEqual([])
    await fixture.service.rows(`update chat set name = 'Łukasz Weiß 日本' where phone = $1`, [phones[2]])
    for (const search of ['lukasz', 'WEISS', 'eiß', '本', '日本', 'sz we'])
      expect(await found({ search }), search).toEqual([phones[2]])
    await fixture.service.rows(`update chat set name = 'Ada_Love 100%' where phone = $1`, [phones[2]])
  })

  it('search follows a chat that is renamed, made and removed, by three characters and by fewer', async () => {
    const { id, phone } = await openChatByText(fixture, connected, { phone: '+15557000009', text: 'hello' })
    byPhone.set(id, phone as string)
    const rename = (name: string | null) => fixture.service.rows('update chat set name = $2 where id = $1', [id, name])
    await rename('Zoë Quill')
    for (const search of ['quil', 'ZOË', 'ë q', 'oë', 'q']) expect(await found({ search }), search).toEqual([phone])
    await rename('Bo')
    expect([await found({ search: 'quil' }), await found({ search: 'bo' })]).toEqual([[], [phone]])
    expect(await found({ search: '7000009' })).toEqual([phone])
    await chats().remove.mutate({ id }, fixture.service.as(connected.workspace))
    expect(await found({ search: '7000009' })).toEqual([])
    expect(await fixture.service.rows('select 1 from chat_search where chat_id = $1', [id])).toEqual([])
  })

  it('search finds rare words among all messages, and common ones among the newest', async () => {
    const workspace = (await fixture.connectNumber()).workspace
    const busy = fixture.service.as(workspace)
    const input = (text: string, i: number) => ({ phone: `+1555720${1000 + i}`, message: text })
    const made = await chatsOf(busy, [input('lighthouse', 0), input('ordinary', 1)])
    await copyRow(fixture.service, {
      table: 'message',
      where: 'id = $1',
      params: [made[1]?.message as string],
      count: 6_000,
      changes: `jsonb_build_object('id', ${copiedId('id')})`,
    })
    const listed = async (search: string) => (await chats().list.query({ search }, busy)).items.map(({ id }) => id)
    expect(await listed('lighthouse')).toEqual([made[0]?.chat])
    expect(await listed('ordinary')).toEqual([made[1]?.chat])
    expect(await listed('lighthouse ordinary')).toEqual([])
  })

  it('search takes what breaks queries elsewhere, and stays within the workspace', async () => {
    for (const search of [`'`, '\\', '%', '_', `a' & ! | <-> :*`, '((', ':*', '!!', '   ', 'x'.repeat(200), '\u202e'])
      expect(await found({ search }), search).not.toContain(undefined)
    expect(await found({ search: 'parcel' }, fixture.service.workspace())).toEqual([])
  })

  it('filters by label, by what it must not have, by pinned, muted and type, together', async () => {
    const caller = fixture.service.as(connected.workspace)
    const { labels } = fixture.service.clients.messaging
    const [red, blue] = [
      await labels.create.mutate({ name: 'Red', color: '#ff0000' }, caller),
      await labels.create.mutate({ name: 'Blue', color: '#0000ff' }, caller),
    ]
    const [first, second] = [...byPhone.keys()] as [string, string]
    await chats().update.mutate({ id: first, labels: [red.id, blue.id] }, caller)
    await chats().update.mutate({ id: second, labels: [blue.id] }, caller)
    await chats().update.mutate({ id: second, pinned: true, muted: true }, caller)
    expect(await found({ label: [red.id] })).toEqual([phones[0]])
    expect(await found({ label: [red.id, blue.id] })).toEqual(phones.slice(0, 2))
    expect(await found({ labelExclude: [red.id] })).toEqual(phones.slice(1))
    expect(await found({ label: [blue.id], labelExclude: [red.id] })).toEqual([phones[1]])
    expect(await found({ label: [newId('lbl')] })).toEqual([])
    expect([await found({ pinned: true }), await found({ muted: false })]).toEqual([
      [phones[1]],
      [phones[0], phones[2]],
    ])
    expect([await found({ type: ['direct'] }), await found({ type: ['group'] })]).toEqual([phones, []])
    expect(await found({ search: 'parcel', pinned: true })).toEqual([phones[1]])
  })

  it.each<[string, (phone: string, providerId: string) => BusEvent]>([
    [
      'a contact with a name turned out to be theirs',
      (recipient) => {
        const contacts = [{ contact: newId('con'), recipient, name: 'Grace' }]
        return busEvent({ event: 'contact:identified', workspace: connected.workspace, data: { contacts } })
      },
    ],
    [
      'the contact was renamed',
      (phone) => {
        const identities = [{ type: 'phone' as const, value: phone }]
        const data = { ...exampleContact, id: newId('con'), phone, identities }
        return busEvent({ event: 'contact:updated', workspace: connected.workspace, data })
      },
    ],
    [
      'the customer deleted the last message',
      (phone, providerId) => {
        const content = { type: 'revoke' as const, about: { providerId } }
        return incomingMessage(connected.workspace, { phone }, { number: connected.number, type: 'revoke', content })
      },
    ],
  ])('filters by time of change also after %s', async (_, eventOf) => {
    const phone = `+${(lastPhone += 1)}`
    const message = incomingMessage(connected.workspace, { phone }, { number: connected.number })
    await fixture.service.apply(message)
    const caller = fixture.service.as(connected.workspace)
    const chat = async () => (await chats().list.query({ phone }, caller)).items[0]
    const before = await chat()
    await fixture.service.apply(eventOf(phone, message.data.providerId))
    const after = await chat()
    expect(after?.version).toBeGreaterThan(before?.version ?? 0)
    expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before?.updatedAt ?? ''))
  })
})

describe('the table of messages', () => {
  it('leaves space for new statuses on every partition, so that the index of words is not written for them', async () => {
    const partitions = await fixture.service.rows<{ name: string; options: string[] | null }>(
      `select c.relname as name, c.reloptions as options from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'message'::regclass`,
    )
    expect(partitions.length).toBeGreaterThan(3)
    for (const { name, options } of partitions) expect(options, name).toContain('fillfactor=70')
  })

  it('and of what else each message writes: vacuumed by thousands of rows, so that connections keep their plans', async () => {
    const tables = await fixture.service.rows<{ name: string; options: string[] | null }>(
      `select relname as name, reloptions as options from pg_class where relkind = 'r' and relname !~ '_default$'
       and relname ~ '^(message_|send_attempt_|outbox_|chat$|provider_reference$|send_job$|pair_gate$|number_queue$|relay_position$)'`,
    )
    expect(tables.length).toBeGreaterThan(10)
    for (const { name, options } of tables) expect(options, name).toContain('autovacuum_vacuum_threshold=10000')
  })
})
