import { until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

type Contact = { id: string; phone: string }
type Message = { id: string; phone?: string; message?: string }

type Drop = (contact: Contact) => Promise<unknown>

const people = 6
/** Encodes a phone number for a query, where a bare plus would mean a space. */
const inQuery = (phone: string) => encodeURIComponent(phone)

/** Returns the ids and texts of the messages with these people. */
async function messagesOf(system: RunningSystem, phones: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    phones.map((phone) => system.ok<Message[]>('GET', `/v1/messages?phone=${inQuery(phone)}`)),
  )
  return lists.flat().map(({ id, message }) => `${id} ${message ?? ''}`)
}

/** Returns the contacts that the API finds by these phone numbers. */
const listedContacts = async (system: RunningSystem, phones: readonly string[]) =>
  (await Promise.all(phones.map((phone) => system.ok<Contact[]>('GET', `/v1/contacts?phone=${inQuery(phone)}`)))).flat()

/**
 * Creates people with a contact and messages in both directions, then removes all of them as a sync would. Returns the messages that
 * existed before, those that were lost, and how many contacts are still listed.
 */
async function afterSync(
  system: RunningSystem,
  { firstPhone, drop }: { firstPhone: number; drop: Drop },
): Promise<{ before: string[]; lost: string[]; listed: number }> {
  const phones = Array.from({ length: people }, (_, i) => phoneOf(firstPhone + i))
  const { number } = system.account
  for (const phone of phones) {
    await system.post('/v1/contacts', { phone, name: 'From the sync' })
    await system.post('/v1/messages', { phone, message: `to ${phone}` })
    const body = { message: { from: phone, text: `from ${phone}` } }
    await system.ok('POST', `/v1/numbers/${number}/simulate`, { body })
  }
  const everything = async () => {
    const found = await messagesOf(system, phones)
    return found.length === 2 * people && found
  }
  const before = await until(everything, { describe: 'messages both ways' })
  const dropped = await listedContacts(system, phones)
  for (const contact of dropped) await drop(contact)
  const after = await messagesOf(system, phones)
  return {
    before,
    lost: before.filter((each) => !after.includes(each)),
    listed: (await listedContacts(system, phones)).length,
  }
}

/** J9-sync: a sync deletes every contact, using the first key. */
export async function syncDeletes(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const drop: Drop = ({ id }) => system.ok('DELETE', `/v1/contacts/${id}`)
  const { before, lost, listed } = await afterSync(system, { firstPhone: 97_000, drop })
  const person = await system.post<Contact>('/v1/contacts', { phone: phoneOf(97_050) })
  const erase = { body: { confirm: person.phone } }
  const refused = await system.call('POST', `/v1/contacts/${person.id}/erase`, erase)
  const code = refused.body['errorCode']
  return all(
    `${people} contacts deleted, ${listed} listed afterwards; ${lost.length} of ${before.length} messages lost; erasing with the first key: ${refused.status} ${String(code)}`,
    {
      'no contact is listed': listed === 0,
      'no message is lost': lost.length === 0,
      'the first key cannot erase': refused.status === 403 && code === 'scope:missing',
    },
  )
}

/** J9-twin: the same sync, as if deleting a contact erased the person. J9-sync must catch it. */
export async function syncErases(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const key = await system.keyWith('erase')
  const drop: Drop = async ({ id, phone }) => {
    const body = { confirm: phone }
    const { erasure } = await system.ok<{ erasure: string }>('POST', `/v1/contacts/${id}/erase`, { key, body })
    const status = async () => (await system.ok<{ status: string }>('GET', `/v1/erasures/${erasure}`)).status
    await until(async () => (await status()) === 'finished', { timeoutMs: 60_000, describe: 'the erasure to be done' })
  }
  const { before, lost } = await afterSync(system, { firstPhone: 97_100, drop })
  return all(`a sync that erases: ${lost.length} of ${before.length} messages lost`, {
    'the check of J9-sync sees it': lost.length === before.length,
  })
}
