import { faultOf } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

const replies = () => fixture.service.clients.messaging.replies
const caller = () => fixture.service.as(connected.workspace)
const faultIn = (call: Promise<unknown>) =>
  call.then(
    () => 'no fault',
    (err) => `${faultOf(err).code} ${faultOf(err).errors[0]?.path ?? ''}`.trim(),
  )

describe('saved replies', () => {
  it('are saved once under a name and a shortcut, found by their parts, changed and deleted', async () => {
    const parcel = { name: 'On its way', shortcut: 'way', folder: 'Parcels', message: 'Your parcel 100% comes.' }
    const first = await replies().create.mutate(parcel, caller())
    expect(first).toMatchObject({ ...parcel, by: { type: 'key', id: 'key_test' }, version: 1 })
    const second = await replies().create.mutate({ name: 'Hello', message: 'Good day' }, caller())
    expect(second).toMatchObject({ shortcut: null, folder: null })
    const found = async (input: object) => (await replies().list.query(input, caller())).items.map(({ name }) => name)
    expect(await found({})).toEqual(['Hello', 'On its way'])
    expect([await found({ search: '100%' }), await found({ search: 'WAY' })]).toEqual([['On its way'], ['On its way']])
    expect([await found({ search: '1%0' }), await found({ folder: 'Parcels' })]).toEqual([[], ['On its way']])
    const page = await replies().list.query({ size: 1 }, caller())
    const rest = await replies().list.query({ size: 1, cursor: page.next as string }, caller())
    expect([...page.items, ...rest.items]).toEqual([second, first])
    expect(await replies().get.query({ id: first.id }, caller())).toEqual(first)
    const again = { name: 'on ITS way', message: 'x' }
    expect(await faultIn(replies().create.mutate(again, caller()))).toBe('reply:duplicate name')
    const taken = { id: second.id, shortcut: 'way' }
    expect(await faultIn(replies().update.mutate(taken, caller()))).toBe('reply:duplicate shortcut')
    const change = { id: first.id, name: 'ON its way', shortcut: null, message: 'It comes.' }
    const changed = await replies().update.mutate(change, caller())
    expect(changed).toMatchObject({ ...change, folder: 'Parcels', version: 2 })
    expect(await replies().remove.mutate({ id: first.id }, caller())).toEqual({ id: first.id, deleted: true })
    expect(await faultIn(replies().remove.mutate({ id: first.id }, caller()))).toBe('reply:not_found')
    expect(await faultIn(replies().get.query({ id: first.id }, caller()))).toBe('reply:not_found')
  })

  it('of another workspace cannot be read, changed or deleted', async () => {
    const { id } = await replies().create.mutate({ name: 'Ours', message: 'x' }, caller())
    const outsider = fixture.service.as(fixture.service.workspace())
    expect((await replies().list.query({}, outsider)).items).toEqual([])
    expect(await faultIn(replies().update.mutate({ id, message: 'y' }, outsider))).toBe('reply:not_found')
    expect(await faultIn(replies().remove.mutate({ id }, outsider))).toBe('reply:not_found')
    expect(await faultIn(replies().create.mutate({ name: 'Wrong', shortcut: 'A b', message: 'x' }, caller()))).toBe(
      'request:invalid shortcut',
    )
    const reader = fixture.service.as(connected.workspace, { scopes: ['read'] })
    expect(await faultIn(replies().remove.mutate({ id }, reader))).toBe('scope:missing')
  })
})
