import { startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const contacts = () => fixture.clients.contacts.contacts

describe('merge', () => {
  it('joins identities, tags and gaps; the old id shows the contact that remains; both are announced', async () => {
    const mine = fixture.as(fixture.workspace())
    const into = await contacts().create.mutate({ phone: '+4915112345678', name: 'Ada', tags: ['a'] }, mine)
    const from = await contacts().create.mutate(
      { phone: '+4915112345679', name: 'A.', company: 'X', tags: ['a', 'b'], fields: { plan: 'gold' } },
      mine,
    )
    await contacts().optOut.mutate({ id: from.id }, mine)
    const merged = await contacts().merge.mutate({ into: into.id, from: from.id }, mine)
    expect(merged).toMatchObject({ id: into.id, name: 'Ada', company: 'X', tags: ['a', 'b'], fields: { plan: 'gold' } })
    expect(merged.identities.map(({ value }) => value).toSorted()).toEqual(['+4915112345678', '+4915112345679'])
    expect(merged.optedOutAt).not.toBeNull()
    expect(await contacts().get.query({ id: from.id }, mine)).toEqual(merged)
    expect((await contacts().list.query({}, mine)).items).toEqual([merged])
    const upserted = await contacts().create.mutate({ phone: '+4915112345679', name: 'Ada L.', upsert: true }, mine)
    expect(upserted).toMatchObject({ id: into.id, name: 'Ada L.' })
    const gone = await until(() =>
      fixture.bus.published.find((event) => event.event === 'contact:deleted' && event.aggregate.id === from.id),
    )
    expect(gone.data).toMatchObject({ id: from.id, mergedInto: into.id })
  })

  it('refuses a contact with itself, one already merged, and one of another workspace', async () => {
    const mine = fixture.as(fixture.workspace())
    const { id: into } = await contacts().create.mutate({ phone: '+4915112345678' }, mine)
    const { id: from } = await contacts().create.mutate({ phone: '+4915112345679' }, mine)
    const { id: foreign } = await contacts().create.mutate({ phone: '+4915112345670' }, fixture.as(fixture.workspace()))
    await expect(contacts().merge.mutate({ into, from: into }, mine)).rejects.toThrow('must differ from into')
    await expect(contacts().merge.mutate({ into, from: foreign }, mine)).rejects.toThrow('no such contact')
    await contacts().merge.mutate({ into, from }, mine)
    await expect(contacts().merge.mutate({ into, from }, mine)).rejects.toThrow(
      'from: is merged with this contact already',
    )
  })

  it('crosswise at the same moment ends with one contact, and no one waits for ever', async () => {
    const mine = fixture.as(fixture.workspace())
    const { id: a } = await contacts().create.mutate({ phone: '+4915112345678' }, mine)
    const { id: b } = await contacts().create.mutate({ phone: '+4915112345679' }, mine)
    const done = await Promise.allSettled([
      contacts().merge.mutate({ into: a, from: b }, mine),
      contacts().merge.mutate({ into: b, from: a }, mine),
    ])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await contacts().list.query({}, mine)).items).toHaveLength(1)
  })
})

it.each([true, false])('merge keeps the opt-out of words and preferences of one time (into: %s)', async (isOfInto) => {
  const mine = fixture.as(fixture.workspace())
  const { id: into } = await contacts().create.mutate({ phone: '+4915112345678' }, mine)
  const { id: from } = await contacts().create.mutate({ phone: '+4915112345679' }, mine)
  await fixture.rows(
    `update contact set word_at = '2026-11-20T08:00:00Z', preference_at = '2026-11-20T08:00:00Z', said_out = id = $1, prefers_out = id = $1
     where id = any($2)`,
    [isOfInto ? into : from, [into, from]],
  )
  await contacts().merge.mutate({ into, from }, mine)
  const kept = 'select said_out, prefers_out from contact where id = $1'
  expect(await fixture.rows(kept, [into])).toEqual([{ said_out: true, prefers_out: true }])
})
