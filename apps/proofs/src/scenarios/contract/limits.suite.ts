import {
  chatInclude,
  type IdPrefix,
  idPrefixes,
  leastRoleOf,
  messageInclude,
  newId,
  parseRest,
} from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, test } from 'vitest'
import { Browser, ownPassword } from '../../dashboard/members.ts'
import { idPlaces } from './id-places.ts'
import { comparable } from './isolation.suite.ts'
import { Owners } from './lists.ts'
import { keptInput } from './preparations.ts'
import { type Input, isEndless, type RestOperation, requestOf, restOperations } from './requests.ts'
import { mapTexts, prefixOf, type TenantFixture } from './tenant.fixture.ts'

/** Kinds of objects that belong to the workspace, not to a number. */
const ofWorkspace: ReadonlySet<IdPrefix> = new Set(['ws', 'mem', 'dep', 'lbl', 'rep', 'view', 'seg'])

/** Returns whether objects with this id prefix belong to a number, so that a key for another number must not see them. */
const isOfNumber = (prefix: IdPrefix) => !ofWorkspace.has(prefix)

/** Calls an operation with the key that is limited to one number. */
async function callAs(tenant: TenantFixture, rest: RestOperation['rest'], input: Input) {
  const { key } = await tenant.limited()
  const { method, path, body } = requestOf(rest, input)
  return tenant.system.call(method, path, { key, ...(body ? { body } : {}) })
}

/** Returns an operation's input with the caller's own number, because any other number is refused. */
async function withOwnNumber(tenant: TenantFixture, placed: RestOperation): Promise<Input> {
  const { number } = await tenant.limited()
  const own = async (text: string) => (prefixOf(text) === 'num' ? number : text)
  const input = (await mapTexts(await keptInput(tenant, placed), own)) as Input
  const { kind, input: schema } = placed.operation
  return kind === 'mutation' && 'number' in schema.shape ? { ...input, number } : input
}

/** Inputs for operations that need more than path fields. */
const inputs: Partial<Record<string, (tenant: TenantFixture) => Promise<Input>>> = {
  'GET /v1/search': async () => ({ q: 'Hello' }),
  'GET /v1/messages': async () => ({ include: messageInclude.options }),
  'GET /v1/chats': async () => ({ include: chatInclude.options }),
  'GET /v1/notifications': async (tenant) => ({ member: await tenant.make('mem') }),
}

/** Returns the kinds of ids that the path of an operation has. */
const parametersOf = ({ rest, operation }: RestOperation) =>
  parseRest(rest).parameters.map((name) => prefixOf((operation.example.input as Input)[name]))

/** Read operations whose path doesn't name an object that belongs to a number. */
const reading = restOperations.filter(
  (placed) =>
    (placed.operation.kind === 'query' || placed.operation.scope === 'read') &&
    placed.operation.limitedBy !== 'workspace' &&
    !isEndless(placed) &&
    parametersOf(placed).every((prefix) => prefix !== undefined && !isOfNumber(prefix)),
)

/**
 * Returns the listed input if there is one. Otherwise, returns the example's path fields, or the complete example if they aren't enough.
 * Without filters, a response has all that a caller could see.
 */
async function widestInput(tenant: TenantFixture, placed: RestOperation): Promise<Input> {
  const listed = inputs[placed.rest]
  if (listed) return listed(tenant)
  const { parameters } = parseRest(placed.rest)
  const input = await tenant.inputOf(placed)
  const named = Object.fromEntries(Object.entries(input).filter(([name]) => parameters.includes(name)))
  return placed.operation.input.safeParse(named).success ? named : input
}

/**
 * Responses that legitimately differ even though the caller sees no data from other numbers: team data, the event log with its sequences,
 * deliveries to the workspace's webhooks, this key's actions, and a file. Their ids are still checked.
 */
const differs: ReadonlySet<string> = new Set([
  'GET /v1/team',
  'GET /v1/team/{id}',
  'GET /v1/views',
  'GET /v1/segments',
  'GET /v1/events',
  'GET /v1/statistics/messages',
  'GET /v1/audit',
  'GET /v1/contacts/export',
])

/** Lists that contain some of a number's data once a customer has written to that number. */
const shows: ReadonlySet<string> = new Set([
  'GET /v1/chats',
  'GET /v1/contacts',
  'GET /v1/contacts/export',
  'GET /v1/events',
  'GET /v1/messages',
  'GET /v1/numbers',
  'GET /v1/statistics/messages',
])

/** Removes what legitimately differs between two otherwise identical workspaces. */
function leveled(answer: Parameters<typeof comparable>[0]): string {
  return comparable(answer, 'none')
    .replaceAll(/"(Mine|Fuzzed)"/g, '"name"')
    .replaceAll(/(Number |_)\d+/g, '$1')
    .replaceAll(/\+\d{6,15}|US\.\d+/g, '+')
    .replaceAll(/"(phoneNumberId|businessAccountId|callbackUrl|providerId|sha256|hint)":"[^"]*"/g, '"$1":""')
}

/** Has a customer write to the number of the limited key, and waits until the contact exists. */
async function writeTo(tenant: TenantFixture): Promise<void> {
  const { number } = await tenant.limited()
  const message = { from: '+4915799000001', text: 'Own' }
  await tenant.ok('POST /v1/numbers/{id}/simulate', { id: number, message })
  const contacts = () => callAs(tenant, 'GET /v1/contacts', {})
  await until(async () => JSON.stringify((await contacts()).body).includes(message.from), { describe: 'the contact' })
}

