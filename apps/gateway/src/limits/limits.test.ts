import { createLog, createMetrics, type Database, findRoles, openDatabase } from '@posthorn/chassis'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayConfig } from '../config.ts'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'
import { migrations } from '../migrations/index.ts'
import { deleteFullBuckets, type RequestLeases, sharedBuckets } from './buckets.sql.ts'
import { createLimiter } from './limits.ts'

const rates = {
  RATE_LIMIT_KEY_PER_SECOND: 50,
  RATE_LIMIT_KEY_BURST: 100,
  RATE_LIMIT_WORKSPACE_PER_SECOND: 100,
  RATE_LIMIT_WORKSPACE_BURST: 200,
  RATE_LIMIT_REFUSED_PER_SECOND: 1,
  RATE_LIMIT_REFUSED_BURST: 5,
} as GatewayConfig
const log = createLog('test', 'silent')

const limiterOver = (requestLeases: RequestLeases, config: Partial<GatewayConfig> = {}, now?: () => number) => {
  const metrics = createMetrics()
  const limiter = createLimiter({
    config: { ...rates, ...config },
    requestLeases,
    log,
    metrics,
    ...(now ? { now } : {}),
  })
  const takeAll = async (caller: { key: string; workspace: string }, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => limiter.takeFor(caller)))).filter(({ allowed }) => allowed)
      .length
  return { limiter, takeAll, metrics }
}

/** A gateway without a store. It applies its own limits, using a fake clock. */
async function limiterAlone() {
  const clock = { ms: 1_000_000 }
  const gone = () => Promise.reject(new Error('gone'))
  const alone = limiterOver(gone, {}, () => clock.ms)
  await Promise.all([1, 2].map(() => alone.limiter.takeFor({ key: 'key_first', workspace: 'ws_first' })))
  return { clock, ...alone }
}

describe('a gateway whose joint buckets cannot be asked', () => {
  it('says so, and lets a key burst 100, then 50 a second, and never more than a burst after a pause', async () => {
    const { clock, takeAll, metrics } = await limiterAlone()
    const caller = { key: 'key_a', workspace: 'ws_a' }
    expect(await metrics.text()).toContain('ratelimit_degraded 1')
    expect(await takeAll(caller, 500)).toBe(100)
    clock.ms += 1_000
    expect(await takeAll(caller, 500)).toBe(50)
    clock.ms += 3_600_000
    expect(await takeAll(caller, 500)).toBe(100)
  })

  it('counts a request that cost as much as many for as many, of its key and its workspace', async () => {
    const { clock, limiter, takeAll } = await limiterAlone()
    const caller = { key: 'key_a', workspace: 'ws_a' }
    limiter.charge(caller, 150)
    expect(await takeAll(caller, 500)).toBe(0)
    clock.ms += 2_000
    expect(await takeAll(caller, 500)).toBe(50)
    expect(await takeAll({ key: 'key_b', workspace: 'ws_a' }, 500)).toBe(100)
  })

  it('holds a workspace to its own limit however many keys it has, and leaves others alone', async () => {
    const { takeAll } = await limiterAlone()
    const allowed: number[] = []
    for (const key of ['a', 'b', 'c']) allowed.push(await takeAll({ key, workspace: 'ws_a' }, 150))
    expect(allowed).toEqual([100, 100, 0])
    expect(await takeAll({ key: 'd', workspace: 'ws_b' }, 150)).toBe(100)
  })

  it('says where a caller is in the fields of the IETF draft', async () => {
    const { clock, limiter, takeAll } = await limiterAlone()
    const caller = { key: 'key_a', workspace: 'ws_a' }
    expect(await limiter.takeFor(caller)).toMatchObject({
      policy: '"key";q=100;w=2, "workspace";q=200;w=2',
      state: '"key";r=99;t=0, "workspace";r=199;t=0',
    })
    await takeAll(caller, 99)
    expect(await limiter.takeFor(caller)).toMatchObject({
      allowed: false,
      retryAfterSeconds: 1,
      state: '"key";r=0;t=2, "workspace";r=100;t=1',
    })
    clock.ms += 20
    expect((await limiter.takeFor(caller)).allowed).toBe(true)
  })

  it('slows down an address that tries keys', async () => {
    const { clock, limiter } = await limiterAlone()
    const tries = (address: string) =>
      Array.from({ length: 20 }, () => limiter.takeRefused(address)).filter((v) => v.allowed).length
    expect([tries('10.0.0.1'), tries('10.0.0.2')]).toEqual([5, 5])
    expect(limiter.peekRefused('10.0.0.1')).toMatchObject({ allowed: false, state: '"refused";r=0;t=5' })
    clock.ms += 2_000
    expect(tries('10.0.0.1')).toBe(2)
  })
})

