import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../../gateway.fixture.ts'
import { addSecondFactor, createBrowser, firstOwner, password } from '../sign-in/browser.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

it('answers a page that it is unavailable for a moment when Postgres does not answer in time', async () => {
  const { browser } = await firstOwner(fixture)
  // This lock makes reading the account exceed the lock timeout.
  await fixture.gateway.rows('begin')
  await fixture.gateway.rows('lock table recovery_code in access exclusive mode')
  const late = await browser.auth('GET session')
  await fixture.gateway.rows('rollback')
  expect([late.status, late.json['errorCode']]).toEqual([503, 'service:unavailable'])
  expect(late.headers.get('retry-after')).toBe('2')
  expect((await browser.auth('GET session')).status).toBe(200)
})

it('answers that a person has joined, who then signs in, if only their session cannot begin', async () => {
  const { workspace } = await fixture.tenant()
  const { token } = await fixture.gateway.clients.gateway.people.welcome.mutate({ workspace }, fixture.operator())
  const email = `joined-${workspace}@shop.example.com`
  await fixture.gateway.rows('begin')
  await fixture.gateway.rows('lock table session in exclusive mode')
  const joined = await createBrowser(fixture).auth('POST welcome', { token, name: 'Ada', email, password })
  await fixture.gateway.rows('rollback')
  expect([joined.status, joined.json]).toEqual([201, { workspace, next: 'sign-in' }])
  const entered = await createBrowser(fixture).auth('POST sign-in', { email, password })
  expect(entered.json).toMatchObject({ next: 'done', workspaces: [{ id: workspace, role: 'owner' }] })
})

it('keeps a password whose change cannot be recorded in the audit log', async () => {
  const { browser, email } = await firstOwner(fixture)
  await fixture.gateway.rows('begin')
  await fixture.gateway.rows('lock table outbox in exclusive mode')
  const late = await browser.auth('POST password', { current: password, password: 'another one of mine' })
  await fixture.gateway.rows('rollback')
  expect([late.status, late.json['errorCode']]).toEqual([503, 'service:unavailable'])
  expect((await createBrowser(fixture).auth('POST sign-in', { email, password })).status).toBe(200)
})

it('uses up no recovery code for a sign-in that cannot be recorded', async () => {
  const { browser, email } = await firstOwner(fixture)
  const { begun } = await addSecondFactor(browser)
  const [code] = begun.json['codes'] as unknown as string[]
  const other = createBrowser(fixture)
  await other.auth('POST sign-in', { email, password })
  await fixture.gateway.rows('begin')
  await fixture.gateway.rows('lock table outbox in exclusive mode')
  expect((await other.auth('POST code', { code })).status).toBe(503)
  await fixture.gateway.rows('rollback')
  expect((await other.auth('POST code', { code })).json).toMatchObject({ next: 'done', person: { codesLeft: 9 } })
})

it('records changes of the password and of the second factor in the audit log', async () => {
  const { browser, email, workspace } = await firstOwner(fixture)
  await addSecondFactor(browser)
  await browser.auth('DELETE two-factor', { password })
  await browser.auth('POST password', { current: password, password: 'another one of mine' })
  const [row] = await fixture.gateway.rows<{ id: string }>('select id from person where email = $1', [email])
  const { token } = await fixture.gateway.clients.gateway.people.reset.mutate(
    { person: row?.id as `per_${string}`, endSecondFactor: true },
    fixture.operator(),
  )
  await createBrowser(fixture).auth('POST reset', { token, password: 'the third one of mine' })
  await createBrowser(fixture).auth('POST sign-in', { email, password: 'the third one of mine' })
  const entries = async () => {
    const query = 'select operation from audit_entry where workspace_id = $1 and actor_type = $2 order by id'
    const rows = await fixture.gateway.rows<{ operation: string }>(query, [workspace, 'member'])
    return rows.map(({ operation }) => operation)
  }
  await until(async () => (await entries()).filter((each) => each === 'session.began').length === 2)
  const [factor, ended, changed] = ['secondFactor.began', 'secondFactor.ended', 'password.changed']
  const kinds = (await entries()).filter((each) => /^(password|secondFactor)/.test(each))
  expect(kinds).toEqual([factor, ended, changed, changed, ended])
})
