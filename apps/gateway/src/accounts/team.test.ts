import { randomUUID } from 'node:crypto'
import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser, firstOwner, password, type SignedIn } from '../access/sign-in/browser.fixture.ts'
import { type GatewayFixture, startGatewayFixture, type TestResponse } from '../gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture({ RATE_LIMIT_KEY_BURST: '5000', RATE_LIMIT_WORKSPACE_BURST: '5000' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const refusal = ({ status, json }: TestResponse) => [status, json['errorCode']]
const address = () => `${randomUUID()}@shop.example.com`

type Member = { id: string; name: string; role: string; status: string; numbers: string[] | null }

const teamOf = async ({ browser }: SignedIn) =>
  (await browser.send('/v1/team')).json as unknown as (Member & Record<string, unknown>)[]

async function join(owner: SignedIn, role: string, fields: object = {}): Promise<SignedIn> {
  const email = address()
  const invited = await owner.browser.send('/v1/invitations', { json: { email, role, ...fields } })
  expect(invited.status, invited.text).toBe(201)
  const browser = createBrowser(fixture)
  const token = String(invited.json['link']).split('#')[1]
  const joined = await browser.auth('POST welcome', { token, name: 'Grace', password })
  expect(joined.status, joined.text).toBe(201)
  const [own] = joined.json['workspaces'] as unknown as { member: string }[]
  return { browser, email, workspace: owner.workspace, member: own?.member ?? '' }
}

const change = (by: SignedIn, member: string, json: object) =>
  by.browser.send(`/v1/team/${member}`, { method: 'PATCH', json })
const disable = (by: SignedIn, member: string, json: object = {}) =>
  by.browser.send(`/v1/team/${member}/disable`, { json })
const enable = (by: SignedIn, member: string) => by.browser.send(`/v1/team/${member}/enable`, { json: {} })
const removal = (by: SignedIn, member: string, json: object = {}) =>
  by.browser.send(`/v1/team/${member}/remove`, { json })