describe('gateways over the same buckets', () => {
  let fixture: GatewayFixture
  let db: Database
  /** Refills too slowly to affect a test. */
  const slowly = { RATE_LIMIT_KEY_PER_SECOND: 0.01, RATE_LIMIT_WORKSPACE_PER_SECOND: 0.01 }
  beforeAll(async () => {
    fixture = await startGatewayFixture()
    const { url } = fixture.gateway.database
    const roles = await findRoles({ url, schema: 'gateway', safe: false, timeoutMs: 10_000 })
    const tables = { entities: [], migrations, partitions: [] }
    db = openDatabase({ schema: 'gateway', url, roles, poolSize: 4, ...tables, log })
  })
  afterAll(async () => {
    await db.close()
    await fixture[Symbol.asyncDispose]()
  })
  const bucket = async (name: string) =>
    (await fixture.gateway.rows<{ tokens: number }>('select tokens from rate_bucket where name = $1', [name]))[0]
      ?.tokens

  it('let one burst through together, of a key and of a workspace', async () => {
    const gateways = [1, 2, 3].map(() => limiterOver(sharedBuckets(db), slowly))
    // On a busy machine, the first lease may take longer than a limiter waits.
    for (const { limiter } of gateways) await limiter.takeFor({ key: 'key_warm', workspace: 'ws_warm' })
    const ofKey = { key: 'key_joint', workspace: 'ws_joint' }
    const allowed = await Promise.all(gateways.map(({ takeAll }) => takeAll(ofKey, 200)))
    // Each gateway may allow one request before its first lease.
    const sum = allowed.reduce((a, b) => a + b)
    expect(sum).toBeGreaterThanOrEqual(100)
    expect(sum).toBeLessThanOrEqual(103)
    const keys = ['key_j1', 'key_j2', 'key_j3']
    const ofWorkspace = await Promise.all(
      gateways.map(({ takeAll }, i) => takeAll({ key: keys[i] ?? '', workspace: 'ws_wide' }, 100)),
    )
    expect(ofWorkspace.reduce((a, b) => a + b)).toBeLessThanOrEqual(203)
    for (const { limiter } of gateways) await limiter.close()
  })

  it('one alone answers as ever: its burst at once, then 429 with what is left and when there is more', async () => {
    const { limiter, takeAll } = limiterOver(sharedBuckets(db), slowly)
    const caller = { key: 'key_alone', workspace: 'ws_alone' }
    expect((await limiter.takeFor(caller)).state).toBe('"key";r=99;t=0, "workspace";r=199;t=0')
    expect(await takeAll(caller, 300)).toBe(99)
    const refused = await limiter.takeFor(caller)
    expect(refused).toMatchObject({
      allowed: false,
      state: expect.stringMatching(/^"key";r=0;t=(10000|99\d\d), "workspace";r=100;t=(10000|99\d\d)$/),
    })
    // On a busy machine, three hundred requests may take a few seconds.
    expect(refused.retryAfterSeconds).toBeGreaterThan(90)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(100)
    await limiter.close()
  })

  it('asks Postgres far less often than it is asked', async () => {
    let asked = 0
    const counting: RequestLeases = (asks) => {
      asked += 1
      return sharedBuckets(db)(asks)
    }
    const many = { RATE_LIMIT_KEY_BURST: 10_000, RATE_LIMIT_WORKSPACE_BURST: 10_000 }
    const { limiter } = limiterOver(counting, many)
    const caller = { key: 'key_busy', workspace: 'ws_busy' }
    for (let i = 0; i < 2_000; i++) expect((await limiter.takeFor(caller)).allowed).toBe(true)
    expect(asked).toBeLessThan(200)
    await limiter.close()
  })

  it('give back what they do not use, when no one calls and when they end', async () => {
    const [first, second] = [limiterOver(sharedBuckets(db), slowly), limiterOver(sharedBuckets(db), slowly)]
    await first.takeAll({ key: 'key_idle', workspace: 'ws_idle' }, 3)
    await second.takeAll({ key: 'key_ended', workspace: 'ws_ended' }, 3)
    await until(async () => Math.round((await bucket('key_idle')) ?? 0) === 97)
    await second.limiter.close()
    expect(Math.round((await bucket('key_ended')) ?? 0)).toBe(97)
    await first.limiter.close()
  })

  it('that lose the store let requests pass, and hold the joint limit again when it is back', async () => {
    const { limiter, takeAll, metrics } = limiterOver(sharedBuckets(db), slowly)
    const caller = { key: 'key_lost', workspace: 'ws_lost' }
    await takeAll(caller, 10)
    await fixture.gateway.rows('alter table rate_bucket rename to rate_bucket_away')
    try {
      await until(async () => {
        const { allowed } = await limiter.takeFor({ key: 'key_other', workspace: 'ws_other' })
        expect(allowed).toBe(true)
        return (await metrics.text()).includes('ratelimit_degraded 1')
      })
      expect(await takeAll(caller, 20)).toBe(20)
    } finally {
      await fixture.gateway.rows('alter table rate_bucket_away rename to rate_bucket')
    }
    await until(async () => {
      await limiter.takeFor({ key: 'key_late', workspace: 'ws_late' })
      return (await metrics.text()).includes('ratelimit_degraded 0')
    })
    // Requests allowed in the meantime count too: thirty tokens are used.
    expect(await takeAll(caller, 200)).toBeLessThanOrEqual(71)
    await limiter.close()
  })

  it('count what passed while an answer of the store was late', async () => {
    const late = Promise.withResolvers<void>()
    const lateStore: RequestLeases = async (asks) => {
      await late.promise
      return sharedBuckets(db)(asks)
    }
    const { takeAll } = limiterOver(lateStore, slowly)
    const caller = { key: 'key_late_answer', workspace: 'ws_late_answer' }
    const before = await takeAll(caller, 60)
    late.resolve()
    let after = 0
    await until(async () => {
      after += await takeAll(caller, 60)
      return after + before >= 100
    })
    expect(before + after).toBeLessThanOrEqual(101)
  })

  it('forget buckets that have long been full', async () => {
    await fixture.gateway.rows(
      `insert into rate_bucket values ('key_old', 1, 0, now() - interval '2 hours'), ('key_new', 1, 0, now())`,
    )
    expect(await deleteFullBuckets(db, [{ perSecond: 50, burst: 100 }])).toBe(1)
    expect(await deleteFullBuckets(db, [{ perSecond: 0.001, burst: 100 }])).toBe(0)
    expect(await bucket('key_new')).toBe(1)
  })
})

