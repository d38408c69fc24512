import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, request, startGatewayFixture, type TestResponse } from '../../gateway.fixture.ts'
import { addSecondFactor, createBrowser, firstOwner, password } from './browser.fixture.ts'
import { totpCode, totpStep } from './sign-in.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture({ TRUSTED_PROXIES: '127.0.0.1,::1' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const refusal = ({ status, json }: TestResponse) => [status, json['errorCode']]
const forget = () => fixture.gateway.rows('delete from sign_in_tries')
const signIn = (email: string, given = password) =>
  createBrowser(fixture).auth('POST sign-in', { email, password: given })

describe('wrong passwords', () => {
  it('of an account that exists and of one that does not are answered the same, five in fifteen minutes for each', async () => {
    const { email } = await firstOwner(fixture)
    const tries = async (address: string) =>
      Promise.all(Array.from({ length: 8 }, () => signIn(address, 'not the password')))
    const [known, unknown] = [await tries(email), await tries(`${randomUUID()}@example.com`)]
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses(known)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(statuses(unknown)).toEqual(statuses(known))
    const [mine, theirs] = [known, unknown].map((all) => all.find(({ status }) => status === 401)?.json)
    const { requestId: _, ...first } = mine as Record<string, unknown>
    expect(theirs).toMatchObject(first)
    const limited = known.find(({ status }) => status === 429)
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(600)
    expect(refusal(await signIn(email))).toEqual([429, 'rate:limited'])
    await forget()
  })

  it('take as long for an account that does not exist as for one that does', async () => {
    const { email } = await firstOwner(fixture)
    const tookMs = async (address: string) => {
      const begun = performance.now()
      expect((await signIn(address, 'not the password')).status).toBe(401)
      return performance.now() - begun
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    const ratio = () => Math.min(...known) / Math.min(...unknown)
    // By turns, because the load of the machine changes. The shortest of many tries hardly depends on it.
    for (let i = 0; i < 5 || (i < 40 && (ratio() < 0.5 || ratio() > 2)); i++) {
      await forget()
      known.push(await tookMs(email))
      unknown.push(await tookMs(`${randomUUID()}@example.com`))
    }
    expect([ratio() > 0.5, ratio() < 2]).toEqual([true, true])
    await forget()
  })

  it('of others keep no one out of a browser in which they have signed in', async () => {
    const { browser, email } = await firstOwner(fixture)
    for (let i = 0; i < 5; i++) await signIn(email, 'not the password')
    expect((await signIn(email)).status).toBe(429)
    expect((await browser.auth('POST sign-in', { email, password })).status).toBe(200)
    await forget()
  })

  it('from one address are twenty in fifteen minutes, whatever the account', async () => {
    const answers: number[] = []
    for (let i = 0; i < 22; i++) answers.push((await signIn(`${i}@example.com`, 'not the password')).status)
    expect(answers.filter((status) => status === 401)).toHaveLength(20)
    expect(answers.slice(20)).toEqual([429, 429])
    await forget()
  })

  it('from one IPv6 network are as many, whatever its address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) {
      const browser = createBrowser(fixture, { 'X-Forwarded-For': `2001:db8::${i}` })
      const claim = { email: `${i}@example.com`, password: 'not the password' }
      statuses.push((await browser.auth('POST sign-in', claim)).status)
    }
    expect(statuses.slice(19)).toEqual([401, 429, 429])
    await forget()
  })
})

it('codes of a person are five in fifteen minutes, from whatever browser; the right one is not looked at then', async () => {
  const { browser, email } = await firstOwner(fixture)
  const { secret, step } = await addSecondFactor(browser)
  const enter = async (code: string) => {
    const other = createBrowser(fixture)
    await other.auth('POST sign-in', { email, password })
    return other.auth('POST code', { code })
  }
  const wrong = totpCode(secret, step - 1_000)
  for (let i = 0; i < 5; i++) expect(refusal(await enter(wrong))).toEqual([401, 'code:refused'])
  const later = Math.max(step + 1, totpStep(Date.now()))
  expect(refusal(await enter(totpCode(secret, later)))).toEqual([429, 'rate:limited'])
  await forget()
})

