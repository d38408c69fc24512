import { until } from '@posthorn/testkit'
import { type Event, listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { holding } from '../dump.ts'
import { newCustomer, reaches, write } from './customers.ts'

type Contact = { id: string; name: string | null; phone: string }
type Erasure = { id: string; status: string; completedAt: string | null }

const name = 'Wilhelmina Quackenbush'
const secretText = 'a wish that nobody else has'
const fileName = 'papers of Quackenbush.pdf'

/** Tables that name the person before the erasure. Partitioned tables are listed by name prefix. */
const tables = ['contacts.contact', 'groups.subscriber', 'messaging.chat', 'messaging.file', 'numbers.known_phone']
const partedTables = ['.event_', '.attempt_', '.message_', '.callback_', '.outbox_']

/** Creates a person with data everywhere: contact, chat, messages in both directions, note, channel, and a receiver that echoes events. */
async function known(system: RunningSystem, phone: string): Promise<Contact> {
  const number = system.account.number
  await system.ok('POST', `/v1/numbers/${number}/simulate`, {
    body: { message: { from: phone, text: secretText, name } },
  })
  const found = () => system.ok<Contact[]>('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`)
  const contact = await until(async () => (await found())[0], { describe: 'the contact' })
  const { chat } = await write(system, phone, `${secretText}, again`)
  await system.ok('POST', `/v1/chats/${chat}/notes`, { body: { message: `${name} likes roses` } })
  const sent = await system.post('/v1/messages', { phone, message: `Dear ${name}, ${secretText}`, reference: name })
  await reaches(system, sent.id, 'read')
  const document = { content: btoa('%PDF-1.7 papers'), filename: fileName }
  const { id: file } = await system.post('/v1/files', document)
  await reaches(system, (await system.post('/v1/messages', { phone, media: { file } })).id, 'read')
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
  await system.post('/v1/messages', { phone, message: `${name}, later`, deliverAt })
  const channel = await system.ok<{ id: string }>('POST', '/v1/channels', { body: { number, name: 'Roses' } })
  await system.ok('POST', `/v1/channels/${channel.id}/subscribers`, { body: { phones: [phone] } })
  const post = await system.ok<{ id: string }>('POST', '/v1/posts', { body: { channel: channel.id, message: 'Roses' } })
  const posted = () => system.ok<{ status: string }>('GET', `/v1/posts/${post.id}`)
  await until(async () => (await posted()).status === 'posted', { describe: 'the post to end' })
  return contact
}

/** An erased person must not be found anywhere, so this searches every table and file. */
export function eraseAPerson(system: () => RunningSystem): void {
  test('a person is forgotten: no table, log, kept answer or file names them, and who writes again is someone new', async () => {
    await using hook = await listen(system(), {
      events: ['message:*', 'chat:*', 'contact:*'],
      respond: ({ body }) => ({ status: 200, body: body.toString() }),
    })
    const phone = newCustomer()
    const texts = [name, secretText, fileName, phone, phone.slice(1)]
    const { id } = await known(system(), phone)
    const isAcknowledged = ({ event, data }: Event) => event === 'message:ack' && data['phone'] === phone
    await until(() => hook.received().some(isAcknowledged), { describe: 'webhooks' })
    // A receiver's response is stored slightly later.
    let lacking: string[] = []
    const isEverywhere = async () => {
      const found = await holding(system(), texts)
      const parted = partedTables.filter((table) => !found.some((each) => each.includes(table)))
      lacking = [...tables.filter((table) => !found.includes(table)), ...parted]
      return lacking.length === 0
    }
    await until(isEverywhere).catch(() => {})
    expect(lacking).toEqual([])

    const { erasure } = await system().ok<{ erasure: string }>('POST', `/v1/contacts/${id}/erase`, {
      key: await system().keyWith('erase'),
      body: { confirm: phone },
    })
    const shown = () => system().ok<Erasure>('GET', `/v1/erasures/${erasure}`)
    await until(async () => (await shown()).status === 'finished', {
      timeoutMs: 120_000,
      describe: 'the person to be forgotten',
    })
    // Checks again after a few seconds, because the provider's reports on the last messages may arrive late.
    const left = async () => (await holding(system(), texts)).join(', ')
    await until(async () => (await left()) === '').catch(() => {})
    expect(await left()).toBe('')

    await write(system(), phone, 'Hello, I am new here')
    const found = () => system().ok<Contact[]>('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`)
    const again = await until(async () => (await found())[0], { describe: 'the new contact' })
    expect(again.name).not.toBe(name)
    expect((await system().ok<unknown[]>('GET', `/v1/messages?phone=${encodeURIComponent(phone)}`)).length).toBe(1)
  })
}
