import { messaging, newId } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { longIdOf, shortIdOf } from '../ids.ts'
import { sessionAsking } from '../routes/session.fixture.ts'
import { findByText, findMemberIds, pageOfItems } from './lookups.ts'

it('refuses a page after the first 10,000 rows without reading any, since an empty one would end the list', async () => {
  let reads = 0
  const session = sessionAsking(async (_, input) => {
    reads += 1
    return { items: Array((input as { size: number }).size).fill({}), next: 'more' }
  })
  const page = (page: number, size: number) => pageOfItems(session, messaging.messages.list, { input: {}, page, size })
  expect([(await page(19, 500)).length, reads]).toEqual([500, 50])
  for (const [number, size] of [
    [20, 500],
    [33, 300],
    [1_000_000, 20],
  ] as const) {
    await expect(page(number, size)).rejects.toMatchObject({ errors: [{ path: 'page' }] })
  }
  expect(reads).toBe(50)
})

it('reads on for a condition that the main API lacks, and refuses a page for which the first 10,000 rows have no match', async () => {
  let reads = 0
  const session = sessionAsking(async (_, input) => {
    const first = (input as { size: number }).size * reads++
    return { items: Array.from({ length: 200 }, (_, i) => ({ place: first + i })), next: 'more' }
  })
  const fits = (row: object) => (row as { place: number }).place % 4_000 === 0
  const page = (page: number) => pageOfItems(session, messaging.messages.list, { input: {}, page, size: 2, fits })
  expect([await page(0), reads]).toEqual([[{ place: 0 }, { place: 4_000 }], 21])
  reads = 0
  expect(await page(1)).toEqual([{ place: 8_000 }])
  reads = 0
  await expect(page(2)).rejects.toMatchObject({ code: 'request:invalid' })
})

it('finds an object by its id before another one that has this id as its name', () => {
  const second = { id: newId('lbl'), name: 'VIP' }
  const first = (name: string) => ({ id: newId('lbl'), name })
  for (const text of [second.id, shortIdOf(second.id)])
    expect(findByText([first(text), second], 'lbl', text)).toBe(second)
  expect(findByText([first('x'), second], 'lbl', 'vip')).toBe(second)
})

it('reads the team once to find many members, and fails if one is unknown', async () => {
  const members = ['ada@example.com', 'bo@example.com'].map((email) => ({ id: newId('mem'), email }))
  const [ada, bo] = members.map(({ id }) => id) as [string, string]
  let reads = 0
  const session = sessionAsking(async () => {
    reads += 1
    return { items: members, next: null }
  })
  const texts = [ada, shortIdOf(bo).toUpperCase(), longIdOf(ada), 'BO@example.com']
  expect(await findMemberIds(session, texts)).toEqual([ada, bo, ada, bo])
  await expect(findMemberIds(session, [ada, newId('mem')])).rejects.toMatchObject({ code: 'member:not_found' })
  expect(reads).toBe(2)
})
