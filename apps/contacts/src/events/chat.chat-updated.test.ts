import { type EventData, exampleChat, newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const [ada, grace] = ['+4915112345678', '+4915112345679']

/** Creates a workspace in which chats start and end through events, as if messaging had sent them. */
function place() {
  const workspace = fixture.workspace()
  const mine = fixture.as(workspace)
  return {
    mine,
    api: fixture.clients.contacts,
    limited: (number: string) => fixture.as(workspace, { numbers: [number as never] }),
    async chat(
      phone: string | null,
      change: 'created' | 'deleted',
      {
        id = newId('chat'),
        number = exampleChat.number as string,
        contact = null as string | null,
        name = null as string | null,
        recipient = undefined as string | undefined,
      } = {},
    ) {
      const data = {
        ...exampleChat,
        id,
        number,
        phone,
        name,
        contact,
        change,
      } as unknown as EventData<'chat:updated'>
      const published = busEvent({ event: 'chat:updated', workspace, data, ...(recipient && { recipient }) })
      await fixture.apply(published)
      return id
    },
    named: () =>
      fixture.bus.published.flatMap((event) =>
        event.workspace === workspace && event.event === 'contact:identified'
          ? (event.data as EventData<'contact:identified'>).contacts
          : [],
      ),
    writes: (from: { phone?: string; userId: string; contact: string }) =>
      fixture.apply(incomingMessage(workspace, from)),
    async imported(csv: string) {
      const { id } = await fixture.clients.contacts.imports.create.mutate({ csv, onDuplicate: 'update' }, mine)
      await until(async () => (await fixture.clients.contacts.imports.get.query({ id }, mine)).status === 'finished')
    },
  }
}

describe('chats of contacts', () => {
  it('make contacts belong to their numbers: to callers limited to others they do not exist', async () => {
    const { api, mine, limited, chat } = place()
    const [one, other] = [newId('num'), newId('num')]
    await chat(ada, 'created', { number: one })
    const [{ id }, alone] = [
      await api.contacts.create.mutate({ phone: ada }, mine),
      await api.contacts.create.mutate({ phone: grace }, mine),
    ]
    const { id: segment } = await api.segments.create.mutate(
      { name: 'All', filter: { attribute: 'blocked', is: false } },
      mine,
    )
    const seen = async (by: ReturnType<typeof limited>) => ({
      listed: (await api.contacts.list.query({}, by)).items.map((contact) => contact.id),
      found: (await api.matches.find.query({ q: '+49151', kinds: ['contact'], size: 5 }, by)).map((each) => each.id),
      segment: (await api.contacts.list.query({ segment }, by)).items.map((contact) => contact.id),
      count: (await api.segments.get.query({ id: segment }, by)).count,
      exported: (await api.contacts.export.query({}, by)).chunk.match(/con_\w+/g) ?? [],
      cards: (await api.contacts.cards.query({ ids: [id] }, by)).map((each) => each.id),
    })
    const only = (...ids: string[]) => ({
      listed: ids,
      found: ids,
      segment: ids,
      count: ids.length,
      exported: ids,
      cards: ids,
    })
    expect(await seen(limited(one))).toEqual(only(id))
    expect(await seen(limited(other))).toEqual(only())
    for (const hidden of [id, alone.id]) {
      await expect(api.contacts.get.query({ id: hidden }, limited(other))).rejects.toThrow('no such contact')
      await expect(api.contacts.update.mutate({ id: hidden, name: 'x' }, limited(other))).rejects.toThrow(
        'no such contact',
      )
    }
    const taken = api.contacts.create.mutate({ phone: ada, upsert: true }, limited(other))
    const message = expect.not.stringContaining(id)
    await expect(taken).rejects.toMatchObject({ data: { fault: { code: 'contact:duplicate', errors: [{ message }] } } })
    await chat(ada, 'created', { number: other })
    expect((await seen(limited(other))).listed).toEqual([id])
  })

  it('leave a contact to callers of their number alone only where no other number has one', async () => {
    const { api, mine, limited, chat } = place()
    const [one, other] = [newId('num'), newId('num')]
    const own = await api.contacts.create.mutate({ phone: grace }, limited(one))
    expect((await api.contacts.get.query({ id: own.id }, limited(one))).phone).toBe(grace)
    const { id } = await api.contacts.create.mutate({ phone: ada }, mine)
    for (const number of [one, other]) await chat(ada, 'created', { number })
    await expect(api.contacts.remove.mutate({ id }, limited(one))).rejects.toThrow('limited to some')
    const merged = api.contacts.merge.mutate({ into: own.id, from: id }, limited(one))
    await expect(merged).rejects.toThrow('limited to some')
    expect(await api.contacts.remove.mutate({ id: own.id }, limited(one))).toEqual({ id: own.id, deleted: true })
    await expect(api.contacts.erase.mutate({ id, confirm: id }, limited(one))).rejects.toThrow('scope')
  })

  it('hasChat finds who has one, in lists and segments, until it is deleted', async () => {
    const { api, mine, chat } = place()
    for (const phone of [ada, grace]) await api.contacts.create.mutate({ phone }, mine)
    const id = await chat(ada, 'created')
    const found = async (hasChat: boolean) =>
      (await api.contacts.list.query({ hasChat }, mine)).items.map(({ phone }) => phone)
    const fitting = async (is: boolean) => {
      const filter = { attribute: 'hasChat' as const, is }
      return (await api.segments.preview.mutate({ filter }, mine)).contacts.map(({ phone }) => phone)
    }
    expect([await found(true), await found(false)]).toEqual([[ada], [grace]])
    expect([await fitting(true), await fitting(false)]).toEqual([[ada], [grace]])
    await chat(ada, 'deleted', { id })
    expect(await found(true)).toEqual([])
  })

  it('a late chat with a contact who was merged twice is that of the remaining one, and learns what that is called', async () => {
    const { api, mine, chat, named, writes } = place()
    const [first, second] = [newId('con'), newId('con')]
    await writes({ userId: 'DE.1', contact: first })
    await writes({ userId: 'DE.2', contact: second })
    const { id } = await api.contacts.create.mutate({ phone: ada, name: 'Ada' }, mine)
    await api.contacts.merge.mutate({ into: second, from: first }, mine)
    await api.contacts.merge.mutate({ into: id, from: second }, mine)
    await chat(null, 'created', { contact: first })
    expect((await api.contacts.list.query({ hasChat: true }, mine)).items).toMatchObject([{ id }])
    await until(() => named().some(({ contact, name }) => contact === id && name === 'Ada'))
  })

  it('a chat that begins learns whose it is, and what that contact is called', async () => {
    const { api, mine, chat, named } = place()
    const { id } = await api.contacts.create.mutate({ phone: ada, name: 'Ada' }, mine)
    const other = await api.contacts.create.mutate({ phone: grace }, mine)
    await chat(grace, 'created')
    await chat(ada, 'created')
    await until(() => named().length > 1)
    expect(named()).toEqual([
      { contact: other.id, recipient: grace, name: null },
      { contact: id, recipient: ada, name: 'Ada' },
    ])
  })

  it('a chat that begins under another name than that of its contact learns the right one', async () => {
    const { api, mine, chat, named } = place()
    const { id: contact } = await api.contacts.create.mutate({ phone: ada, name: 'Ada' }, mine)
    await chat(ada, 'created', { contact, name: 'Ada' })
    await chat(ada, 'created', { contact, name: 'ada99', number: newId('num') })
    await until(() => named().length > 0)
    expect(named()).toEqual([{ contact, recipient: ada, name: 'Ada' }])
  })

  it('a chat that begins with someone who hides the phone learns what they are called', async () => {
    const { api, mine, chat, named, writes } = place()
    const contact = newId('con')
    await writes({ userId: 'DE.1', contact })
    await api.contacts.update.mutate({ id: contact, name: 'Ada' }, mine)
    await chat(null, 'created', { contact })
    await until(() => named().length > 0)
    expect(named()).toEqual([{ contact, recipient: 'DE.1', name: 'Ada' }])
  })

  it('a chat that begins by user id is that of the contact, and learns whose it is', async () => {
    const { api, mine, chat, named, writes } = place()
    const contact = newId('con')
    await writes({ userId: 'DE.1', contact })
    await api.contacts.update.mutate({ id: contact, name: 'Ada' }, mine)
    await chat(null, 'created', { recipient: 'DE.1' })
    await until(() => named().length > 0)
    expect(named()).toEqual([{ contact, recipient: 'DE.1', name: 'Ada' }])
    expect((await api.contacts.list.query({ hasChat: true }, mine)).items).toMatchObject([{ id: contact }])
  })

  it('an import announces the names of contacts that have a chat, and of no other', async () => {
    const { chat, named, imported } = place()
    await chat(ada, 'created')
    await imported(`phone,name\n${ada},Ada\n${grace},Grace\n`)
    await until(() => named().length > 0)
    expect(named()).toMatchObject([{ recipient: ada, name: 'Ada' }])
    await imported(`phone,name\n${ada},Ada Lovelace\n`)
    await until(() => named().length > 1)
    expect(named()[1]).toMatchObject({ recipient: ada, name: 'Ada Lovelace' })
  })
  it.each([
    ['a phone', `phone\n${ada}\n`, null],
    ['a phone and a name', `phone,name\n${ada},Ada\n`, 'Ada'],
    ['a user id alone', 'userId,name\nDE.1,Ada\n', 'Ada'],
    ['a new phone for a known user id', `phone,userId,name\n${grace},DE.1,Ada\n`, 'Ada'],
  ])('learn whose they are from an imported row with %s', async (_, csv, name) => {
    const { chat, named, imported, writes } = place()
    const [contact, phone] = [newId('con'), csv.includes(grace) ? grace : ada]
    if (csv.includes('DE.1')) await writes({ userId: 'DE.1', contact, ...(phone === ada && { phone }) })
    await chat(phone, 'created')
    const before = named().length
    await imported(csv)
    await until(() => named().length > before)
    expect(named().slice(before)).toContainEqual({ contact: expect.any(String) as string, recipient: phone, name })
  })

  it('take the imported name of a person who hides the phone', async () => {
    const { chat, named, imported, writes } = place()
    const contact = newId('con')
    await writes({ userId: 'DE.1', contact })
    await chat(null, 'created', { contact })
    await imported('userId,name\nDE.1,Ada\n')
    await until(() => named().length > 0)
    expect(named()).toEqual([{ contact, recipient: 'DE.1', name: 'Ada' }])
  })
})
