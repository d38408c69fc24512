import { randomUUID } from 'node:crypto'
import { faultOf, until, untilLocked } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addSecondFactor,
  type Browser,
  createBrowser,
  firstOwner,
  password,
  type SignedIn,
} from '../access/sign-in/browser.fixture.ts'
import { type GatewayFixture, startGatewayFixture, type TestResponse } from '../gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

type PersonId = `per_${string}`
const people = () => fixture.gateway.clients.gateway.people
const listed = (email: string) => people().list.query({ email }, fixture.operator())
const refusal = ({ status, json }: TestResponse) => [status, json['errorCode']]
const ownPassword = 'my very own sentence'

async function invited(by: SignedIn, email: string): Promise<string> {
  const { json, text } = await by.browser.send('/v1/invitations', { json: { email, role: 'agent' } })
  return String(json['link']).split('#')[1] ?? text
}

const enter = (browser: Browser, fields: object) => browser.auth('POST welcome', fields)
const workspacesOf = ({ json }: TestResponse) => (json['workspaces'] as unknown as { id: string }[]).map(({ id }) => id)

describe('an address that someone else entered first', () => {
  it('keeps no one out: who is invited joins with a password of their own, and each signs in to their own workspaces', async () => {
    const email = `ceo-${randomUUID()}@corp.example.com`
    const [mallory, corp] = [await firstOwner(fixture), await firstOwner(fixture)]
    const squatting = { token: await invited(mallory, email), name: 'Mallory', password }
    expect((await enter(createBrowser(fixture), squatting)).status).toBe(201)
    const joined = await enter(createBrowser(fixture), {
      token: await invited(corp, email),
      name: 'Carla',
      password: ownPassword,
    })
    expect([joined.status, workspacesOf(joined)]).toEqual([201, [corp.workspace]])
    const signIn = (given: string) => createBrowser(fixture).auth('POST sign-in', { email, password: given })
    expect(workspacesOf(await signIn(ownPassword))).toEqual([corp.workspace])
    expect(workspacesOf(await signIn(password))).toEqual([mallory.workspace])
    expect(refusal(await signIn('the password of nobody'))).toEqual([401, 'sign_in:refused'])
    const found = await listed(email)
    expect(found.map(({ name, proven, workspaces }) => [name, proven, workspaces.map(({ id }) => id)])).toEqual([
      ['Mallory', false, [mallory.workspace]],
      ['Carla', false, [corp.workspace]],
    ])
  })

  it('is proven by one person at most, whom an operator has confirmed', async () => {
    const email = `ceo-${randomUUID()}@corp.example.com`
    const [one, two] = [await firstOwner(fixture), await firstOwner(fixture)]
    await enter(createBrowser(fixture), { token: await invited(one, email), name: 'Mallory', password })
    await enter(createBrowser(fixture), { token: await invited(two, email), name: 'Carla', password: ownPassword })
    const [mallory, carla] = (await listed(email)).map(({ id }) => id as PersonId)
    const confirm = (person: PersonId = 'per_01k5v2s8xgf9hb3m4q7r8t9w0y') =>
      people().confirm.mutate({ person }, fixture.operator())
    for (const _again of [1, 2]) expect(await confirm(carla)).toMatchObject({ name: 'Carla', proven: true })
    expect(faultOf(await confirm(mallory).catch((err: unknown) => err)).code).toBe('person:duplicate')
    expect(faultOf(await confirm().catch((err: unknown) => err)).code).toBe('person:not_found')
    expect((await listed(email)).map(({ name }) => name)).toEqual(['Carla', 'Mallory'])
  })

  it('joins no other workspace by the password of someone else, and who belongs nowhere any more makes way', async () => {
    const email = `gone-${randomUUID()}@corp.example.com`
    const owner = await firstOwner(fixture)
    for (const given of [password, ownPassword]) {
      const joined = await enter(createBrowser(fixture), {
        token: await invited(owner, email),
        name: 'Bo',
        password: given,
      })
      const [own] = joined.json['workspaces'] as unknown as { member: string }[]
      expect((await owner.browser.send(`/v1/team/${own?.member}/remove`, { json: {} })).status).toBe(200)
    }
    expect(await listed(email)).toHaveLength(1)
  })
})

it.each(['reset', 'password'])('POST %s locks the address before links and people, as joining does', async (path) => {
  const { browser, email } = await firstOwner(fixture)
  const [person] = await listed(email)
  const { token } = await people().reset.mutate({ person: person?.id as PersonId }, fixture.operator())
  const { rows } = fixture.gateway
  await rows('begin')
  await rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`person ${email}`])
  const changing =
    path === 'reset'
      ? createBrowser(fixture).auth('POST reset', { token, password: ownPassword })
      : browser.auth('POST password', { current: password, password: ownPassword })
  await untilLocked({ rows })
  for (const table of ['person where id', 'reset_link where person_id'])
    expect(await rows(`select 1 from ${table} = $1 for update nowait`, [person?.id])).toHaveLength(1)
  await rows('commit')
  expect((await changing).status).toBe(200)
})