it('tries from before the clock was set back no longer count', async () => {
  const { email } = await firstOwner(fixture)
  const enter = async (given: string) =>
    (await createBrowser(fixture).auth('POST sign-in', { email, password: given })).status
  for (let i = 0; i < 5; i++) expect(await enter('not the password')).toBe(401)
  expect(await enter(password)).toBe(429)
  await fixture.gateway.rows(
    `update sign_in_tries set at = array(select each + interval '1 hour' from unnest(at) each)`,
  )
  expect(await enter(password)).toBe(200)
  await forget()
})

it('a sign-in that was refused because too many passwords wait counts for neither its address nor its account', async () => {
  await using behind = await startGatewayFixture({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  const enter = (email: string, from: string) =>
    createBrowser(behind, { 'X-Forwarded-For': from }).auth('POST sign-in', { email, password })
  const senders = Array.from({ length: 80 }, (_, i) => ({ email: `${i}@example.com`, from: `198.51.100.${i + 1}` }))
  const answers = await Promise.all(senders.map(({ email, from }) => enter(email, from)))
  const { email = '', from = '' } = senders[answers.findIndex(({ status }) => status === 503)] ?? {}
  expect(from).not.toBe('')
  const statuses = []
  for (let i = 0; i < 20; i++) statuses.push((await enter(i < 5 ? email : `other-${i}@example.com`, from)).status)
  expect(statuses).toEqual(statuses.map(() => 401))
})

it('a mark of a known browser counts for its own person, as it was signed', async () => {
  const [{ browser, email }, other] = [await firstOwner(fixture), await firstOwner(fixture)]
  const mark = (of: typeof browser) => of.cookies.get('posthorn-browser') ?? ''
  const own = mark(browser)
  const at = Math.floor(own.length / 2)
  const changed = own.slice(0, at) + (own[at] === 'A' ? 'B' : 'A') + own.slice(at + 1)
  const tryWith = async (given: string | undefined) => {
    const from = createBrowser(fixture)
    if (given !== undefined) from.cookies.set('posthorn-browser', given)
    return (await from.auth('POST sign-in', { email, password })).status
  }
  for (let i = 0; i < 5; i++) await createBrowser(fixture).auth('POST sign-in', { email, password: 'not the password' })
  for (const forged of [undefined, 'x', changed, own.slice(0, -1), mark(other.browser)])
    expect([forged, await tryWith(forged)]).toEqual([forged, 429])
  expect(await tryWith(own)).toBe(200)
  await forget()
})

it.each<[headers: Record<string, string>, isOwn: boolean]>([
  [{}, false],
  [{ 'Sec-Fetch-Site': 'same-origin' }, true],
  [{ 'Sec-Fetch-Site': 'same-site' }, false],
  [{ 'Sec-Fetch-Site': 'none' }, false],
  [{ Origin: 'https://evil.example.com' }, false],
  [{ Origin: 'null' }, false],
  [{ Origin: 'own' }, true],
  [{ Origin: 'https://evil.example.com', Referer: 'own/app/' }, false],
  [{ Referer: 'https://evil.example.com/own' }, false],
  [{ Referer: 'nonsense' }, false],
  [{ Referer: 'own/app/sign-in' }, true],
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'own', Referer: 'own/' }, false],
])('a request with %j comes from a page of ours: %s', async (given, isOwn) => {
  const { email } = await firstOwner(fixture)
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value.replace(/^own/, fixture.url)]),
  )
  const answer = await request(`${fixture.url}/app/auth/sign-in`, { json: { email, password }, headers })
  expect(refusal(answer)).toEqual(isOwn ? [200, undefined] : [403, 'request:cross_site'])
})
