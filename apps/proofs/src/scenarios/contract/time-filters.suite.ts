import { until } from '@posthorn/testkit'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { listedParent, parentName, twoOf } from './lists.ts'
import { type Input, type RestOperation, restOperations } from './requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

type Item = { id?: string; sequence?: number; lastMessage?: { at: string } | null } & Record<string, unknown>

/** Returns the times that a list can be filtered by: `created` for a filter `createdAfter`. */
const namesOf = ({ operation }: RestOperation) =>
  Object.keys(operation.input.shape).flatMap((name) => /^(\w+)After$/.exec(name)?.[1] ?? [])

const filters = restOperations
  .filter(({ rest, operation }) => rest.startsWith('GET ') && (operation.list || rest === 'GET /v1/events'))
  .flatMap((placed) => namesOf(placed).map((name) => [placed.rest, name, placed] as const))

/** Returns the time of an item that a filter compares. */
const timeOf = (item: Item, name: string) =>
  (name === 'lastMessage' ? item.lastMessage?.at : item[`${name}At`]) as string | undefined

/** Every time filter returns exactly its range, which includes the start but not the end. */
export function timeFiltersSuite(tenants: () => { mine: TenantFixture }): void {
  test('every list has filters by the times of its items', () => {
    expect(filters.length).toBeGreaterThan(30)
  })

  test.concurrent.each(filters)('%s filters by %s', async (rest, name, placed) => {
    const { mine } = tenants()
    const parent = parentName(placed)
    const size = (placed.operation.input.shape['size'] as z.ZodType | undefined)?.safeParse(200).success ? 200 : 50
    const of: Input = { size }
    if (parent !== undefined) of[parent] = await listedParent(mine, placed)
    else if (rest !== 'GET /v1/events') await twoOf(mine, placed)
    const read = (input: Input = {}) => mine.ok<Item[]>(rest, { ...of, ...input })
    await until(async () => (await read()).length >= 2, { describe: `two items of ${rest}` })
    const before = await read()
    const pivotMs = Math.max(...before.map((item) => Date.parse(timeOf(item, name) ?? '') || 0))
    const ranges = [-10, 0, 1].flatMap((ms) =>
      [`${name}After`, `${name}Before`].map((field) => ({ field, at: new Date(pivotMs + ms).toISOString() })),
    )
    const found = await Promise.all(ranges.map(async ({ field, at }) => read({ [field]: at })))
    // Other tests change these lists, so only unchanged items count as missing.
    const after = new Map((await read()).map((item) => [item.id, JSON.stringify(item)]))
    const unchanged = before.filter((item) => after.get(item.id) === JSON.stringify(item))
    for (const [i, { field, at }] of ranges.entries()) {
      const items = found[i] ?? []
      const isIn = (item: Item) => {
        const time = timeOf(item, name) ?? ''
        return time !== '' && (field.endsWith('After') ? time >= at : time < at)
      }
      expect([field, at, items.filter((item) => !isIn(item))]).toEqual([field, at, []])
      if (items.length === size) continue
      const ids = new Set(items.map(({ id }) => id))
      expect([field, at, unchanged.filter((item) => isIn(item) && !ids.has(item.id))]).toEqual([field, at, []])
    }
  })
}
