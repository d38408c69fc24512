import { faultOf } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { openChatByText } from './inbox.fixture.ts'

const { fixture, connected } = useMessaging()

const as = (id: string, name: string) =>
  fixture.service.as(connected.workspace, { actor: { type: 'member', id, name } })
const grace = () => as('mem_grace', 'Grace')
const ada = () => as('mem_ada', 'Ada')
const chats = () => fixture.service.clients.messaging.chats

describe('presence in a chat', () => {
  it('is returned to the others who have the chat open, until they leave it', async () => {
    const { id } = await openChatByText(fixture, connected, { phone: '+15559000071' })
    expect(await chats().presence.mutate({ id, status: 'viewing' }, grace())).toEqual({ others: [] })
    const seen = await chats().presence.mutate({ id, status: 'writing' }, ada())
    expect(seen.others).toMatchObject([{ by: { id: 'mem_grace', name: 'Grace' }, status: 'viewing' }])
    const writing = await chats().presence.mutate({ id, status: 'viewing' }, grace())
    expect(writing.others).toMatchObject([{ by: { id: 'mem_ada' }, status: 'writing' }])
    await chats().presence.mutate({ id, status: 'left' }, ada())
    expect(await chats().presence.mutate({ id, status: 'viewing' }, grace())).toEqual({ others: [] })
  })

  it('of a chat of another workspace is refused', async () => {
    const { id } = await openChatByText(fixture, connected, { phone: '+15559000072' })
    const outsider = fixture.service.as(fixture.service.workspace())
    const refused = chats().presence.mutate({ id, status: 'viewing' }, outsider)
    expect(await refused.catch((err: unknown) => faultOf(err).code)).toBe('chat:not_found')
  })
})
