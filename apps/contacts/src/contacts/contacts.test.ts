import { newId } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startTestService(contactsService)
})
afterAll(() => kit[Symbol.asyncDispose]())

const contacts = () => kit.clients.contacts.contacts

function incoming(workspace: string, from: { phone?: string; userId?: string; name?: string }) {
  const data = {
    number: newId('num'),
    providerId: `wamid.${newId('evt')}`,
    timestamp: new Date().toISOString(),
    from,
    type: 'text',
    raw: {},
  }
  return busEvent({ event: 'provider:message', workspace, data })
}

describe('contacts', () => {
  it('a created contact is found by id, in the list and by search, in its own workspace only', async () => {
    const mine = kit.as(kit.workspace())
    const created = await contacts().create.mutate({ phone: '+4915112345678', name: 'Ada Lovelace' }, mine)
    expect(await contacts().get.query({ id: created.id }, mine)).toEqual(created)
    expect((await contacts().list.query({ search: 'lovel' }, mine)).items).toEqual([created])
    expect((await contacts().list.query({ search: 'nobody' }, mine)).items).toEqual([])
    const other = kit.as(kit.workspace())
    expect((await contacts().list.query({}, other)).items).toEqual([])
    await expect(contacts().get.query({ id: created.id }, other)).rejects.toThrow('no such contact')
  })

  it('a phone that exists is refused, or updated with upsert', async () => {
    const mine = kit.as(kit.workspace())
    const created = await contacts().create.mutate({ phone: '+4915112345678' }, mine)
    await expect(contacts().create.mutate({ phone: '+49 151 12345678' }, mine)).rejects.toThrow('exists already')
    const updated = await contacts().create.mutate({ phone: '+4915112345678', name: 'Ada', upsert: true }, mine)
    expect(updated).toMatchObject({ id: created.id, name: 'Ada' })
  })

  it('whoever writes becomes one contact, announced once, however often the event comes', async () => {
    const workspace = kit.workspace()
    const event = incoming(workspace, { phone: '+4915112345679', name: 'Grace' })
    await kit.bus.publish(event)
    const contact = await until(async () => (await contacts().list.query({}, kit.as(workspace))).items[0])
    expect(contact).toMatchObject({ name: 'Grace', phone: '+4915112345679', source: 'message' })
    await kit.bus.publish({ ...event, id: newId('evt') }, event, incoming(workspace, { phone: '+4915112345680' }))
    await until(async () => (await contacts().list.query({}, kit.as(workspace))).items.length === 2)
    const announced = () => kit.bus.published.filter((e) => e.workspace === workspace && e.event.startsWith('contact:'))
    await until(() => announced().length === 2)
    expect(announced().map((e) => e.event)).toEqual(['contact:created', 'contact:created'])
  })

  it('pages show every contact once', async () => {
    const mine = kit.as(kit.workspace())
    for (let i = 0; i < 7; i++) await contacts().create.mutate({ phone: `+491511234560${i}` }, mine)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await contacts().list.query({ size: 3, ...(cursor ? { cursor } : {}) }, mine)
      seen.push(...page.items.map((item) => item.phone as string))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `+491511234560${i}`))
    await expect(contacts().list.query({ cursor: 'forged.cursor' }, mine)).rejects.toThrow('cursor')
  })

  it('the same Idempotency-Key gives the same contact, another body is refused', async () => {
    const workspace = kit.workspace()
    let replayed = 0
    const keyed = () => kit.as(workspace, { idempotencyKey: 'once', onReplayed: () => (replayed += 1) })
    const first = await contacts().create.mutate({ phone: '+4915112345678' }, keyed())
    expect(await contacts().create.mutate({ phone: '+4915112345678' }, keyed())).toEqual(first)
    expect(replayed).toBe(1)
    await expect(contacts().create.mutate({ phone: '+4915112345679' }, keyed())).rejects.toThrow('another body')
  })
})
