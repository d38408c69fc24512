import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { addMember, chatChangesOf, openChatByText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

describe('a member', () => {
  it('who is renamed is shown so by the chats they have, and who is removed has none, and gets none any more', async () => {
    const { service } = fixture
    const { chats } = service.clients.messaging
    const caller = service.as(connected.workspace)
    const { id } = await openChatByText(fixture, connected, { phone: '+15559000001' })
    const grace = await addMember(fixture, connected.workspace, 'Grace')
    await chats.assign.mutate({ id, member: grace.id }, caller)
    const asGrace = service.as(connected.workspace, { actor: { type: 'member', id: grace.id } })
    const view = await service.clients.messaging.views.create.mutate({ name: 'Own', filter: {} }, asGrace)
    const announce = (event: 'member:updated' | 'member:removed', name: string, version: number) => {
      const aggregate = { id: grace.id, version }
      const data = event === 'member:removed' ? { id: grace.id } : { ...grace, name }
      return service.bus.publish(busEvent({ event, workspace: connected.workspace, data: data as never, aggregate }))
    }
    await announce('member:updated', 'Grace H.', 2)
    await until(async () => (await chats.get.query({ id }, caller)).assignee?.name === 'Grace H.')
    await announce('member:removed', '', 4)
    await announce('member:updated', 'too late', 3)
    await until(async () => (await chats.get.query({ id }, caller)).assignee === null)
    expect(await service.rows('select 1 from view where id = $1', [view.id])).toEqual([])
    await expect(chats.assign.mutate({ id, email: grace.email }, caller)).rejects.toThrow('no such member')
    await until(() => chatChangesOf(fixture, id).length === 4)
    expect(chatChangesOf(fixture, id).map(({ change }) => change)).toEqual([
      'created',
      'assigned',
      'renamed',
      'unassigned',
    ])
  })
})
