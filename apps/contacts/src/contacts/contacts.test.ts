import { contacts as contract, newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraser } from '../contacts.fixture.ts'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const contacts = () => fixture.clients.contacts.contacts

const incoming = (workspace: string, from: Parameters<typeof incomingMessage>[1], text = 'hello') =>
  incomingMessage(workspace, from, { text })

describe('contacts', () => {
  it('a created contact is found by id, in the list and by search, in its own workspace only', async () => {
    const mine = fixture.as(fixture.workspace())
    const { created: isNew, ...created } = await contacts().create.mutate(
      { phone: '+4915112345678', name: 'Ada Lovelace' },
      mine,
    )
    expect(isNew).toBe(true)
    expect(await contacts().get.query({ id: created.id }, mine)).toEqual(created)
    expect((await contacts().list.query({ search: 'lovel' }, mine)).items).toEqual([created])
    expect((await contacts().list.query({ search: 'nobody' }, mine)).items).toEqual([])
    expect((await contacts().list.query({ search: ' +999' }, mine)).items).toEqual([])
    expect((await contacts().list.query({ search: ` ${created.phone?.slice(0, 6)}` }, mine)).items).toEqual([created])
    const other = fixture.as(fixture.workspace())
    expect((await contacts().list.query({}, other)).items).toEqual([])
    await expect(contacts().get.query({ id: created.id }, other)).rejects.toThrow('no such contact')
  })

  it('a phone that exists is refused, or updated with upsert', async () => {
    const mine = fixture.as(fixture.workspace())
    const created = await contacts().create.mutate({ phone: '+4915112345678' }, mine)
    await expect(contacts().create.mutate({ phone: '+49 151 12345678' }, mine)).rejects.toThrow('already exists')
    const updated = await contacts().create.mutate({ phone: '+4915112345678', name: 'Ada', upsert: true }, mine)
    expect(updated).toMatchObject({ id: created.id, name: 'Ada' })
  })

  it('a person who writes becomes one contact, announced once, however often the event comes', async () => {
    const workspace = fixture.workspace()
    const event = incoming(workspace, { phone: '+4915112345679', name: 'Grace' })
    await fixture.bus.publish(event)
    const contact = await until(async () => (await contacts().list.query({}, fixture.as(workspace))).items[0])
    expect(contact).toMatchObject({ name: 'Grace', phone: '+4915112345679', source: 'message' })
    await fixture.bus.publish({ ...event, id: newId('evt') }, event, incoming(workspace, { phone: '+4915112345680' }))
    await until(async () => (await contacts().list.query({}, fixture.as(workspace))).items.length === 2)
    const announced = () =>
      fixture.bus.published.filter((e) => e.workspace === workspace && e.event.startsWith('contact:'))
    await until(() => announced().length === 2)
    expect(announced().map((e) => e.event)).toEqual(['contact:created', 'contact:created'])
  })

  it('pages show every contact once', async () => {
    const mine = fixture.as(fixture.workspace())
    for (let i = 0; i < 7; i++) await contacts().create.mutate({ phone: `+491511234560${i}` }, mine)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await contacts().list.query({ size: 3, ...(cursor ? { cursor } : {}) }, mine)
      seen.push(...page.items.map((item) => item.phone as string))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `+491511234560${i}`))
  })

  it('pages show every lasting contact once while others are added and removed, and forged cursors are refused', async () => {
    const mine = fixture.as(fixture.workspace())
    let made = 0
    const create = () => contacts().create.mutate({ phone: `+4915112340${String(made++).padStart(3, '0')}` }, mine)
    const ids = [(await create()).id]
    while (ids.length < 30) ids.push((await create()).id)
    const leaving = ids.filter((_, i) => i % 3 === 0)
    const seen: string[] = []
    const cursors: string[] = []
    do {
      const cursor = cursors.at(-1)
      const page = await contacts().list.query({ size: 4, ...(cursor ? { cursor } : {}) }, mine)
      seen.push(...page.items.map(({ id }) => id))
      cursors.push(page.next ?? '')
      const gone = leaving.pop()
      if (gone !== undefined) await contacts().remove.mutate({ id: gone }, mine)
      await create()
    } while (cursors.at(-1) !== '')
    expect(new Set(seen).size).toBe(seen.length)
    expect(ids.filter((id, i) => i % 3 !== 0 && !seen.includes(id))).toEqual([])
    const [good = ''] = cursors
    const flipped = `${good.slice(0, 5)}${good[5] === 'a' ? 'b' : 'a'}${good.slice(6)}`
    for (const cursor of ['x', 'eyJhIjoxfQ', flipped, good.slice(0, -1), `${good}a`, '..', 'null', 'forged.cursor'])
      await expect(contacts().list.query({ cursor }, mine), cursor).rejects.toThrow('cursor')
  })

  it('the same Idempotency-Key gives the same contact, another body is refused', async () => {
    const workspace = fixture.workspace()
    let replayed = 0
    const keyed = () => fixture.as(workspace, { idempotencyKey: 'once', onReplayed: () => (replayed += 1) })
    const first = await contacts().create.mutate({ phone: '+4915112345678' }, keyed())
    expect(await contacts().create.mutate({ phone: '+4915112345678' }, keyed())).toEqual(first)
    expect(replayed).toBe(1)
    await expect(contacts().create.mutate({ phone: '+4915112345679' }, keyed())).rejects.toThrow('another body')
  })
})

