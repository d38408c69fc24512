import { type EventData, exampleContact, newId } from '@posthorn/contracts'
import { busEvent, forget, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appSecretOf,
  callback,
  connectNumber,
  eventsOf,
  messagesBody,
  type NumbersSetup,
  sign,
  startNumbers,
  workspaceOf,
} from '../setup.suite.ts'

let setup: NumbersSetup
beforeAll(async () => {
  setup = await startNumbers()
})
afterAll(() => setup[Symbol.asyncDispose]())

const phone = '4915112345678'
const userId = 'DE.13491208655302741918'
type Who = { phone?: string; userId?: string }

/** A number that people write to, and the contacts that its messages name, in the order in which they came. */
async function fixture() {
  const { kit } = setup
  const mine = kit.as(kit.workspace())
  const workspace = workspaceOf(mine)
  const { id, phoneNumberId } = await connectNumber(setup, mine)
  const named = () => eventsOf(setup, mine, 'provider:message').map(({ from }) => from.contact)
  let count = 0
  return {
    workspace,
    named,
    async writes({ phone: from, userId: user }: Who): Promise<string | undefined> {
      const message = { from, from_user_id: user, id: `wamid.${newId('evt')}`, timestamp: '1790000000', type: 'text' }
      const contact = { profile: { name: 'Ada' }, wa_id: from, user_id: user }
      const metadata = { display_phone_number: '15552000000', phone_number_id: phoneNumberId }
      const value = { metadata, contacts: [contact], messages: [{ ...message, text: { body: 'Hello' } }] }
      const body = messagesBody('1', value)
      await callback(kit, { number: id, body, signature: sign(body, await appSecretOf(kit, id)) })
      count += 1
      await until(() => named().length === count)
      return named().at(-1)
    },
    async hears(event: 'contact:created' | 'contact:updated', data: Partial<EventData<'contact:created'>>) {
      const published = busEvent({ event, workspace, data: { ...exampleContact, ...data } })
      await kit.bus.publish(published)
      await until(async () => (await kit.rows('select 1 from inbox where event_id = $1', [published.id])).length === 1)
    },
  }
}

describe('senders', () => {
  it('keep the contact of their first message, by phone, by user id, and by both', async () => {
    const { writes } = await fixture()
    const first = await writes({ phone, userId })
    expect(first).toMatch(/^con_/)
    expect([await writes({ userId }), await writes({ phone })]).toEqual([first, first])
    expect(await writes({ phone: '4915112345679' })).not.toBe(first)
  })

  it('who hides the phone first keeps that contact when the phone is shown', async () => {
    const { writes } = await fixture()
    const hidden = await writes({ userId })
    expect(await writes({ phone, userId })).toBe(hidden)
    expect(await writes({ phone })).toBe(hidden)
  })

  it('are named as contacts knows them', async () => {
    const { writes, hears } = await fixture()
    const id = newId('con')
    await hears('contact:created', { id, identities: [{ type: 'phone', value: `+${phone}` }] })
    expect(await writes({ phone })).toBe(id)
    const into = newId('con')
    await hears('contact:updated', { id: into, identities: [{ type: 'phone', value: `+${phone}` }] })
    expect(await writes({ phone })).toBe(into)
  })

  it('get another id after an erasure, and in another workspace', async () => {
    const { workspace, writes } = await fixture()
    const before = (await writes({ phone, userId })) as string
    await forget(setup.kit, 'numbers', { workspace, phones: [`+${phone}`], userIds: [userId], contact: before })
    const left = await setup.kit.rows('select address from sender where workspace_id = $1', [workspace])
    expect(left).toEqual([])
    expect(await writes({ phone, userId })).not.toBe(before)
    expect(await (await fixture()).writes({ phone, userId })).not.toBe(before)
  })

  it('that write at the same moment get one id', async () => {
    const { writes, named } = await fixture()
    const other = '4915112345677'
    await Promise.all(Array.from({ length: 8 }, () => writes({ phone: other }).catch(() => undefined)))
    await until(() => named().length === 8)
    expect(new Set(named()).size).toBe(1)
  })
})
