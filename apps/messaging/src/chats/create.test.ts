import { newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { codeOf, useMessaging } from '../messaging.fixture.ts'
import { chatChangesOf, incomingText } from './inbox.fixture.ts'

let lastPhone = 15_553_900_000
const { fixture, connected } = useMessaging()

const messaging = () => fixture.service.clients.messaging
const caller = () => fixture.service.as(connected.workspace)
const freshPhone = () => `+${(lastPhone += 1)}`

describe('a chat that is opened without a message', () => {
  it('has its labels and status, is announced once, and is the chat of the messages that follow', async () => {
    const phone = freshPhone()
    await messaging().labels.create.mutate({ name: 'Opened' }, caller())
    const input = { phone, status: 'resolved' as const, labels: ['opened'] }
    const opened = await messaging().chats.create.mutate(input, caller())
    expect(opened).toMatchObject({ phone, number: connected.number, status: 'resolved', lastMessage: null })
    expect(opened.labels.map(({ name }) => name)).toEqual(['Opened'])
    const shown = await messaging().chats.get.query({ id: opened.id }, caller())
    expect({ ...shown, created: true }).toEqual({ ...opened, summaries: null })

    await fixture.service.bus.publish(incomingText(connected, phone, 'Hello'))
    await expect.poll(async () => (await messaging().chats.get.query({ id: opened.id }, caller())).status).toBe('open')
    const { chat } = await messaging().messages.send.mutate({ phone, message: 'Hello' }, caller())
    expect(chat).toBe(opened.id)
    await expect
      .poll(() => chatChangesOf(fixture, opened.id).map(({ change }) => change))
      .toEqual(['created', 'reopened', 'read'])
  })

  it('is listed on one page, because its time is no more precise than a cursor', async () => {
    const { workspace } = await fixture.connectNumber()
    const own = fixture.service.as(workspace)
    const opened: string[] = []
    for (let i = 0; i < 5; i++) opened.push((await messaging().chats.create.mutate({ phone: freshPhone() }, own)).id)
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const page = await messaging().chats.list.query({ sort: 'lastMessageAt:asc', size: 1, cursor }, own)
      listed.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined && listed.length < 10)
    expect(listed).toEqual(opened)
  })

  it('keeps a chat that is there, adds the labels that it lacks, and changes nothing the next time', async () => {
    const phone = freshPhone()
    const { chat } = await messaging().messages.send.mutate({ phone, message: 'Hello' }, caller())
    for (const name of ['One', 'Two']) await messaging().labels.create.mutate({ name }, caller())
    await messaging().labels.add.mutate({ id: chat, labels: ['One'] }, caller())
    const input = { phone, status: 'archived' as const, labels: ['One', 'Two'] }
    const first = await messaging().chats.create.mutate(input, caller())
    expect(first).toMatchObject({
      id: chat,
      created: false,
      status: 'open',
      labels: [{ name: 'One' }, { name: 'Two' }],
    })
    expect(await messaging().chats.create.mutate(input, caller())).toMatchObject({ id: chat, version: first.version })
  })

  it('is one chat, however many calls open it at once', async () => {
    const phone = freshPhone()
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => messaging().chats.create.mutate({ phone }, caller())),
    )
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(opened.filter(({ created }) => created)).toHaveLength(1)
  })

  it('is refused for unknown labels and numbers, and for numbers that the caller does not have', async () => {
    const phone = freshPhone()
    const limited = fixture.service.as(connected.workspace, { numbers: [newId('num')] })
    const outsider = fixture.service.as(fixture.service.workspace())
    const { create } = messaging().chats
    expect(await codeOf(create.mutate({ phone, labels: ['Unknown'] }, caller()))).toBe('label:not_found')
    expect(await codeOf(create.mutate({ phone, number: newId('num') }, caller()))).toBe('number:not_found')
    expect(await codeOf(create.mutate({ phone, number: connected.number }, outsider))).toBe('number:not_found')
    expect(await codeOf(create.mutate({ phone, number: connected.number }, limited))).toBe('number:not_found')
    expect(await codeOf(create.mutate({ phone }, outsider))).toBe('number:none')
    expect((await messaging().chats.list.query({ phone }, caller())).items).toEqual([])
  })
})
