import { until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { type Message, newCustomer, reaches, write } from './customers.ts'

type Post = { id: string; status: string; counts: { total: number } }
type Subscriber = { phone: string; status: string }

const people = 40

export function postToAChannel(system: () => RunningSystem): void {
  test('a channel: people subscribe, one leaves by a word, a post reaches all others once and its end is published', async () => {
    await using hook = await listen(system(), { events: ['channel:posted', 'message:out'] })
    const number = system().account.number
    const make = () => system().ok<{ id: string }>('POST', '/v1/channels', { body: { number, name: 'Offers' } })
    const { id } = await until(make, { describe: 'the number to be known to channels' })
    const phones = Array.from({ length: people }, newCustomer)
    await system().ok('POST', `/v1/channels/${id}/subscribers`, { body: { phones } })

    const leaver = phones[0] ?? ''
    await write(system(), leaver, 'STOP')
    const left = () => system().ok<Subscriber[]>('GET', `/v1/channels/${id}/subscribers?status=unsubscribed`)
    await until(async () => (await left()).length === 1, { describe: 'the word to be heard' })
    expect((await left())[0]?.phone).toBe(leaver)

    const message = 'Everything for half today'
    const post = await system().ok<Post>('POST', '/v1/posts', { body: { channel: id, message } })
    const shown = () => system().ok<Post>('GET', `/v1/posts/${post.id}`)
    await until(async () => (await shown()).status === 'posted', { describe: 'the post to end' })
    expect((await shown()).counts.total).toBe(people - 1)
    const reported = (kind: string) => hook.received().filter(({ event }) => event === kind)
    await until(() => reported('channel:posted').length === 1, { describe: 'the end to be announced' })
    const reached = () => reported('message:out').filter(({ data }) => data['message'] === message)
    await until(() => reached().length === people - 1, { describe: 'every message to be announced' })
    expect(new Set(reached().map(({ data }) => data['phone']))).toEqual(new Set(phones.slice(1)))

    const again = await system().ok<Message>('POST', '/v1/messages', { body: { channel: id, message: 'Last hour' } })
    const posted = await reaches<Message & { post: string }>(system(), again.id, 'sent')
    const counted = await system().ok<Post>('GET', `/v1/posts/${posted.post}`)
    expect(counted).toMatchObject({ status: 'posted', counts: { total: people - 1 } })
  })
}
