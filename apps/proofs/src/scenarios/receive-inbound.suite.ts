import { until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { callbackOf, callbackTargetOf, newWamid, postSigned } from '../inbound/callbacks.ts'

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
    expect(await system().ok('GET', `/v1/messages?chat=${chat}`)).toMatchObject([{ id: event.data.id }])
    const contacts = () => system().ok<Record<string, unknown>[]>('GET', '/v1/contacts')
    await until(async () => JSON.stringify(await contacts()).includes(from), { describe: 'the contact to exist' })

    const reply = await system().ok<{ id: string }>('POST', '/v1/messages', { body: { chat, message: 'Yes' } })
    await until(async () => (await system().ok('GET', `/v1/messages/${reply.id}`))['status'] === 'read')
  })

  test('receive inbound: a customer who shares the phone when asked for it is one contact in one chat, with that phone', async () => {
    await using webhook = await listen(system(), { events: ['message:in'] })
    const target = await callbackTargetOf(system())
    const [userId, phone] = ['US.7001', '+15005550124']
    const receive = async (content: { type: string; [field: string]: unknown }) => {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const message = { id: newWamid(), timestamp, from_user_id: userId, ...content }
      const metadata = { phone_number_id: target.phoneNumberId }
      const value = { metadata, contacts: [{ user_id: userId }], messages: [message] }
      expect(await postSigned(target, callbackOf(target, [value]))).toBe(200)
      return until(() => webhook.received().find(({ data }) => data['type'] === content.type))
    }
    const { data: before } = await receive({ type: 'text', text: { body: 'Call me' } })
    const card = { name: { formatted_name: 'Zoe' }, phones: [{ phone: '(500) 555-0124', wa_id: phone.slice(1) }] }
    const { data } = await receive({ type: 'contacts', origin: 'contact_request', contacts: [card] })
    expect(data).toMatchObject({ origin: 'contact_request', chat: before['chat'], from: { phone, userId } })
    const contact = async () => {
      const found = await system().ok<Record<string, unknown>[]>('GET', `/v1/contacts?search=${userId}`)
      expect(found).toHaveLength(1)
      return found[0]?.['phone'] === phone
    }
    await until(contact, { describe: 'the contact to have the phone' })
  })
}
