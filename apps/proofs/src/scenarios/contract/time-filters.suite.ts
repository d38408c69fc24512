import { until } from '@posthorn/testkit'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { listedParent, parentName, twoOf } from './lists.ts'
import { type Input, type RestOperation, restOperations } from './requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

type Item = { id?: string; sequence?: number; lastMessage?: { at: string } | null } & Record<string, unknown>

const namesOf = ({ operation }: RestOperation) =>
  Object.keys(operation.input.shape).flatMap((name) => /^(\w+)After$/.exec(name)?.[1] ?? [])

/** Lists with filters of time, and each of these filters. */
const filters = restOperations
  .filter(({ rest, operation }) => rest.startsWith('GET ') && (operation.list || rest === 'GET /v1/events'))
  .flatMap((placed) => namesOf(placed).map((name) => [placed.rest, name, placed] as const))

const timeOf = (item: Item, name: string) =>
  (name === 'lastMessage' ? item.lastMessage?.at : item[`${name}At`]) as string | undefined

const idsOf = (items: Item[]) => items.map(({ id }) => String(id)).toSorted()

/** Every filter of a list by time has the items of exactly its range: its beginning included, its end not. */
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
    // Items change meanwhile, such as chats whose messages are sent: the list must be the same before and after.
    await until(async () => {
      const before = await read()
      const [pivot = ''] = before
        .map((item) => timeOf(item, name) ?? '')
        .toSorted()
        .slice(-1)
      const pivotMs = Date.parse(pivot)
      const found = await Promise.all(
        [0, 1, 10].flatMap((ms) => {
          const at = new Date(pivotMs + ms - (ms > 1 ? 20 : 0)).toISOString()
          return [`${name}After`, `${name}Before`].map(async (field) => [field, at, idsOf(await read({ [field]: at }))])
        }),
      )
      const after = await read()
      if (JSON.stringify(after) !== JSON.stringify(before)) return false
      const expected = found.map(([field, at]) => {
        const isIn = (time: string) => (String(field).endsWith('After') ? time >= String(at) : time < String(at))
        return [field, at, idsOf(before.filter((item) => isIn(timeOf(item, name) ?? '')))]
      })
      expect(found).toEqual(expected)
      return true
    })
  })
}
