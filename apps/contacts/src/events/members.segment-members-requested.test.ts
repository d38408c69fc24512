import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

it('members of a segment are listed page by page, without those who are blocked, opted out or without a phone', async () => {
  const workspace = fixture.workspace()
  const mine = fixture.as(workspace)
  const { contacts, imports, segments } = fixture.clients.contacts
  const phones = Array.from({ length: 620 }, (_, i) => `+4915112${340_000 + i}`)
  const rows = phones.map((phone, i) => ({ phone, tags: i < 610 ? ['vip'] : [] }))
  const { id: run } = await imports.create.mutate({ contacts: rows }, mine)
  await until(async () => (await imports.get.query({ id: run }, mine)).state === 'finished')
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
  await segments.remove.mutate({ id: segment }, mine)
  const changes = fixture.bus.published.filter(({ event }) => event === 'segment:updated').map(({ data }) => data)
  await until(() => fixture.bus.published.some(({ data }) => (data as { deleted?: boolean }).deleted === true))
  expect(changes[0]).toEqual({ id: segment, deleted: false })
})
