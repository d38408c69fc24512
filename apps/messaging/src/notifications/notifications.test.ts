import { exampleChat, newId } from '@posthorn/contracts'
import { busEvent, requestErasure, until } from '@posthorn/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { incomingText } from '../chats/inbox.fixture.ts'
import { codeOf, useMessaging } from '../messaging.fixture.ts'
import { type Desk, openDesk } from './notifications.fixture.ts'

const { fixture } = useMessaging()
let desk: Desk
beforeEach(async () => {
  desk = await openDesk(fixture)
})

const hence = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('a member', () => {
  it('is notified once of chats that colleagues give them and of notes that mention them, not of what they do themselves', async () => {
    const [ada, bob] = [await desk.addMember('Ada'), await desk.addMember('Bob')]
    const { id } = await desk.openChat('+15559510001')
    await desk.api.chats.assign.mutate({ id, member: bob.id }, desk.as(bob))
    await desk.api.notes.create.mutate({ id, message: 'mine', mentions: [bob.id] }, desk.as(bob))
    await desk.api.chats.assign.mutate({ id, member: ada.id }, desk.as(ada))
    await desk.api.chats.assign.mutate({ id, member: bob.id }, desk.as(ada))
    const note = await desk.api.notes.create.mutate({ id, message: 'look', mentions: [bob.id, ada.id] }, desk.as(ada))
    await desk.api.notes.update.mutate({ id, note: note.id, message: 'look!' }, desk.as(ada))
    await desk.api.chats.assign.mutate({ id, member: ada.id }, desk.as(bob))
    const by = { type: 'member', id: ada.id, name: 'Ada' }
    const own = await desk.arrived(desk.as(bob), 2)
    expect(own).toMatchObject([
      { kind: 'mention', member: bob.id, chat: id, note: note.id, by, readAt: null, name: '+15559510001' },
      { kind: 'assigned', member: bob.id, chat: id, number: desk.connected.number, by, note: null },
    ])
    expect(await desk.arrived(desk.as(ada), 1)).toMatchObject([{ kind: 'assigned', by: { id: bob.id } }])
    const one = { id: own[0]?.id as never }
    for (const by of [desk.as(bob), desk.asKey()])
      expect(await desk.api.notifications.get.query(one, by)).toEqual(own[0])
    expect(await codeOf(desk.api.notifications.get.query(one, desk.as(ada)))).toBe('notification:not_found')
  })

  it('is notified of snoozed chats that are back, whether they let them rest or have them', async () => {
    const [ada, bob] = [await desk.addMember('Ada'), await desk.addMember('Bob')]
    const [waits, timed] = [await desk.openChat('+15559510002'), await desk.openChat('+15559510003')]
    await desk.api.chats.assign.mutate({ id: waits.id, member: bob.id }, desk.as(bob))
    await desk.api.chats.update.mutate({ id: waits.id, snooze: { until: null } }, desk.as(ada))
    await desk.api.chats.update.mutate({ id: timed.id, snooze: { until: hence(3_600_000) } }, desk.as(ada))
    await fixture.service.bus.publish(incomingText(desk.connected, '+15559510002', 'hello?'))
    expect(await desk.arrived(desk.as(ada), 1)).toMatchObject([{ kind: 'woken', chat: waits.id, by: null }])
    expect(await desk.arrived(desk.as(bob), 1)).toMatchObject([{ kind: 'woken', chat: waits.id }])
    await fixture.service.rows('update chat set snoozed_until = now() where id = $1', [timed.id])
    fixture.service.bus.nudge('messaging', 'wake')
    expect(await desk.arrived(desk.as(ada), 2)).toMatchObject([{ kind: 'woken', chat: timed.id }, { chat: waits.id }])
    expect(await desk.listed(desk.as(bob))).toHaveLength(1)
  })

  it('is notified of messages that they wrote and that failed, not of those of programs', async () => {
    const ada = await desk.addMember('Ada')
    const refused = { phone: '+15550100009', message: 'Hello', order: 'none' as const }
    const { id: ofProgram } = await desk.api.messages.send.mutate(refused, desk.asKey())
    const { id, chat } = await desk.api.messages.send.mutate(refused, desk.as(ada))
    const [only, ...others] = await desk.arrived(desk.as(ada), 1)
    expect(others).toEqual([])
    expect(only).toMatchObject({ kind: 'failed', message: id, chat, by: null, reason: expect.stringContaining(':') })
    const statusOf = async (message: string) =>
      (await desk.api.messages.get.query({ id: message as never }, desk.asKey())).status
    await until(async () => (await statusOf(ofProgram)) === 'failed')
    expect(await desk.listed(desk.as(ada))).toHaveLength(1)
  })

  it('is notified of numbers in trouble where they may see them, and of webhooks where they may manage them', async () => {
    const [ada, bob] = [await desk.addMember('Ada'), await desk.addMember('Bob')]
    await desk.takeNumberOffline()
    const webhook = await desk.failWebhook()
    const admin = desk.as(ada, ['read', 'send', 'manage'])
    const all = await desk.arrived(admin, 2)
    expect(all).toMatchObject([
      { kind: 'webhook', webhook, reason: 'failing', number: null },
      { kind: 'number', number: desk.connected.number, name: 'Shop', reason: 'offline', chat: null },
    ])
    expect(await desk.listed(desk.as(bob))).toMatchObject([{ kind: 'number' }])
    expect(await desk.listed(desk.as(bob, ['read', 'send'], [newId('num')]))).toEqual([])
    expect(await desk.api.notifications.read.mutate({ all: true }, desk.as(bob))).toEqual({ read: 1 })
    expect(await desk.listed(desk.as(bob, ['read', 'send', 'manage']), { unread: true })).toMatchObject([{ webhook }])
  })
})

