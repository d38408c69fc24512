import { randomBytes } from 'node:crypto'
import { startProxy, startTestService, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import {
  buildMessagesBody,
  buildTexts,
  connectNumber,
  createCloudNumber,
  postCallback,
  readAppSecret,
  sign,
  statusOf,
  useNumbers,
  workspaceOf,
} from '../numbers.fixture.ts'
import { numbersService } from '../service.ts'

const { fixture } = useNumbers()

async function connect(workspace = fixture.service.workspace()) {
  const { service } = fixture
  const made = await service.clients.numbers.numbers.create.mutate(
    { name: 'Shop', provider: 'simulator' },
    service.as(workspace),
  )
  return { ...made, workspace, secret: await readAppSecret(service, made.id) }
}

const reported = (workspace: string, kind = 'provider:message') =>
  fixture.service.bus.published.filter((event) => event.workspace === workspace && event.event === kind)

const storedFor = async (number: string) =>
  (await fixture.service.rows('select id from callback where number_id = $1', [number])).length

const unpackedAll = (number: string) =>
  until(
    async () =>
      (await storedFor(number)) > 0 &&
      (await fixture.service.rows('select 1 from callback where number_id = $1 and unpacked_at is null', [number]))
        .length === 0,
    { describe: 'all bodies to be unpacked' },
  )

describe('callbacks', () => {
  it('receive stores only exactly the signed bytes: a wrong, missing, old-style or upper-case signature is 401', async () => {
    const { service } = fixture
    const { id, phoneNumberId, secret } = await connect()
    const body = buildMessagesBody('1', buildTexts(phoneNumberId, ['wamid.signed']))
    const good = sign(body, secret)
    const altered = Buffer.from(body.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))
    const wrong: [Buffer, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, sign(body, 'another secret')],
      [body, good.replace('sha256=', 'sha1=')],
      [body, `sha256=${good.slice(7).toUpperCase()}`],
      [altered, good],
      [Buffer.from(JSON.stringify(JSON.parse(body.toString()), undefined, 1)), good],
    ]
    for (const [bytes, signature] of wrong)
      expect(
        await statusOf(
          postCallback(service, { number: id, body: bytes, ...(signature !== undefined && { signature }) }),
        ),
      ).toBe(401)
    expect(await storedFor(id)).toBe(0)
    expect(await postCallback(service, { number: id, body, signature: good })).toEqual({ stored: true })
    expect(await storedFor(id)).toBe(1)
  })

  it('a callback for an unknown number is answered as one with a wrong signature', async () => {
    const { secret } = await connect()
    const body = Buffer.from('{}')
    const number = 'num_00000000000000000000000000'
    expect(await statusOf(postCallback(fixture.service, { number, body, signature: sign(body, secret) }))).toBe(401)
  })

  it('a hundred identical callbacks at once are stored once and announced once', async () => {
    const { service } = fixture
    const { id, phoneNumberId, workspace, secret } = await connect()
    const body = buildMessagesBody('1', buildTexts(phoneNumberId, ['wamid.again']))
    const one = { number: id, body, signature: sign(body, secret) }
    const answers = await Promise.all(Array.from({ length: 100 }, () => postCallback(service, one)))
    expect(answers.filter(({ stored }) => stored)).toHaveLength(1)
    await unpackedAll(id)
    expect(await storedFor(id)).toBe(1)
    expect(await postCallback(service, one)).toEqual({ stored: false })
    const next = buildMessagesBody('1', buildTexts(phoneNumberId, ['wamid.next']))
    await postCallback(service, { number: id, body: next, signature: sign(next, secret) })
    await until(() => reported(workspace).length >= 2)
    expect(reported(workspace).map(({ data }) => (data as { providerId: string }).providerId)).toEqual([
      'wamid.again',
      'wamid.next',
    ])
  })

  it('a body of statuses is announced once and not kept; one with anything else is kept', async () => {
    const { service } = fixture
    const { id, phoneNumberId, workspace, secret } = await connect()
    const values = (statuses: object[], messages: string[] = []) => ({
      ...buildTexts(phoneNumberId, messages),
      contacts: [{ wa_id: '4915112345678', user_id: 'DE.1' }],
      statuses: statuses.map((status) => ({ recipient_id: '4915112345678', timestamp: '1790000000', ...status })),
    })
    const [sent, read] = ['sent', 'read'].map((status) => ({
      id: `wamid.${status}`,
      status,
      recipient_user_id: 'DE.1',
    }))
    const post = (...of: Parameters<typeof values>) => {
      const body = buildMessagesBody('1', values(...of))
      return postCallback(service, { number: id, body, signature: sign(body, secret) })
    }
    const answers = await Promise.all([post([{ ...sent }, { ...read }]), post([{ ...sent }, { ...read }])])
    expect(answers.filter(({ stored }) => stored)).toHaveLength(1)
    expect(await post([{ ...sent }, { ...read }])).toEqual({ stored: false })
    await until(() => reported(workspace, 'provider:status').length === 2)
    expect(reported(workspace, 'provider:status').map(({ data }) => (data as { raw: object }).raw)).toMatchObject([
      { id: 'wamid.sent', recipient_user_id: 'DE.1' },
      { id: 'wamid.read', recipient_user_id: 'DE.1' },
    ])
    expect(await storedFor(id)).toBe(0)
    await post([{ ...sent, status: 'beamed' }])
    await post([{ ...sent }], ['wamid.beside'])
    expect(await storedFor(id)).toBe(2)
  })

  it.each([
    ['answered at less than a second of CPU, at 3 MB', 2_800, true],
    ['unpacked at less than a second of CPU', 0, false],
  ])('a thousand updates in one body are all announced; they are %s', async (_name, padding, heavy) => {
    const { service } = fixture
    const { id, phoneNumberId, workspace, secret } = await connect()
    const wamids = Array.from({ length: 1000 }, (_, i) => `wamid.many${i}`)
    const body = buildMessagesBody('1', buildTexts(phoneNumberId, wamids, 'x'.repeat(padding)))
    if (heavy) expect(body.length).toBeGreaterThan(2_900_000)
    const signature = sign(body, secret)
    const before = process.cpuUsage()
    await postCallback(service, { number: id, body, signature })
    if (!heavy) await unpackedAll(id)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1_000)
    await until(() => reported(workspace).length >= 1000)
    expect(new Set(reported(workspace).map(({ data }) => (data as { providerId: string }).providerId))).toEqual(
      new Set(wamids),
    )
  })

  it('an update of another number reaches its owner only when that number is proven by the same secret', async () => {
    const { service } = fixture
    const here = await connect()
    const other = await connect()
    const partner = await connectCloud(here.secret)
    const body = buildMessagesBody(
      '1',
      buildTexts(other.phoneNumberId, ['wamid.foreign']),
      buildTexts('nobodys', ['wamid.nobodys']),
      buildTexts(partner.phoneNumberId, ['wamid.partner']),
      buildTexts(here.phoneNumberId, ['wamid.own']),
    )
    await postCallback(service, { number: here.id, body, signature: sign(body, here.secret) })
    await until(() => reported(here.workspace).length === 1)
    expect(reported(here.workspace)[0]?.data).toMatchObject({ number: here.id, providerId: 'wamid.own' })
    expect(reported(other.workspace)).toEqual([])
    const [row] = await service.rows('select quarantined from callback where number_id = $1', [here.id])
    // The partner is a Cloud API number, but this callback is for a simulator number. With different providers, the update can't be the
    // partner's.
    expect(row?.['quarantined']).toEqual(
      [other.phoneNumberId, 'nobodys', partner.phoneNumberId].map((phoneNumberId) => ({
        kind: 'message',
        phoneNumberId,
      })),
    )
    const sister = await connectCloud(here.secret)
    const shared = buildMessagesBody('1', buildTexts(partner.phoneNumberId, ['wamid.shared']))
    await postCallback(service, { number: sister.id, body: shared, signature: sign(shared, here.secret) })
    await until(() => reported(partner.workspace).length === 1)
    expect(reported(partner.workspace)[0]?.data).toMatchObject({ number: partner.id, providerId: 'wamid.shared' })
    expect(reported(sister.workspace)).toEqual([])
  })

  it('what cannot be read is answered, kept and marked, and holds up nothing', async () => {
    const { service } = fixture
    const { id, phoneNumberId, workspace, secret } = await connect()
    const odd = [
      Buffer.from('not json'),
      Buffer.from('[]'),
      Buffer.from([0xff, 0x00, 0xfe]),
      Buffer.from('{"entry":[null]}'),
    ]
    for (const body of odd) await postCallback(service, { number: id, body, signature: sign(body, secret) })
    const body = buildMessagesBody('1', buildTexts(phoneNumberId, ['wamid.\u0000\ud800after']))
    await postCallback(service, { number: id, body, signature: sign(body, secret) })
    await until(() => reported(workspace).length === 1)
    await unpackedAll(id)
    const marked = await service.rows('select 1 from callback where number_id = $1 and error is not null', [id])
    expect(marked).toHaveLength(3)
  })

  it('both app secrets count after a rotation, and the one before them no longer', async () => {
    const { service } = fixture
    const { id, workspace, secret } = await connect()
    const update = (appSecret: string) =>
      service.clients.numbers.numbers.update.mutate({ id, appSecret }, service.as(workspace))
    const status = (n: number, appSecret: string) => {
      const body = Buffer.from(`{"entry":[],"n":${n}}`)
      return statusOf(postCallback(service, { number: id, body, signature: sign(body, appSecret) }))
    }
    await update('second-secret')
    expect([await status(1, secret), await status(2, 'second-secret')]).toEqual([200, 200])
    await update('third-secret')
    expect([await status(3, secret), await status(4, 'second-secret'), await status(5, 'third-secret')]).toEqual([
      401, 200, 200,
    ])
  })

  it('verify gives the challenge back to the holder of the verify token only', async () => {
    const { service } = fixture
    const { id, verifyToken } = await connect()
    const verify = (number: string, token: string) =>
      service.clients.numbers.callbacks.verify.query(
        { number, verifyToken: token, challenge: '<b>77' },
        service.clients.calling({}),
      )
    expect(await verify(id, verifyToken)).toEqual({ challenge: '<b>77' })
    expect(await statusOf(verify(id, `${verifyToken}x`))).toBe(403)
    expect(await statusOf(verify(id, ''))).toBe(403)
    expect(await statusOf(verify('num_unknown', verifyToken))).toBe(403)
  })

  it('a body that cannot be announced is quarantined with its error, and the others of its batch are announced', async () => {
    const { service } = fixture
    const { id, phoneNumberId, workspace, secret } = await connect()
    await service.rows('alter table outbox add constraint poison check (octet_length(payload) < 3000) not valid')
    const poison = randomBytes(3_000).toString('hex')
    const bodies = ['before', poison, 'after'].map((text) =>
      buildMessagesBody('1', buildTexts(phoneNumberId, [`wamid.${text.slice(0, 6)}`], text)),
    )
    await Promise.all(bodies.map((body) => postCallback(service, { number: id, body, signature: sign(body, secret) })))
    await unpackedAll(id)
    await until(() => reported(workspace).length === 2)
    const aside = await service.rows('select error from callback where number_id = $1 and error is not null', [id])
    expect(aside).toEqual([{ error: expect.stringContaining('poison') }])
  })

  it('while Postgres is away a callback is answered 503, and taken when it is back', async () => {
    const { service } = fixture
    const { id, phoneNumberId, secret } = await connect()
    await using proxy = await startProxy(service.database.url)
    await using other = await startTestService(numbersService, {
      database: { ...service.database, url: proxy.url },
      busName: `away_${id.slice(-8)}`,
    })
    const body = buildMessagesBody('1', buildTexts(phoneNumberId, ['wamid.later']))
    const signed = { number: id, body, signature: sign(body, secret) }
    await proxy.refuse()
    expect(await statusOf(postCallback(other, signed))).toBe(503)
    await proxy.resume()
    await until(async () => (await postCallback(other, signed)).stored)
    expect(await storedFor(id)).toBe(1)
  })

  it('bodies stored before a crash are announced after the start, and old days are dropped', async () => {
    const { service } = fixture
    const { id, phoneNumberId, workspace } = await connect()
    const raw = buildMessagesBody('1', buildTexts(phoneNumberId, ['wamid.waiting']))
    await service.rows(
      `insert into callback (id, workspace_id, number_id, sha256, signature, raw)
       values ('cbk_z', $1, $2, '\\x00', 'sha256=', $3)`,
      [workspace, id, raw],
    )
    await service.rows(`create table callback_2020_01_01 partition of callback for values from ('a') to ('b')`)
    await service.restart()
    await until(() => reported(workspace).length === 1)
    await until(async () => {
      const [row] = await service.rows(`select to_regclass('callback_2020_01_01') as found`)
      return row?.['found'] === null
    })
  })
})

async function connectCloud(appSecret: string) {
  const caller = fixture.service.as(fixture.service.workspace())
  const made = await connectNumber(fixture, caller, { ...(await createCloudNumber(fixture)), appSecret })
  return { ...made, workspace: workspaceOf(caller) }
}

describe('the owner of callbacks', () => {
  it('is the workspace of the number until that is disconnected', async () => {
    const { service } = fixture
    const { id: number, workspace } = await connect()
    const operator = service.clients.calling({ workspace: null, scopes: ['operator'] })
    const { callbacks, numbers } = service.clients.numbers
    expect(await callbacks.findOwner.query({ number }, operator)).toEqual({ workspace })
    await expect(callbacks.findOwner.query({ number }, service.as(workspace))).rejects.toThrow('scope operator')
    await numbers.disconnect.mutate({ id: number }, service.as(workspace))
    expect(await callbacks.findOwner.query({ number }, operator)).toEqual({ workspace: null })
  })
})
