import { type EventData, exampleChat, newId } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const [ada, grace] = ['+4915112345678', '+4915112345679']

/** Creates a workspace in which chats begin and end as messaging announces. */
function place() {
  const workspace = fixture.workspace()
  const mine = fixture.as(workspace)
  return {
    mine,
    api: fixture.clients.contacts,
    async chat(phone: string, change: 'created' | 'deleted', id = newId('chat')) {
      const data = { ...exampleChat, id, phone, name: null, contact: null, change } as EventData<'chat:updated'>
      const published = busEvent({ event: 'chat:updated', workspace, data })
      await fixture.bus.publish(published)
      await until(
        async () =>
          (await fixture.rows('select 1 from received_event where event_id = $1', [published.id])).length === 1,
      )
      return id
    },
    named: () =>
      fixture.bus.published.flatMap((event) =>
        event.workspace === workspace && event.event === 'contact:identified'
          ? (event.data as EventData<'contact:identified'>).contacts
          : [],
      ),
    async imported(csv: string) {
      const { id } = await fixture.clients.contacts.imports.create.mutate({ csv, onDuplicate: 'update' }, mine)
      await until(async () => (await fixture.clients.contacts.imports.get.query({ id }, mine)).state === 'finished')
    },
  }
}

describe('chats of contacts', () => {
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
    await chat(ada, 'deleted', id)
    expect(await found(true)).toEqual([])
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
})
