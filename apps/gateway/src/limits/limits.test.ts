import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayConfig } from '../config.ts'
import { type Stage, startStage } from '../stage.suite.ts'
import { createLimiter } from './limits.ts'

const rates = {
  RATE_LIMIT_KEY_PER_SECOND: 50,
  RATE_LIMIT_KEY_BURST: 100,
  RATE_LIMIT_WORKSPACE_PER_SECOND: 100,
  RATE_LIMIT_WORKSPACE_BURST: 200,
  RATE_LIMIT_REFUSED_PER_SECOND: 1,
  RATE_LIMIT_REFUSED_BURST: 5,
} as GatewayConfig

function limiterAt() {
  const clock = { ms: 1_000_000 }
  const limiter = createLimiter(rates, () => clock.ms)
  const takeAll = (caller: { key: string; workspace: string }, times: number) =>
    Array.from({ length: times }, () => limiter.takeFor(caller)).filter(({ allowed }) => allowed).length
  return { clock, limiter, takeAll }
}

describe('the limiter', () => {
  it('lets a key burst 100, then 50 a second, and never more than a burst after a pause', () => {
    const { clock, takeAll } = limiterAt()
    const caller = { key: 'key_a', workspace: 'ws_a' }
    expect(takeAll(caller, 500)).toBe(100)
    clock.ms += 1_000
    expect(takeAll(caller, 500)).toBe(50)
    clock.ms += 3_600_000
    expect(takeAll(caller, 500)).toBe(100)
  })

  it('holds a workspace to its own limit however many keys it has, and leaves others alone', () => {
    const { takeAll } = limiterAt()
    const allowed = ['a', 'b', 'c'].map((key) => takeAll({ key, workspace: 'ws_a' }, 150))
    expect(allowed).toEqual([100, 100, 0])
    expect(takeAll({ key: 'd', workspace: 'ws_b' }, 150)).toBe(100)
  })

  it('says where a caller stands in the fields of the IETF draft', () => {
    const { clock, limiter, takeAll } = limiterAt()
    const caller = { key: 'key_a', workspace: 'ws_a' }
    expect(limiter.takeFor(caller)).toMatchObject({
      policy: '"key";q=100;w=2, "workspace";q=200;w=2',
      state: '"key";r=99;t=0, "workspace";r=199;t=0',
    })
    takeAll(caller, 99)
    expect(limiter.takeFor(caller)).toMatchObject({
      allowed: false,
      retryAfterSeconds: 1,
      state: '"key";r=0;t=2, "workspace";r=100;t=1',
    })
    clock.ms += 20
    expect(limiter.takeFor(caller).allowed).toBe(true)
  })

  it('slows down an address that tries keys', () => {
    const { clock, limiter } = limiterAt()
    const tries = (address: string) =>
      Array.from({ length: 20 }, () => limiter.takeRefused(address)).filter((v) => v.allowed).length
    expect([tries('10.0.0.1'), tries('10.0.0.2')]).toEqual([5, 5])
    expect(limiter.lookAt('10.0.0.1')).toMatchObject({ allowed: false, state: '"refused";r=0;t=5' })
    clock.ms += 2_000
    expect(tries('10.0.0.1')).toBe(2)
  })
})

describe('over REST', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage({
      RATE_LIMIT_KEY_PER_SECOND: '0.1',
      RATE_LIMIT_KEY_BURST: '10',
      RATE_LIMIT_REFUSED_PER_SECOND: '0.1',
      RATE_LIMIT_REFUSED_BURST: '3',
    })
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  it('a caller over its limit gets 429 whose Retry-After agrees, and what is refused has no effect', async () => {
    const { token } = await stage.tenant()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        stage.ask('/v1/contacts', { token, json: { phone: `+49151123456${10 + i}` } }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(refused).toHaveLength(20)
    for (const { json, headers } of refused) {
      const { retryAfter } = json as { retryAfter?: number }
      expect(json).toMatchObject({ errorCode: 'rate:limited', retryable: true })
      // A busy machine may take a second or two over thirty requests.
      expect([8, 9, 10]).toContain(retryAfter)
      expect(headers.get('retry-after')).toBe(String(retryAfter))
      expect(headers.get('ratelimit')).toMatch(/^"key";r=0;t=(100|9\d), "workspace";r=\d+;t=\d+$/)
    }
    expect(await stage.contacts.rows('select 1 from contact')).toHaveLength(10)
  })

  it('every answer says the limits, also to who has no key; trying keys is limited and stops no valid key', async () => {
    const first = await stage.ask('/v1/nothing')
    expect(first.headers.get('ratelimit-policy')).toBe('"refused";q=3;w=30')
    expect(first.headers.get('ratelimit')).toBe('"refused";r=3;t=0')
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await stage.ask('/v1/contacts', { token: 'guess' })).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    const { token } = await stage.tenant()
    expect((await stage.ask('/v1/contacts', { token })).status).toBe(200)
  })
})
