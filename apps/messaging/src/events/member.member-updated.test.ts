import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, newsOf, writtenChat } from '../chats/inbox.fixture.ts'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let world: MessagingKit
let line: Line
beforeAll(async () => {
  world = await startMessaging()
  line = await world.connected()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('a member', () => {
  it('who is renamed is shown so by the chats they have, and who is removed has none, and gets none any more', async () => {
    const { kit } = world
    const { chats } = kit.clients.messaging
    const mine = kit.as(line.workspace)
    const { id } = await writtenChat(world, line, { phone: '+15559000001' })
    const grace = await addMember(world, line.workspace, 'Grace')
    await chats.assign.mutate({ id, member: grace.id }, mine)
    const tell = (event: 'member:updated' | 'member:removed', name: string, version: number) => {
      const aggregate = { id: grace.id, version }
      const data = event === 'member:removed' ? { id: grace.id } : { ...grace, name }
      return kit.bus.publish(busEvent({ event, workspace: line.workspace, data: data as never, aggregate }))
    }
    await tell('member:updated', 'Grace H.', 2)
    await until(async () => (await chats.get.query({ id }, mine)).assignee?.name === 'Grace H.')
    await tell('member:removed', '', 4)
    await tell('member:updated', 'too late', 3)
    await until(async () => (await chats.get.query({ id }, mine)).assignee === null)
    await expect(chats.assign.mutate({ id, email: grace.email }, mine)).rejects.toThrow('no such member')
    await until(() => newsOf(world, id).length === 4)
    expect(newsOf(world, id).map(({ change }) => change)).toEqual(['created', 'assigned', 'renamed', 'unassigned'])
  })
})
