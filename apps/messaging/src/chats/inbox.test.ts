import { type EventData, idFloor, newId } from '@posthorn/contracts'
import { busEvent, copyRow, faultOf, incomingMessage, until, untilLocked } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { codeOf, useMessaging } from '../messaging.fixture.ts'
import { addMember, chatChangesOf, incomingText, openChatByText } from './inbox.fixture.ts'

let lastPhone = 15_556_000_000
const { fixture, connected } = useMessaging()

const chats = () => fixture.service.clients.messaging.chats
const messages = () => fixture.service.clients.messaging.messages
const labels = () => fixture.service.clients.messaging.labels
const caller = () => fixture.service.as(connected.workspace)
const outsider = () => fixture.service.as(fixture.service.workspace())
const fresh = (text?: string) =>
  openChatByText(fixture, connected, { phone: `+${(lastPhone += 1)}`, ...(text === undefined ? {} : { text }) })
const changes = (chat: string) => chatChangesOf(fixture, chat).map(({ change }) => change)

describe('chats.update', () => {
  it('changes status, unread, pinned and muted, and announces each change with who made it; what is so already changes nothing', async () => {
    const { id } = await fresh()
    const wanted = { status: 'resolved' as const, unread: false, pinned: true, muted: true }
    const changed = await chats().update.mutate({ id, ...wanted }, caller())
    expect(changed).toMatchObject({ ...wanted, unreadCount: 0 })
    expect(await chats().update.mutate({ id, ...wanted }, caller())).toEqual(changed)
    await chats().update.mutate({ id, unread: true, pinned: false, muted: false }, caller())
    await until(() => changes(id).length === 8)
    expect(changes(id)).toEqual(['created', 'resolved', 'read', 'pinned', 'muted', 'unread', 'unpinned', 'unmuted'])
    expect(chatChangesOf(fixture, id)[0]?.by).toBeNull()
    expect(chatChangesOf(fixture, id)[1]?.by).toEqual({ type: 'key', id: 'key_test', name: null })
  })

  it('leaves a muted chat resolved when the customer writes, and reopens it once it is not muted', async () => {
    const { id, phone } = await fresh()
    await chats().update.mutate({ id, status: 'resolved', muted: true }, caller())
    await fixture.service.bus.publish(incomingText(connected, phone as string, 'quiet'))
    await until(async () => (await chats().get.query({ id }, caller())).unreadCount === 2)
    expect((await chats().get.query({ id }, caller())).status).toBe('resolved')
    await chats().update.mutate({ id, muted: false }, caller())
    await fixture.service.bus.publish(incomingText(connected, phone as string, 'loud'))
    await until(async () => (await chats().get.query({ id }, caller())).status === 'open')
    await until(() => changes(id).includes('reopened'))
  })

  it('names each faulty field', async () => {
    const { id } = await fresh()
    const faulty = { id, status: 'closed', pinned: 'yes' } as never
    const fault = faultOf(
      await chats()
        .update.mutate(faulty, caller())
        .catch((err) => err),
    )
    expect(fault.errors.map(({ path }) => path)).toEqual(['status', 'pinned'])
  })

  it('is refused to a key that may only read, and to one that is limited to another number', async () => {
    const { id } = await fresh()
    const reader = fixture.service.as(connected.workspace, { scopes: ['read'] })
    expect(await codeOf(chats().update.mutate({ id, pinned: true }, reader))).toBe('scope:missing')
    const elsewhere = fixture.service.as(connected.workspace, { numbers: [newId('num')] })
    expect(await codeOf(chats().update.mutate({ id, pinned: true }, elsewhere))).toBe('chat:not_found')
    expect((await chats().list.query({}, elsewhere)).items).toEqual([])
  })
})

describe('chats.archive and chats.unarchive', () => {
  it('put a chat away and take it back; a chat that is only resolved stays so', async () => {
    const { id } = await fresh()
    expect((await chats().archive.mutate({ id }, caller())).status).toBe('archived')
    expect((await chats().unarchive.mutate({ id }, caller())).status).toBe('open')
    await chats().update.mutate({ id, status: 'resolved' }, caller())
    expect((await chats().unarchive.mutate({ id }, caller())).status).toBe('resolved')
    await until(() => changes(id).length === 4)
    expect(changes(id)).toEqual(['created', 'archived', 'reopened', 'resolved'])
  })
})

