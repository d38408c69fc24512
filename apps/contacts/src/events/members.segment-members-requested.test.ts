import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

it('the people of a segment are listed page by page; blocked and opted-out contacts and those without a phone are not', async () => {
  const workspace = fixture.workspace()
  const mine = fixture.as(workspace)
  const { contacts, imports, segments } = fixture.clients.contacts
  const phones = Array.from({ length: 620 }, (_, i) => `+4915112${340_000 + i}`)
  const rows = phones.map((phone, i) => ({ phone, tags: i < 610 ? ['vip'] : [] }))
  const { id: run } = await imports.create.mutate({ contacts: rows }, mine)
  await until(async () => (await imports.get.query({ id: run }, mine)).status === 'finished')
  const idOf = async (phone: string) => (await contacts.list.query({ phone }, mine)).items[0]?.id ?? ''
  await contacts.block.mutate({ id: await idOf(phones[0] as string) }, mine)
  await contacts.optOut.mutate({ id: await idOf(phones[1] as string) }, mine)
  const { id: segment } = await segments.create.mutate({ name: 'VIPs', filter: { tag: 'vip' } }, mine)

  const listed = () =>
    fixture.bus.published.flatMap((event) =>
      event.workspace === workspace && event.event === 'segment:members_listed'
        ? [event.data as EventData<'segment:members_listed'>]
        : [],
    )
  const post = newId('pst')
  const ask = async (about: string, after: string) => {
    const before = listed().length
    const data = { segment: about, for: post, after }
    await fixture.bus.publish(busEvent({ event: 'segment:members_requested', workspace, data }))
    return until(() => listed()[before])
  }
  const first = await ask(segment, '')
  expect(first).toMatchObject({ segment, for: post, after: '' })
  expect(first.phones).toHaveLength(500)
  const second = await ask(segment, first.next ?? '')
  expect(second.next).toBeNull()
  expect([...first.phones, ...second.phones].toSorted()).toEqual(phones.slice(2, 610))
  expect(await ask(newId('seg'), '')).toMatchObject({ phones: [], next: null })
})

it('a segment is announced when it is created, changed and deleted, each time with a later version', async () => {
  const workspace = fixture.workspace()
  const mine = fixture.as(workspace)
  const { segments } = fixture.clients.contacts
  const { id } = await segments.create.mutate({ name: 'VIPs', filter: { tag: 'vip' } }, mine)
  await segments.update.mutate({ id, filter: { tag: 'gold' } }, mine)
  await segments.remove.mutate({ id }, mine)
  const announced = () =>
    fixture.bus.published.filter((event) => event.event === 'segment:updated' && event.workspace === workspace)
  await until(() => announced().length === 3)
  expect(announced().map(({ data }) => data)).toEqual([false, false, true].map((deleted) => ({ id, deleted })))
  const versions = announced().map(({ aggregate }) => aggregate.version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
})
