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
