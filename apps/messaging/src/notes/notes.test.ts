import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { chatChangesOf, openChatByText } from '../chats/inbox.fixture.ts'
import { codeOf, useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

const notes = () => fixture.service.clients.messaging.notes
const caller = () => fixture.service.as(connected.workspace)

describe('notes', () => {
  it('create and list give them newest first with their author, announced without their text; remove ends one', async () => {
    const { id } = await openChatByText(fixture, connected, { phone: '+15559000001' })
    const once = fixture.service.as(connected.workspace, { idempotencyKey: 'note' })
    const first = await notes().create.mutate({ id, message: 'Asked for a refund' }, once)
    expect(await notes().create.mutate({ id, message: 'Asked for a refund' }, once)).toEqual(first)
    expect(first).toMatchObject({ chat: id, message: 'Asked for a refund', by: { type: 'key', id: 'key_test' } })
    const second = await notes().create.mutate({ id, message: 'Paid' }, caller())
    const page = await notes().list.query({ id, size: 1 }, caller())
    const rest = await notes().list.query({ id, size: 1, cursor: page.next as string }, caller())
    expect([...page.items, ...rest.items]).toEqual([second, first])
    expect(await notes().get.query({ id, note: first.id }, caller())).toEqual(first)
    await until(() => chatChangesOf(fixture, id).length === 3)
    expect(chatChangesOf(fixture, id).map(({ change }) => change)).toEqual(['created', 'noted', 'noted'])
    expect(JSON.stringify(chatChangesOf(fixture, id))).not.toContain('refund')
    expect(await notes().remove.mutate({ id, note: first.id }, caller())).toEqual({ id: first.id, deleted: true })
    expect(await codeOf(notes().remove.mutate({ id, note: first.id }, caller()))).toBe('note:not_found')
    expect(await codeOf(notes().get.query({ id, note: first.id }, caller()))).toBe('note:not_found')
    expect((await notes().list.query({ id }, caller())).items).toEqual([second])
    await until(() => chatChangesOf(fixture, id).length === 4)
    expect(chatChangesOf(fixture, id).at(-1)).toMatchObject({
      change: 'noted',
      note: { id: first.id, mentions: [], deleted: true },
    })
  })

  it('of others, of another chat, empty ones and too long ones are refused', async () => {
    const { id } = await openChatByText(fixture, connected, { phone: '+15559000002' })
    const { id: elsewhere } = await openChatByText(fixture, connected, { phone: '+15559000003' })
    const note = await notes().create.mutate({ id, message: 'x' }, caller())
    const outsider = fixture.service.as(fixture.service.workspace())
    expect(await codeOf(notes().list.query({ id }, outsider))).toBe('chat:not_found')
    expect(await codeOf(notes().create.mutate({ id, message: 'x' }, outsider))).toBe('chat:not_found')
    expect(await codeOf(notes().remove.mutate({ id, note: note.id }, outsider))).toBe('chat:not_found')
    expect(await codeOf(notes().remove.mutate({ id: elsewhere, note: note.id }, caller()))).toBe('note:not_found')
    expect(await codeOf(notes().remove.mutate({ id, note: newId('note') }, caller()))).toBe('note:not_found')
    expect(await codeOf(notes().create.mutate({ id, message: '' }, caller()))).toBe('request:invalid')
    expect(await codeOf(notes().create.mutate({ id, message: 'x'.repeat(4097) }, caller()))).toBe('request:invalid')
  })
})