describe('over REST', () => {
  let fixture: GatewayFixture
  beforeAll(async () => {
    fixture = await startGatewayFixture({
      RATE_LIMIT_KEY_PER_SECOND: '0.01',
      RATE_LIMIT_KEY_BURST: '10',
      RATE_LIMIT_REFUSED_PER_SECOND: '0.1',
      RATE_LIMIT_REFUSED_BURST: '3',
    })
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  it('a caller over its limit gets 429 whose Retry-After agrees, and what is refused has no effect', async () => {
    const { token } = await fixture.tenant()
    const begun = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        fixture.send('/v1/contacts', { token, json: { phone: `+49151123456${10 + i}` } }),
      ),
    )
    // Allows for tokens refilled during the requests and for rounding to seconds.
    const tookSeconds = (performance.now() - begun) / 1_000 + 1
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(refused).toHaveLength(20)
    for (const { json, headers } of refused) {
      const { retryAfter } = json as { retryAfter?: number }
      expect(json).toMatchObject({ errorCode: 'rate:limited', retryable: true })
      expect(retryAfter).toBeLessThanOrEqual(100)
      expect(retryAfter).toBeGreaterThanOrEqual(100 - tookSeconds)
      expect(headers.get('retry-after')).toBe(String(retryAfter))
      const full = /^"key";r=0;t=(\d+), "workspace";r=\d+;t=\d+$/.exec(headers.get('ratelimit') ?? '')
      expect(Number(full?.[1])).toBeLessThanOrEqual(1_000)
      expect(Number(full?.[1])).toBeGreaterThanOrEqual(1_000 - tookSeconds)
    }
    expect(await fixture.contacts.rows('select 1 from contact')).toHaveLength(10)
  })

  it('every answer says the limits, also to who has no key; trying keys is limited and stops no key that was valid before', async () => {
    const first = await fixture.send('/v1/nothing')
    expect(first.headers.get('ratelimit-policy')).toBe('"refused";q=3;w=30')
    expect(first.headers.get('ratelimit')).toBe('"refused";r=3;t=0')
    const { token } = await fixture.tenant()
    expect((await fixture.send('/v1/contacts', { token })).status).toBe(200)
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await fixture.send('/v1/contacts', { token: 'guess' })).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await fixture.send('/v1/contacts', { token })).status).toBe(200)
  })
})
