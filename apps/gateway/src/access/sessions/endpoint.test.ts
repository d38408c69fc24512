import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../../gateway.fixture.ts'
import { firstOwner } from '../sign-in/browser.fixture.ts'

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
