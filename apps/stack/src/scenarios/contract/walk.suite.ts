import { randomUUID } from 'node:crypto'
import { type IdPrefix, idPrefixes, newId, parseRest } from '@posthorn/contracts'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { preparations } from './preparations.ts'
import { type Input, isEndless, type RestOperation, requestOf, restOperations } from './requests.ts'
import { mapTexts, prefixOf, type World } from './world.ts'

type Refusal = { errorCode: string; errors: { path: string }[]; requestId?: string }

/** A scope that an operation's own is not. */
const otherScope = { read: 'send', send: 'read', manage: 'read', operator: 'manage' } as const

const prepared = async (world: World, placed: RestOperation): Promise<Input> =>
  (await preparations[placed.rest]?.(world)) ?? world.inputOf(placed)

/** A place of an input where an id stands or may stand. `name`: the id, or the field. */
type IdPlace = { name: string; prefix: IdPrefix; put(id: string): Promise<Input> }

/** The ids of an input, each once. */
async function idsIn(input: Input): Promise<IdPlace[]> {
  const places = new Map<string, IdPlace>()
  await mapTexts(input, async (name) => {
    const prefix = prefixOf(name)
    const put = async (id: string) => (await mapTexts(input, async (text) => (text === name ? id : text))) as Input
    if (prefix) places.set(name, { name, prefix, put })
    return name
  })
  return [...places.values()]
}

/** Fields that an input leaves out and that take an id: filters, and what a message may refer to. */
function idsNotIn({ operation }: RestOperation, input: Input): IdPlace[] {
  const fields = Object.entries(operation.input.shape).filter(([name]) => !(name in input))
  return fields.flatMap(([name, schema]) => {
    const takes = (value: unknown) => (schema as z.ZodType).safeParse(value).success
    if (takes('none') || takes(['none'])) return []
    const kinds = (Object.keys(idPrefixes) as IdPrefix[]).flatMap((prefix): IdPlace[] => {
      const id = newId(prefix)
      if (!takes(id) && !takes([id])) return []
      return [{ name, prefix, put: async (other) => ({ ...input, [name]: takes(other) ? other : [other] }) }]
    })
    return kinds.length === 1 ? kinds : []
  })
}

/** An answer without what is different in each: the request's id, the id that was asked for, and what was made: ids and times. */
function comparable({ status, body }: { status: number; body: unknown }, id: string): string {
  const { requestId: _, ...rest } = (body ?? {}) as Refusal
  const text = JSON.stringify(Array.isArray(body) ? body : rest).replaceAll(id, '<id>')
  const made =
    status < 300 ? text.replaceAll(/_[0-7][0-9a-hjkmnp-tv-z]{25}/g, '_').replaceAll(/"\d{4}-[^"]*Z"/g, '"time"') : text
  return `${status} ${made}`
}

/** The type of an answer that goes on; we listen no longer than that. */
async function beginningOf(world: World, path: string): Promise<string | undefined> {
  const gone = new AbortController()
  const headers = { Token: world.keys.all }
  const answer = await fetch(`${world.system.url}${path}`, { headers, signal: gone.signal })
  gone.abort()
  return answer.headers.get('content-type')?.split(';')[0]
}

/** Every operation of the contract does what its example says, and refuses what all of them refuse. */
export function contractWalk(worlds: () => { mine: World; theirs: World }): void {
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

    test("answers another workspace's id as one that does not exist", async () => {
      const { mine, theirs } = worlds()
      const input = await prepared(mine, placed)
      const inPath = parseRest(rest).parameters.map((name) => input[name])
      for (const { prefix, put, name } of [...(await idsIn(input)), ...idsNotIn(placed, input)]) {
        const [foreign, unknown] = [await theirs.one(prefix), newId(prefix)]
        const answer = await send(await put(foreign))
        if (inPath.includes(name)) expect(answer).toMatchObject({ status: 404 })
        const expected = comparable(await send(await put(unknown)), unknown)
        expect(comparable(answer, foreign)).toBe(expected)
      }
    })
  })

  test.each(restOperations.filter(({ rest, operation }) => operation.list && !rest.includes('{')))(
    "$rest refuses another workspace's cursor",
    async ({ rest, operation }) => {
      const { mine, theirs } = worlds()
      const kind = prefixOf((operation.example.output as { items: { id?: unknown }[] }).items[0]?.id)
      if (kind) await Promise.all([theirs.make(kind), theirs.make(kind)])
      const page = await theirs.call(rest, { size: 1 })
      const cursor = new URL(/<(.*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '').searchParams.get('cursor')
      const answer = await mine.call(rest, { size: 1, cursor })
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'cursor:invalid' } })
    },
  )
}
