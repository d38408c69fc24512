import { newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { addMember } from '../chats/inbox.fixture.ts'
import { codeOf, useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

const views = () => fixture.service.clients.messaging.views
const caller = () => fixture.service.as(connected.workspace)
const namesFor = async (as: ReturnType<typeof caller>, input: object = {}) =>
  (await views().list.query(input, as)).items.map(({ name }) => name)

describe('saved views', () => {
  it('are saved once under a name, changed as a whole, and deleted', async () => {
    const filter = { status: ['open' as const], window: 'closing' as const }
    const first = await views().create.mutate({ name: 'Closing', shared: true, filter }, caller())
    expect(first).toMatchObject({ name: 'Closing', shared: true, filter, sort: 'lastMessageAt:desc', version: 1 })
    const again = views().create.mutate({ name: 'CLOSING', shared: true, filter: {} }, caller())
    expect(await codeOf(again)).toBe('view:duplicate')
    const changed = await views().update.mutate(
      { id: first.id, filter: { unread: true }, sort: 'waitingSince:asc' },
      caller(),
    )
    expect(changed).toMatchObject({ name: 'Closing', filter: { unread: true }, sort: 'waitingSince:asc', version: 2 })
    expect((await views().list.query({ shared: true }, caller())).items).toEqual([changed])
    expect(changed.filter).toEqual({ unread: true })
    expect(await views().remove.mutate({ id: first.id }, caller())).toEqual({ id: first.id, deleted: true })
    expect(await codeOf(views().remove.mutate({ id: first.id }, caller()))).toBe('view:not_found')
  })

  it('of one member are seen, changed and deleted by no one else, until they are shared', async () => {
    const { service } = fixture
    const [grace, ada] = [
      await addMember(fixture, connected.workspace, 'Grace'),
      await addMember(fixture, connected.workspace, 'Ada'),
    ]
    const as = ({ id }: { id: string }) => service.as(connected.workspace, { actor: { type: 'member', id } })
    const own = await views().create.mutate({ name: 'Late', filter: { overdue: true } }, as(grace))
    const same = await views().create.mutate({ name: 'late', filter: { waiting: true } }, as(ada))
    expect([await namesFor(as(grace)), await namesFor(as(ada)), await namesFor(caller())]).toEqual([
      ['Late'],
      ['late'],
      [],
    ])
    expect(await codeOf(views().update.mutate({ id: own.id, name: 'Mine' }, as(ada)))).toBe('view:not_found')
    expect(await codeOf(views().remove.mutate({ id: own.id }, as(ada)))).toBe('view:not_found')
    expect(await codeOf(views().get.query({ id: own.id }, as(ada)))).toBe('view:not_found')
    expect(await views().get.query({ id: own.id }, as(grace))).toEqual(own)
    await views().update.mutate({ id: own.id, shared: true }, as(grace))
    expect(await namesFor(as(ada), { shared: true })).toEqual(['Late'])
    expect(await codeOf(views().update.mutate({ id: same.id, shared: true }, as(ada)))).toBe('view:duplicate')
    for (const { id } of [own, same]) await views().remove.mutate({ id }, as(ada))
  })

  it('keep labels and members by id, so that a new name or address changes nothing', async () => {
    const { labels } = fixture.service.clients.messaging
    const label = await labels.create.mutate({ name: 'Refunds' }, caller())
    const grace = await addMember(fixture, connected.workspace, 'Grace')
    const filter = { label: ['refunds'], assignee: [grace.email.toUpperCase(), 'none'] }
    const made = await views().create.mutate({ name: 'Named', filter }, caller())
    expect(made.filter).toEqual({ label: [label.id], assignee: [grace.id, 'none'] })
    const unknownMember = views().update.mutate({ id: made.id, filter: { assignee: ['x@shop.example.com'] } }, caller())
    expect(await codeOf(unknownMember)).toBe('member:not_found')
    await views().remove.mutate({ id: made.id }, caller())
  })

  it('are still changed after their label was deleted, but take no other label that does not exist', async () => {
    const { labels } = fixture.service.clients.messaging
    const label = await labels.create.mutate({ name: 'Gone' }, caller())
    const { id } = await views().create.mutate({ name: 'Without', filter: { labelExclude: [label.id] } }, caller())
    await labels.remove.mutate({ id: label.id }, caller())
    const filter = { unread: true, labelExclude: [label.id] }
    expect((await views().update.mutate({ id, filter }, caller())).filter).toEqual(filter)
    const others = { labelExclude: [label.id, newId('lbl')] }
    expect(await codeOf(views().update.mutate({ id, filter: others }, caller()))).toBe('label:not_found')
    await views().remove.mutate({ id }, caller())
  })

  it('of another workspace cannot be read, changed or deleted, and hold no phone', async () => {
    const { id } = await views().create.mutate({ name: 'Ours', shared: true, filter: {} }, caller())
    const outsider = fixture.service.as(fixture.service.workspace())
    expect(await namesFor(outsider)).toEqual([])
    expect(await codeOf(views().update.mutate({ id, name: 'Theirs' }, outsider))).toBe('view:not_found')
    expect(await codeOf(views().remove.mutate({ id }, outsider))).toBe('view:not_found')
    const phone = { name: 'One', filter: { phone: '+15559000001' } as object }
    expect(await codeOf(views().create.mutate(phone, caller()))).toBe('request:invalid')
    const unknown = { label: [newId('lbl')], number: [newId('num')], assignee: [newId('mem')], mentioned: newId('mem') }
    for (const [name, ids] of Object.entries(unknown)) {
      const filter = { [name]: ids } as object
      const code = await codeOf(views().update.mutate({ id, filter }, caller()))
      expect([name, code]).toEqual([name, `${name.replace(/assignee|mentioned/, 'member')}:not_found`])
    }
  })
})
