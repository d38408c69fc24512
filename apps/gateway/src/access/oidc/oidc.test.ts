import { randomUUID } from 'node:crypto'
import { ConfigError } from '@posthorn/chassis'
import { freePort } from '@posthorn/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture, type TestResponse } from '../../gateway.fixture.ts'
import { addSecondFactor, type Browser, createBrowser, firstOwner } from '../sign-in/browser.fixture.ts'
import { type IdentityProvider, startIdentityProvider, type TestAccount } from './identity-provider.fixture.ts'
import { createOidc } from './provider.ts'

const publicUrl = 'https://posthorn.example.com'
let provider: IdentityProvider
let fixture: GatewayFixture
beforeAll(async () => {
  provider = await startIdentityProvider(`${publicUrl}/app/oidc`)
  fixture = await startGatewayFixture({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.client.id,
    OIDC_CLIENT_SECRET: provider.client.secret,
  })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})
beforeEach(() => fixture.gateway.rows('delete from sign_in_tries'))

const refusal = ({ status, json }: TestResponse) => [status, json['errorCode']]
const urlOf = ({ json }: TestResponse) => json['url'] as unknown as string
const people = async () => (await fixture.gateway.rows('select 1 from person')).length

/** Creates a person who has confirmed their address and isn't signed in anywhere else. */
async function provenOwner(): Promise<{ email: string; workspace: string; browser: Browser }> {
  const owner = await firstOwner(fixture)
  await fixture.gateway.rows('update person set proven_at = now() where email = $1', [owner.email])
  return owner
}

/**
 * Starts a sign-in in a browser, and signs in at the provider. `change`: query parameters in the provider's URL that an attacker replaces.
 */
async function comeBack(browser: Browser, account: TestAccount, change: Record<string, string> = {}): Promise<URL> {
  const url = new URL(urlOf(await browser.auth('POST oidc/begin', {})))
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
  return provider.signIn(url.href, account)
}
const finish = (browser: Browser, back: URL) => browser.auth('POST oidc/finish', { query: back.search })

describe('a sign-in at the identity provider', () => {
  it('opens a session of the person who has confirmed the address, without a password', async () => {
    const { email, workspace } = await provenOwner()
    const browser = createBrowser(fixture)
    const back = await comeBack(browser, { email: email.toUpperCase(), email_verified: true })
    const answer = await finish(browser, back)
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { next: 'done', person: { email }, workspaces: [{ id: workspace }] },
    ])
    expect((await browser.send('/v1/me')).json).toMatchObject({ member: { email } })
    expect([...browser.cookies.keys()]).not.toContain('__Host-posthorn-oidc')
    await browser.auth('POST sign-out', {})
    expect((await browser.auth('GET session')).status).toBe(401)
  })

  it('can be finished once the provider responds again', async () => {
    const { email } = await provenOwner()
    const browser = createBrowser(fixture)
    const back = await comeBack(browser, { email, email_verified: true })
    provider.failure = 503
    expect(refusal(await finish(browser, back))).toEqual([503, 'service:unavailable'])
    provider.failure = undefined
    expect((await finish(browser, back)).json).toMatchObject({ next: 'done', person: { email } })
  })

  it('leaves others at the same address as many tries as before, however many people sign in', async () => {
    const { email } = await provenOwner()
    for (let i = 0; i < 11; i++) {
      const browser = createBrowser(fixture)
      const back = await comeBack(browser, { email, email_verified: true })
      expect((await finish(browser, back)).status).toBe(200)
    }
  })

  it('asks for the second factor of the person', async () => {
    const { email, browser: own } = await provenOwner()
    await addSecondFactor(own)
    const browser = createBrowser(fixture)
    const answer = await finish(browser, await comeBack(browser, { email, email_verified: true }))
    expect(answer.json).toEqual({ next: 'code' })
    expect((await browser.auth('GET session')).status).toBe(401)
  })

  it('creates no one, and opens no account whose address no one has confirmed, which someone else may have entered', async () => {
    const { email } = await firstOwner(fixture)
    const before = await people()
    for (const address of [email, `${randomUUID()}@example.com`]) {
      const browser = createBrowser(fixture)
      const answer = await finish(browser, await comeBack(browser, { email: address, email_verified: true }))
      expect(refusal(answer)).toEqual([403, 'sign_in:unknown'])
    }
    expect(await people()).toBe(before)
  })

  it('needs an address that the provider has verified', async () => {
    const { email } = await provenOwner()
    for (const account of [{ email, email_verified: false }, { email }, {}]) {
      const browser = createBrowser(fixture)
      expect(refusal(await finish(browser, await comeBack(browser, account)))).toEqual([403, 'sign_in:unverified'])
    }
  })
})

