import { allOperations, leastRoleOf, newId, type Role, roles } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../../gateway.fixture.ts'
import { type Browser, createBrowser, firstOwner, password, type SignedIn } from '../sign-in/browser.fixture.ts'

let fixture: GatewayFixture
let owner: SignedIn
beforeAll(async () => {
  fixture = await startGatewayFixture({ RATE_LIMIT_KEY_BURST: '5000', RATE_LIMIT_WORKSPACE_BURST: '5000' })
  owner = await firstOwner(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const refusal = ({ status, json }: { status: number; json: Record<string, unknown> }) => [status, json['errorCode']]

const become = (role: Role) => fixture.gateway.rows('update member set role = $1 where id = $2', [role, owner.member])

const contact = { phone: '+4915112345678', name: 'Ada' }

describe('a session below /v1', () => {
  it('is its member in the workspace: what it does carries their id in the audit log', async () => {
    const renamed = await owner.browser.send('/v1/workspace', { method: 'PATCH', json: { name: 'Parcels' } })
    expect([renamed.status, renamed.json]).toMatchObject([200, { name: 'Parcels' }])
    const entries = async () => {
      const { json } = await owner.browser.send('/v1/audit?operation=workspace.update')
      return json.length > 0 && json
    }
    const [entry] = (await until(entries)) as unknown as { actor: object }[]
    expect(entry?.actor).toMatchObject({ type: 'member', id: owner.member })
    expect((await owner.browser.send('/v1/audit?operation=invitation.accepted')).json).toHaveLength(1)
  })

  it('changes something only with the value of Csrf, and only from a page of this server', async () => {
    const send = (headers: Record<string, string>) => owner.browser.send('/v1/contacts', { json: contact, headers })
    expect(refusal(await send({ Csrf: 'wrong' }))).toEqual([403, 'csrf:invalid'])
    expect(refusal(await send({ 'Sec-Fetch-Site': 'cross-site' }))).toEqual([403, 'request:cross_site'])
    expect(refusal(await send({ 'Sec-Fetch-Site': 'same-site' }))).toEqual([403, 'request:cross_site'])
    expect((await send({})).status).toBe(201)
    const read = (headers: Record<string, string>) => owner.browser.send('/v1/contacts', { headers })
    expect(refusal(await read({ 'Sec-Fetch-Site': 'cross-site' }))).toEqual([403, 'request:cross_site'])
    expect((await read({ Csrf: '' })).status).toBe(200)
  })

  it('and a key together are refused', async () => {
    const { token } = await fixture.tenant()
    expect(refusal(await owner.browser.send('/v1/me', { token }))).toEqual([400, 'credentials:ambiguous'])
  })

  it('is asked for by name once the browser has dropped its cookie', async () => {
    const headers = { Workspace: owner.workspace }
    expect(refusal(await createBrowser(fixture).send('/v1/me', { headers }))).toEqual([401, 'session:required'])
    expect(refusal(await createBrowser(fixture).send('/v1/me'))).toEqual([401, 'token:invalid'])
  })

  it('names its workspace where the person has several, in the header or the address, and reaches no other', async () => {
    const { workspace: second } = await fixture.tenant()
    const { token } = await fixture.gateway.clients.gateway.people.welcome.mutate(
      { workspace: second },
      fixture.operator(),
    )
    const other = createBrowser(fixture)
    const joined = await other.auth('POST welcome', { token, name: 'Ada', email: owner.email, password })
    expect(joined.json).toMatchObject({ next: 'done', workspace: second })
    expect(refusal(await other.send('/v1/me'))).toEqual([400, 'workspace:required'])
    const named = async (browser: Browser, workspace: string) =>
      (await browser.send('/v1/me', { headers: { Workspace: workspace } })).json
    expect(await named(other, second)).toMatchObject({ workspace: { id: second } })
    const listed = await other.send(`/v1/contacts?size=5&workspace=${owner.workspace}`)
    expect([listed.status, listed.json.length]).toEqual([200, 1])
    const { workspace: foreign } = await fixture.tenant()
    expect(await named(other, foreign)).toMatchObject({ errorCode: 'workspace:not_found' })
    await fixture.gateway.rows('delete from member where workspace_id = $1', [second])
    expect(await named(other, second)).toMatchObject({ errorCode: 'workspace:not_found' })
  })

  it.each(['/v1/me', '/app/auth/session'])('that no gateway began is refused at %s without a query', async (path) => {
    const [stranger, [name = '', cookie = '']] = [createBrowser(fixture), [...owner.browser.cookies][0] ?? []]
    await fixture.gateway.rows('begin')
    await fixture.gateway.rows('lock table session')
    for (const forged of [cookie.split('.')[0], `${cookie}x`, 'x'.repeat(43)]) {
      stranger.cookies.set(name, forged ?? '')
      expect(refusal(await stranger.send(path))).toEqual([401, 'session:required'])
    }
    await fixture.gateway.rows('commit')
  })

  it.each(['POST sign-in', 'POST welcome'])('ends when its browser begins another by %s', async (line) => {
    const { browser, email } = await firstOwner(fixture)
    const { people } = fixture.gateway.clients.gateway
    const { token } = await people.welcome.mutate({ workspace: (await fixture.tenant()).workspace }, fixture.operator())
    const earlier = createBrowser(fixture)
    for (const [name, value] of browser.cookies) earlier.cookies.set(name, value)
    const given = line === 'POST sign-in' ? { email, password } : { token, name: 'Bo', email: `bo-${email}`, password }
    expect((await browser.auth(line, given)).json).toMatchObject({ next: 'done' })
    expect(refusal(await earlier.auth('GET session'))).toEqual([401, 'session:required'])
  })

  it('ends at once for a member who is disabled', async () => {
    const { browser, member } = await firstOwner(fixture)
    expect((await browser.send('/v1/me')).status).toBe(200)
    await fixture.gateway.rows('update member set disabled_at = now() where id = $1', [member])
    expect(refusal(await browser.send('/v1/me'))).toEqual([404, 'workspace:not_found'])
  })
})

it('a session is used by what a person does, and not by what a page reads while no one uses it', async () => {
  const { browser, member } = await firstOwner(fixture)
  const { rows } = fixture.gateway
  const own = 'person_id = (select person_id from member where id = $1)'
  await rows(`update session set seen_at = now() - interval '20 minutes' where ${own}`, [member])
  const isUnused = () =>
    rows(`select seen_at < now() - interval '19 minutes' as unused from session where ${own}`, [member])
  expect((await browser.send('/v1/me', { headers: { Idle: 'true' } })).status).toBe(200)
  expect(await isUnused()).toEqual([{ unused: true }])
  expect((await browser.send('/v1/me')).status).toBe(200)
  expect(await isUnused()).toEqual([{ unused: false }])
})

describe('a grave change', () => {
  const id = 'key_01k5v2s8xgf9hb3m4q7r8t9w0y'
  it.each([
    ['GET', '/v1/contacts/export', {}],
    ['POST', '/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] }],
    ['POST', '/v1/contacts/con_01k5v2s8xgf9hb3m4q7r8t9w0y/erase', { confirm: 'x' }],
    ['POST', '/v1/keys', { name: 'till', scopes: ['read'] }],
    ['PATCH', '/v1/workspace', { settings: { retentionDays: 400 } }],
    ['PATCH', '/v1/workspace', { name: 'Shop', settings: { retentionDays: 31 } }],
    ['PATCH', `/v1/keys/${id}`, { cidrs: null }],
    ['PATCH', `/v1/keys/${id}`, { expiresAt: null }],
  ])('%s %s with %j needs the password of a member again', async (method, path, json) => {
    const { browser, member, workspace } = await firstOwner(fixture)
    await fixture.gateway.rows('update workspace set settings = $2 where workspace_id = $1', [
      workspace,
      JSON.stringify({ retentionDays: 500 }),
    ])
    const { json: made } = await browser.send('/v1/keys', { json: { name: 'own', scopes: ['read'] } })
    await fixture.gateway.rows(
      `update session set confirmed_at = now() - interval '11 minutes'
       where person_id = (select person_id from member where id = $1)`,
      [member],
    )
    const at = path.replace(id, String(made['id']))
    const answer = await browser.send(at, { method, ...(method === 'GET' ? {} : { json }) })
    expect(refusal(answer)).toEqual([403, 'confirmation:required'])
    const harmless = await browser.send('/v1/workspace', {
      method: 'PATCH',
      json: { settings: { retentionDays: 600 } },
    })
    expect(harmless.status, harmless.text).toBe(200)
  })

  it('is refused with the name of the field when a setting is unknown', async () => {
    const { browser } = await firstOwner(fixture)
    for (const name of ['nonsense', 'RetentionDays', 'answering ']) {
      const answer = await browser.send('/v1/workspace', { method: 'PATCH', json: { settings: { [name]: 1 } } })
      expect([answer.status, answer.json['errors']]).toMatchObject([400, [{ path: `settings.${name}` }]])
    }
  })
})

describe('the role of a member', () => {
  it('lifts the limit to numbers for admins and owners, also in what they see of themselves', async () => {
    await fixture.gateway.rows('update member set numbers = $2 where id = $1', [owner.member, [newId('num')]])
    for (const role of ['agent', 'admin'] as const) {
      await become(role)
      const { member } = (await owner.browser.send('/v1/me')).json as unknown as { member: { numbers: unknown } }
      expect([role, member.numbers === null]).toEqual([role, role === 'admin'])
    }
    await fixture.gateway.rows('update member set numbers = null where id = $1', [owner.member])
  })

  it('decides about every operation as the contract states it', async () => {
    const operations = allOperations().filter(({ operation }) => operation.rest !== undefined)
    const names = (least: (of: Role) => boolean) =>
      operations.filter(({ operation }) => least(leastRoleOf(operation))).map(({ noun, verb }) => `${noun}.${verb}`)
    for (const [i, role] of roles.entries()) {
      await become(role)
      const { may } = (await owner.browser.send('/v1/me')).json as unknown as { may: string[] }
      expect(may).toEqual(names((least) => roles.indexOf(least) <= i))
      for (const { operation } of operations.filter((each) => leastRoleOf(each.operation) === roles[i + 1])) {
        const [method = '', path = ''] = (operation.rest ?? '').split(' ')
        const json = method === 'GET' ? {} : { json: {} }
        const answer = await owner.browser.send(path.replaceAll(/\{\w+\}/g, 'x'), { method, ...json })
        expect([operation.rest, ...refusal(answer)]).toEqual([operation.rest, 403, 'role:insufficient'])
      }
    }
    expect((await createBrowser(fixture).send('/v1/me')).status).toBe(401)
  })
})
