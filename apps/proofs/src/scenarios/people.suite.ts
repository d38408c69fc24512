import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Message = { id: string; contacts: { name: string }[]; errorCode?: string; errors?: { path: string }[] }

/** A message can refer to a contact. The message's contact card then has the contact's current data. */
export function nameContacts(system: () => RunningSystem): void {
  test('a message names a contact: its card is sent, a repeat is the same though the contact has changed and gone', async () => {
    const person = { phone: '+4915120000171', name: 'Ada Lovelace', email: 'ada@example.com' }
    const { id } = await system().ok<{ id: string }>('POST', '/v1/contacts', { body: person })
    const body = { phone: '+4915120000172', contacts: [{ contact: id }] }
    const send = (idempotencyKey: string) =>
      system().call<Message>('POST', '/v1/messages', { body, idempotencyKey: `card-${idempotencyKey}` })
    const first = await send('one')
    expect(first.status).toBe(201)
    const card = { name: person.name, phones: [person.phone], email: person.email }
    expect(first.body.contacts).toMatchObject([card])

    await system().ok('PATCH', `/v1/contacts/${id}`, { body: { name: 'Countess' } })
    expect(await send('one')).toMatchObject({ status: 201, body: { id: first.body.id, contacts: [card] } })
    expect((await send('two')).body.contacts).toMatchObject([{ ...card, name: 'Countess' }])
    await system().call('DELETE', `/v1/contacts/${id}`)
    expect((await send('one')).body.id).toBe(first.body.id)
    const gone = { status: 422, body: { errorCode: 'contact:not_found', errors: [{ path: 'contacts.0.contact' }] } }
    expect(await send('three')).toMatchObject(gone)
  })
}

type Sent = { id: string; status: string; phone: string }

/** Only the number that a request names has a country. Without it, a national phone could be anyone's. */
export function nationalPhones(system: () => RunningSystem): void {
  test('a phone without a country code is read in the country of the number that the request names', async () => {
    const { number } = system().account
    const settings = (country: string | null) =>
      system().ok('PATCH', `/v1/numbers/${number}`, { body: { settings: { country } } })
    const send = (body: object) => system().call<Sent>('POST', '/v1/messages', { body })
    const words = { message: 'Hello', phone: '07400 123456' }
    await settings('GB')
    const sent = await until(async () => {
      const { status, body } = await send({ ...words, number })
      return status === 201 && body
    })
    expect(sent.phone).toBe('+447400123456')
    await until(async () => (await system().ok<Sent>('GET', `/v1/messages/${sent.id}`)).status === 'read')
    expect((await send(words)).body).toMatchObject({ errorCode: 'phone:invalid' })
    await settings(null)
    await until(async () => (await send({ ...words, number })).status === 400)
  })
}
