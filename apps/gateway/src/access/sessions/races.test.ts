import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture, type TestResponse } from '../../gateway.fixture.ts'
import { createBrowser, firstOwner, password } from '../sign-in/browser.fixture.ts'
import { totpCode, totpStep } from '../sign-in/sign-in.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const outcome = ({ status, json }: TestResponse) => [status, json['errorCode']]

/** Changes the database in a transaction that ends once the request waits for it, or at the latest when the request is answered. */
async function during(statements: [sql: string, ...values: unknown[]][], send: () => Promise<TestResponse>) {
  await fixture.gateway.rows('begin')
  for (const [sql, ...values] of statements) await fixture.gateway.rows(sql, values)
  let isAnswered = false
  const sending = send().finally(() => {
    isAnswered = true
  })
  // Only what waits for this transaction: tests of other files have locks, too.
  const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  await until(async () => isAnswered || (await fixture.gateway.rows(waits)).length > 0)
  await fixture.gateway.rows('commit')
  return sending
}

const personOf = 'select id from person where email = $1'
const endSessions = `delete from session where person_id = (${personOf})`

describe('a session that ends while its request runs', () => {
  it.each([
    ['POST confirm', { password }],
    ['POST password', { current: password, password: 'another one of mine' }],
    ['DELETE two-factor', { password }],
  ])('is not renewed by %s, which then changes nothing', async (line, body) => {
    const { browser, email } = await firstOwner(fixture)
    expect(outcome(await during([[endSessions, email]], () => browser.auth(line, body)))).toEqual([
      401,
      'session:required',
    ])
    expect((await createBrowser(fixture).auth('POST sign-in', { email, password })).status).toBe(200)
  })

  it('turns no second factor on', async () => {
    const { browser, email } = await firstOwner(fixture)
    const { secret, offer } = (await browser.auth('POST two-factor', { password })).json
    const code = totpCode(String(secret), totpStep(Date.now()))
    const late = await during([[endSessions, email]], () => browser.auth('POST two-factor/confirm', { offer, code }))
    expect(outcome(late)).toEqual([401, 'session:required'])
    const again = await createBrowser(fixture).auth('POST sign-in', { email, password })
    expect(again.json).toMatchObject({ next: 'done', person: { twoFactor: false, codesLeft: 0 } })
  })

  it('is recorded as ended once, when several tabs sign out', async () => {
    const { browser, workspace } = await firstOwner(fixture)
    const tabs = await Promise.all(Array.from({ length: 4 }, () => browser.auth('POST sign-out')))
    expect(tabs.map(({ status }) => status).filter((status) => status !== 204 && status !== 401)).toEqual([])
    const ended = () =>
      fixture.gateway.rows(`select 1 from audit_entry where workspace_id = $1 and operation = 'session.ended'`, [
        workspace,
      ])
    await until(async () => (await ended()).length > 0)
    expect(await ended()).toHaveLength(1)
  })
})

describe('tabs that confirm the password at the same time', () => {
  it('leave the browser with the cookie of the one that was first', async () => {
    const { browser } = await firstOwner(fixture)
    const tabs = await Promise.all(Array.from({ length: 4 }, () => browser.auth('POST confirm', { password })))
    expect(tabs.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await browser.auth('GET session')).status).toBe(200)
  })
})

describe('a sign-in while the account changes', () => {
  it('opens no session if the password that it checked was replaced, because that ends all sessions', async () => {
    const { email } = await firstOwner(fixture)
    const reset: [string, ...unknown[]] = ['update person set password_hash = $2 where email = $1', email, 'another']
    const late = await during([reset, [endSessions, email]], () =>
      createBrowser(fixture).auth('POST sign-in', { email, password }),
    )
    expect(outcome(late)).toEqual([401, 'sign_in:refused'])
  })

  it('waits for a code if the second factor was turned on meanwhile', async () => {
    const { email } = await firstOwner(fixture)
    const begin: [string, ...unknown[]] = ['update person set second_factor_since = now() where email = $1', email]
    const late = await during([begin, [endSessions, email]], () =>
      createBrowser(fixture).auth('POST sign-in', { email, password }),
    )
    expect(late.json).toEqual({ next: 'code' })
  })
})

describe('a second factor offered in two tabs', () => {
  it('is the one that the tab showed whose code is entered, and only one is turned on', async () => {
    const { browser, email } = await firstOwner(fixture)
    const offer = async () => (await browser.auth('POST two-factor', { password })).json as Record<string, string>
    const [first, second] = [await offer(), await offer()]
    const now = totpStep(Date.now())
    const confirm = ({ offer, secret = '' }: Record<string, string>, from = secret) =>
      browser.auth('POST two-factor/confirm', { offer, code: totpCode(from, now) })
    expect(outcome(await confirm(first, second['secret']))).toEqual([401, 'code:refused'])
    expect((await confirm(first)).status).toBe(200)
    expect(outcome(await confirm(second))).toEqual([400, 'request:invalid'])
    const other = createBrowser(fixture)
    await other.auth('POST sign-in', { email, password })
    const code = totpCode(first['secret'] ?? '', Math.max(now + 1, totpStep(Date.now())))
    expect((await other.auth('POST code', { code })).json).toMatchObject({ next: 'done', person: { codesLeft: 10 } })
  })

  it('is not turned on by another session', async () => {
    const { browser, email } = await firstOwner(fixture)
    const { secret, offer } = (await browser.auth('POST two-factor', { password })).json
    const other = createBrowser(fixture)
    await other.auth('POST sign-in', { email, password })
    const code = totpCode(String(secret), totpStep(Date.now()))
    expect(outcome(await other.auth('POST two-factor/confirm', { offer, code }))).toEqual([400, 'request:invalid'])
  })
})
