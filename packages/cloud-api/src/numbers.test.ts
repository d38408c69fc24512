import { type MountedCaller, newId, numbers } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { findNumbers } from './numbers.ts'

const [former, present] = [newId('num'), newId('num')]
const phoneNumberId = '106540352242922'

/** Finds numbers with the same provider's id among those that exist. Returns the ids. */
async function found(cache: Parameters<typeof findNumbers>[0], rows: readonly { id: string; status: string }[]) {
  const items = rows.map((row) => ({ ...numbers.numbers.get.example.output, ...row, phoneNumberId }))
  const call = { key: 'key', ask: async () => ({ items, next: null }) } as unknown as MountedCaller
  return (await findNumbers(cache, call, (number) => number.phoneNumberId === phoneNumberId)).map(({ id }) => id)
}

it('a number that was connected again is the connected one at once, and a disconnected one is found only alone', async () => {
  const cache = new Map()
  const disconnected = { id: former, status: 'disconnected' }
  expect(await found(cache, [disconnected])).toEqual([former])
  expect(await found(cache, [disconnected, { id: present, status: 'active' }])).toEqual([present])
})
