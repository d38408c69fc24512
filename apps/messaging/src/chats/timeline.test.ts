import { newId } from '@posthorn/contracts'
import { busEvent, copiedId, copyRow, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { codeOf, useMessaging } from '../messaging.fixture.ts'
import { addMember, chatChangesOf, incomingText, openChatByText } from './inbox.fixture.ts'

let lastPhone = 15_554_200_000
const { fixture, connected } = useMessaging()

const api = () => fixture.service.clients.messaging
const caller = () => fixture.service.as(connected.workspace)
const written = () => openChatByText(fixture, connected, { phone: `+${(lastPhone += 1)}` })

describe('chats.timeline', () => {
  it('gives messages, notes and changes in one order with who made them, page by page', async () => {
    const { id, phone } = await written()
    const ada = await addMember(fixture, connected.workspace, 'Ada')
    const actor = { type: 'member' as const, id: ada.id, name: 'Ada' }
    const asAda = fixture.service.as(connected.workspace, { actor })
    const note = await api().notes.create.mutate({ id, message: 'Knows the way' }, asAda)
    await api().chats.assign.mutate({ id, member: ada.id }, asAda)
    const answer = await api().messages.send.mutate({ chat: id, message: 'On its way' }, asAda)
    expect(answer.by).toEqual(actor)
    await api().chats.update.mutate({ id, status: 'resolved', pinned: true }, asAda)
    await fixture.service.bus.publish(incomingText(connected, phone as string, 'thanks'))
    const all = await until(async () => {
      const { items } = await api().chats.timeline.query({ id }, caller())
      return items.length === 7 && items
    })
    expect(all.map(({ type, change }) => change ?? type).toReversed()).toEqual([
      'message',
      'note',
      'assigned',
      'message',
      'resolved',
      'message',
      'reopened',
    ])
    expect(all.find(({ change }) => change === 'assigned')).toMatchObject({ by: actor, assignee: ada })
    expect(all.find(({ change }) => change === 'reopened')?.by).toBeNull()
    expect(all.find(({ type }) => type === 'note')?.note).toEqual(note)
    const said = all.find((item) => item.id === answer.id)?.message
    expect(said).toMatchObject({ message: 'On its way', by: actor })
    expect(said?.version).toBeGreaterThanOrEqual(answer.version)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await api().chats.timeline.query({ id, size: 2, cursor }, caller())
      paged.push(...page.items.map((item) => item.id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(paged).toEqual(all.map((item) => item.id))
    const { items: newer } = await api().chats.timeline.query({ id, after: answer.id, size: 2 }, caller())
    expect(newer.map((item) => item.id)).toEqual(all.slice(1, 3).map((item) => item.id))
    const { items: around } = await api().chats.timeline.query({ id, around: answer.id, size: 4 }, caller())
    expect(around.map((item) => item.id)).toEqual(all.slice(1, 5).map((item) => item.id))
    const { items: messages } = await api().messages.list.query({ chat: id, around: answer.id, size: 2 }, caller())
    expect(messages.map(({ message }) => message)).toEqual(['thanks', 'On its way'])
    const input = { chat: id, around: answer.id, size: 2, sort: 'createdAt:asc' as const }
    const { items: ascending } = await api().messages.list.query(input, caller())
    expect(ascending[1]?.id).toBe(answer.id)
  })

  it('has labels that came with a message or were deleted, and the end of an assignment because the member left', async () => {
    const { id } = await written()
    const label = await api().labels.create.mutate({ name: 'Passing' }, caller())
    await api().messages.send.mutate({ chat: id, message: 'x', labels: [label.id] }, caller())
    await api().labels.remove.mutate({ id: label.id }, caller())
    const ida = await addMember(fixture, connected.workspace, 'Ida')
    await api().chats.assign.mutate({ id, member: ida.id }, caller())
    const left = {
      workspace: connected.workspace,
      data: { id: ida.id as never },
      aggregate: { id: ida.id, version: 2 },
    }
    await fixture.service.apply(busEvent({ event: 'member:removed', ...left }))
    const { items } = await api().chats.timeline.query({ id }, caller())
    const made = items.flatMap(({ change, by }) => (change ? [[change, by?.id]] : []))
    expect(made.toReversed()).toEqual([
      ['labeled', 'key_test'],
      ['labeled', 'key_test'],
      ['assigned', 'key_test'],
      ['unassigned', undefined],
    ])
  })

  it('continues a page around a message, also in the list of messages, though the message is gone since', async () => {
    const { id } = await written()
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    for (const message of ['one', 'two', 'three', 'four'])
      await api().messages.send.mutate({ chat: id, message, deliverAt }, caller())
    const { items } = await api().messages.list.query({ chat: id }, caller())
    const place = { around: items[1]?.id ?? '', size: 2 }
    const listed = await api().messages.list.query({ chat: id, ...place }, caller())
    const shown = await api().chats.timeline.query({ id, ...place }, caller())
    await fixture.service.rows('delete from send_job where message_id = $1', [place.around])
    await fixture.service.rows('delete from message where id = $1', [place.around])
    const further = { ...place, size: 10 }
    const rest = items.slice(2).map((each) => each.id)
    const next = await api().messages.list.query({ chat: id, ...further, cursor: listed.next as string }, caller())
    expect(next.items.map((each) => each.id)).toEqual(rest)
    const later = await api().chats.timeline.query({ id, ...further, cursor: shown.next as string }, caller())
    expect(later.items.map((each) => each.id)).toEqual(rest)
  })

  it('refuses a message of another chat, and is found by its indexes however long the chat is', async () => {
    const [{ id }, { id: other }] = [await written(), await written()]
    const foreign = (await api().messages.send.mutate({ chat: other, message: 'x' }, caller())).id
    for (const place of [{ around: foreign }, { after: foreign }, { around: newId('msg') }])
      await expect(api().chats.timeline.query({ id, ...place }, caller())).rejects.toMatchObject({
        data: { fault: { code: 'message:not_found', errors: [{ path: Object.keys(place)[0] }] } },
      })
    expect(await codeOf(api().messages.list.query({ chat: id, around: foreign }, caller()))).toBe('message:not_found')
    await expect(api().messages.list.query({ chat: id, around: foreign }, caller())).rejects.toMatchObject({
      data: { fault: { code: 'message:not_found', errors: [{ path: 'around' }] } },
    })
    await expect(api().messages.list.query({ around: foreign }, caller())).rejects.toMatchObject({
      data: { fault: { code: 'request:invalid', errors: [{ path: 'chat' }] } },
    })
    const outsider = fixture.service.as(fixture.service.workspace())
    expect(await codeOf(api().chats.timeline.query({ id }, outsider))).toBe('chat:not_found')
    await api().chats.update.mutate({ id, muted: true }, caller())
    await copyRow(fixture.service, {
      table: 'chat_change',
      where: 'chat_id = $1',
      params: [id],
      count: 300,
      changes: `jsonb_build_object('id', ${copiedId('id')})`,
    })
    const first = await api().chats.timeline.query({ id, size: 200 }, caller())
    const rest = await api().chats.timeline.query({ id, size: 200, cursor: first.next as string }, caller())
    expect([first.items.length, rest.items.length, rest.next]).toEqual([200, 102, null])
  })
})

describe('mentions', () => {
  it('lead the member to the chat, follow a change of the note, and are announced without its text', async () => {
    const { id } = await written()
    const [ada, bob] = [
      await addMember(fixture, connected.workspace, 'Eva'),
      await addMember(fixture, connected.workspace, 'Bob'),
    ]
    const note = await api().notes.create.mutate({ id, message: 'Eva, please', mentions: [ada.id, ada.id] }, caller())
    expect(note).toMatchObject({ mentions: [ada.id], editedAt: null })
    const found = async (mentioned: string) =>
      (await api().chats.list.query({ mentioned }, caller())).items.map((chat) => chat.id)
    expect([await found(ada.id), await found(bob.id)]).toEqual([[id], []])
    const me = fixture.service.as(connected.workspace, { actor: { type: 'member', id: bob.id } })
    const changed = await api().notes.update.mutate({ id, note: note.id, message: 'Bob?', mentions: [bob.id] }, me)
    expect(changed).toMatchObject({ message: 'Bob?', by: note.by, mentions: [bob.id] })
    expect(changed.editedAt).not.toBeNull()
    expect((await api().chats.list.query({ mentioned: 'me' }, me)).items.map((chat) => chat.id)).toEqual([id])
    expect(await found(ada.id)).toEqual([])
    await until(() => chatChangesOf(fixture, id).length === 3)
    expect(chatChangesOf(fixture, id).at(-1)).toMatchObject({
      change: 'noted',
      note: { id: note.id, mentions: [bob.id] },
    })
    const unknown = { id, message: 'x', mentions: [newId('mem')] }
    expect(await codeOf(api().notes.create.mutate(unknown, caller()))).toBe('member:not_found')
    expect(await codeOf(api().notes.update.mutate({ id, note: newId('note') }, caller()))).toBe('note:not_found')
  })
})
