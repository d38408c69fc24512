import { createLog, type Database, findRoles, openDatabase, sql } from '@posthorn/chassis'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiKey, Workspace } from '../../entities/workspace.ts'
import { type GatewayFixture, startGatewayFixture } from '../../gateway.fixture.ts'
import { migrations } from '../../migrations/index.ts'
import { hintOf, Keyring, newKey, parseKey } from './keyring.ts'

let fixture: GatewayFixture
let db: Database
beforeAll(async () => {
  fixture = await startGatewayFixture({
    RATE_LIMIT_REFUSED_BURST: '5',
    RATE_LIMIT_REFUSED_PER_SECOND: '0.01',
    RATE_LIMIT_KEY_BURST: '5000',
    RATE_LIMIT_WORKSPACE_BURST: '5000',
  })
  const { url } = fixture.gateway.database
  db = openDatabase({
    schema: 'gateway',
    url,
    roles: await findRoles({ url, schema: 'gateway', safe: false, timeoutMs: 10_000 }),
    poolSize: 2,
    entities: [Workspace, ApiKey],
    migrations,
    partitions: [],
    log: createLog('test', 'silent'),
  })
})
afterAll(async () => {
  await db.close()
  await fixture[Symbol.asyncDispose]()
})

/** Creates a keyring that uses the fixture's database and a fake clock. `scans` counts its lookups. */
function keyringOfTest() {
  const clock = { ms: Date.now() }
  const scans = { count: 0 }
  const counting: Database = {
    ...db,
    withScope: (...options: Parameters<Database['withScope']>) => {
      scans.count += 1
      return db.withScope(...options)
    },
  } as Database
  const keyring = new Keyring({ db: counting, vault: fixture.gateway.vault, now: () => clock.ms })
  return { keyring, clock, scans }
}

const unknown = { refused: 'unknown' }

