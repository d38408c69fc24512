import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { connectNumber, useNumbers } from '../numbers.fixture.ts'

const { fixture } = useNumbers()
type Limits = { numbers?: string[]; kinds?: ('number' | 'template' | 'key')[] }

const find = (workspace: string, q: string, { numbers, kinds = ['number', 'template'] }: Limits = {}) =>
  fixture.service.clients.numbers.matches.find.query(
    { q, kinds, size: 5 },
    fixture.service.as(workspace, numbers ? { numbers: numbers as never } : {}),
  )

describe('a search in numbers', () => {
  it('finds numbers by name, phone and id, of their own workspace and within the limits of the caller', async () => {
    const workspace = fixture.service.workspace()
    const mine = fixture.service.as(workspace)
    const shop = await connectNumber(fixture, mine, { name: 'Shop Hamburg' })
    const other = await connectNumber(fixture, mine, { name: 'Shop Berlin' })
    const ids = async (q: string, limits?: Limits) => (await find(workspace, q, limits)).map(({ id }) => id)
    expect(await ids('shop')).toEqual([shop.id, other.id])
    expect(await ids('hamb')).toEqual([shop.id])
    expect(await ids(shop.phone?.slice(-7) ?? '')).toEqual([shop.id])
    expect(await ids(shop.id)).toEqual([shop.id])
    expect(await ids('shop', { kinds: ['key'] })).toEqual([])
    for (const q of ['shop', other.id]) {
      expect(await ids(q, { numbers: [shop.id] })).toEqual(q === 'shop' ? [shop.id] : [])
      expect(await find(fixture.service.workspace(), q)).toEqual([])
    }
    expect(await ids(newId('num'))).toEqual([])
  })

  it('finds templates by name and text soon after they are made, and no more after they are removed', async () => {
    const workspace = fixture.service.workspace()
    const mine = fixture.service.as(workspace)
    const { id } = await connectNumber(fixture, mine)
    const { templates } = fixture.service.clients.numbers
    const made = { id, category: 'UTILITY' as const, name: 'parcel_is_late', body: 'Your order will come tomorrow.' }
    for (const language of ['en_US', 'de']) await templates.create.mutate({ ...made, language }, mine)
    const [template] = await until(async () => {
      const found = await find(workspace, 'parcel is')
      return found.length > 0 && found
    })
    expect(template).toMatchObject({ kind: 'template', id: 'parcel_is_late', name: 'parcel_is_late', number: id })
    for (const q of ['PARCEL_IS', 'come tomorrow']) expect(await find(workspace, q)).toHaveLength(1)
    expect(await find(workspace, 'parcel%')).toEqual([])
    expect(await find(workspace, 'parcel', { numbers: [newId('num')] })).toEqual([])
    expect(await find(fixture.service.workspace(), 'parcel')).toEqual([])
    await templates.remove.mutate({ id, name: 'parcel_is_late' }, mine)
    await until(async () => (await find(workspace, 'parcel')).length === 0)
  })
})
