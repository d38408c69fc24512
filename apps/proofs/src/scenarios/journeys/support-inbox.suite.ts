import { until } from '@posthorn/testkit'
import { addMember, listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { type Chat, type Message, newCustomer, reaches, write } from './customers.ts'

type Person = { id: string; name: string; email: string }

/** A program of a support team can do all that an agent does, and follow it by events. */
export function supportInbox(system: () => RunningSystem): void {
  test('a support inbox: found, taken, labeled, noted, answered, resolved, opened again, archived; each step is published', async () => {
    const ok = <T = Chat>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) =>
      system().ok<T>(method, path, body === undefined ? {} : { body })
    const grace = await addMember(system(), { name: 'Grace', email: 'grace@shop.example.com' })
    const team = async () => (await ok<Person[]>('GET', '/v1/team')).filter(({ id }) => id === grace)
    const label = await ok<{ id: string }>('POST', '/v1/labels', { name: 'Returns', color: '#2f80ed' })
    await using hook = await listen(system(), { events: ['chat:updated'] })

    const customer = newCustomer()
    const question = await write(system(), customer, 'Where is my parcel 4711?')
    const chat = `/v1/chats/${question.chat}`
    const waiting = await ok<Chat[]>('GET', '/v1/chats?search=parcel%204711&unread=true&assignee=none')
    expect(waiting.map(({ id }) => id)).toEqual([question.chat])
    expect(waiting[0]).toMatchObject({ status: 'open', unreadCount: 1 })

    const take = () => system().call<Chat>('POST', `${chat}/assign`, { body: { email: 'grace@shop.example.com' } })
    await until(async () => (await take()).status === 200, { describe: 'the member to be known' })
    await ok('POST', `${chat}/labels`, { labels: [label.id] })
    await ok('POST', `${chat}/notes`, { message: 'Lost once before, be kind.' })
    await ok('POST', `${chat}/read`, {})
    const answer = await ok<Message>('POST', '/v1/messages', {
      chat: question.chat,
      message: 'It arrives today.',
      quote: question.id,
    })
    expect(await reaches(system(), answer.id, 'read')).toMatchObject({ quote: question.id })
    expect(await ok('PATCH', chat, { status: 'resolved' })).toMatchObject({
      status: 'resolved',
      unreadCount: 0,
      assignee: { email: 'grace@shop.example.com' },
      labels: [{ name: 'Returns' }],
      lastMessage: { message: 'It arrives today.' },
    })

    await write(system(), customer, 'Thank you!')
    expect(await ok('GET', chat)).toMatchObject({ status: 'open', unreadCount: 1 })
    const mine = await ok<Chat[]>('GET', `/v1/chats?label=${label.id}&status=open`)
    expect(mine.map(({ id }) => id)).toEqual([question.chat])
    await ok('PATCH', '/v1/chats', { ids: [question.chat], status: 'archived', unread: false, assignee: null })
    expect(await ok<Chat[]>('GET', `/v1/chats?label=${label.id}&status=open`)).toEqual([])

    const steps = () => {
      const about = hook.received().filter(({ data }) => data.id === question.chat)
      return about.map(({ data }) => String(data['change']))
    }
    const expected = [
      'created',
      'assigned',
      'labeled',
      'noted',
      'read',
      'resolved',
      'reopened',
      'archived',
      'unassigned',
    ]
    await until(() => expected.every((change) => steps().includes(change)), { describe: 'every step to be announced' })

    const named = { id: grace, name: 'Grace Hopper', email: 'hopper@shop.example.com' }
    const changed = ['--name', named.name, '--email', named.email]
    expect(await system().posthorn('operator', 'member', 'change', String(grace), ...changed)).toMatchObject(named)
    expect(await team()).toMatchObject([named])
    await system().posthorn('operator', 'member', 'remove', String(grace))
    expect(await team()).toEqual([])
    const again = system().posthorn('operator', 'member', 'change', String(grace), '--name', 'Grace')
    await expect(again).rejects.toThrow('no such member')
  })
}
