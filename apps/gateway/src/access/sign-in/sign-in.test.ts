import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, request, startGatewayFixture } from '../../gateway.fixture.ts'
import { addSecondFactor, createBrowser, firstOwner, password } from './browser.fixture.ts'
import { totpCode, totpStep } from './sign-in.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const people = () => fixture.gateway.clients.gateway.people
const refusal = ({ status, json }: { status: number; json: Record<string, unknown> }) => [status, json['errorCode']]
const signIn = (email: string, given = password) =>
  createBrowser(fixture).auth('POST sign-in', { email, password: given })

const personOf = async (email: string) => {
  const [found] = await people().list.query({ email }, fixture.operator())
  return found?.id ?? 'per_0'
}

describe('the link of the first owner', () => {
  it('makes an owner who is signed in, once, and none is made where there is an owner', async () => {
    const { workspace } = await fixture.tenant()
    const { token } = await people().welcome.mutate({ workspace }, fixture.operator())
    const browser = createBrowser(fixture)
    expect((await browser.auth('POST links', { token })).json).toMatchObject({
      kind: 'first',
      workspace: { id: workspace, name: 'Shop' },
      email: null,
      role: 'owner',
    })
    const given = { token, name: 'Ada', email: ` Ada-${workspace}@Example.com`, password, workspaceName: 'Parcels' }
    const welcomed = await browser.auth('POST welcome', given)
    expect([welcomed.status, welcomed.json]).toMatchObject([
      201,
      { next: 'done', workspace, workspaces: [{ id: workspace, name: 'Parcels', role: 'owner' }] },
    ])
    const me = await browser.send('/v1/me')
    expect(me.json).toMatchObject({
      key: null,
      csrf: browser.csrf,
      member: { name: 'Ada', email: `ada-${workspace}@example.com`, role: 'owner', numbers: null },
      workspaces: [{ id: workspace, name: 'Parcels', role: 'owner' }],
    })
    expect(me.json['may']).toEqual(expect.arrayContaining(['chats.list', 'messages.send', 'workspace.update']))
    expect(refusal(await createBrowser(fixture).auth('POST welcome', given))).toEqual([410, 'link:invalid'])
    expect(await people().welcome.mutate({ workspace }, fixture.operator())).toEqual({ token: null, expiresAt: null })
  })

  it('is one, also when two operators make it at once', async () => {
    const { workspace } = await fixture.tenant()
    const make = () => people().welcome.mutate({ workspace }, fixture.operator())
    const made = await Promise.all([make(), make()])
    const views = await Promise.all(made.map(({ token }) => createBrowser(fixture).auth('POST links', { token })))
    expect(new Set(views.map(({ status }) => status))).toEqual(new Set([200, 410]))
  })

  it('is void once a later one was made, and refuses passwords that others guess', async () => {
    const { workspace } = await fixture.tenant()
    const make = async () => (await people().welcome.mutate({ workspace }, fixture.operator())).token
    const [void_, token] = [await make(), await make()]
    expect(refusal(await createBrowser(fixture).auth('POST links', { token: void_ }))).toEqual([410, 'link:invalid'])
    const email = `grace-${workspace}@example.com`
    for (const weak of [
      'short',
      'qwertyuiop12',
      'password1234',
      'Grace Hopper 1',
      'aaaaaaaaaaaaaaaa',
      'x'.repeat(200),
    ]) {
      const answer = await createBrowser(fixture).auth('POST welcome', {
        token,
        name: 'Grace Hopper',
        email,
        password: weak,
      })
      expect([answer.status, answer.json['errors']]).toMatchObject([400, [{ path: 'password' }]])
    }
  })
})

