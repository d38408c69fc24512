import { startService } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { numbersService } from '@posthorn/numbers/service'
import { natsUrl, sharedSimulator, startProxy, startTestService, until } from '@posthorn/testkit'
import { type Credentials, control } from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential, type GatewayFixture, randomBusName, request, startGatewayFixture } from '../../gateway.fixture.ts'
import { gatewayService } from '../../service.ts'
import { newKey } from '../auth/keyring.ts'

const busName = randomBusName()
let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture({}, busName)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const keys = () => fixture.gateway.clients.gateway.workspaceKeys

function secondGateway(databaseUrl = fixture.gateway.database.url) {
  return startService(gatewayService, {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl(),
    BUS_NAME: busName,
    MASTER_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    SERVICE_CREDENTIALS: credential,
    CREDENTIAL: credential,
    CONTACTS_URL: fixture.contacts.service.url,
    MESSAGING_URL: fixture.contacts.service.url,
    LOG_LEVEL: 'silent',
    SAFETY_CHECKS: 'skip',
    PORT: '0',
  })
}

describe('keys', () => {
  it('are shown once, listed without their secret, and nothing of the secret is stored', async () => {
    const { workspace, keyId, token } = await fixture.tenant(['read'])
    expect(token).toMatch(/^ph_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{42}$/)
    const [listed] = await keys().list.query({ workspace }, fixture.operator())
    expect(listed).toMatchObject({ id: keyId, workspace, hint: token.slice(0, 20), scopes: ['read'], revokedAt: null })
    const secret = token.slice(21, -6)
    const rows = await fixture.gateway.rows('select * from api_key where id = $1', [keyId])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([listed, rows])).not.toContain(secret)
    const all = await keys().list.query({}, fixture.operator())
    expect(all.map(({ id }) => id)).toContain(keyId)
  })

  it('made twice with one Idempotency-Key are one, and the database still holds nothing of its secret', async () => {
    const { workspace } = await fixture.tenant()
    const make = () => {
      const call = fixture.gateway.clients.calling({ workspace: null, scopes: ['operator'], idempotencyKey: workspace })
      return keys().create.mutate({ workspace, name: 'shop' }, call)
    }
    const made = await make()
    expect(await make()).toEqual(made)
    const stored = await fixture.gateway.rows(`select * from idempotency where key like '%' || $1`, [workspace])
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(made.key.slice(21, -6))
  })

  it("are an operator's to make: another scope or an unknown workspace is refused", async () => {
    const { workspace } = await fixture.tenant()
    await expect(keys().create.mutate({ workspace, name: 'x' }, fixture.gateway.as(workspace))).rejects.toThrow(
      'scope operator',
    )
    await expect(keys().create.mutate({ workspace: newId('ws'), name: 'x' }, fixture.operator())).rejects.toThrow(
      'no such workspace',
    )
    await expect(keys().revoke.mutate({ id: newId('key') }, fixture.operator())).rejects.toThrow('no such API key')
  })

  it('that are revoked twice at the same moment are revoked once', async () => {
    const { keyId } = await fixture.tenant()
    const { rows } = fixture.gateway
    await rows('begin')
    await rows(`update api_key set revoked_at = '2026-01-01', version = version + 1 where id = $1`, [keyId])
    const revoking = keys().revoke.mutate({ id: keyId }, fixture.operator())
    const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await until(async () => (await rows(waits)).length > 0)
    await rows('commit')
    expect((await revoking).revokedAt).toBe('2026-01-01T00:00:00.000Z')
  })

  it('that are revoked are refused by every gateway before it would read them anew, and revoking twice changes nothing', async () => {
    const { keyId, token } = await fixture.tenant()
    const other = await secondGateway()
    try {
      const status = async (url: string | null) => (await request(`${url}/v1/me`, { token })).status
      expect([await status(fixture.url), await status(other.edgeUrl)]).toEqual([200, 200])
      const revoked = await keys().revoke.mutate({ id: keyId }, fixture.operator())
      expect(await status(fixture.url)).toBe(401)
      await until(async () => (await status(other.edgeUrl)) === 401, {
        timeoutMs: 4_000,
        describe: 'the other gateway',
      })
      // The other gateway may not have recorded the key's use yet.
      const again = await keys().revoke.mutate({ id: keyId }, fixture.operator())
      expect({ ...again, lastUsedAt: revoked.lastUsedAt }).toEqual(revoked)
      const announced = () =>
        fixture.gateway.bus.published.filter(
          ({ event, aggregate }) => event === 'key:revoked' && aggregate.id === keyId,
        )
      await until(() => announced().length > 0)
      expect(announced()).toHaveLength(1)
    } finally {
      await other.stop()
    }
  })

  it('that have expired answer token:expired, with their secret only', async () => {
    const { workspace } = await fixture.tenant()
    const make = (expiresAt: string) => keys().create.mutate({ workspace, name: 'x', expiresAt }, fixture.operator())
    const [past, future] = [await make('2120-01-01T00:00:00Z'), await make('2120-01-01T00:00:00Z')]
    await fixture.gateway.rows(`update api_key set expires_at = '2020-01-01' where id = $1`, [past.id])
    const expired = await fixture.send('/v1/me', { token: past.key })
    expect([expired.status, expired.json['errorCode']]).toEqual([401, 'token:expired'])
    const { key: other, publicId } = newKey()
    await fixture.gateway.rows('update api_key set public_id = $1 where id = $2', [publicId, past.id])
    expect((await fixture.send('/v1/me', { token: other })).json['errorCode']).toBe('token:invalid')
    expect((await fixture.send('/v1/me', { token: future.key })).status).toBe(200)
  })

  it('show when they were last used', async () => {
    const { workspace, token } = await fixture.tenant()
    await fixture.send('/v1/me', { token })
    const used = await until(async () => (await keys().list.query({ workspace }, fixture.operator()))[0]?.lastUsedAt)
    expect(Math.abs(Date.parse(used) - Date.now())).toBeLessThan(60_000)
  })
})

