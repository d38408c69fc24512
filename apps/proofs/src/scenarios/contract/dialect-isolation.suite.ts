import { type IdPrefix, newId } from '@posthorn/contracts'
import { phoneOf } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { defaultNumber } from './preparations.ts'
import type { TenantFixture } from './tenant.fixture.ts'

type Documented = { paths: Record<string, Record<string, { 'x-support': string }>> }
type PathId = { kind: IdPrefix | 'phone'; name: string }

/**
 * Returns the objects that a path's parameters refer to. The dialect names them by letters: `d` a device, `g` a group, `c` a channel, `w`
 * the `wid` of a person.
 */
function placesIn(path: string): PathId[] {
  const kinds: Record<string, PathId['kind']> = { d: 'num', g: 'grp', c: 'chn', w: 'phone' }
  const ofId = path.includes('/files/') ? 'file' : path.includes('/webhooks/') ? 'whk' : 'msg'
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, kind: kinds[name] ?? ofId }))
}

/** Routes that return an empty successful response for an unknown chat. */
const answered = { 'GET /v1/chat/{d}/chats/{w}/sync': '200 []' }

/** Returns an id of each kind in a workspace, in the format of the dialect. */
async function thingsOf(tenant: TenantFixture): Promise<Record<PathId['kind'], string>> {
  const kinds = ['msg', 'file', 'whk', 'grp', 'chn', 'chat'] as const
  const made = Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await tenant.one(kind)] as const)))
  const { phone } = await tenant.ok<{ phone: string }>('GET /v1/chats/{id}', { id: made['chat'] })
  return { ...made, num: await defaultNumber(tenant), phone: `${phone.slice(1)}@c.us` } as Record<
    PathId['kind'],
    string
  >
}

/** Returns an id, or a phone in the format of the dialect, that does not exist. */
const unknown = (kind: PathId['kind']) => (kind === 'phone' ? `${phoneOf(899_999).slice(1)}@c.us` : newId(kind))

/** Returns a body that a path accepts. Metadata and answers to join requests that are empty objects are refused before any id is looked up. */
const bodyFor = (path: string) =>
  path.endsWith('/metadata') ? '[]' : path.endsWith('/members') ? '{"all": true}' : '{}'

/** Returns a response's status and body, with the requested ids masked. */
async function call(tenant: TenantFixture, line: string, values: Record<string, string>): Promise<string> {
  const [method = '', template = ''] = line.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const answer = await fetch(`${tenant.system.url}/compat${path}`, {
    method,
    headers: { Token: tenant.keys.all, 'X-Request-Id': 'same', 'Content-Type': 'application/json' },
    ...(method === 'GET' ? {} : { body: bodyFor(path) }),
  })
  const text = await answer.text()
  return `${answer.status} ${Object.values(values).reduce((shown, value) => shown.replaceAll(value, '…'), text)}`
}

/** Other workspaces' objects don't exist for the caller in the established v1 dialect either. */
export function dialectIsolationSuite(tenants: () => { mine: TenantFixture; theirs: TenantFixture }): void {
  const linesOf = async ({ system }: TenantFixture) => {
    const { paths } = (await (await fetch(`${system.url}/compat/v1/docs.json`)).json()) as Documented
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, documented]) =>
        documented['x-support'] === 'none' ? [] : [`${method.toUpperCase()} ${path}`],
      ),
    )
  }

  test("the dialect answers another workspace's ids, phones and devices as ones that do not exist", async () => {
    const { mine, theirs } = tenants()
    const [own, foreign] = [await thingsOf(mine), await thingsOf(theirs)]
    const seen: string[] = []
    let [trials, shown] = [0, 0]
    for (const line of await linesOf(mine)) {
      const places = placesIn(line)
      const all = Object.fromEntries(places.map(({ name, kind }) => [name, foreign[kind]]))
      if (places.length > 0 && line.startsWith('GET') && (await call(theirs, line, all)).startsWith('200')) shown += 1
      const sets = places.length > 1 ? [...places.map((place) => [place]), places] : places.map((place) => [place])
      for (const others of sets) {
        const valuesOf = (make: (kind: PathId['kind']) => string) =>
          Object.fromEntries(
            places.map(({ name, kind }) => [name, others.some((each) => each.name === name) ? make(kind) : own[kind]]),
          )
        const answer = await call(
          mine,
          line,
          valuesOf((kind) => foreign[kind]),
        )
        const expected = await call(mine, line, valuesOf(unknown))
        trials += 1
        const trial = `${line} with another's ${others.map(({ name }) => name).join(' and ')}`
        if (answer !== expected || !(answer.startsWith('404') || line in answered))
          seen.push(`${trial}: ${answer} | ${expected}`)
      }
    }
    expect(seen).toEqual([])
    expect(trials).toBeGreaterThan(150)
    // Checks that the ids are real: their own workspace can read them.
    expect(shown).toBeGreaterThan(25)
  })
}