describe('one contact', () => {
  const announced = (id: string) =>
    fixture.bus.published.filter((event) => event.aggregate.id === id).map((event) => event.event)

  it('update changes what is given, clears what is null, and leaves the rest; the country follows the phone', async () => {
    const mine = fixture.as(fixture.workspace())
    const { id, ...made } = await contacts().create.mutate({ phone: '+4915112345678', name: 'Ada', company: 'X' }, mine)
    expect(made).toMatchObject({ country: 'DE', tags: [], fields: {}, blocked: false, optedOutAt: null })
    const changed = await contacts().update.mutate({ id, company: null, country: 'AT', language: 'de' }, mine)
    expect(changed).toMatchObject({ name: 'Ada', company: null, country: 'AT', language: 'de' })
    expect(await contacts().update.mutate({ id, country: null }, mine)).toMatchObject({ country: 'DE' })
    expect(await contacts().update.mutate({ id, name: 'Ada' }, mine)).toMatchObject({ name: 'Ada' })
    await until(() => announced(id).length >= 3)
    expect(announced(id)).toEqual(['contact:created', 'contact:updated', 'contact:updated'])
    await expect(contacts().update.mutate({ id, country: 'Germany' }, mine)).rejects.toThrow('country code')
  })

  it('update replaces the tags, and merges the fields: null removes one; 50 is the most in all', async () => {
    const mine = fixture.as(fixture.workspace())
    const made = { phone: '+4915112345678', tags: ['vip'], fields: { plan: 'gold', seats: '3' } }
    const { id } = await contacts().create.mutate(made, mine)
    const changes = { tags: ['new', 'new'], fields: { plan: null, city: 'Köln' } }
    const changed = await contacts().update.mutate({ id, ...changes }, mine)
    expect(changed).toMatchObject({ tags: ['new'], fields: { seats: '3', city: 'Köln' } })
    expect((await contacts().update.mutate({ id, tags: [] }, mine)).tags).toEqual([])
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, 'x']))
    await expect(contacts().update.mutate({ id, fields }, mine)).rejects.toThrow('50 fields')
    const unnamed = contacts().update.mutate({ id, fields: { '-st': 'x' } }, mine)
    await expect(unnamed).rejects.toThrow('begin with a letter')
    const free = { 'bot:state.2 of 3': 'x'.repeat(1000), 'Größe/cm': '180' }
    expect((await contacts().update.mutate({ id, fields: free }, mine)).fields).toMatchObject(free)
    const found = await contacts().list.query({ field: { 'bot:state.2 of 3': 'x'.repeat(1000) } }, mine)
    expect(found.items).toMatchObject([{ id }])
  })

  it('takes everything by PATCH that POST takes', () => {
    const { create, update } = contract.contacts
    const { upsert: _, ...fields } = create.input.shape
    expect(Object.keys(update.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)))
  })

  it('gets another phone: the country follows, the previous phone is free, and a phone of another is refused', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    const { id } = await contacts().create.mutate({ phone: '+4915112345678', name: 'Ada' }, mine)
    const changed = await contacts().update.mutate({ id, phone: '+43 660 12345678' }, mine)
    const phone = '+4366012345678'
    expect(changed).toMatchObject({ phone, country: 'AT', identities: [{ type: 'phone', value: phone }], version: 2 })
    await until(() => announced(id).length === 3)
    expect(announced(id)).toEqual(['contact:created', 'contact:address_changed', 'contact:updated'])
    const other = await contacts().create.mutate({ phone: '+4915112345678' }, mine)
    expect(other.id).not.toBe(id)
    const taken = contacts().update.mutate({ id: other.id, phone }, mine)
    const errors = [{ path: 'phone', message: `belongs to ${id}` }]
    await expect(taken).rejects.toMatchObject({ data: { fault: { code: 'contact:duplicate', errors } } })
    await contacts().update.mutate({ id: other.id, phone: '+14155550123', country: 'DE' }, mine)
    const back = await contacts().update.mutate({ id, phone: '+4915112345678' }, mine)
    expect(back).toMatchObject({ phone: '+4915112345678', country: 'DE' })
    expect(await contacts().update.mutate({ id, phone: '+4915112345678' }, mine)).toEqual(back)
  })

  it('addTags adds each once, removeTags takes off; 100 is the most', async () => {
    const mine = fixture.as(fixture.workspace())
    const { id } = await contacts().create.mutate({ phone: '+4915112345678', tags: ['vip'] }, mine)
    expect((await contacts().addTags.mutate({ id, tags: ['vip', 'new'] }, mine)).tags).toEqual(['vip', 'new'])
    expect((await contacts().removeTags.mutate({ id, tags: ['vip', 'never'] }, mine)).tags).toEqual(['new'])
    const tags = Array.from({ length: 100 }, (_, i) => `t${i}`)
    await expect(contacts().addTags.mutate({ id, tags }, mine)).rejects.toThrow('100 tags')
    await expect(contacts().addTags.mutate({ id, tags: ['a,b'] }, mine)).rejects.toThrow('comma')
  })

  it('block, unblock, optOut and optIn set and clear their marks', async () => {
    const mine = fixture.as(fixture.workspace())
    const { id } = await contacts().create.mutate({ phone: '+4915112345678' }, mine)
    expect((await contacts().block.mutate({ id }, mine)).blocked).toBe(true)
    expect((await contacts().unblock.mutate({ id }, mine)).blocked).toBe(false)
    const out = await contacts().optOut.mutate({ id }, mine)
    expect(out.optedOutAt).not.toBeNull()
    expect((await contacts().optOut.mutate({ id }, mine)).optedOutAt).toBe(out.optedOutAt)
    expect((await contacts().optIn.mutate({ id }, mine)).optedOutAt).toBeNull()
  })

  it('in a workspace with words of its own these opt out and in, whatever is around them, and no others', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    const phone = '+4915112345679'
    const { id } = await contacts().create.mutate({ phone }, mine)
    const settings = { optOutWords: ['Basta'], optInWords: ['sí'] }
    const aggregate = { id: workspace, version: 2 }
    await fixture.bus.publish(busEvent({ event: 'workspace:updated', workspace, data: { settings }, aggregate }))
    await until(
      async () =>
        (await fixture.rows('select 1 from workspace_setting where workspace_id = $1', [workspace])).length === 1,
    )
    const contact = () => contacts().get.query({ id }, mine)
    await fixture.bus.publish(incoming(workspace, { phone }, 'STOP'))
    await until(async () => (await contact()).lastMessageAt !== null)
    expect((await contact()).optedOutAt).toBeNull()
    await fixture.bus.publish(incoming(workspace, { phone }, '¡BASTA! 🛑'))
    await until(async () => (await contact()).optedOutAt !== null)
    await fixture.bus.publish(incoming(workspace, { phone }, 'Sí.'))
    await until(async () => (await contact()).optedOutAt === null)
  })

  it('who writes nothing but STOP has opted out, until they write START', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    const phone = '+4915112345678'
    const { id } = await contacts().create.mutate({ phone }, mine)
    const optedOut = async () => (await contacts().get.query({ id }, mine)).optedOutAt !== null
    await fixture.bus.publish(
      incoming(workspace, { phone }, 'please do not stop'),
      incoming(workspace, { phone }, ' Stop! '),
    )
    await until(optedOut)
    await fixture.bus.publish(incoming(workspace, { phone }, 'start'))
    await until(async () => !(await optedOut()))
    await until(() => announced(id).length === 3)
  })

  it('a preference stop opts out until resume, in the order of their times; an opt-out noted here stays', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    const [ada, grace] = ['+4915112345671', '+4915112345672']
    const preferenceEvent = (phone: string, preference: 'stop' | 'resume', second: number) => {
      const timestamp = `2026-11-20T08:00:0${second}.000Z`
      const data = {
        number: newId('num'),
        timestamp,
        from: { phone, ...(phone === ada && { name: 'Ada' }) },
        preference,
      }
      return busEvent({ event: 'provider:preference', workspace, data })
    }
    const found = async (phone: string) => (await contacts().list.query({ search: phone }, mine)).items[0]
    const announcements = (id: string, count: number) => until(() => announced(id).length === count)

    await fixture.bus.publish(preferenceEvent(ada, 'stop', 2))
    const stopped = await until(() => found(ada))
    expect(stopped).toMatchObject({ optedOutAt: '2026-11-20T08:00:02.000Z', name: 'Ada' })
    await fixture.bus.publish(
      preferenceEvent(ada, 'resume', 4),
      preferenceEvent(ada, 'stop', 3),
      preferenceEvent(ada, 'stop', 2),
    )
    await announcements(stopped.id, 2)
    expect(await found(ada)).toMatchObject({ optedOutAt: null })

    const { id } = await contacts().create.mutate({ phone: grace }, mine)
    await fixture.bus.publish(preferenceEvent(grace, 'stop', 5))
    await announcements(id, 2)
    const { optedOutAt } = await contacts().optOut.mutate({ id }, mine)
    await announcements(id, 3)
    await fixture.bus.publish(preferenceEvent(grace, 'resume', 6), incoming(workspace, { phone: grace, name: 'Grace' }))
    await announcements(id, 4)
    expect(await found(grace)).toMatchObject({ name: 'Grace', optedOutAt })
  })

  it('of another workspace there is none, whatever is asked', async () => {
    const { id } = await contacts().create.mutate({ phone: '+4915112345678' }, fixture.as(fixture.workspace()))
    const other = fixture.as(fixture.workspace())
    const attempts = await Promise.allSettled([
      contacts().update.mutate({ id, name: 'x' }, other),
      contacts().remove.mutate({ id }, other),
      contacts().erase.mutate({ id, confirm: id }, fixture.as(fixture.workspace(), eraser)),
      contacts().update.mutate({ id, phone: '+4915112345679' }, other),
      contacts().addTags.mutate({ id, tags: ['a'] }, other),
      contacts().removeTags.mutate({ id, tags: ['a'] }, other),
      contacts().block.mutate({ id }, other),
      contacts().unblock.mutate({ id }, other),
      contacts().optOut.mutate({ id }, other),
      contacts().optIn.mutate({ id }, other),
    ])
    const refused = { status: 'rejected', reason: { message: expect.stringContaining('no such contact') } }
    expect(attempts).toMatchObject(attempts.map(() => refused))
  })

  it('is changed only by a key that may manage', async () => {
    const reader = fixture.as(fixture.workspace(), { scopes: ['read'] })
    await expect(contacts().create.mutate({ phone: '+4915112345678' }, reader)).rejects.toThrow('scope manage')
  })
})