describe('notifications', () => {
  it('are read by id or all at once, by kind and page, and announced to the member alone', async () => {
    const [ada, bob] = [await desk.addMember('Ada'), await desk.addMember('Bob')]
    const chats = [await desk.openChat('+15559510011'), await desk.openChat('+15559510012')]
    for (const { id } of chats) await desk.api.chats.assign.mutate({ id, member: bob.id }, desk.as(ada))
    await desk.takeNumberOffline()
    const [trouble, second, first] = await desk.arrived(desk.as(bob), 3)
    const page = await desk.api.notifications.list.query({ size: 2 }, desk.as(bob))
    expect(page.items.map(({ id }) => id)).toEqual([trouble?.id, second?.id])
    const rest = await desk.api.notifications.list.query({ size: 2, cursor: page.next as string }, desk.as(bob))
    expect(rest).toMatchObject({ items: [{ id: first?.id, chat: chats[0]?.id }], next: null })
    expect(await desk.listed(desk.as(bob), { kind: ['number'] })).toMatchObject([{ id: trouble?.id }])
    const mark = (input: object, call = desk.as(bob)) => desk.api.notifications.read.mutate(input as never, call)
    const before = desk.reportsTo(bob).length
    expect(await mark({ ids: [first?.id, newId('ntf')] })).toEqual({ read: 1 })
    expect(await mark({ ids: [first?.id] })).toEqual({ read: 0 })
    expect(await mark({ ids: [second?.id] }, desk.as(ada))).toEqual({ read: 0 })
    expect((await desk.listed(desk.as(bob), { unread: true })).map(({ id }) => id)).toEqual([trouble?.id, second?.id])
    expect(await desk.listed(desk.as(bob), { unread: false })).toMatchObject([{ readAt: expect.any(String) }])
    expect(await mark({ all: true })).toEqual({ read: 2 })
    await until(() => desk.reportsTo(bob).length >= before + 2)
  })

  it('are those of the caller: a key names a member, and a member names no one else', async () => {
    const [ada, bob] = [await desk.addMember('Ada'), await desk.addMember('Bob')]
    const { id } = await desk.openChat('+15559510013')
    await desk.api.chats.assign.mutate({ id, member: bob.id }, desk.as(ada))
    await desk.arrived(desk.as(bob), 1)
    const { list, read } = desk.api.notifications
    expect(await codeOf(list.query({}, desk.asKey()))).toBe('request:invalid')
    expect(await codeOf(read.mutate({ all: true }, desk.asKey()))).toBe('request:invalid')
    expect((await list.query({ member: bob.id }, desk.asKey())).items).toHaveLength(1)
    expect(await codeOf(list.query({ member: bob.id }, desk.as(ada)))).toBe('role:insufficient')
    expect(await codeOf(read.mutate({ member: bob.id, all: true }, desk.as(ada)))).toBe('role:insufficient')
    const readOnly = fixture.service.as(desk.workspace, { scopes: ['read'] })
    expect(await codeOf(read.mutate({ member: bob.id, all: true }, readOnly))).toBe('scope:missing')
    expect(await read.mutate({ member: bob.id, all: true }, desk.asKey())).toEqual({ read: 1 })
    expect(await codeOf(read.mutate({} as never, desk.as(ada)))).toBe('request:invalid')
    const elsewhere = fixture.service.as((await openDesk(fixture)).workspace)
    expect(await codeOf(list.query({ member: bob.id }, elsewhere))).toBe('member:not_found')
    expect(await codeOf(read.mutate({ member: newId('mem'), all: true }, desk.asKey()))).toBe('member:not_found')
  })

  it('of a mention goes with its note, whose number limits who reads it', async () => {
    const [ada, bob] = [await desk.addMember('Ada'), await desk.addMember('Bob')]
    const { id } = await desk.openChat('+15559510031')
    const note = await desk.api.notes.create.mutate({ id, message: 'look', mentions: [bob.id] }, desk.as(ada))
    await desk.arrived(desk.as(bob), 1)
    expect(await desk.listed(desk.as(bob, ['read'], [newId('num')]))).toEqual([])
    expect(await desk.listed(desk.as(bob, ['read'], [desk.connected.number]))).toHaveLength(1)
    const reports = () => desk.reportsTo(bob).length
    await until(() => reports() === 1)
    await desk.api.notes.remove.mutate({ id, note: note.id }, desk.as(ada))
    expect(await desk.listed(desk.as(bob))).toEqual([])
    await until(() => reports() === 2)
  })

  it('of a mention goes with the mention, which a member who has left may keep', async () => {
    const [ada, bob, eve] = [await desk.addMember('Ada'), await desk.addMember('Bob'), await desk.addMember('Eve')]
    const { id } = await desk.openChat('+15559510033')
    const mentions = [bob.id, eve.id]
    const { id: note } = await desk.api.notes.create.mutate({ id, message: 'look', mentions }, desk.as(ada))
    await desk.arrived(desk.as(bob), 1)
    await desk.arrived(desk.as(eve), 1)
    const update = (input: object) => desk.api.notes.update.mutate({ id, note, ...input }, desk.as(ada))
    await update({ message: 'look!' })
    expect(await desk.listed(desk.as(bob))).toHaveLength(1)
    await update({ mentions: [eve.id] })
    expect(await desk.listed(desk.as(bob))).toEqual([])
    expect(await desk.listed(desk.as(eve))).toHaveLength(1)
    await fixture.service.rows('update member set removed = true where id = $1', [eve.id])
    expect(await update({ message: 'edited', mentions: [eve.id] })).toMatchObject({ mentions: [eve.id] })
    expect(await codeOf(update({ mentions: [eve.id, newId('mem')] }))).toBe('member:not_found')
  })

  it('of a mention does not come once its note is gone or mentions the member no more', async () => {
    const [ada, bob] = [await desk.addMember('Ada'), await desk.addMember('Bob')]
    const { id } = await desk.openChat('+15559510032')
    const kept = await desk.api.notes.create.mutate({ id, message: 'kept' }, desk.as(ada))
    const ended = await desk.api.notes.create.mutate({ id, message: 'ended' }, desk.as(ada))
    // Set here, because a note that is created with a mention announces it before the events below.
    await fixture.service.rows('update note set mentions = $2 where id = $1', [kept.id, [bob.id]])
    const notes = [newId('note'), ended.id, kept.id]
    const by = { type: 'member', id: ada.id, name: 'Ada' }
    const events = notes.map((note, i) => {
      const data = { ...exampleChat, id, number: desk.connected.number, change: 'noted', by }
      const mentioned = { ...data, note: { id: note, mentions: [bob.id] } }
      const aggregate = { id, version: 900 + i }
      return busEvent({ event: 'chat:updated', workspace: desk.workspace, data: mentioned as never, aggregate })
    })
    await fixture.service.bus.publish(...events)
    expect(await desk.arrived(desk.as(bob), 1)).toMatchObject([{ kind: 'mention', note: kept.id }])
  })

  it('go after thirty days, with their chat, with the person of their chat, and with their member', async () => {
    const [ada, bob] = [await desk.addMember('Ada'), await desk.addMember('Bob')]
    const phones = ['+15559510021', '+15559510022', '+15559510023', '+15559510024']
    const chats = await Promise.all(phones.map(desk.openChat))
    for (const { id } of chats) await desk.api.chats.assign.mutate({ id, member: bob.id }, desk.as(ada))
    const all = await desk.arrived(desk.as(bob), 4)
    const [old, removed, erased, kept] = chats.map(({ id }) => all.find(({ chat }) => chat === id)?.id)
    await fixture.service.rows(`update notification set created_at = now() - interval '31 days' where id = $1`, [old])
    await desk.api.chats.remove.mutate({ id: chats[1]?.id as string }, desk.asKey())
    expect((await desk.listed(desk.as(bob))).map(({ id }) => id)).not.toContain(removed)
    const person = { workspace: desk.workspace, contact: chats[2]?.contact as string, phones: [phones[2] as string] }
    await requestErasure(fixture.service, 'messaging', person)
    await until(async () => (await desk.listed(desk.as(bob))).every(({ id }) => id !== erased))
    fixture.service.bus.nudge('messaging', 'housekeeping')
    await until(async () => (await desk.listed(desk.as(bob))).every(({ id }) => id !== old))
    expect((await desk.listed(desk.as(bob))).map(({ id }) => id)).toEqual([kept])
    const gone = { id: bob.id, version: 9 }
    const { workspace } = desk
    await fixture.service.bus.publish(
      busEvent({ event: 'member:removed', workspace, data: { id: bob.id } as never, aggregate: gone }),
    )
    await until(async () => (await desk.listed(desk.as(bob))).length === 0)
    const rows = () => fixture.service.rows('select 1 from notification where workspace_id = $1', [workspace])
    expect(await rows()).toEqual([])
  })
})
