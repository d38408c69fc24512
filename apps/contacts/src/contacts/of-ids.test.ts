import { newId } from '@posthorn/contracts'
import { startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

it('contacts are found by their ids, without those of another workspace and those that do not exist', async () => {
  const contacts = fixture.clients.contacts.contacts
  const mine = fixture.as(fixture.workspace())
  const foreign = await contacts.create.mutate({ phone: '+4915112345680' }, fixture.as(fixture.workspace()))
  const { created: _created, ...ada } = await contacts.create.mutate(
    { phone: '+4915112345681', fields: { plan: 'gold' } },
    mine,
  )
  expect(await contacts.ofIds.query({ ids: [foreign.id, newId('con'), ada.id] }, mine)).toEqual([ada])
})

it('a contact is found by the beginning of its id, in the own workspace only', async () => {
  const { contacts, lookups } = fixture.clients.contacts
  const mine = fixture.as(fixture.workspace())
  const { id } = await contacts.create.mutate({ phone: '+4915112345682' }, mine)
  const range = { kind: 'contact' as const, from: `${id.slice(0, -5)}00000`, to: `${id.slice(0, -5)}zzzzz` }
  expect(await lookups.byRange.query(range, mine)).toEqual({ id })
  expect(await lookups.byRange.query(range, fixture.as(fixture.workspace()))).toEqual({ id: null })
})