describe('while Postgres is away', () => {
  it('a key that is not known by heart gets 503 with Retry-After, a malformed one 401; both are right again without a restart', async () => {
    const [{ token }, { token: known }] = [await fixture.tenant(), await fixture.tenant()]
    await using proxy = await startProxy(fixture.gateway.database.url)
    const gateway = await secondGateway(proxy.url)
    const ask = (path: string, key: string) => request(`${gateway.edgeUrl}${path}`, { token: key })
    try {
      expect((await ask('/v1/contacts', known)).status).toBe(200)
      await proxy.refuse()
      const away = await ask('/v1/contacts', token)
      expect([away.status, away.json['errorCode']]).toEqual([503, 'service:unavailable'])
      expect(away.headers.get('retry-after')).toBe(String(away.json['retryAfter']))
      expect((await ask('/v1/contacts', known)).status).toBe(200)
      expect((await ask('/v1/contacts', 'nonsense')).status).toBe(401)
      expect((await ask('/readyz', '')).status).toBe(503)
      expect((await ask('/livez', '')).status).toBe(200)
      await proxy.resume()
      await until(async () => (await ask('/v1/contacts', token)).status === 200)
      await until(async () => (await ask('/readyz', '')).status === 200)
    } finally {
      await gateway.stop()
    }
  })
})

describe('a key of some addresses', () => {
  it('is refused from any other, as seen by a proxy that is trusted and by no one else, and takes no token there', async () => {
    await using behind = await startGatewayFixture({
      TRUSTED_PROXIES: '127.0.0.1,::1',
      RATE_LIMIT_REFUSED_BURST: '3',
      RATE_LIMIT_REFUSED_PER_SECOND: '0.01',
    })
    const { workspace, token: free } = await behind.tenant()
    const cidrs = ['203.0.113.0/24', '2001:db8::/32']
    const made = await behind.gateway.clients.gateway.workspaceKeys.create.mutate(
      { workspace, name: 'office', cidrs },
      behind.operator(),
    )
    expect(made.cidrs).toEqual(cidrs)
    const from = (address: string, token = made.key) =>
      behind.send('/v1/me', { token, headers: { 'X-Forwarded-For': address } })
    expect((await from('198.51.100.1', free)).status).toBe(200)
    const inside = await from('203.0.113.9')
    expect(inside.json).toMatchObject({ key: { cidrs, numbers: null, expiresAt: null } })
    expect((await from('2001:db8::7')).status).toBe(200)
    const outside = await from('198.51.100.1')
    expect([outside.status, outside.json['errorCode']]).toEqual([403, 'address:not_allowed'])
    expect(outside.headers.get('ratelimit')).toBe('"refused";r=2;t=0')
    expect((await from('203.0.113.9, 198.51.100.1')).status).toBe(403)
    expect((await behind.send('/v1/me', { token: made.key })).status).toBe(403)
    expect([(await from('198.51.100.1')).status, (await from('198.51.100.1')).status]).toEqual([403, 429])
    expect((await from('198.51.100.1', free)).status).toBe(200)
  })

  it('where no proxy is trusted, is judged by its connection whatever it claims', async () => {
    const { workspace } = await fixture.tenant()
    const of = async (cidr: string) =>
      (await keys().create.mutate({ workspace, name: 'x', cidrs: [cidr] }, fixture.operator())).key
    const claimed = { headers: { 'X-Forwarded-For': '203.0.113.9' } }
    expect((await fixture.send('/v1/me', { token: await of('203.0.113.0/24'), ...claimed })).status).toBe(403)
    const here = await of('127.0.0.0/8')
    expect((await fixture.send('/v1/me', { token: here, ...claimed })).status).toBe(200)
  })

  it('cannot be made with ranges that are none', async () => {
    const { workspace } = await fixture.tenant()
    for (const cidr of ['203.0.113.0/33', '203.0.113', 'office', '']) {
      await expect(keys().create.mutate({ workspace, name: 'x', cidrs: [cidr] }, fixture.operator())).rejects.toThrow()
    }
  })
})

