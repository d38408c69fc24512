import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { listen } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

/** A customer writes; the message takes the way back to the caller's webhook. */
export function receiveInbound(system: () => RunningSystem): void {
  test('receive inbound: what a customer writes reaches the webhook, the chat and the contacts', async () => {
    await using webhook = await listen(system(), { events: ['message:in'] })
    const from = '+4915120000002'
    const { number } = system().account
    await system().ok('POST', `/v1/numbers/${number}/simulate`, {
      body: { message: { from, type: 'text', text: 'Is it ready?', name: 'Ada' } },
    })

    const event = await until(() => webhook.received().find(({ data }) => data['phone'] === from))
    expect(event).toMatchObject({ event: 'message:in', data: { direction: 'in', message: 'Is it ready?', number } })
    expect(webhook.receiver.requests.every(({ verified }) => verified === true)).toBe(true)

    const chat = String(event.data['chat'])
    expect(await system().ok('GET', `/v1/chats/${chat}`)).toMatchObject({ phone: from, unread: true })
    expect(await system().ok('GET', `/v1/chats/${chat}/messages`)).toMatchObject([{ id: event.data.id }])
    const contacts = () => system().ok<Record<string, unknown>[]>('GET', '/v1/contacts')
    await until(async () => JSON.stringify(await contacts()).includes(from), { describe: 'the contact to exist' })

    const reply = await system().ok<{ id: string }>('POST', '/v1/messages', { body: { chat, message: 'Yes' } })
    await until(async () => (await system().ok('GET', `/v1/messages/${reply.id}`))['status'] === 'read')
  })
}