describe('chats.assign and chats.unassign', () => {
  it('by id or by email, announced once each, and found by assignee; a new name shows on the chat', async () => {
    const other = await fixture.connectNumber()
    const theirs = fixture.service.as(other.workspace)
    const { id } = await openChatByText(fixture, other, { phone: '+15556100001' })
    const { id: free } = await openChatByText(fixture, other, { phone: '+15556100002' })
    const ada = await addMember(fixture, other.workspace, 'Ada')
    expect((await chats().assign.mutate({ id, member: ada.id }, theirs)).assignee).toEqual(ada)
    expect((await chats().assign.mutate({ id, email: 'ADA@shop.example.com' }, theirs)).assignee).toEqual(ada)
    const found = async (assignee: string[]) =>
      (await chats().list.query({ assignee }, theirs)).items.map((chat) => chat.id)
    expect(await found(['ADA@shop.example.com'])).toEqual([id])
    expect(await found(['nobody@shop.example.com'])).toEqual([])
    expect([await found([ada.id]), await found(['none'])]).toEqual([[id], [free]])
    expect((await found([ada.id, 'none'])).sort()).toEqual([id, free].sort())
    const renamed = { ...ada, name: 'Countess' }
    await fixture.service.bus.publish(
      busEvent({
        event: 'member:updated',
        workspace: other.workspace,
        data: renamed,
        aggregate: { id: ada.id, version: 2 },
      }),
    )
    await until(async () => (await chats().get.query({ id }, theirs)).assignee?.name === 'Countess')
    expect((await chats().unassign.mutate({ id }, theirs)).assignee).toBeNull()
    expect((await found(['none'])).sort()).toEqual([id, free].sort())
    await until(() => changes(id).length === 4)
    expect(changes(id)).toEqual(['created', 'assigned', 'renamed', 'unassigned'])
  })

  it('refuse whom the workspace does not have, and two names at once', async () => {
    const { id } = await fresh()
    const foreign = await addMember(fixture, fixture.service.workspace(), 'Eve')
    expect(await codeOf(chats().assign.mutate({ id, member: foreign.id }, caller()))).toBe('member:not_found')
    expect(await codeOf(chats().assign.mutate({ id, email: foreign.email }, caller()))).toBe('member:not_found')
    const fault = (input: object) =>
      chats()
        .assign.mutate({ id, ...input }, caller())
        .catch((err) => faultOf(err).errors.map(({ path }) => path))
    expect(await fault({})).toEqual(['member'])
    expect(await fault({ member: foreign.id, email: foreign.email })).toEqual(['email'])
  })
})

describe('chats.updateMany', () => {
  it('changes all of them in the order of the ids, or none when one is unknown', async () => {
    const made = [await fresh(), await fresh(), await fresh()]
    const ids = made.map(({ id }) => id).reverse()
    const ada = await addMember(fixture, connected.workspace, 'Bulk')
    const label = await labels().create.mutate({ name: 'Bulk', color: '#112233' }, caller())
    const input = { ids, status: 'pending' as const, assignee: { member: ada.id }, labels: { add: [label.id] } }
    const changed = await chats().updateMany.mutate(input, caller())
    expect(changed.map(({ id }) => id)).toEqual(ids)
    for (const chat of changed) {
      expect(chat).toMatchObject({ status: 'pending', assignee: ada, labels: [{ id: label.id, name: 'Bulk' }] })
    }
    await until(() => changes(ids[0] as string).length === 4)
    expect(changes(ids[0] as string)).toEqual(['created', 'pending', 'assigned', 'labeled'])
    const withUnknown = { ids: [ids[0] as string, newId('chat')], status: 'open' as const }
    const fault = faultOf(
      await chats()
        .updateMany.mutate(withUnknown, caller())
        .catch((err) => err),
    )
    expect([fault.code, fault.errors[0]?.path]).toEqual(['chat:not_found', 'ids.1'])
    expect((await chats().get.query({ id: ids[0] as string }, caller())).status).toBe('pending')
    const undone = await chats().updateMany.mutate({ ids, assignee: null, labels: { remove: [label.id] } }, caller())
    expect(undone.map(({ assignee, labels: left }) => [assignee, left])).toEqual(ids.map(() => [null, []]))
    expect(await codeOf(chats().updateMany.mutate({ ids }, outsider()))).toBe('chat:not_found')
  })

  it('takes 200 chats at most, each once', async () => {
    const [id, many] = [newId('chat'), Array.from({ length: 201 }, () => newId('chat'))]
    expect(await codeOf(chats().updateMany.mutate({ ids: [id, id] }, caller()))).toBe('request:invalid')
    expect(await codeOf(chats().updateMany.mutate({ ids: many }, caller()))).toBe('request:invalid')
  })
})

