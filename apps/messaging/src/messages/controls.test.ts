import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { addMember, chatChangesOf, openChatByText } from '../chats/inbox.fixture.ts'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'
import { groupFixture } from './group.fixture.ts'

const { fixture, connected } = useMessaging()
const groups = groupFixture(fixture, connected)

let lastPhone = 15_558_000_000
const freshPhone = () => `+${(lastPhone += 1)}`
const api = () => fixture.service.clients.messaging
const chat = (id: string) => api().chats.get.query({ id }, groups.caller())
const fault = (code: string, ...paths: string[]) => ({
  data: { fault: { code, errors: paths.map((path) => expect.objectContaining({ path })) } },
})
const label = (name: string) => api().labels.create.mutate({ name }, groups.caller())
const changes = (id: string) => chatChangesOf(fixture, id).map(({ change }) => change)

describe('labels of a message', () => {
  it('are put on its chat at once, by id or name, each once, and announced with who did it', async () => {
    const [returns, vip] = [await label('Returns'), await label('VIP')]
    const { chat: id } = await groups.send({
      phone: freshPhone(),
      message: 'x',
      labels: [returns.id, ' vip', 'RETURNS'],
    })
    expect((await chat(id)).labels.map(({ name }) => name)).toEqual(['Returns', 'VIP'])
    await until(() => chatChangesOf(fixture, id).length === 2)
    expect(chatChangesOf(fixture, id)).toMatchObject([
      { change: 'created', labels: [] },
      { change: 'labeled', labels: [{ id: returns.id }, { id: vip.id }], by: { type: 'key', id: 'key_test' } },
    ])
    const again = [
      { chat: id, message: 'y', labels: ['VIP'] },
      { chat: id, message: 'z', labels: ['Returns'] },
    ]
    await api().messages.batch.mutate({ messages: again }, groups.caller())
    expect((await chat(id)).labels).toHaveLength(2)
  })

  it('that are unknown or of another workspace are named, and more than a chat may have are refused', async () => {
    const theirs = await api().labels.create.mutate({ name: 'Theirs' }, fixture.service.as(fixture.service.workspace()))
    await label('Known')
    await expect(
      groups.send({ phone: freshPhone(), message: 'x', labels: ['Known', theirs.id, 'Theirs'] }),
    ).rejects.toMatchObject(fault('label:not_found', 'labels.1', 'labels.2'))
    const ids: string[] = []
    for (let i = 0; i < 51; i++) ids.push((await label(`Label ${i}`)).id)
    const phone = freshPhone()
    const { chat: full } = await groups.send({ phone, message: 'x', labels: ids.slice(0, 50) })
    await expect(groups.send({ phone, message: 'x', labels: ids.slice(50) })).rejects.toMatchObject(
      fault('chat:too_many_labels'),
    )
    expect((await chat(full)).labels).toHaveLength(50)
    const each = [ids.slice(0, 49), ids.slice(49, 50), ids.slice(50)]
    await fixture.service.rows(
      `update chat set labels = labels || jsonb_build_array(jsonb_build_object('id', $2::text, 'name', 'Last', 'color', '#000000')),
         label_ids = label_ids || $2::text where id = $1`,
      [full, ids[50]],
    )
    await groups.send({ phone, message: 'has it, beside too many others', labels: ids.slice(50) })
    const another = freshPhone()
    const messages = each.map((labels) => ({ number: connected.number, phone: another, message: 'x', labels }))
    const answers = await api().messages.batch.mutate({ messages, partial: true }, groups.caller())
    expect(answers.map(({ error }) => error?.errorCode ?? null)).toEqual([null, null, 'chat:too_many_labels'])
  })
})

