import { startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const contacts = () => fixture.clients.contacts.contacts

it('a contact is a card of its name, phones, address and company; a deleted one and one of another workspace are none', async () => {
  const mine = fixture.as(fixture.workspace())
  const foreign = await contacts().create.mutate({ phone: '+4915112345670' }, fixture.as(fixture.workspace()))
  const whole = { phone: '+4915112345671', name: 'Ada Lovelace', email: 'ada@example.com', company: 'Engines' }
  const ada = await contacts().create.mutate(whole, mine)
  const bare = await contacts().create.mutate({ phone: '+4915112345672', firstName: 'Grace' }, mine)
  const deleted = await contacts().create.mutate({ phone: '+4915112345676' }, mine)
  await contacts().remove.mutate({ id: deleted.id }, mine)
  const cards = await contacts().cards.query({ ids: [bare.id, deleted.id, foreign.id, ada.id] }, mine)
  const { name, phone, email, company } = whole
  expect(cards).toEqual([
    { id: bare.id, card: { name: 'Grace', phones: ['+4915112345672'] } },
    { id: ada.id, card: { name, phones: [phone], email, organization: company } },
  ])
})

it('a contact that was merged has the card of the one that remains, with the phones of both', async () => {
  const mine = fixture.as(fixture.workspace())
  const [from, into, last] = await Promise.all(
    ['+4915112345673', '+4915112345674', '+4915112345675'].map((phone) => contacts().create.mutate({ phone }, mine)),
  )
  await contacts().merge.mutate({ from: from?.id ?? '', into: into?.id ?? '' }, mine)
  await contacts().merge.mutate({ from: into?.id ?? '', into: last?.id ?? '' }, mine)
  const [card] = await contacts().cards.query({ ids: [from?.id ?? ''] }, mine)
  expect(card).toMatchObject({ id: from?.id, card: { name: '+4915112345675' } })
  expect([...(card?.card.phones ?? [])].sort()).toEqual(['+4915112345673', '+4915112345674', '+4915112345675'])
})