describe('a keyring', () => {
  it('without events refuses a revoked key 5 s after its last look-up, and an evicted one at once', async () => {
    const { keyring, clock } = keyringOfTest()
    const [first, second] = [await fixture.tenant(), await fixture.tenant()]
    for (const { token, workspace, keyId } of [first, second]) {
      expect(await keyring.authenticate(token)).toMatchObject({ caller: { workspace, key: keyId } })
      await fixture.gateway.rows('update api_key set revoked_at = now() where id = $1', [keyId])
    }
    keyring.evict(first.keyId)
    expect(await keyring.authenticate(first.token)).toEqual(unknown)
    expect(await keyring.authenticate(second.token)).toHaveProperty('caller')
    clock.ms += 5_000
    expect(await keyring.authenticate(second.token)).toEqual(unknown)
  })

  it('refuses a revoked key as soon when the system clock was set back by an hour', async () => {
    const keyring = new Keyring({ db, vault: fixture.gateway.vault })
    const { token, keyId } = await fixture.tenant()
    expect(await keyring.authenticate(token)).toHaveProperty('caller')
    await fixture.gateway.rows('update api_key set revoked_at = now() where id = $1', [keyId])
    const [wall, running] = [Date.now(), performance.now()]
    const spies = [
      vi.spyOn(Date, 'now').mockReturnValue(wall - 3_600_000),
      vi.spyOn(performance, 'now').mockReturnValue(running + 5_000),
    ]
    try {
      expect(await keyring.authenticate(token)).toEqual(unknown)
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  it('accepts no other secret for a key that it has cached', async () => {
    const { token } = await fixture.tenant()
    expect((await fixture.send('/v1/me', { token })).status).toBe(200)
    const [row] = await fixture.gateway.rows<{ id: string }>('select id from api_key where public_id = $1', [
      token.slice(8, 20),
    ])
    const { key, publicId } = newKey()
    await fixture.gateway.rows('update api_key set public_id = $1 where id = $2', [publicId, row?.id])
    expect((await fixture.send('/v1/me', { token: key })).status).toBe(401)
  })

  it('reads an unknown key once in 5 s however often it is sent, one after another and at once', async () => {
    const { keyring, clock, scans } = keyringOfTest()
    const { key } = newKey()
    const all = await Promise.all(Array.from({ length: 50 }, () => keyring.authenticate(key)))
    for (let i = 0; i < 50; i++) all.push(await keyring.authenticate(key))
    expect(all).toEqual(all.map(() => unknown))
    expect(scans.count).toBe(1)
    clock.ms += 5_000
    expect(await keyring.authenticate(key)).toEqual(unknown)
    expect(scans.count).toBe(2)
  })

  it('asks before each look-up of a key that was not valid lately, and reads nothing when that throws', async () => {
    const { keyring, clock, scans } = keyringOfTest()
    const limited = () => {
      throw new Error('limited')
    }
    const { token } = await fixture.tenant()
    await expect(keyring.authenticate(newKey().key, limited)).rejects.toThrow('limited')
    await expect(keyring.authenticate(token, limited)).rejects.toThrow('limited')
    expect(await keyring.authenticate('ph_live_nonsense', limited)).toEqual(unknown)
    expect(scans.count).toBe(0)
    expect(await keyring.authenticate(token)).toHaveProperty('caller')
    clock.ms += 60_000
    expect(await keyring.authenticate(token, limited)).toHaveProperty('caller')
    expect(scans.count).toBe(2)
  })
})

describe('an address that sends unknown keys', () => {
  it('waits for no look-up once its limit is used up, while a key that was valid continues', async () => {
    const { token, keyId } = await fixture.tenant(['send'])
    const list = () => fixture.send('/v1/contacts', { token })
    expect((await list()).status).toBe(403)
    let looked = 0
    while ((await fixture.send('/v1/me', { token: newKey().key })).status === 401) looked += 1
    expect(looked).toBeGreaterThan(0)
    expect(looked).toBeLessThanOrEqual(5)
    await fixture.gateway.rows(`update api_key set scopes = '{read}' where id = $1`, [keyId])
    // The first request with the new scope has renewed the cached key, which then counts for five seconds.
    await until(async () => (await list()).status === 200)
    await db.withScope('all', () =>
      db.em().transactional(async (em) => {
        // A lookup would wait for this lock until the test ends.
        await sql(em, 'lock table api_key in access exclusive mode', [])
        const valid = list()
        const unknown = Array.from({ length: 100 }, () => fixture.send('/v1/me', { token: newKey().key }))
        const refused = await Promise.all(unknown)
        expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
        expect(refused[0]?.json['errorCode']).toBe('rate:limited')
        expect((await valid).status).toBe(200)
      }),
    )
  })
})

describe('the text of a key', () => {
  it('has at least 60 characters, gives back its parts, and no two are alike', () => {
    const keys = Array.from({ length: 200 }, () => newKey())
    for (const { key, publicId, secret } of keys) {
      expect(key.length).toBeGreaterThanOrEqual(60)
      expect(parseKey(key)).toEqual({ publicId, secret })
      expect(key.startsWith(`${hintOf(publicId)}_`)).toBe(true)
    }
    expect(new Set(keys.flatMap(({ publicId, secret }) => [publicId, secret])).size).toBe(400)
  })

  it('of tests has a beginning of its own, and is wrong with another', () => {
    const { key, publicId, secret } = newKey(true)
    expect(key.startsWith(`ph_test_${publicId}_`)).toBe(true)
    expect(parseKey(key)).toEqual({ publicId, secret })
    expect(parseKey(key.replace('test', 'live'))).toBeNull()
  })

  it('with any one character changed is known to be wrong without a look-up', () => {
    const { key } = newKey()
    for (let i = 0; i < key.length; i++) {
      const other = key.charAt(i) === 'x' ? 'y' : 'x'
      expect(parseKey(key.slice(0, i) + other + key.slice(i + 1))).toBeNull()
    }
    for (const wrong of ['', key.slice(1), key.slice(0, -1), `${key}0`, ` ${key}`, key.toUpperCase()]) {
      expect(parseKey(wrong)).toBeNull()
    }
  })

  it('carries the CRC32 of what is before it in base62', () => {
    const body = `ph_live_${'0'.repeat(12)}_${'0'.repeat(36)}`
    // Computed with a different program.
    expect(parseKey(`${body}4NPEc3`)).toEqual({ publicId: '0'.repeat(12), secret: '0'.repeat(36) })
  })
})
