import { type ContactFilter } from '@posthorn/contracts'
import { faultOf, incomingMessage, requestErasure, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
let mine: ReturnType<TestService['as']>
const contacts = () => fixture.clients.contacts.contacts
const segments = () => fixture.clients.contacts.segments

beforeAll(async () => {
  fixture = await startTestService(contactsService)
  const workspace = fixture.workspace()
  mine = fixture.as(workspace)
  const made = [
    { phone: '+4915112345678', name: 'Ada', email: 'ada@example.com', tags: ['vip', 'new'], fields: { plan: 'gold' } },
    { phone: '+4366012345678', name: 'Grace', company: "O'Brien; --", tags: ['vip'], fields: { plan: 'Golden' } },
    { phone: '+14155550123', name: 'Linus', fields: { plan: 'free' } },
  ]
  for (const contact of made) await contacts().create.mutate(contact, mine)
  await contacts().create.mutate({ phone: '+4915112345678', tags: ['vip', 'new'] }, fixture.as(fixture.workspace()))
  await fixture.bus.publish(incomingMessage(workspace, { phone: '+14155550123' }))
  await until(async () => (await contacts().list.query({ hasReplied: true }, mine)).items.length === 1)
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Returns the announcements of a segment: whether it was deleted. */
const announced = (id: string) =>
  fixture.bus.published.flatMap(({ event, data }) =>
    event === 'segment:updated' && (data as { id: string }).id === id ? [(data as { deleted: boolean }).deleted] : [],
  )

const yesterday = new Date(Date.now() - 86_400_000).toISOString()

describe('segments', () => {
  it.each<[string, ContactFilter, string[]]>([
    ['a tag', { tag: 'vip' }, ['Ada', 'Grace']],
    ['not a tag', { not: { tag: 'vip' } }, ['Linus']],
    ['all', { all: [{ tag: 'vip' }, { tag: 'new' }] }, ['Ada']],
    ['any', { any: [{ tag: 'new' }, { attribute: 'name', is: 'Linus' }] }, ['Ada', 'Linus']],
    ['any in all in not', { not: { all: [{ any: [{ tag: 'new' }, { tag: 'vip' }] }] } }, ['Linus']],
    ['a text in others', { attribute: 'country', in: ['DE', 'AT'] }, ['Ada', 'Grace']],
    ['a text that contains', { attribute: 'email', contains: 'EXAMPLE' }, ['Ada']],
    ['a text that starts with', { attribute: 'phone', startsWith: '+43' }, ['Grace']],
    ['signs that SQL would interpret', { attribute: 'company', is: "O'Brien; --" }, ['Grace']],
    ['a percent sign as itself', { attribute: 'name', contains: '%' }, []],
    ['a field that is', { field: 'plan', is: 'gold' }, ['Ada']],
    ['a field that starts with', { field: 'plan', startsWith: 'gold' }, ['Ada', 'Grace']],
    ['a field that is missing', { field: 'seats', exists: false }, ['Ada', 'Grace', 'Linus']],
    ['not, where the attribute is empty', { not: { attribute: 'email', contains: 'ada' } }, ['Grace', 'Linus']],
    ['who has written', { attribute: 'hasReplied', is: true }, ['Linus']],
    ['who wrote lately', { attribute: 'lastMessageAt', withinDays: 1 }, ['Linus']],
    ['who did not write lately', { not: { attribute: 'lastMessageAt', withinDays: 1 } }, ['Ada', 'Grace']],
    ['made after', { attribute: 'createdAt', after: yesterday }, ['Ada', 'Grace', 'Linus']],
    ['made before', { attribute: 'createdAt', before: yesterday }, []],
    [
      'marks',
      {
        all: [
          { attribute: 'blocked', is: false },
          { attribute: 'optedOut', is: true },
        ],
      },
      [],
    ],
    ['who never opted out', { attribute: 'optedOutAt', exists: false }, ['Ada', 'Grace', 'Linus']],
  ])('%s holds whom it should, in preview and when saved', async (name, filter, expected) => {
    const tried = await segments().preview.mutate({ filter }, mine)
    expect(tried.contacts.map((contact) => String(contact.name)).toSorted()).toEqual(expected)
    expect(tried.count).toBe(expected.length)
    const { id, count } = await segments().create.mutate({ name, filter }, mine)
    expect(count).toBe(expected.length)
    const members = (await contacts().list.query({ segment: id, sort: 'name:asc' }, mine)).items
    expect(members.map((contact) => contact.name)).toEqual(expected)
  })

  it.each<[string, object, string]>([
    ['no condition', {}, 'exactly one of all'],
    ['two conditions in one node', { tag: 'a', field: 'b', is: 'c' }, 'exactly one of all'],
    ['an attribute without a question', { attribute: 'name' }, 'exactly one of is'],
    ['two questions', { attribute: 'name', is: 'a', contains: 'b' }, 'exactly one of is'],
    ['a question for times asked of a text', { attribute: 'name', before: yesterday }, 'is not allowed with attribute'],
    ['a question asked of a tag', { tag: 'a', is: 'b' }, 'use it alone'],
    ['a text where a flag is asked', { attribute: 'blocked', is: 'yes' }, 'true or false'],
    ['an unknown key', { all: [{ tagg: 'a' }] }, 'tagg'],
    ['an empty all', { all: [] }, 'filter'],
    [
      'nine levels',
      Array.from({ length: 9 }).reduce<object>((inner) => ({ not: inner }), { tag: 'a' }),
      'deeper than 8',
    ],
    [
      'a hundred and one conditions',
      { all: [50, 50, 1].map((length) => ({ any: Array.from({ length }, () => ({ tag: 'a' })) })) },
      '100 conditions',
    ],
  ])('refuses %s', async (_, filter, reason) => {
    await expect(segments().preview.mutate({ filter }, mine)).rejects.toThrow(reason)
    await expect(segments().create.mutate({ name: 'x', filter }, mine)).rejects.toThrow(reason)
  })

  it('counts live: who comes later is in it; update changes, remove deletes, get and list show', async () => {
    const own = fixture.as(fixture.workspace())
    const made = await segments().create.mutate({ name: 'VIPs', filter: { tag: 'vip' } }, own)
    expect(made.count).toBe(0)
    const { id } = await contacts().create.mutate({ phone: '+4915112345678', tags: ['vip'] }, own)
    expect(await segments().get.query({ id: made.id }, own)).toEqual({ ...made, count: 1 })
    const changed = await segments().update.mutate({ id: made.id, name: 'New', filter: { tag: 'new' } }, own)
    expect(changed).toMatchObject({ name: 'New', filter: { tag: 'new' }, count: 0 })
    await contacts().addTags.mutate({ id, tags: ['new'] }, own)
    expect((await segments().list.query({}, own)).items).toMatchObject([{ id: made.id, name: 'New', count: 1 }])
    expect(await segments().remove.mutate({ id: made.id }, own)).toEqual({ id: made.id, deleted: true })
    await expect(segments().get.query({ id: made.id }, own)).rejects.toThrow('no such segment')
    expect((await contacts().list.query({}, own)).items).toHaveLength(1)
  })

  it('a change that waited for the deletion of its segment is refused, and not announced', async () => {
    const own = fixture.as(fixture.workspace())
    const { id } = await segments().create.mutate({ name: 'VIPs', filter: { tag: 'vip' } }, own)
    const waiting = `with recursive waiting (pid) as (
      select pg_backend_pid() union select l.pid from pg_locks l join waiting w on w.pid = any(pg_blocking_pids(l.pid)) where not l.granted
    ) select pid from waiting where pid <> pg_backend_pid()`
    await fixture.rows('begin')
    await fixture.rows('select 1 from segment where id = $1 for update', [id])
    const removed = segments().remove.mutate({ id }, own)
    await until(async () => (await fixture.rows(waiting)).length === 1)
    const updated = segments().update.mutate({ id, name: 'New' }, own).catch(faultOf)
    await until(async () => (await fixture.rows(waiting)).length === 2)
    await fixture.rows('commit')
    expect(await removed).toEqual({ id, deleted: true })
    expect(await updated).toMatchObject({ code: 'segment:not_found' })
    await until(() => announced(id).includes(true))
    expect(announced(id)).toEqual([false, true])
  })

  it('a person who is being erased is named by no filter any more; what else it asks stays, and so do namesakes', async () => {
    const workspace = fixture.workspace()
    const own = fixture.as(workspace)
    await contacts().create.mutate({ phone: '+4915112345670', name: 'Ada' }, own)
    const phones = { attribute: 'phone' as const, in: ['+4366012345678', '+4915112345678', '+4915112345670'] }
    const others = [{ tag: 'vip' }, { attribute: 'phone' as const, startsWith: '+49' }, { field: 'plan', is: 'Ada' }]
    const named = [
      { attribute: 'phone' as const, contains: '4366012345678' },
      { not: { attribute: 'email' as const, is: 'Grace@example.com' } },
      { field: 'friend', is: ' US.1234' },
    ]
    const { id } = await segments().create.mutate({ name: 'Some', filter: { any: [phones, ...others, ...named] } }, own)
    const texts = ['Ada', 'grace@example.com']
    await requestErasure(fixture, 'contacts', { workspace, phones: ['+4366012345678'], userIds: ['US.1234'], texts })
    const { filter, count } = await segments().get.query({ id }, own)
    expect(filter).toEqual({
      any: [
        { attribute: 'phone', in: ['erased', '+4915112345678', '+4915112345670'] },
        ...others,
        { attribute: 'phone', contains: 'erased' },
        { not: { attribute: 'email', is: 'erased' } },
        { field: 'friend', is: 'erased' },
      ],
    })
    expect(count).toBe(1)
  })

  it('a name is taken once in a workspace, and a segment is seen by its own workspace only', async () => {
    const own = fixture.as(fixture.workspace())
    const filter = { tag: 'vip' }
    const { id } = await segments().create.mutate({ name: 'VIPs', filter }, own)
    await expect(segments().create.mutate({ name: 'VIPs', filter }, own)).rejects.toThrow('already exists')
    const other = fixture.as(fixture.workspace())
    await segments().create.mutate({ name: 'VIPs', filter }, other)
    const attempts = await Promise.allSettled([
      segments().get.query({ id }, other),
      segments().update.mutate({ id, name: 'x' }, other),
      segments().remove.mutate({ id }, other),
      contacts().list.query({ segment: id }, other),
    ])
    const refused = { status: 'rejected', reason: { message: expect.stringContaining('no such segment') } }
    expect(attempts).toMatchObject(attempts.map(() => refused))
  })
})
