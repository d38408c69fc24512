import { type BusEvent, type EventData, exampleContact, newId } from '@posthorn/contracts'
import { busEvent, eraseAgain, requestErasure, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import {
  buildMessagesBody,
  connectNumber,
  listEvents,
  postCallback,
  readAppSecret,
  sign,
  useNumbers,
  workspaceOf,
} from '../numbers.fixture.ts'

const { fixture } = useNumbers()

const phone = '4915112345678'
const userId = 'DE.13491208655302741918'

/** A provider's time later than any erasure that a test has requested: it has no milliseconds. */
const soon = () => String(Math.floor(Date.now() / 1_000) + 1)

type Writing = { phone?: string; userId?: string; timestamp?: string }

/** Creates a number that customers write to, and collects their messages' contacts in order of arrival. */
async function createPeople() {
  const { service } = fixture
  const mine = service.as(service.workspace())
  const workspace = workspaceOf(mine)
  const { id, phoneNumberId } = await connectNumber(fixture, mine)
  const named = () => listEvents(fixture, mine, 'provider:message').map(({ from }) => from.contact)
  let count = 0
  const receive = async (published: BusEvent) => {
    await service.apply(published)
  }
  return {
    workspace,
    named,
    async writes({ phone: from, userId: user, timestamp = soon() }: Writing): Promise<string | undefined> {
      const message = { from, from_user_id: user, id: `wamid.${newId('evt')}`, timestamp, type: 'text' }
      const contact = { profile: { name: 'Ada' }, wa_id: from, user_id: user }
      const metadata = { display_phone_number: '15552000000', phone_number_id: phoneNumberId }
      const value = { metadata, contacts: [contact], messages: [{ ...message, text: { body: 'Hello' } }] }
      const body = buildMessagesBody('1', value)
      await postCallback(service, { number: id, body, signature: sign(body, await readAppSecret(service, id)) })
      count += 1
      await until(() => named().length === count)
      return named().at(-1)
    },
    async receives(event: 'contact:created' | 'contact:updated', data: Partial<EventData<'contact:created'>>) {
      await receive(busEvent({ event, workspace, data: { ...exampleContact, ...data } }))
    },
    /** Delivers a status of a message sent to a person. */
    async hears({ phone: recipient, userId: user }: { phone: string; userId: string }): Promise<void> {
      const status = { id: `wamid.${newId('evt')}`, status: 'read', timestamp: soon(), recipient_id: recipient }
      const contacts = [{ wa_id: recipient, user_id: user }]
      const metadata = { display_phone_number: '15552000000', phone_number_id: phoneNumberId }
      const body = buildMessagesBody('1', { metadata, contacts, statuses: [{ ...status, recipient_user_id: user }] })
      await postCallback(service, { number: id, body, signature: sign(body, await readAppSecret(service, id)) })
    },
    addresses: async () =>
      (await service.rows<{ address: string }>('select address from sender where workspace_id = $1', [workspace])).map(
        ({ address }) => address,
      ),
    lookLate: () => eraseAgain(service, 'numbers', workspace),
    givesUp: (address: string, contact: string) =>
      receive(
        busEvent({
          event: 'contact:address_changed',
          workspace,
          data: { id: contact, previous: address, address: '+4915112345670' },
        }),
      ),
  }
}

describe('senders', () => {
  it('keep the contact of their first message, by phone, by user id, and by both', async () => {
    const { writes } = await createPeople()
    const first = await writes({ phone, userId })
    expect(first).toMatch(/^con_/)
    expect([await writes({ userId }), await writes({ phone })]).toEqual([first, first])
    expect(await writes({ phone: '4915112345679' })).not.toBe(first)
  })

  it('who hides the phone first keeps that contact when the phone is shown', async () => {
    const { writes } = await createPeople()
    const hidden = await writes({ userId })
    expect(await writes({ phone, userId })).toBe(hidden)
    expect(await writes({ phone })).toBe(hidden)
  })

  it('are named as contacts knows them', async () => {
    const { writes, receives } = await createPeople()
    const id = newId('con')
    await receives('contact:created', { id, identities: [{ type: 'phone', value: `+${phone}` }] })
    expect(await writes({ phone })).toBe(id)
    const into = newId('con')
    await receives('contact:updated', { id: into, identities: [{ type: 'phone', value: `+${phone}` }] })
    expect(await writes({ phone })).toBe(into)
  })

  it('whose phone changed leave the previous one to the next person who writes from it', async () => {
    const { writes, givesUp } = await createPeople()
    const id = (await writes({ phone })) as string
    await givesUp(`+${phone}`, newId('con'))
    expect(await writes({ phone })).toBe(id)
    await givesUp(`+${phone}`, id)
    expect(await writes({ phone })).not.toBe(id)
  })

  it('get another id after an erasure, and in another workspace', async () => {
    const { workspace, writes } = await createPeople()
    const before = (await writes({ phone, userId })) as string
    await requestErasure(fixture.service, 'numbers', {
      workspace,
      phones: [`+${phone}`],
      userIds: [userId],
      contact: before,
    })
    const left = await fixture.service.rows('select address from sender where workspace_id = $1', [workspace])
    expect(left).toEqual([])
    expect(await writes({ phone, userId })).not.toBe(before)
    expect(await (await createPeople()).writes({ phone, userId })).not.toBe(before)
  })

  it('whom a late status names again after an erasure are forgotten again, unless they are a contact by then', async () => {
    const { workspace, hears, receives, addresses, lookLate } = await createPeople()
    const erased = { workspace, phones: [`+${phone}`], userIds: [userId] }
    const value = '+4915112345671'
    await requestErasure(fixture.service, 'numbers', { ...erased, phones: [...erased.phones, value] })
    await hears({ phone, userId })
    await receives('contact:created', { id: newId('con'), identities: [{ type: 'phone', value }] })
    expect((await addresses()).toSorted()).toEqual([`+${phone}`, value, userId].toSorted())
    await lookLate()
    await until(async () => (await addresses()).length === 1)
    expect(await addresses()).toEqual([value])
  })

  it('whose message arrives late are announced although the names of someone erased cannot be decrypted', async () => {
    const { workspace, writes } = await createPeople()
    await fixture.service.rows(
      `insert into erasure_job (workspace_id, id, contact_id, requested_at, sealed) values ($1, $2, $3, now(), 'v1.lost.AAAA')`,
      [workspace, newId('ers'), newId('con')],
    )
    expect(await writes({ phone, timestamp: '1790000000' })).toMatch(/^con_/)
  })

  it('that write at the same moment get one id', async () => {
    const { writes, named } = await createPeople()
    const other = '4915112345677'
    await Promise.all(Array.from({ length: 8 }, () => writes({ phone: other }).catch(() => undefined)))
    await until(() => named().length === 8)
    expect(new Set(named()).size).toBe(1)
  })
})
