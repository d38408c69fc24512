import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const [ada, grace, unknown] = ['+4915112345678', '+4915112345679', '+4915112345670']

function place() {
  const workspace = fixture.workspace()
  const mine = fixture.as(workspace)
  const { contacts } = fixture.clients.contacts
  const requested = () =>
    fixture.bus.published.flatMap((event) =>
      event.workspace === workspace && event.event === 'message:requested'
        ? [event.data as EventData<'message:requested'>]
        : [],
    )
  const ask = async (phones: string[], names: string[], text = 'Hello') => {
    const message = { message: text, priority: 'low' }
    const request = { number: newId('num'), phones, reference: newId('pst'), version: 3, message }
    const event = busEvent({ event: 'post:values_requested', workspace, data: { ...request, names } })
    await fixture.apply(event)
    const answered = () => requested().filter(({ reference }) => reference === request.reference)
    await until(() => answered().flatMap((each) => each.phones).length === phones.length)
    return { request, event }
  }
  const valuesOf = async (phones: string[], names: string[]) => {
    const before = requested().length
    await ask(phones, names)
    return requested()[before]?.values
  }
  const create = (input: { phone: string; [field: string]: unknown }) => contacts.create.mutate(input as never, mine)
  /** Creates contacts with ten long fields. Returns the fields' names in placeholders. */
  const createWithNotes = async (phones: string[]) => {
    const keys = Array.from({ length: 10 }, (_, i) => `note ${i}`)
    const fields = Object.fromEntries(keys.map((key) => [key, '€'.repeat(1000)]))
    for (const phone of phones) await create({ phone, fields })
    return keys.map((key) => `contact.fields.${key}`)
  }
  return { contacts, mine, requested, ask, valuesOf, create, createWithNotes }
}

const names = ['contact.name', 'contact.firstName', 'contact.phone', 'contact.company', 'contact.fields.plan']

describe('the values for a post', () => {
  it('are added for each person who is in the address book, and nothing else of the request changes', async () => {
    const our = place()
    await our.create({ phone: ada, name: 'Ada Lovelace', fields: { plan: 'gold', secret: 'x' } })
    await our.create({ phone: grace, firstName: 'Grace', company: 'Navy', fields: { plan: '  ' } })
    const { request } = await our.ask([ada, grace, unknown], names)
    expect(our.requested()).toEqual([
      {
        ...request,
        values: {
          [ada]: {
            'contact.name': 'Ada Lovelace',
            'contact.firstName': 'Ada',
            'contact.phone': ada,
            'contact.fields.plan': 'gold',
          },
          [grace]: { 'contact.firstName': 'Grace', 'contact.phone': grace, 'contact.company': 'Navy' },
          [unknown]: {},
        },
      },
    ])
  })

  it('are requested once, however often the event comes', async () => {
    const our = place()
    const { event } = await our.ask([ada], names)
    await fixture.bus.publish(event, event)
    await our.ask([grace], names)
    expect(our.requested().map(({ phones }) => phones)).toEqual([[ada], [grace]])
  })

  it('are never those of a contact in another workspace', async () => {
    const [our, other] = [place(), place()]
    await other.create({ phone: ada, name: 'Ada' })
    expect(await our.valuesOf([ada], ['contact.name'])).toEqual({ [ada]: {} })
  })

  it('are none of a contact that was deleted', async () => {
    const our = place()
    const { id } = await our.create({ phone: ada, name: 'Ada' })
    expect(await our.valuesOf([ada], ['contact.name'])).toEqual({ [ada]: { 'contact.name': 'Ada' } })
    await our.contacts.remove.mutate({ id }, our.mine)
    expect(await our.valuesOf([ada], ['contact.name'])).toEqual({ [ada]: {} })
  })

  it('are those of the contact that another was merged into, with the phone number that the message goes to', async () => {
    const our = place()
    const { id } = await our.create({ phone: ada, name: 'Ada' })
    const { id: merged } = await our.create({ phone: grace, name: 'Lady Lovelace' })
    await our.contacts.merge.mutate({ into: id, from: merged }, our.mine)
    const values = await our.valuesOf([grace, ada], ['contact.name', 'contact.phone'])
    expect(values).toEqual({
      [ada]: { 'contact.name': 'Ada', 'contact.phone': ada },
      [grace]: { 'contact.name': 'Ada', 'contact.phone': grace },
    })
  })

  it('come in several events if they are long, each person once', async () => {
    const our = place()
    const phones = Array.from({ length: 100 }, (_, i) => `+49151123${40_000 + i}`)
    await our.ask(phones, await our.createWithNotes(phones))
    expect(our.requested().length).toBeGreaterThan(10)
    expect(our.requested().flatMap((request) => request.phones)).toEqual(phones)
    for (const { phones: some, values = {} } of our.requested()) {
      expect(Object.keys(values)).toEqual(some)
      expect(Buffer.byteLength(JSON.stringify(values))).toBeLessThan(300_000)
    }
  })

  it('leave room for a long message in each event', async () => {
    const our = place()
    const phones = Array.from({ length: 10 }, (_, i) => `+49151124${40_000 + i}`)
    await our.ask(phones, await our.createWithNotes(phones), 'x'.repeat(900_000))
    expect(our.requested().flatMap((request) => request.phones)).toEqual(phones)
    for (const request of our.requested()) expect(Buffer.byteLength(JSON.stringify(request))).toBeLessThan(1_000_000)
  })
})
