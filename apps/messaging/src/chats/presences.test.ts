import { createLog, openBus } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { faultOf, natsUrl, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { openChatByText } from './inbox.fixture.ts'
import { createPresences } from './presences.ts'

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

const by = { type: 'member' as const, id: 'mem_grace', name: 'Grace' }

it('presences reach the other processes of the service, end when the person leaves, and after twenty seconds', async () => {
  const name = newId('ws')
  const open = () => openBus({ url: natsUrl(), name, service: 'messaging', log: createLog('test', 'silent') })
  const buses = [open(), open()] as const
  let nowMs = Date.now()
  const [here, there] = [createPresences({ bus: buses[0] }), createPresences({ bus: buses[1] }, () => nowMs)]
  const place = 'ws_a chat_a'
  const report = (status: 'viewing' | 'left') => here.report({ place, by, status })
  await until(() => {
    report('viewing')
    return there.at(place).length === 1
  })
  expect(there.at(place)[0]).toMatchObject({ by, status: 'viewing' })
  nowMs += 21_000
  expect(there.at(place)).toEqual([])
  await until(() => {
    report('viewing')
    return there.at(place).length === 1
  })
  report('left')
  await until(() => there.at(place).length === 0)
  expect(here.at(place)).toEqual([])
  await Promise.all(buses.map((bus) => bus.close()))
})