describe('two links for one new address', () => {
  it('make one person when they are used at once, who is in both workspaces', async () => {
    const workspaces = [(await fixture.tenant()).workspace, (await fixture.tenant()).workspace]
    const email = `twice-${randomUUID()}@example.com`
    const answers = await Promise.all(
      workspaces.map(async (workspace) => {
        const { token } = await people().welcome.mutate({ workspace }, fixture.operator())
        return createBrowser(fixture).auth('POST welcome', { token, name: 'Ada', email, password })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const { json } = await signIn(email)
    expect((json['workspaces'] as unknown as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(
      workspaces.toSorted(),
    )
  })
})

describe('a session', () => {
  it('begins with the right password, has a cookie that scripts cannot read, and another id each time', async () => {
    const { email } = await firstOwner(fixture)
    const [one, two] = [await signIn(email), await signIn(email)]
    expect([one.status, one.json]).toMatchObject([200, { next: 'done', person: { email, twoFactor: false } }])
    const [cookie = ''] = one.headers.getSetCookie()
    expect(cookie).toMatch(/^posthorn=[\w.-]{60,}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(two.headers.getSetCookie()[0]).not.toBe(cookie)
    expect(one.text).not.toContain(cookie.slice(9, 52))
  })

  it('behind TLS has the cookie that browsers take from this server alone', async () => {
    await using secure = await startGatewayFixture({ PUBLIC_URL: 'https://shop.example.com' })
    const { browser } = await firstOwner(secure)
    expect([...browser.cookies.keys()]).toContain('__Host-posthorn')
    const { workspace } = await secure.tenant()
    const { token } = await secure.gateway.clients.gateway.people.welcome.mutate({ workspace }, secure.operator())
    const made = { token, name: 'Bo', email: 'bo@example.com', password }
    const answer = await createBrowser(secure).auth('POST welcome', made)
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  })

  it('takes no id from the browser, and one that ended opens nothing', async () => {
    const { email } = await firstOwner(fixture)
    const browser = createBrowser(fixture)
    browser.cookies.set('posthorn', 'a'.repeat(43))
    await browser.auth('POST sign-in', { email, password })
    expect(browser.cookies.get('posthorn')).not.toBe('a'.repeat(43))
    const old = browser.cookies.get('posthorn') ?? ''
    expect((await browser.auth('POST sign-out')).status).toBe(204)
    expect(browser.cookies.has('posthorn')).toBe(false)
    browser.cookies.set('posthorn', old)
    expect(refusal(await browser.send('/v1/me'))).toEqual([401, 'session:required'])
    expect(refusal(await browser.auth('GET session'))).toEqual([401, 'session:required'])
  })

  it('ends when no one has used it for half an hour, and twelve hours after it began', async () => {
    const { browser } = await firstOwner(fixture)
    const set = (change: string) => fixture.gateway.rows(`update session set ${change} where token_hash is not null`)
    await set(`seen_at = now() - interval '20 minutes'`)
    expect((await browser.auth('GET session')).status).toBe(200)
    await set(`seen_at = now() - interval '40 minutes'`)
    expect((await browser.auth('GET session')).status).toBe(401)
    await set(`seen_at = now(), ends_at = now() - interval '1 second'`)
    expect((await browser.auth('GET session')).status).toBe(401)
  })

  it('is not in the database in a form that opens it', async () => {
    const { browser } = await firstOwner(fixture)
    const token = browser.cookies.get('posthorn') ?? 'none'
    const rows = await fixture.gateway.rows('select s.*, p.* from session s join person p on p.id = s.person_id')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  it('of others ends with a change of the password, and all end with a reset', async () => {
    const { browser, email } = await firstOwner(fixture)
    const other = createBrowser(fixture)
    await other.auth('POST sign-in', { email, password })
    const before = browser.cookies.get('posthorn')
    const wrong = await browser.auth('POST password', { current: 'not the password', password: 'another one of mine' })
    expect(refusal(wrong)).toEqual([401, 'sign_in:refused'])
    const changed = await browser.auth('POST password', { current: password, password: 'another one of mine' })
    expect(changed.status).toBe(200)
    expect(browser.cookies.get('posthorn')).not.toBe(before)
    expect((await other.auth('GET session')).status).toBe(401)
    expect((await browser.auth('GET session')).status).toBe(200)
    const { token } = await people().reset.mutate({ person: await personOf(email) }, fixture.operator())
    const reset = await createBrowser(fixture).auth('POST reset', { token, password: 'the third one of mine' })
    expect(reset.json).toEqual({ next: 'sign-in' })
    expect((await browser.auth('GET session')).status).toBe(401)
    expect((await signIn(email, 'the third one of mine')).status).toBe(200)
    const again = await createBrowser(fixture).auth('POST reset', { token, password: 'the fourth one of mine' })
    expect(refusal(again)).toEqual([410, 'link:invalid'])
  })

  it('of others ends when the second factor is turned on, and a link to set a password with a change of it', async () => {
    const { browser, email } = await firstOwner(fixture)
    const other = createBrowser(fixture)
    await other.auth('POST sign-in', { email, password })
    const { token } = await people().reset.mutate({ person: await personOf(email) }, fixture.operator())
    await browser.auth('POST password', { current: password, password: 'another one of mine' })
    const late = await createBrowser(fixture).auth('POST reset', { token, password: 'the one of a thief' })
    expect(refusal(late)).toEqual([410, 'link:invalid'])
    await other.auth('POST sign-in', { email, password: 'another one of mine' })
    expect((await other.auth('GET session')).status).toBe(200)
    await addSecondFactor(browser, 'another one of mine')
    expect([(await browser.auth('GET session')).status, (await other.auth('GET session')).status]).toEqual([200, 401])
  })

  it('is listed with its device and can be ended from another', async () => {
    const { browser, email } = await firstOwner(fixture)
    const phone = createBrowser(fixture, { 'User-Agent': 'Phone' })
    await phone.auth('POST sign-in', { email, password })
    const listed = (await browser.auth('GET sessions')).json as { id: string; current: boolean; agent: string }[]
    expect(listed.filter(({ current }) => current)).toHaveLength(1)
    expect(listed).toHaveLength(2)
    const theirs = listed.find(({ agent }) => agent === 'Phone')
    const other = await firstOwner(fixture)
    expect((await other.browser.auth(`DELETE sessions/${theirs?.id}`)).status).toBe(404)
    expect((await browser.auth(`DELETE sessions/${theirs?.id}`)).status).toBe(204)
    expect((await phone.auth('GET session')).status).toBe(401)
  })
})

describe('a second factor', () => {
  it('is asked for after the password; each code counts once, and so does each recovery code', async () => {
    const { browser, email } = await firstOwner(fixture)
    const { secret, step, begun } = await addSecondFactor(browser)
    const { codes } = begun.json as unknown as { codes: string[] }
    expect([begun.status, codes.length, begun.json['person']]).toMatchObject([
      200,
      10,
      { twoFactor: true, codesLeft: 10 },
    ])
    const again = createBrowser(fixture)
    expect((await again.auth('POST sign-in', { email, password })).json).toEqual({ next: 'code' })
    expect(refusal(await again.send('/v1/me'))).toEqual([401, 'session:required'])
    expect(refusal(await again.auth('GET session'))).toEqual([401, 'session:required'])
    expect(refusal(await again.auth('POST code', { code: totpCode(secret, step) }))).toEqual([401, 'code:refused'])
    const waiting = again.cookies.get('posthorn')
    const later = Math.max(step + 1, totpStep(Date.now()))
    expect((await again.auth('POST code', { code: totpCode(secret, later) })).json).toMatchObject({ next: 'done' })
    expect(again.cookies.get('posthorn')).not.toBe(waiting)
    for (const status of [200, 401]) {
      const other = createBrowser(fixture)
      await other.auth('POST sign-in', { email, password })
      expect((await other.auth('POST code', { code: codes[0] })).status).toBe(status)
    }
    const [row] = await fixture.gateway.rows<{ second_factor: string }>(
      'select second_factor from person where email = $1',
      [email],
    )
    expect(row?.second_factor).toMatch(/^v1\./)
    expect((await again.auth('DELETE two-factor', { password })).json).toMatchObject({ person: { twoFactor: false } })
    expect((await signIn(email)).json).toMatchObject({ next: 'done' })
  })
})

describe('requests about signing in', () => {
  it('come from a page of this server, with the value of Csrf where a session is open', async () => {
    const { browser, email } = await firstOwner(fixture)
    const body = { email, password }
    const foreign = createBrowser(fixture, { 'Sec-Fetch-Site': 'cross-site' })
    expect(refusal(await foreign.auth('POST sign-in', body))).toEqual([403, 'request:cross_site'])
    const bare = (headers: Record<string, string>) =>
      request(`${fixture.url}/app/auth/sign-in`, { json: body, headers })
    expect(refusal(await bare({}))).toEqual([403, 'request:cross_site'])
    expect(refusal(await bare({ Origin: 'https://evil.example.com' }))).toEqual([403, 'request:cross_site'])
    expect((await bare({ Origin: fixture.url })).status).toBe(200)
    browser.csrf = 'wrong'
    expect(refusal(await browser.auth('POST sign-out'))).toEqual([403, 'csrf:invalid'])
  })

  it('of other forms, methods and paths are refused', async () => {
    const browser = createBrowser(fixture)
    expect(refusal(await browser.auth('POST sign-in', { email: 'x' }))).toEqual([400, 'request:invalid'])
    expect(
      refusal(await browser.send('/app/auth/sign-in', { body: '{', headers: { 'Content-Type': 'application/json' } })),
    ).toEqual([400, 'request:malformed'])
    expect(refusal(await browser.auth('GET sign-in'))).toEqual([405, 'route:method_not_allowed'])
    expect(refusal(await browser.auth('POST nothing', {}))).toEqual([404, 'route:not_found'])
  })
})