describe('chats.read', () => {
  it('read marks all incoming messages read and sends the receipt of the newest', async () => {
    const { id, phone } = await fresh('one')
    await fixture.service.bus.publish(incomingText(connected, phone as string, 'two'))
    await until(async () => (await chats().get.query({ id }, caller())).unreadCount === 2)
    expect(await chats().read.mutate({ id }, caller())).toMatchObject({ unread: false, unreadCount: 0 })
    const { items } = await messages().list.query({ chat: id }, caller())
    expect(items.map(({ status }) => status)).toEqual(['read', 'read'])
    await until(async () => (await fixture.service.rows('select 1 from receipt_job')).length === 0)
    await chats().read.mutate({ id }, caller())
    await until(() => changes(id).length === 2)
    expect(changes(id)).toEqual(['created', 'read'])
  })

  it('read looks at no message from long before the last reading', async () => {
    const { id, phone } = await fresh('one')
    await chats().read.mutate({ id }, caller())
    const old = { id: idFloor('msg', Date.now() - 2 * 3_600_000), status: 'received' }
    await copyRow(fixture.service, {
      table: 'message',
      where: 'chat_id = $1',
      params: [id],
      count: 1,
      changes: `'${JSON.stringify(old)}'::jsonb`,
    })
    await fixture.service.bus.publish(incomingText(connected, phone as string, 'two'))
    await until(async () => (await chats().get.query({ id }, caller())).unreadCount === 1)
    await chats().read.mutate({ id }, caller())
    const { items } = await messages().list.query({ chat: id }, caller())
    expect(items.map(({ status }) => status)).toEqual(['read', 'read', 'received'])
  })

  it('messages.read raises the version of a chat that another change raises at the same time once more', async () => {
    const { rows } = fixture.service
    const { id } = await fresh('one')
    const { version } = await chats().get.query({ id }, caller())
    const [message] = (await messages().list.query({ chat: id }, caller())).items
    await rows('begin')
    await rows('update chat set unread_count = unread_count + 1, version = version + 1 where id = $1', [id])
    const reading = messages().read.mutate({ id: message?.id ?? '' }, caller())
    await untilLocked({ rows })
    await rows('commit')
    expect((await reading).status).toBe('read')
    const after = { version: version + 2, unread: false }
    expect(await chats().get.query({ id }, caller())).toMatchObject(after)
  })
})