describe('an attacker', () => {
  it('cannot finish their sign-in in the browser of another person, nor one that nothing began', async () => {
    const { email } = await provenOwner()
    const [attacker, victim] = [createBrowser(fixture), createBrowser(fixture)]
    const back = await comeBack(attacker, { email, email_verified: true })
    expect(refusal(await finish(victim, back))).toEqual([401, 'sign_in:expired'])
    await victim.auth('POST oidc/begin', {})
    expect(refusal(await finish(victim, back))).toEqual([401, 'sign_in:expired'])
    victim.cookies.set('__Host-posthorn-oidc', Buffer.from('{"state":"s"}').toString('base64url'))
    expect(refusal(await finish(victim, back))).toEqual([401, 'sign_in:expired'])
    expect((await victim.auth('GET session')).status).toBe(401)
  })

  it('cannot use a code again', async () => {
    const { email } = await provenOwner()
    const browser = createBrowser(fixture)
    const back = await comeBack(browser, { email, email_verified: true })
    const cookie = browser.cookies.get('__Host-posthorn-oidc') ?? ''
    expect((await finish(browser, back)).status).toBe(200)
    browser.cookies.set('__Host-posthorn-oidc', cookie)
    expect(refusal(await finish(browser, back))).toEqual([401, 'sign_in:expired'])
  })

  it.each([
    ['nonce', { nonce: 'another' }, {}],
    ['proof key', { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }, {}],
    ['issuer', {}, { iss: 'https://evil.example' }],
    ['state', {}, { state: 'another' }],
    ['code', {}, { code: 'another' }],
  ])('cannot exchange the %s', async (_, atProvider, onReturn) => {
    const { email } = await provenOwner()
    const browser = createBrowser(fixture)
    const back = await comeBack(browser, { email, email_verified: true }, atProvider as Record<string, string>)
    for (const [name, value] of Object.entries(onReturn)) back.searchParams.set(name, value)
    expect(refusal(await finish(browser, back))).toEqual([401, 'sign_in:expired'])
    expect((await browser.auth('GET session')).status).toBe(401)
  })

  it('cannot send the provider or the browser elsewhere, nor begin from another page', async () => {
    const forwarded = createBrowser(fixture, { 'X-Forwarded-Host': 'evil.example', Origin: publicUrl })
    const url = new URL(urlOf(await forwarded.auth('POST oidc/begin', {})))
    expect([url.origin, url.searchParams.get('redirect_uri')]).toEqual([provider.issuer, `${publicUrl}/app/oidc`])
    const away = { query: `?code=x&redirect_uri=${encodeURIComponent('https://evil.example')}` }
    expect(refusal(await forwarded.auth('POST oidc/finish', away))).toEqual([401, 'sign_in:expired'])
    const foreign = createBrowser(fixture, { 'Sec-Fetch-Site': 'cross-site' })
    expect(refusal(await foreign.auth('POST oidc/begin', {}))).toEqual([403, 'request:cross_site'])
  })

  it('can begin twenty times from an address', async () => {
    const statuses = []
    for (let i = 0; i < 21; i++) statuses.push((await createBrowser(fixture).auth('POST oidc/begin', {})).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('an installation', () => {
  it('without an identity provider refuses to begin, and with one that is down says so', async () => {
    await using none = await startGatewayFixture({ PUBLIC_URL: publicUrl })
    expect(refusal(await createBrowser(none).auth('POST oidc/begin', {}))).toEqual([404, 'route:not_found'])
    await using down = await startGatewayFixture({
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
      OIDC_CLIENT_ID: 'posthorn',
      OIDC_CLIENT_SECRET: 'secret',
    })
    expect(refusal(await createBrowser(down).auth('POST oidc/begin', {}))).toEqual([503, 'service:unavailable'])
  })

  it('does not start with some of the settings only', () => {
    const all = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      PUBLIC_URL: publicUrl,
    }
    for (const missing of Object.keys(all))
      expect(() => createOidc({ ...all, [missing]: undefined, OIDC_NAME: 'x' } as never)).toThrow(ConfigError)
    expect(createOidc({ PUBLIC_URL: publicUrl, OIDC_NAME: 'x' } as never)).toBeUndefined()
  })
})
