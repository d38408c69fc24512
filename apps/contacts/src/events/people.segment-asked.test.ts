import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startTestService(contactsService)
})
afterAll(() => kit[Symbol.asyncDispose]())

it('who of a segment may be written to is told page by page; who is blocked, opted out or without a phone is not', async () => {
  const workspace = kit.workspace()
  const mine = kit.as(workspace)
  const { contacts, imports, segments } = kit.clients.contacts
  const phones = Array.from({ length: 620 }, (_, i) => `+4915112${340_000 + i}`)
  const rows = phones.map((phone, i) => ({ phone, tags: i < 610 ? ['vip'] : [] }))
  const { id: run } = await imports.create.mutate({ contacts: rows }, mine)
  await until(async () => (await imports.get.query({ id: run }, mine)).state === 'finished')
  const idOf = async (phone: string) => (await contacts.list.query({ phone }, mine)).items[0]?.id ?? ''
  await contacts.block.mutate({ id: await idOf(phones[0] as string) }, mine)
  await contacts.optOut.mutate({ id: await idOf(phones[1] as string) }, mine)
  const { id: segment } = await segments.create.mutate({ name: 'VIPs', filter: { tag: 'vip' } }, mine)

  const told = () =>
    kit.bus.published.flatMap((event) =>
      event.workspace === workspace && event.event === 'segment:told' ? [event.data as EventData<'segment:told'>] : [],
    )
  const post = newId('pst')
  const ask = async (about: string, after: string) => {
    const before = told().length
    const data = { segment: about, for: post, after }
    await kit.bus.publish(busEvent({ event: 'segment:asked', workspace, data }))
    return until(() => told()[before])
  }
  const first = await ask(segment, '')
  expect(first).toMatchObject({ segment, for: post, after: '' })
  expect(first.phones).toHaveLength(500)
  const second = await ask(segment, first.next ?? '')
  expect(second.next).toBeNull()
  expect([...first.phones, ...second.phones].toSorted()).toEqual(phones.slice(2, 610))
  expect(await ask(newId('seg'), '')).toMatchObject({ phones: [], next: null })
  await segments.remove.mutate({ id: segment }, mine)
  const news = kit.bus.published.filter(({ event }) => event === 'segment:updated').map(({ data }) => data)
  await until(() => kit.bus.published.some(({ data }) => (data as { deleted?: boolean }).deleted === true))
  expect(news[0]).toEqual({ id: segment, deleted: false })
})