describe('chats.typing', () => {
  it('typing is shown as an answer to the newest message, which then counts as read', async () => {
    const { id } = await fresh('hello?')
    expect(await chats().typing.mutate({ id }, caller())).toEqual({ shown: true })
    expect((await chats().get.query({ id }, caller())).unread).toBe(false)
    await until(async () => (await fixture.service.rows('select 1 from receipt_job')).length === 0)
    const { chat } = await fixture.service.clients.messaging.messages.send.mutate(
      { phone: '+15556200001', message: 'x' },
      caller(),
    )
    expect(await codeOf(chats().typing.mutate({ id: chat }, caller()))).toBe('chat:never_written')
  })

  it('a message of the provider itself gets no receipt and alerts no one', async () => {
    const phone = `+${(lastPhone += 1)}`
    const content = { type: 'system' as const, system: { event: 'customer_identity_changed' } }
    const system = { number: connected.number, type: 'system', text: 'Ada changed', content } as const
    const note = () => fixture.service.apply(incomingMessage(connected.workspace, { phone }, system))
    await note()
    const id = (await chats().list.query({ phone }, caller())).items[0]?.id ?? ''
    expect(await codeOf(chats().typing.mutate({ id }, caller()))).toBe('chat:never_written')
    const ada = await addMember(fixture, connected.workspace, 'Ada')
    await chats().assign.mutate({ id, member: ada.id }, caller())
    await note()
    await fixture.service.apply(incomingText(connected, phone, 'hello?'))
    const [written] = (await messages().list.query({ chat: id }, caller())).items
    const alerts = () =>
      fixture.service.bus.published.flatMap(({ event, data }) => {
        const alert = data as EventData<'member:alerted'>
        return event === 'member:alerted' && alert.chat === id && alert.kind === 'message' ? [alert.message] : []
      })
    await until(() => alerts().length > 0)
    expect(alerts()).toEqual([written?.id])
  })
})

describe('chats.remove', () => {
  it('removes chat, messages, notes, files from the customer and what waits; a late repeat of a callback brings nothing back', async () => {
    const phone = `+${(lastPhone += 1)}`
    const event = incomingText(connected, phone, 'forget me')
    await fixture.service.bus.publish(event)
    const found = () => chats().list.query({ phone }, caller())
    const { id } = await until(async () => (await found()).items[0])
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const { messages, notes } = fixture.service.clients.messaging
    const waiting = await messages.send.mutate({ chat: id, message: 'later', deliverAt }, caller())
    await notes.create.mutate({ id, message: 'private' }, caller())
    const { rows } = fixture.service
    const file = newId('file')
    await rows(
      `insert into file (workspace_id, id, place, sha256, filename, mime, kind, size, shared, number_ids)
       values ($1, $2, $2, 'x', 'a.png', 'image/png', 'image', 1, true, '{}')`,
      [connected.workspace, file],
    )
    const media = `jsonb_build_object('media', jsonb_build_object('file', $2::text))`
    await rows(`update message set content = ${media} where chat_id = $1 and direction = 'in'`, [id, file])
    expect(await chats().remove.mutate({ id }, caller())).toEqual({ id, deleted: true })
    expect(await codeOf(chats().get.query({ id }, caller()))).toBe('chat:not_found')
    expect(await codeOf(messages.get.query({ id: waiting.id }, caller()))).toBe('message:not_found')
    expect(await fixture.service.rows('select 1 from send_job where chat_id = $1', [id])).toEqual([])
    expect(await rows('select 1 from note where chat_id = $1', [id])).toEqual([])
    expect(await rows('select 1 from file where id = $1', [file])).toEqual([])
    await until(() => changes(id).at(-1) === 'deleted')
    const deleted = fixture.service.bus.published.findLast(({ aggregate }) => aggregate.id === id)
    expect(deleted?.data).toMatchObject({ version: deleted?.aggregate.version })
    await fixture.service.bus.publish({ ...event, id: newId('evt') }, incomingText(connected, '+15556200009', 'marker'))
    await until(async () => (await chats().list.query({ phone: '+15556200009' }, caller())).items[0])
    expect((await found()).items).toEqual([])
  })

  it('is refused while a message of the chat is on its way', async () => {
    const { id } = await fresh()
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    await fixture.service.clients.messaging.messages.send.mutate({ chat: id, message: 'x', deliverAt }, caller())
    await fixture.service.rows(
      `update send_job set status = 'calling', lease_until = now() + interval '1 hour' where chat_id = $1`,
      [id],
    )
    expect(await codeOf(chats().remove.mutate({ id }, caller()))).toBe('chat:sending')
    expect((await chats().get.query({ id }, caller())).id).toBe(id)
  })
})