describe('actions of a message', () => {
  it('are done to its chat when it has been sent, on behalf of who asked, and not when it fails', async () => {
    const grace = await addMember(fixture, connected.workspace, 'Grace')
    const { id } = await openChatByText(fixture, connected, { phone: freshPhone() })
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const actions = { status: 'resolved' as const, assignee: { email: 'GRACE@shop.example.com' }, pinned: true }
    const later = await groups.send({ chat: id, message: 'Bye', deliverAt, actions })
    expect(later.actions).toEqual({ status: 'resolved', pinned: true, assignee: { member: grace.id } })
    expect((await chat(id)).status).toBe('open')
    await api().messages.update.mutate({ id: later.id, deliverAt: new Date().toISOString() }, groups.caller())
    await until(async () => (await chat(id)).status === 'resolved')
    expect(await chat(id)).toMatchObject({ pinned: true, assignee: { name: 'Grace' } })
    await until(() => changes(id).includes('assigned'))
    expect(changes(id)).toEqual(['created', 'read', 'resolved', 'pinned', 'assigned'])
    expect(chatChangesOf(fixture, id)[2]?.by).toEqual({ type: 'key', id: 'key_test', name: null })
    const refused = await groups.send({ phone: '+15550100009', message: 'x', actions: { status: 'archived' } })
    await groups.awaitStatus(refused.id, 'failed')
    expect((await chat(refused.chat)).status).toBe('open')
  })

  it('are done once, though a status says it before the answer of the call and again after', async () => {
    const sent = await groups.send({ phone: freshPhone(), message: 'x', actions: { muted: true, assignee: null } })
    const { providerId } = await groups.awaitStatus(sent.id, 'sent')
    await until(async () => (await chat(sent.chat)).muted)
    await api().chats.update.mutate({ id: sent.chat, muted: false }, groups.caller())
    await fixture.service.bus.publish(statusEvent(connected, { providerId: providerId ?? '', status: 'read' }))
    await groups.awaitStatus(sent.id, 'read')
    expect(await fixture.service.rows('select 1 from chat_action')).toEqual([])
    expect((await chat(sent.chat)).muted).toBe(false)
  })

  it('are done on behalf of who asked for them even if the message fails right after it was sent', async () => {
    await api().queues.pause.mutate({ id: connected.number }, groups.caller())
    const sent = await groups.send({ phone: freshPhone(), message: 'x', actions: { muted: true } })
    const reported = { providerId: `wamid.${sent.id}`, callbackTag: `${sent.id}:1` }
    const [accepted, failed] = [
      statusEvent(connected, { ...reported, status: 'sent' }),
      statusEvent(connected, { ...reported, status: 'failed' }),
    ]
    await fixture.service.bus.publish(accepted, failed)
    await until(async () => (await chat(sent.chat)).failed)
    await until(() => changes(sent.chat).includes('muted'))
    expect(chatChangesOf(fixture, sent.chat).at(-1)?.by).toMatchObject({ id: 'key_test' })
    await api().queues.resume.mutate({ id: connected.number }, groups.caller())
  })

  it('that name no one, both or an unknown field are refused by their path', async () => {
    const send = (actions: object) => groups.send({ phone: freshPhone(), message: 'x', actions })
    await expect(send({ assignee: { member: newId('mem') } })).rejects.toMatchObject(
      fault('member:not_found', 'actions.assignee.member'),
    )
    await expect(send({ assignee: {} })).rejects.toMatchObject(fault('request:invalid', 'actions.assignee.member'))
    await expect(send({ status: 'gone' })).rejects.toMatchObject(fault('request:invalid', 'actions.status'))
  })
})

describe('typing before a message', () => {
  it('is shown to who wrote, and the message waits for it', async () => {
    const { id } = await openChatByText(fixture, connected, { phone: freshPhone() })
    const begun = Date.now()
    const message = await groups.send({ chat: id, message: 'Let me see', typing: 2 })
    expect(message.typing).toBe(2)
    await until(async () => (await groups.get(message.id)).waiting?.reason === 'typing')
    await until(async () => (await fixture.service.rows('select 1 from receipt_job')).length === 0)
    const { statusAt } = await groups.awaitStatus(message.id, 'sent')
    expect(Date.parse(statusAt.sent ?? '')).toBeGreaterThanOrEqual(begun + 2_000)
    expect((await groups.get(message.id)).waiting).toBeNull()
  })

  it('holds a message to who never wrote too, is moved with its time, and is nothing to groups', async () => {
    const deliverAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const later = await groups.send({ phone: freshPhone(), message: 'x', typing: 1, deliverAt: deliverAt(1) })
    const typesAt = async () => {
      const text = 'select run_at from receipt_job where message_id = $1'
      const [row] = await fixture.service.rows<{ run_at: Date }>(text, [later.id])
      return row?.run_at.getTime() ?? 0
    }
    const before = await typesAt()
    await api().messages.update.mutate({ id: later.id, deliverAt: deliverAt(2) }, groups.caller())
    expect(await typesAt()).toBeGreaterThan(before + 3_500_000)
    await api().messages.update.mutate({ id: later.id, deliverAt: new Date().toISOString() }, groups.caller())
    await groups.awaitStatus(later.id, 'sent')
    const { id } = await groups.createGroup()
    const message = await groups.send({ group: id, message: 'x', typing: 20 })
    expect(message.typing).toBeNull()
    await groups.awaitStatus(message.id, 'sent')
  })
})

