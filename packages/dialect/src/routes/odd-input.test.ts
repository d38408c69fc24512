import {
  Fault,
  groups,
  type IdPrefix,
  type MountedRequest,
  messaging,
  newId,
  numbers,
  type Operation,
} from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { DialectRoute } from '../api/route.ts'
import { dialect, dialectRoutes } from '../index.ts'
import { sessionAsking } from './session.fixture.ts'

const odd = [
  null,
  '',
  '5',
  'constructor',
  '\u0000',
  0,
  -1,
  1e300,
  true,
  [],
  [null],
  [[]],
  [{}],
  ['x'],
  {},
  { id: null },
]
/** Fields within fields, each of which gets the odd values. */
const inner = 'id url file sections rows coordinates date delay delayTo seconds params approval all'.split(' ')
const values: unknown[] = [
  ...odd,
  ...inner.flatMap((name) => odd.flatMap((value) => [{ [name]: value }, [{ [name]: value }]])),
  ...odd.flatMap((value) => [{ sections: [{ rows: [value] }] }, { name: 'x', button: [{ kind: value }] }]),
]
const texts = [
  '',
  ' ',
  '\u0000',
  '%',
  'constructor',
  '@c.us',
  '@g.us',
  '9'.repeat(32),
  `${'9'.repeat(29)}@lid`,
  'f'.repeat(32),
  'chat_',
]

const number = newId('num')
const usual = { d: number, w: '+4915112345678', g: '5@g.us', c: '5@newsletter', id: newId('msg') }

/** Responds to every operation with its example. */
async function ask(operation: Operation): Promise<unknown> {
  const known = numbers.numbers.get.example.output
  if (operation === numbers.numbers.list) return { items: [{ ...known, id: number }], next: null }
  const { output } = messaging.messages.get.example
  return operation === messaging.messages.batch ? [output, output] : operation.example.output
}

type Given = { body?: unknown; parameters?: object; query?: string }

/** Calls a route as the gateway does. Returns any error but a refusal. */
async function crashOf(route: DialectRoute, { body = {}, parameters = {}, query = '' }: Given): Promise<string[]> {
  try {
    const shaped = shapedBody(body, route)
    const call = {
      session: sessionAsking(ask),
      parameters: { ...usual, ...parameters },
      query: readQuery(query),
      body: shaped,
    }
    await route.handle(call)
  } catch (error) {
    if (!(error instanceof Fault))
      return [`${route.path} ${JSON.stringify({ body, parameters, query })}: ${String(error)}`]
  }
  return []
}

it('odd values in any field, parameter or query of any route are refused or ignored, and end in no crash', async () => {
  const crashes: string[] = []
  const listed = ['page', 'size', 'sort', 'ids', 'chat', 'phone', 'after', 'begin', 'status', 'include', 'skip']
  for (const route of dialectRoutes.filter(({ raw, support }) => !raw && support !== 'none')) {
    for (const text of texts) {
      for (const name of route.parameters) crashes.push(...(await crashOf(route, { parameters: { [name]: text } })))
      for (const name of listed)
        crashes.push(...(await crashOf(route, { query: `${name}=${encodeURIComponent(text)}` })))
    }
    if (route.method === 'GET') continue
    const base = route.path === '/v1/messages' ? { phone: usual.w, message: 'Hi' } : {}
    const bodies = (route.fields ?? ['metadata']).flatMap((name) => values.map((value) => ({ ...base, [name]: value })))
    for (const body of [...odd, ...bodies]) crashes.push(...(await crashOf(route, { body })))
  }
  expect(crashes.slice(0, 20)).toEqual([])
}, 60_000)

it('an error names a field as the request does, whatever its name', () => {
  const paths = ['constructor', 'messages.0.number.x', 'toString', 'expiresAt', 'secretHeader.name', '3.fields.x', '3']
  const errors = paths.map((path) => ({ path, code: '', message: '' }))
  const { body } = dialect.refuse(new Fault('request:invalid', { errors }), { requestId: '' } as MountedRequest)
  const named = ['constructor', 'device.x', 'toString', 'expiration', 'headers.name', '3.metadata.x', '3']
  expect(body).toMatchObject({ errors: named.map((path) => ({ path })) })
})

it('a list of the most rows asks for nothing that the main API refuses', async () => {
  const refused: string[] = []
  const asLarge = async (operation: Operation, input: object) => {
    const { error } = operation.input.safeParse(input)
    if (error) refused.push(`${operation.summary}: ${error.message}`)
    const output = (await ask(operation)) as { items?: object[] }
    if (operation === numbers.numbers.list || output.items === undefined) return output
    const row = JSON.stringify(output.items[0])
    const unique = () => row.replaceAll(/"(\w+)_[0-9a-z]{26}"/g, (_, prefix: IdPrefix) => `"${newId(prefix)}"`)
    return { items: Array.from({ length: 200 }, () => JSON.parse(unique())), next: 'more' }
  }
  for (const route of dialectRoutes.filter(({ method, support }) => method === 'GET' && support !== 'none')) {
    const parameters = { ...usual, g: newId('grp'), c: newId('chn') }
    const call = { session: sessionAsking(asLarge), parameters, query: readQuery('size=500'), body: {} }
    await route.handle(call).catch((error: unknown) => error)
  }
  expect(refused).toEqual([])
})

it.each([
  ['GET /v1/messages', `ids=${Array.from({ length: 120 }, () => newId('msg')).join(',')}`],
  ['GET /v1/devices/{d}/groups/{g}/members', ''],
])('%s makes at most fifty calls at once, however many things it shows', async (line, query) => {
  const [request] = groups.joinRequests.list.example.output.items
  const requests = Array.from({ length: 120 }, (_, i) => ({ ...request, phone: null, userId: `DE.${i}` }))
  let [running, most] = [0, 0]
  const counted = async (operation: Operation) => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    if (operation === groups.groups.get) return { ...groups.groups.get.example.output, number }
    return operation === groups.joinRequests.list ? { items: requests, next: null } : ask(operation)
  }
  const route = dialectRoutes.find(({ method, path }) => `${method} ${path}` === line)
  const parameters = { ...usual, g: newId('grp') }
  const call = { session: sessionAsking(counted), parameters, query: readQuery(query), body: {} }
  expect(await route?.handle(call)).toHaveLength(120)
  expect(most).toBe(50)
})
