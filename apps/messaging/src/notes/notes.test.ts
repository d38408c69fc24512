import { newId } from '@posthorn/contracts'
import { faultOf, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newsOf, writtenChat } from '../chats/inbox.fixture.ts'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let world: MessagingKit
let line: Line
beforeAll(async () => {
  world = await startMessaging()
  line = await world.connected()
})
afterAll(() => world[Symbol.asyncDispose]())

const notes = () => world.kit.clients.messaging.notes
const mine = () => world.kit.as(line.workspace)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no fault',
    (err) => faultOf(err).code,
  )

describe('notes', () => {
  it('create and list give them newest first with their author, announced without their text; remove ends one', async () => {
    const { id } = await writtenChat(world, line, { phone: '+15559000001' })
    const once = world.kit.as(line.workspace, { idempotencyKey: 'note' })
    const first = await notes().create.mutate({ id, text: 'Asked for a refund' }, once)
    expect(await notes().create.mutate({ id, text: 'Asked for a refund' }, once)).toEqual(first)
    expect(first).toMatchObject({ chat: id, text: 'Asked for a refund', by: { type: 'key', id: 'key_test' } })
    const second = await notes().create.mutate({ id, text: 'Paid' }, mine())
    const page = await notes().list.query({ id, size: 1 }, mine())
    const rest = await notes().list.query({ id, size: 1, cursor: page.next as string }, mine())
    expect([...page.items, ...rest.items]).toEqual([second, first])
    await until(() => newsOf(world, id).length === 3)
    expect(newsOf(world, id).map(({ change }) => change)).toEqual(['created', 'noted', 'noted'])
    expect(JSON.stringify(newsOf(world, id))).not.toContain('refund')
    expect(await notes().remove.mutate({ id, note: first.id }, mine())).toEqual({ id: first.id, deleted: true })
    expect(await codeOf(notes().remove.mutate({ id, note: first.id }, mine()))).toBe('note:not_found')
    expect((await notes().list.query({ id }, mine())).items).toEqual([second])
  })

  it('of others, of another chat, empty ones and too long ones are refused', async () => {
    const { id } = await writtenChat(world, line, { phone: '+15559000002' })
    const { id: elsewhere } = await writtenChat(world, line, { phone: '+15559000003' })
    const note = await notes().create.mutate({ id, text: 'x' }, mine())
    const stranger = world.kit.as(world.kit.workspace())
    expect(await codeOf(notes().list.query({ id }, stranger))).toBe('chat:not_found')
    expect(await codeOf(notes().create.mutate({ id, text: 'x' }, stranger))).toBe('chat:not_found')
    expect(await codeOf(notes().remove.mutate({ id, note: note.id }, stranger))).toBe('chat:not_found')
    expect(await codeOf(notes().remove.mutate({ id: elsewhere, note: note.id }, mine()))).toBe('note:not_found')
    expect(await codeOf(notes().remove.mutate({ id, note: newId('note') }, mine()))).toBe('note:not_found')
    expect(await codeOf(notes().create.mutate({ id, text: '' }, mine()))).toBe('request:invalid')
    expect(await codeOf(notes().create.mutate({ id, text: 'x'.repeat(4097) }, mine()))).toBe('request:invalid')
  })
})
