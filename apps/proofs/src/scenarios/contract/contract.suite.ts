import { randomUUID } from 'node:crypto'
import { type IdPrefix, newId, parseRest } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, test } from 'vitest'
import { faultyInputs } from './faulty-fields.ts'
import { idPlaces } from './id-places.ts'
import { listedParent, twoOf } from './lists.ts'
import { preparations } from './preparations.ts'
import { type Input, isEndless, type RestOperation, requestOf, restOperations } from './requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

type Refusal = { errorCode: string; errors: { path: string }[]; requestId?: string }

/** A scope that an operation's own is not. */
const otherScope = { read: 'send', send: 'read', manage: 'read', raw: 'manage', operator: 'manage' } as const

const prepared = async (tenant: TenantFixture, placed: RestOperation): Promise<Input> =>
  (await preparations[placed.rest]?.(tenant)) ?? tenant.inputOf(placed)

/** An answer without what is different in each: the request's id, the id that was asked for, and what was made: ids and times. */
function comparable({ status, body }: { status: number; body: unknown }, id: string): string {
  const { requestId: _, ...rest } = (body ?? {}) as Refusal
  const text = JSON.stringify(Array.isArray(body) ? body : rest).replaceAll(id, '<id>')
  const made =
    status < 300 ? text.replaceAll(/_[0-7][0-9a-hjkmnp-tv-z]{25}/g, '_').replaceAll(/"\d{4}-[^"]*Z"/g, '"time"') : text
  return `${status} ${made}`
}

/** Operations on a number. */
const ofNumbers: ReadonlySet<string> = new Set<IdPrefix>([
  'num',
  'msg',
  'chat',
  'grp',
  'chn',
  'pst',
  'whk',
  'dlv',
  'rpl',
])

/** Operations for which an id that does not exist is no reason to refuse. A replay looks through the log for it, and finds nothing. */
const acceptsUnknown: ReadonlySet<string> = new Set(['POST /v1/webhooks/{id}/replay chat'])

/** A phone alone has a code of its own. */
const faultCode = ({ errorCode }: Refusal) => (errorCode === 'phone:invalid' ? errorCode : 'request:invalid')

/** The type of an answer that goes on; we listen no longer than that. */
async function beginningOf(tenant: TenantFixture, path: string): Promise<string | undefined> {
  const gone = new AbortController()
  const headers = { Token: tenant.keys.all }
  const answer = await fetch(`${tenant.system.url}${path}`, { headers, signal: gone.signal })
  gone.abort()
  return answer.headers.get('content-type')?.split(';')[0]
}

/** Every operation of the contract does what its example says, and refuses what all of them refuse. */
export function contractWalk(worlds: () => { mine: TenantFixture; theirs: TenantFixture }): void {
  describe.each(restOperations.map((placed) => [placed.rest, placed] as const))('%s', (rest, placed) => {
    const { operation } = placed
    const example = operation.example.input as Input
    const send = (input: Input, key?: string) => {
      const { mine } = worlds()
      const { method, path, body } = requestOf(rest, input)
      return mine.system.call<Refusal>(method, path, { key: key ?? mine.keys.all, ...(body ? { body } : {}) })
    }

    test('answers its example, and the same again to the same Idempotency-Key', async () => {
      const { mine } = worlds()
      const input = await prepared(mine, placed)
      if (isEndless(placed))
        return expect(await beginningOf(mine, requestOf(rest, input).path)).toBe('text/event-stream')
      const idempotencyKey = rest.startsWith('POST') ? randomUUID() : undefined
      const { status, body } = await mine.call(rest, input, idempotencyKey)
      expect(status, JSON.stringify(body)).toBe(operation.status ?? 200)
      if (operation.download || operation.stream) return
      const output = operation.list ? { items: body, next: null } : body
      expect(operation.output.parse(output)).toEqual(output)
      if (idempotencyKey === undefined) return
      const again = await mine.call(rest, input, idempotencyKey)
      expect({ status: again.status, body: again.body }).toEqual({ status, body })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    })

    test('refuses a request without a key, without the scope, and with an unknown field', async () => {
      expect(await send(example, '')).toMatchObject({ status: 401, body: { errorCode: 'token:invalid' } })
      if (operation.scope !== null) {
        const key = worlds().mine.keys[otherScope[operation.scope]]
        expect(await send(example, key)).toMatchObject({ status: 403, body: { errorCode: 'scope:missing' } })
      }
      const unknown = await send({ ...example, doesNotExist: 1 })
      expect(unknown).toMatchObject({ status: 400, body: { errorCode: 'request:invalid' } })
      expect(unknown.body.errors).toContainEqual(expect.objectContaining({ path: 'doesNotExist' }))
    })

    test('names every faulty field, inner ones too', async () => {
      for (const { input, paths } of faultyInputs(placed, example)) {
        const { status, body } = await send(input)
        expect({ status, errorCode: body.errorCode }).toEqual({ status: 400, errorCode: faultCode(body) })
        const reported = body.errors.map(({ path }) => path)
        const missing = paths.filter((path) => !reported.some((each) => each === path || each.startsWith(`${path}.`)))
        expect({ missing, reported }).toEqual({ missing: [], reported })
      }
    })

    test("answers another workspace's id as one that does not exist", async () => {
      const { mine, theirs } = worlds()
      const input = await prepared(mine, placed)
      const inPath = parseRest(rest).parameters.map((name) => input[name])
      for (const { prefix, put, name } of await idPlaces(placed, input)) {
        const [foreign, unknown] = [await theirs.one(prefix), newId(prefix)]
        const answer = await send(await put(foreign))
        const refused = inPath.includes(name) || !(rest.startsWith('GET') || acceptsUnknown.has(`${rest} ${name}`))
        if (refused) expect({ name, status: answer.status }).toEqual({ name, status: 404 })
        const expected = comparable(await send(await put(unknown)), unknown)
        expect(comparable(answer, foreign)).toBe(expected)
      }
    })

    test('is to a key of another number as if nothing of this one existed', async () => {
      const { mine } = worlds()
      const places = await idPlaces(placed, await mine.inputOf(placed))
      for (const { prefix, put, name } of places.filter((place) => ofNumbers.has(place.prefix))) {
        const key = await mine.keyOfOneNumber()
        const [hidden, unknown] = [await mine.one(prefix), newId(prefix)]
        const answer = comparable(await send(await put(hidden), key), hidden)
        expect({ name, answer }).toEqual({ name, answer: comparable(await send(await put(unknown), key), unknown) })
      }
    })
  })

  test.each(restOperations.filter(({ operation }) => operation.list))(
    "$rest refuses another workspace's cursor",
    async (placed) => {
      const { mine, theirs } = worlds()
      const [parent] = parseRest(placed.rest).parameters
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