describe('someone who entered the address of someone else', () => {
  it('has no more tries for their password than anyone: neither a sign-in nor a browser of their own clears these', async () => {
    const email = `ceo-${randomUUID()}@corp.example.com`
    const [mallory, corp] = [await firstOwner(fixture), await firstOwner(fixture)]
    const own = createBrowser(fixture)
    await enter(own, { token: await invited(mallory, email), name: 'Mallory', password })
    await enter(createBrowser(fixture), { token: await invited(corp, email), name: 'Carla', password: ownPassword })
    await fixture.gateway.rows('delete from sign_in_tries')
    const statuses = []
    for (let i = 0; i < 8; i++) {
      const browser = i % 2 === 0 ? own : createBrowser(fixture)
      expect((await own.auth('POST sign-in', { email, password })).status).toBe(200)
      statuses.push((await browser.auth('POST sign-in', { email, password: `a guess, the ${i}th` })).status)
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    expect(statuses.at(-1)).toBe(429)
    await fixture.gateway.rows('delete from sign_in_tries')
  })
})

describe('the page of an invitation', () => {
  it('says the same of an address with an account, proven or not, and of one without', async () => {
    const by = await firstOwner(fixture)
    const [known, provenOne] = [await firstOwner(fixture), await firstOwner(fixture)]
    const [person] = await listed(provenOne.email)
    await people().confirm.mutate({ person: person?.id as PersonId }, fixture.operator())
    const addresses = [known.email, provenOne.email, `nobody-${randomUUID()}@shop.example.com`]
    const views = []
    for (const email of addresses) {
      const token = await invited(by, email)
      const { json } = await createBrowser(fixture).auth('POST links', { token })
      expect(json['email']).toBe(email)
      const { email: _, expiresAt: __, ...rest } = json as Record<string, unknown>
      const refused = await enter(createBrowser(fixture), { token, password: 'the password of nobody' })
      const named = await enter(createBrowser(fixture), { token, password: 'the password of nobody', name: 'X' })
      views.push([rest, refusal(refused), named.status])
    }
    expect(views[1]).toEqual(views[0])
    expect(views[2]).toEqual(views[0])
    expect(JSON.stringify(views)).not.toContain('Ada')
    await fixture.gateway.rows('delete from sign_in_tries')
  })

  it('takes an account with its password, with or without a name', async () => {
    for (const name of [{}, { name: 'Ada' }]) {
      const [by, known] = [await firstOwner(fixture), await firstOwner(fixture)]
      const joined = await enter(createBrowser(fixture), { token: await invited(by, known.email), password, ...name })
      expect(workspacesOf(joined).toSorted()).toEqual([by.workspace, known.workspace].toSorted())
    }
  })
})

describe('someone who lost their second factor', () => {
  it('comes back by a link of an operator that ends it; any other link leaves it, and the audit log has both', async () => {
    const { browser, email, workspace } = await firstOwner(fixture)
    await addSecondFactor(browser)
    const [person] = await listed(email)
    const set = async (given: string, options: { endSecondFactor?: boolean }) => {
      const { token } = await people().reset.mutate({ person: person?.id as PersonId, ...options }, fixture.operator())
      expect((await createBrowser(fixture).auth('POST reset', { token, password: given })).status).toBe(200)
      return createBrowser(fixture).auth('POST sign-in', { email, password: given })
    }
    expect((await set('the second one of mine', {})).json).toEqual({ next: 'code' })
    const back = await set('the third one of mine', { endSecondFactor: true })
    expect(back.json).toMatchObject({ next: 'done', person: { twoFactor: false, codesLeft: 0 } })
    const recorded = () =>
      fixture.gateway.rows<{ ends: boolean }>(
        `select details::json->'given'->'endSecondFactor' as ends from audit_entry
         where workspace_id = $1 and operation = 'people.reset' order by sequence`,
        [workspace],
      )
    await until(async () => (await recorded()).length === 2)
    expect(await recorded()).toEqual([{ ends: false }, { ends: true }])
    const nobody = people().reset.mutate({ person: 'per_01k5v2s8xgf9hb3m4q7r8t9w0y' }, fixture.operator())
    expect(faultOf(await nobody.catch((err: unknown) => err)).code).toBe('person:not_found')
  })
})