/** A key restricted to one number sees no data from other numbers and can't change anything shared. */
export function limitsSuite(tenants: () => { mine: TenantFixture; fuzzed: TenantFixture }): void {
  describe.concurrent.each(restOperations.map((placed) => [placed.rest, placed] as const))('%s', (rest, placed) => {
    const { limitedBy } = placed.operation

    test.runIf(limitedBy === 'workspace')('refuses a key that is limited to a number', async () => {
      const { mine } = tenants()
      const answer = await callAs(mine, rest, await mine.inputOf(placed))
      expect(answer).toMatchObject({ status: 403, body: { errorCode: 'numbers:limited' } })
    })

    test.runIf(limitedBy === 'number')('is to a key of another number as if nothing of this one existed', async () => {
      const { mine } = tenants()
      const places = await idPlaces(placed, await withOwnNumber(mine, placed))
      for (const { prefix, put, name } of places.filter((place) => isOfNumber(place.prefix))) {
        const [hidden, unknown] = [await mine.one(prefix), newId(prefix)]
        const answer = comparable(await callAs(mine, rest, await put(hidden)), hidden)
        const expected = comparable(await callAs(mine, rest, await put(unknown)), unknown)
        expect({ name, answer }).toEqual({ name, answer: expected })
      }
    })
  })

  describe('a caller of a number', () => {
    let made: Promise<void> | undefined
    let owners: Owners | undefined
    const things = async () => {
      const { mine, fuzzed: empty } = tenants()
      made ??= makeThings(mine, empty)
      await made
      const hidden = [...(await mine.made())].flatMap(([prefix, id]) => (isOfNumber(prefix) ? [id] : []))
      owners ??= new Owners(mine)
      const { number } = await mine.limited()
      /**
       * Sorts a response's values into those that belong to the number and those that belong to others. Shared objects contain example
       * values.
       */
      const look = async ({ operation }: RestOperation, body: unknown, input: Input) => {
        const names = operation.limitedBy === 'number' ? body : null
        const { own, others } = await (owners as Owners).sort(names, { number, input })
        return { own, others: [...others, ...hidden.filter((id) => JSON.stringify(body).includes(id))] }
      }
      return { mine, empty, look }
    }

    test.concurrent.each(reading.map((placed) => [placed.rest, placed] as const))(
      'reads nothing of others: %s',
      async (rest, placed) => {
        const { mine, empty, look } = await things()
        const input = await widestInput(mine, placed)
        const answer = await callAs(mine, rest, input)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
        const { own, others } = await look(placed, answer.body, input)
        expect(others).toEqual([])
        if (shows.has(rest)) {
          expect(own).not.toEqual([])
          expect((await look(placed, (await mine.call(rest, input)).body, input)).others).not.toEqual([])
        }
        if (placed.operation.limitedBy === 'nothing' || differs.has(rest)) return
        const alone = await callAs(empty, rest, await widestInput(empty, placed))
        expect(leveled(answer)).toBe(leveled(alone))
      },
    )

    test('who is a member reads nothing of others either, and changes nothing that holds for all', async () => {
      const { mine, look } = await things()
      const browser = await memberOf(mine)
      for (const placed of reading.filter(({ operation }) => leastRoleOf(operation) === 'viewer')) {
        if (placed.operation.kind !== 'query' || placed.rest in inputs) continue
        const input = await widestInput(mine, placed)
        const { path } = requestOf(placed.rest, input)
        const { status, body } = await browser.send(`GET ${path}`)
        expect({ path, status, others: (await look(placed, body, input)).others }).toEqual({
          path,
          status: 200,
          others: [],
        })
      }
      const changed = await browser.send(`PATCH /v1/replies/${await mine.one('rep')}`, { body: { name: 'Mine' } })
      expect([changed.status, changed.body.errorCode]).toEqual([403, 'numbers:limited'])
    })
  })
}

/** Creates one object of each kind in a workspace, and data for the caller's number in this workspace and another. */
async function makeThings(full: TenantFixture, empty: TenantFixture): Promise<void> {
  for (const prefix of Object.keys(idPrefixes) as IdPrefix[])
    if (isOfNumber(prefix) && !notMade.has(prefix)) await full.one(prefix)
  for (const tenant of [full, empty]) await writeTo(tenant)
}

/** Invites a member who is limited to the number, and signs them up. Returns their browser. */
async function memberOf(tenant: TenantFixture): Promise<Browser> {
  const { number } = await tenant.limited()
  const invitation = { email: 'limited@shop.example.com', role: 'agent', numbers: [number] }
  const { link } = await tenant.ok<{ link: string }>('POST /v1/invitations', invitation)
  const browser = new Browser(tenant.system)
  const body = { token: link.split('#')[1], name: 'Grace', password: ownPassword }
  expect((await browser.send('POST /app/auth/welcome', { body })).status).toBe(201)
  return browser
}

/** Kinds of objects that a request can't refer to by id. */
const notMade: ReadonlySet<IdPrefix> = new Set(['inv', 'end', 'att', 'per', 'ses', 'note', 'chg', 'cbk', 'upd', 'run'])
