import { newId, parseRest } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, test } from 'vitest'
import { idPlaces } from './id-places.ts'
import { listedParent, parentName, twoOf } from './lists.ts'
import { keptInput } from './preparations.ts'
import { type Input, restOperations } from './requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

/**
 * Returns a response without the parts that always differ: the request id, the requested id, new ids and times. If two of them are equal,
 * the responses tell a caller the same.
 */
export function comparable({ status, body }: { status: number; body: unknown }, id: string): string {
  const { requestId: _, ...rest } = (body ?? {}) as { requestId?: string }
  const text = JSON.stringify(Array.isArray(body) ? body : rest).replaceAll(id, '<id>')
  const made =
    status < 300 ? text.replaceAll(/_[0-7][0-9a-hjkmnp-tv-z]{25}/g, '_').replaceAll(/"\d{4}-[^"]*Z"/g, '"time"') : text
  return `${status} ${made}`
}

/** Operations that accept an unknown id: a replay then finds nothing in the log, and marking notifications as read skips missing ones. */
const acceptsUnknown: ReadonlySet<string> = new Set([
  'POST /v1/webhooks/{id}/replays chat',
  'POST /v1/notifications/read ids.0',
  'POST /v1/webhooks/{id}/replays/preview chat',
])

/** Every operation treats another workspace's ids and cursors like unknown ones: 404 in the path, 422 in the body. */
export function isolationSuite(tenants: () => { mine: TenantFixture; theirs: TenantFixture }): void {
  // Concurrent, because these tests mostly wait for responses.
  describe.concurrent.each(restOperations.map((placed) => [placed.rest, placed] as const))('%s', (rest, placed) => {
    const send = (input: Input) => tenants().mine.call(rest, input)

    test("answers another workspace's id as one that does not exist", async () => {
      const { mine, theirs } = tenants()
      const input = await keptInput(mine, placed)
      const inPath = parseRest(rest).parameters.map((name) => input[name])
      for (const { prefix, put, name, path } of await idPlaces(placed, input)) {
        const [foreign, unknown] = [await theirs.one(prefix), newId(prefix)]
        const answer = await send(await put(foreign))
        if (inPath.includes(name)) expect({ name, status: answer.status }).toEqual({ name, status: 404 })
        else if (!rest.startsWith('GET') && !acceptsUnknown.has(`${rest} ${name}`)) {
          const message = expect.stringContaining(`(got "${foreign}")`) as string
          const errors = expect.arrayContaining([expect.objectContaining({ path, message })]) as unknown[]
          expect({ name, ...answer }).toMatchObject({ name, status: 422, body: { status: 422, errors } })
        }
        const shownOf = async (id: string) => comparable(await send(await put(id)), id)
        // Other tests add to lists between two reads.
        if (rest.startsWith('GET'))
          await until(async () => (await shownOf(foreign)) === (await shownOf(unknown)), {
            describe: `both values of ${name} to be answered alike`,
          })
        else expect(comparable(answer, foreign)).toBe(await shownOf(unknown))
      }
    })
  })

  test.concurrent.each(restOperations.filter(({ operation }) => operation.list))(
    "$rest refuses another workspace's cursor",
    async (placed) => {
      const { mine, theirs } = tenants()
      const parent = parentName(placed)
      const of = async (tenant: TenantFixture) =>
        parent === undefined ? {} : { [parent]: await listedParent(tenant, placed) }
      if (parent === undefined) await twoOf(theirs, placed)
      const theirInput = await of(theirs)
      const next = await until(
        async () => {
          const page = await theirs.call(placed.rest, { ...theirInput, size: 1 })
          return /<(.*)>/.exec(page.headers.get('link') ?? '')?.[1]
        },
        { describe: `a second page of ${placed.rest}` },
      )
      const cursor = new URL(next).searchParams.get('cursor')
      const answer = await mine.call(placed.rest, { ...(await of(mine)), size: 1, cursor })
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'cursor:invalid' } })
    },
  )
}