describe('a key of some numbers', () => {
  it('uses these only, and cannot be made with a number that is not of the workspace', async () => {
    const { url: SIMULATOR_URL } = sharedSimulator()
    await using numbers = await startTestService(numbersService, {
      env: { SIMULATOR_URL, CLOUD_API_URL: SIMULATOR_URL },
    })
    await using more = await startGatewayFixture({ NUMBERS_URL: numbers.service.url })
    const [mine, theirs] = [await more.tenant(), await more.tenant()]
    const numberOf = async (token: string, json: object = { provider: 'simulator' }) => {
      const made = await more.send('/v1/numbers', { token, json: { name: 'Shop', ...json } })
      expect(made.status).toBe(201)
      return made.json['id'] as string
    }
    const [one, other, foreign] = [await numberOf(mine.token), await numberOf(mine.token), await numberOf(theirs.token)]
    const make = (list: string[]) =>
      more.gateway.clients.gateway.workspaceKeys.create.mutate(
        { workspace: mine.workspace, name: 'one', numbers: list as `num_${string}`[] },
        more.operator(),
      )
    const makeTest = (list?: string[]) =>
      more.gateway.clients.gateway.workspaceKeys.create.mutate(
        { workspace: mine.workspace, name: 'tests', test: true, numbers: list as `num_${string}`[] | undefined },
        more.operator(),
      )
    await expect(make([one, foreign])).rejects.toThrow('no such number')
    await expect(make([newId('num')])).rejects.toThrow('no such number')
    const { key, numbers: bound } = await make([one])
    expect(bound).toEqual([one])
    const { phoneNumberId, businessAccountId, accessToken, appSecret } = await control<Credentials>(
      SIMULATOR_URL,
      '/numbers',
      { name: 'Cloud' },
    )
    const atCloud = { provider: 'cloud', phoneNumberId, businessAccountId, accessToken, appSecret }
    const real = await numberOf(mine.token, atCloud)
    const forTests = await makeTest()
    expect(forTests.key).toMatch(/^ph_test_/)
    expect(forTests.numbers?.toSorted()).toEqual([one, other].toSorted())
    await expect(makeTest([real])).rejects.toThrow(/not valid|simulator/)
    const both = [one, real] as `num_${string}`[]
    const limited = { workspace: mine.workspace, name: 'admin', scopes: ['admin' as const], numbers: both }
    const admin = await more.gateway.clients.gateway.workspaceKeys.create.mutate(limited, more.operator())
    const own = await more.send('/v1/keys', {
      token: admin.key,
      json: { name: 'tests', scopes: ['admin'], test: true },
    })
    expect([own.status, own.json['numbers']]).toEqual([201, [one]])
    const seen = await more.send('/v1/numbers', { token: key })
    expect(seen.json.map((each) => (each as { id: string }).id)).toEqual([one])
    expect((await more.send(`/v1/numbers/${other}`, { token: key })).status).toBe(404)
    const connect = await more.send('/v1/numbers', { token: key, json: { name: 'New', provider: 'simulator' } })
    expect([connect.status, connect.json['errorCode']]).toEqual([403, 'numbers:limited'])
    expect((await more.send('/v1/me', { token: key })).json).toMatchObject({ key: { numbers: [one] } })
  })
})