describe('team', () => {
  it('is a list over REST that pages, for keys that may read', async () => {
    const { workspace, token } = await fixture.tenant(['read'])
    const { members } = fixture.gateway.clients.gateway
    for (const name of ['Cleo', 'Ada', 'Bo']) {
      const person = { workspace, name, email: `${name.toLowerCase()}@shop.example.com` }
      await members.create.mutate(person, fixture.operator())
    }
    const first = await fixture.send('/v1/team?size=2', { token })
    expect([first.status, first.json.map((person) => (person as { name: string }).name)]).toEqual([200, ['Ada', 'Bo']])
    expect(first.json[0]).toMatchObject({ role: 'agent', status: 'invited', twoFactor: false, lastSeenAt: null })
    const next = first.headers.get('link')?.match(/<[^>]*(\/v1\/team[^>]*)>; rel="next"/)?.[1] as string
    const second = await fixture.send(next, { token })
    expect(second.json.map((person) => (person as { name: string }).name)).toEqual(['Cleo'])
    const sender = await fixture.tenant(['send'])
    expect((await fixture.send('/v1/team', { token: sender.token })).status).toBe(403)
    expect((await fixture.send('/v1/team?cursor=forged.cursor', { token })).status).toBe(400)
  })

  it('shows role, status and second factor, and takes a new name and role, which are announced', async () => {
    const owner = await firstOwner(fixture)
    const agent = await join(owner, 'agent')
    const changed = await change(owner, agent.member, { name: 'Grace H.', role: 'viewer' })
    expect([changed.status, changed.json]).toMatchObject([200, { name: 'Grace H.', role: 'viewer', status: 'active' }])
    expect(await teamOf(owner)).toMatchObject([
      { id: owner.member, role: 'owner', status: 'active', twoFactor: false },
      { id: agent.member, role: 'viewer', status: 'active' },
    ])
    const { keys, ...shown } = changed.json
    expect([keys, (await owner.browser.send(`/v1/team/${agent.member}`)).json]).toEqual([[], shown])
    const announced = () =>
      fixture.gateway.bus.published.some(
        ({ event, data }) => event === 'member:updated' && (data as Member).name === 'Grace H.',
      )
    await until(announced)
    const forbidden = await agent.browser.send('/v1/invitations', { json: { email: address(), role: 'viewer' } })
    expect(refusal(forbidden)).toEqual([403, 'role:insufficient'])
  })

  it('shows of a member when they were last here, from their first request on', async () => {
    const owner = await firstOwner(fixture)
    const begun = Date.now()
    const agent = await join(owner, 'agent')
    const unseen = (await teamOf(owner)).find(({ id }) => id === agent.member)
    expect(unseen).toMatchObject({ status: 'active', lastSeenAt: null })
    await agent.browser.send('/v1/me')
    const seen = (await teamOf(owner)).map(({ lastSeenAt }) => Date.parse(String(lastSeenAt)))
    expect(seen).toHaveLength(2)
    for (const at of seen) expect(at).toBeGreaterThanOrEqual(begun - 60_000)
  })

  it('that is disabled or removed reaches the workspace no more, at once, and its sessions are gone', async () => {
    const owner = await firstOwner(fixture)
    const [one, other] = [await join(owner, 'agent'), await join(owner, 'admin')]
    expect((await disable(owner, one.member)).json).toMatchObject({ status: 'disabled' })
    expect(refusal(await one.browser.send('/v1/me'))).toEqual([401, 'session:required'])
    expect((await removal(owner, other.member)).json).toEqual({ id: other.member, deleted: true })
    expect(refusal(await other.browser.send('/v1/me'))).toEqual([401, 'session:required'])
    expect((await teamOf(owner)).map(({ id }) => id).toSorted()).toEqual([owner.member, one.member].toSorted())
    expect((await enable(owner, one.member)).json).toMatchObject({ status: 'active' })
    const again = await one.browser.auth('POST sign-in', { email: one.email, password })
    expect(again.status, again.text).toBe(200)
    expect(refusal(await removal(owner, newId('mem')))).toEqual([404, 'member:not_found'])
  })

  it.each([
    ['removed', (by, member, revokeKeys) => removal(by, member, { revokeKeys })],
    ['disabled', (by, member, revokeKeys) => disable(by, member, { revokeKeys })],
    ['given a lesser role', (by, member, revokeKeys) => change(by, member, { role: 'agent', revokeKeys })],
  ] as [string, (by: SignedIn, member: string, revokeKeys: boolean) => Promise<TestResponse>][])(
    'that is %s takes their open invitations along, and the keys they made when that is asked for',
    async (_, leave) => {
      for (const revokeKeys of [false, true]) {
        const owner = await firstOwner(fixture)
        const admin = await join(owner, 'admin')
        const scopes = ['read', 'admin']
        const own = await admin.browser.send('/v1/keys', { json: { name: 'own', scopes } })
        const token = String(own.json['key'])
        const second = await fixture.send('/v1/keys', { token, json: { name: 'by the key', scopes } })
        const made = [own, second].map(({ json }) => String(json['key']))
        const invite = { json: { email: address(), role: 'agent' } }
        const links = [
          await admin.browser.send('/v1/invitations', invite),
          await fixture.send('/v1/invitations', { token, json: { email: address(), role: 'viewer' } }),
        ].map(({ json }) => String(json['link']).split('#')[1])
        const kept = await owner.browser.send('/v1/invitations', { json: { email: address(), role: 'agent' } })
        const left = await leave(owner, admin.member, revokeKeys)
        expect(left.status, left.text).toBe(200)
        const listed = (await owner.browser.send('/v1/keys')).json as unknown as {
          name: string
          revokedAt: string | null
        }[]
        expect(listed.map(({ name, revokedAt }) => [name, revokedAt !== null])).toEqual(
          expect.arrayContaining([
            ['own', revokeKeys],
            ['by the key', revokeKeys],
          ]),
        )
        for (const link of links) {
          const entered = await createBrowser(fixture).auth('POST welcome', { token: link, name: 'Rogue', password })
          expect(refusal(entered)).toEqual([410, 'link:invalid'])
        }
        const open = await owner.browser.send('/v1/invitations')
        expect(open.json).toMatchObject([{ id: kept.json['id'] }])
        for (const key of made)
          expect((await fixture.send('/v1/team', { token: key })).status).toBe(revokeKeys ? 401 : 200)
      }
    },
  )

  it('keeps an owner, and leaves admins and owners to owners', async () => {
    const owner = await firstOwner(fixture)
    expect(refusal(await change(owner, owner.member, { role: 'admin' }))).toEqual([409, 'member:last_owner'])
    expect(refusal(await disable(owner, owner.member))).toEqual([409, 'member:last_owner'])
    expect(refusal(await removal(owner, owner.member))).toEqual([409, 'member:last_owner'])
    const [admin, agent] = [await join(owner, 'admin'), await join(owner, 'agent')]
    const forbidden = [403, 'role:insufficient']
    expect(refusal(await change(admin, owner.member, { name: 'x' }))).toEqual(forbidden)
    expect(refusal(await change(admin, agent.member, { role: 'admin' }))).toEqual(forbidden)
    expect(refusal(await removal(admin, admin.member))).toEqual(forbidden)
    const invitation = { email: address(), role: 'admin' }
    expect(refusal(await admin.browser.send('/v1/invitations', { json: invitation }))).toEqual(forbidden)
    expect((await change(admin, agent.member, { role: 'viewer' })).status).toBe(200)
    expect((await change(owner, admin.member, { role: 'owner' })).status).toBe(200)
    const both = await Promise.all([removal(owner, admin.member), removal(admin, owner.member)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('of another workspace does not exist', async () => {
    const [mine, theirs] = [await firstOwner(fixture), await firstOwner(fixture)]
    expect(refusal(await change(mine, theirs.member, { name: 'x' }))).toEqual([404, 'member:not_found'])
    expect(refusal(await removal(mine, theirs.member))).toEqual([404, 'member:not_found'])
    expect(refusal(await disable(mine, theirs.member))).toEqual([404, 'member:not_found'])
    expect(refusal(await mine.browser.send(`/v1/team/${theirs.member}`))).toEqual([404, 'member:not_found'])
  })
})

describe('invitations', () => {
  it('have a link once, of which Postgres has a hash; an earlier one for the address and a withdrawn one end', async () => {
    const { workspace, token } = await fixture.tenant(['read', 'admin'])
    const email = address()
    const invite = (role = 'agent') => fixture.send('/v1/invitations', { token, json: { email, role } })
    const [first, second] = [await invite(), await invite('viewer')]
    expect([second.status, second.json]).toMatchObject([201, { email, role: 'viewer', numbers: null }])
    const listed = await fixture.send('/v1/invitations', { token })
    const { link, ...shown } = second.json as unknown as { id: string; link: string; mailStatus: unknown }
    expect([listed.json, shown.mailStatus]).toEqual([[shown], null])
    const secret = link.split('#')[1] ?? ''
    const rows = await fixture.gateway.rows('select * from invitation where workspace_id = $1', [workspace])
    expect(JSON.stringify(rows)).not.toContain(secret)
    const enter = (text: unknown) =>
      createBrowser(fixture).auth('POST welcome', { token: String(text).split('#')[1], name: 'Grace', password })
    expect(refusal(await enter(first.json['link']))).toEqual([410, 'link:invalid'])
    const getting = () => fixture.send(`/v1/invitations/${shown.id}`, { token })
    expect((await getting()).json).toEqual(shown)
    const withdraw = () => fixture.send(`/v1/invitations/${shown.id}`, { method: 'DELETE', token })
    expect((await withdraw()).json).toEqual({ id: shown.id, deleted: true })
    expect(refusal(await withdraw())).toEqual([404, 'invitation:not_found'])
    expect(refusal(await getting())).toEqual([404, 'invitation:not_found'])
    expect(refusal(await enter(link))).toEqual([410, 'link:invalid'])
    expect(refusal(await invite('owner'))).toEqual([403, 'role:insufficient'])
    const manager = await fixture.tenant(['read', 'manage'])
    const listing = await fixture.send('/v1/invitations', { token: manager.token })
    expect(refusal(listing)).toEqual([403, 'scope:missing'])
  })

  it.each([
    ['removes', (id: string) => fixture.gateway.clients.gateway.members.remove.mutate({ id }, fixture.operator())],
    [
      'changes the address of',
      (id: string) =>
        fixture.gateway.clients.gateway.members.update.mutate({ id, email: address() }, fixture.operator()),
    ],
  ])('end when an operator %s the person who was invited', async (_, act) => {
    const owner = await firstOwner(fixture)
    const email = address()
    const invited = await owner.browser.send('/v1/invitations', { json: { email, name: 'Grace', role: 'admin' } })
    const person = (await teamOf(owner)).find((each) => each['email'] === email)
    await act(person?.id ?? '')
    const token = String(invited.json['link']).split('#')[1]
    const entered = await createBrowser(fixture).auth('POST welcome', { token, name: 'Grace', password })
    expect(refusal(entered)).toEqual([410, 'link:invalid'])
  })

  it('with a name make the person a member at once, who joins by the link with the role that they have then', async () => {
    const owner = await firstOwner(fixture)
    const invite = (json: object) => owner.browser.send('/v1/invitations', { json: { role: 'agent', ...json } })
    const enter = ({ json }: TestResponse) =>
      createBrowser(fixture).auth('POST welcome', {
        token: String(json['link']).split('#')[1],
        name: 'Other',
        password,
      })
    const email = address()
    const invited = await invite({ email, name: 'Grace' })
    const shown = async (of = email) => (await teamOf(owner)).find((member) => member['email'] === of)
    const { id = '' } = (await shown()) ?? {}
    expect(await shown()).toMatchObject({ name: 'Grace', color: null, status: 'invited', role: 'agent' })
    const again = await invite({ email, name: 'Grace H.' })
    expect([(await shown())?.id, refusal(await enter(invited))]).toEqual([id, [410, 'link:invalid']])
    expect((await change(owner, id, { role: 'viewer', color: '#e0115f' })).status).toBe(200)
    expect((await enter(again)).status).toBe(201)
    expect(await shown()).toMatchObject({ name: 'Grace H.', color: '#e0115f', status: 'active', role: 'viewer' })
    expect((await change(owner, id, { color: null })).json).toMatchObject({ name: 'Grace H.', color: null })
    for (const end of [(member: string) => removal(owner, member), (member: string) => disable(owner, member)]) {
      const rogue = address()
      const other = await invite({ email: rogue, name: 'Rogue' })
      expect((await end((await shown(rogue))?.id ?? '')).status).toBe(200)
      expect(refusal(await enter(other))).toEqual([410, 'link:invalid'])
    }
  })

  it('for an address end when its person joins by another link', async () => {
    const { workspace, token: key } = await fixture.tenant(['read', 'admin'])
    const email = address()
    const { json } = await fixture.send('/v1/invitations', { token: key, json: { email, role: 'agent' } })
    const { token } = await fixture.gateway.clients.gateway.people.welcome.mutate({ workspace }, fixture.operator())
    const browser = createBrowser(fixture)
    const joined = await browser.auth('POST welcome', { token, name: 'Ada', email, password })
    expect([joined.status, joined.json['workspaces']]).toMatchObject([201, [{ role: 'owner' }]])
    const again = await browser.auth('POST welcome', { token: String(json['link']).split('#')[1], password })
    expect(refusal(again)).toEqual([410, 'link:invalid'])
  })

  it('for someone who is a member already are refused', async () => {
    const owner = await firstOwner(fixture)
    const json = { email: owner.email, role: 'agent' }
    const again = await owner.browser.send('/v1/invitations', { json })
    expect(refusal(again)).toEqual([409, 'member:duplicate'])
  })

  it.each([
    ['eleven minutes', '-11 minutes'],
    ['a clock that was set back by an hour', '1 hour'],
  ])('asks an owner after %s for their password before a change of admins and owners, not of others', async (_, by) => {
    const owner = await firstOwner(fixture)
    const [admin, agent] = [await join(owner, 'admin'), await join(owner, 'agent')]
    await fixture.gateway.rows(
      `update session set confirmed_at = now() + $2::interval
       where person_id = (select person_id from member where id = $1) returning 1`,
      [owner.member, by],
    )
    const refused = [403, 'confirmation:required']
    expect(refusal(await change(owner, admin.member, { name: 'Ida' }))).toEqual(refused)
    expect(refusal(await change(owner, agent.member, { role: 'admin' }))).toEqual(refused)
    expect(refusal(await removal(owner, admin.member))).toEqual(refused)
    const invite = { json: { email: address(), role: 'owner' } }
    expect(refusal(await owner.browser.send('/v1/invitations', invite))).toEqual(refused)
    expect((await change(owner, agent.member, { name: 'Linus' })).status).toBe(200)
    await owner.browser.auth('POST confirm', { password })
    expect((await change(owner, agent.member, { role: 'admin' })).status).toBe(200)
  })
})