describe('a refusal for a closed window', () => {
  it('locks the chat before the message, as all that comes in does, so that neither waits for the other', async () => {
    const { id, chat } = await groups.send({ phone: freshPhone(), message: 'x' })
    const get = () => api().messages.get.query({ id }, groups.caller())
    const { providerId } = await until(async () => ((await get()).status === 'sent' ? get() : null))
    await fixture.service.rows('begin')
    await fixture.service.rows('select 1 from chat where id = $1 for update', [chat])
    const status = statusEvent(connected, { providerId: providerId ?? '', status: 'failed' })
    const error = {
      code: 131047,
      title: 'Re-engagement message',
      errorCode: 'window:closed' as const,
      retryable: false,
    }
    await fixture.service.bus.publish({ ...status, data: { ...status.data, error } })
    const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await until(async () => (await fixture.service.rows(waits)).length > 0)
    expect(await fixture.service.rows('select 1 from message where id = $1 for update nowait', [id])).toHaveLength(1)
    await fixture.service.rows('rollback')
    await until(async () => (await get()).status === 'failed')
  })
})

describe('content of a waiting message', () => {
  const later = () => new Date(Date.now() + 3_600_000).toISOString()
  const update = (id: string, input: object) => api().messages.update.mutate({ id, ...input } as never, groups.caller())

  it('is replaced as a whole, be it of another type; controls stay, and what is sent is what it is then', async () => {
    const made = await groups.send({ phone: freshPhone(), message: 'Tea?', deliverAt: later(), onWindowClosed: 'hold' })
    const asked = await update(made.id, { message: 'Which one?', buttons: [{ text: 'Tea' }, { text: 'Coffee' }] })
    expect(asked).toMatchObject({
      type: 'buttons',
      message: 'Which one?',
      buttons: [{ id: 'button_1', text: 'Tea' }, {}],
    })
    expect(await update(made.id, { message: 'Tea or coffee?' })).toMatchObject({
      type: 'buttons',
      message: 'Tea or coffee?',
    })
    const polled = await update(made.id, { poll: { name: 'Which one?', options: ['Tea', 'Coffee'] } })
    expect(polled).toMatchObject({ type: 'poll', poll: { name: 'Which one?' }, onWindowClosed: 'hold' })
    expect(polled).toHaveProperty('message', null)
    expect(polled).not.toHaveProperty('buttons')
    await update(made.id, { location: { latitude: 1, longitude: 2 }, deliverAt: new Date().toISOString() })
    expect(await groups.awaitStatus(made.id, 'sent')).toMatchObject({ type: 'location', location: { latitude: 1 } })
  })

  it('is judged as when it is sent: one kind, files and contacts that are there, and what its chat can take', async () => {
    const { id } = await groups.send({ phone: freshPhone(), message: 'x', deliverAt: later() })
    const buttons = [{ text: 'Yes' }]
    const two = { message: 'x', buttons, poll: { name: 'x', options: ['a', 'b'] } }
    await expect(update(id, two)).rejects.toMatchObject(fault('request:invalid', 'buttons', 'message'))
    await expect(update(id, { buttons })).rejects.toMatchObject(fault('request:invalid', 'message'))
    await expect(update(id, { footer: 'x', message: 'y' })).rejects.toMatchObject(fault('request:invalid', 'footer'))
    await expect(update(id, { media: { file: newId('file') } })).rejects.toThrow('no such file')
    const cards = update(id, { contacts: [{ contact: newId('con') }] })
    await expect(cards).rejects.toMatchObject(fault('contact:not_found', 'contacts.0.contact'))
    const group = await groups.createGroup()
    const published = await groups.send({ group: group.id, message: 'x', deliverAt: later() })
    await expect(update(published.id, { message: 'x', buttons })).rejects.toThrow('Groups do not support buttons')
    expect(await api().messages.get.query({ id }, groups.caller())).toMatchObject({ type: 'text', message: 'x' })
  })
})
