import { exampleQueue, newId, numberCredentialsPurpose } from '@posthorn/contracts'
import { busEvent, faultOf, startTestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Caller,
  connectNumber,
  createCloudNumber,
  listEvents,
  type NumbersFixture,
  readAppSecret,
  startNumbers,
  statusOf,
  workspaceOf,
} from '../numbers.fixture.ts'
import { numbersService } from '../service.ts'

let fixture: NumbersFixture
beforeAll(async () => {
  fixture = await startNumbers()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const numbers = () => fixture.service.clients.numbers.numbers
const sessions = () => fixture.service.clients.numbers.sessions
const newcomer = () => fixture.service.as(fixture.service.workspace())
const connect = (caller: Caller, input = {}) => connectNumber(fixture, caller, input)

describe('numbers', () => {
  it('a simulator number is connected, listed, shown and announced; the first of a workspace is its default', async () => {
    const mine = newcomer()
    const { verifyToken, ...made } = await connect(mine)
    expect(made).toMatchObject({ provider: 'simulator', status: 'active', default: true, name: 'Shop' })
    expect(made.phone).toMatch(/^\+1555\d{7}$/)
    expect(made.callbackUrl).toBe(`${fixture.callbackEndpoint.url}/callbacks/${made.id}`)
    expect(verifyToken.length).toBeGreaterThan(20)
    const second = await connect(mine, { name: 'Second' })
    expect(second.default).toBe(false)
    expect(await numbers().get.query({ id: made.id }, mine)).toEqual(made)
    expect((await numbers().list.query({}, mine)).items.map(({ id }) => id)).toEqual([made.id, second.id])
    const first = await numbers().list.query({ size: 1 }, mine)
    const rest = await numbers().list.query({ size: 1, cursor: first.next ?? '' }, mine)
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([made.id, second.id])
    const [changes] = await until(
      () => listEvents(fixture, mine, 'number:updated').length === 2 && listEvents(fixture, mine, 'number:updated'),
    )
    expect(changes).toEqual({ ...made, change: 'connected' })
  })

  it('senders get what opens the number, sealed for them; nothing else anywhere shows a credential', async () => {
    const mine = newcomer()
    const cloud = await createCloudNumber(fixture)
    const { verifyToken, ...made } = await connect(mine, cloud)
    const shown = await numbers().get.query({ id: made.id }, mine)
    const credentials = await until(() => listEvents(fixture, mine, 'number:credentials')[0])
    const { service } = fixture
    expect(credentials).toMatchObject({ number: made, businessAccountId: cloud.businessAccountId })
    expect(JSON.parse(service.vault.open(credentials.ciphertext ?? '', numberCredentialsPurpose(made.id)))).toEqual({
      phoneNumberId: cloud.phoneNumberId,
      accessToken: cloud.accessToken,
    })
    const everything = JSON.stringify([
      shown,
      await numbers().list.query({}, mine),
      service.bus.published,
      await service.rows('select * from number'),
      await service.rows('select payload from outbox'),
    ])
    for (const secret of [cloud.accessToken, cloud.appSecret, verifyToken]) expect(everything).not.toContain(secret)
  })

  it('a cloud number is refused with credentials the provider does not accept, without saying them', async () => {
    const mine = newcomer()
    const cloud = await createCloudNumber(fixture)
    const refused = connect(mine, { ...cloud, accessToken: 'EAAwrong' })
    await expect(refused).rejects.toThrow(/does not accept these credentials \(its error 190\)/)
    await expect(connect(mine, { ...cloud, phoneNumberId: '999' })).rejects.toThrow(/does not accept/)
    await expect(connect(mine, { name: 'x', provider: 'cloud' })).rejects.toThrow(/required to connect/)
    await expect(connect(mine, { accessToken: 'mine' })).rejects.toThrow(/made by the simulator/)
    expect((await numbers().list.query({}, mine)).items).toEqual([])
  })

  it('a number is connected once in the whole system, and can be again when it was disconnected', async () => {
    const [mine, other] = [newcomer(), newcomer()]
    const cloud = await createCloudNumber(fixture)
    const [first, second] = await Promise.allSettled([connect(mine, cloud), connect(other, cloud)])
    const refused = [first, second].filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => (reason as Error).message)).toEqual([
      expect.stringContaining('This number is already connected;'),
    ])
    const [owner, made] =
      first.status === 'fulfilled' ? [mine, first.value] : [other, (second as typeof first & { value: never }).value]
    await numbers().disconnect.mutate({ id: (made as { id: string }).id }, owner)
    expect(await connect(newcomer(), cloud)).toMatchObject({ phoneNumberId: cloud.phoneNumberId, status: 'active' })
  })

  it('the same Idempotency-Key connects one number', async () => {
    const workspace = fixture.service.workspace()
    const keyed = () => fixture.service.as(workspace, { idempotencyKey: 'once' })
    const first = await connect(keyed())
    expect(await connect(keyed())).toEqual(first)
    await expect(connect(keyed(), { name: 'Other' })).rejects.toThrow(/another body/)
    expect((await numbers().list.query({}, fixture.service.as(workspace))).items).toHaveLength(1)
  })

  it('a changed number keeps what was not named; there is one default however many ask at once', async () => {
    const mine = newcomer()
    const made = await Promise.all(['a', 'b', 'c'].map((name) => connect(mine, { name, default: true })))
    const settings = { ratePerSecond: 12.5, quietHours: { from: '21:00', to: '08:00', timeZone: 'recipient' } }
    const id = made[0]?.id ?? ''
    const changed = await numbers().update.mutate({ id, name: 'New name', settings }, mine)
    expect(changed).toMatchObject({ name: 'New name', settings, phone: made[0]?.phone, status: 'active' })
    await Promise.all(made.map((each) => numbers().update.mutate({ id: each.id, default: true }, mine)))
    expect((await numbers().list.query({}, mine)).items.filter((each) => each.default)).toHaveLength(1)
    const reported = await until(() => {
      const last = new Map(listEvents(fixture, mine, 'number:updated').map((event) => [event.id, event.default]))
      return last.size === 3 && [...last.values()].filter(Boolean).length === 1 && last
    })
    expect(reported.size).toBe(3)
  })

  it('a paused queue is announced with its number, to the workspace of that number only', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    const queue = { ...exampleQueue, number: id, state: 'paused' as const }
    const publish = (workspace: string) =>
      fixture.service.bus.publish(busEvent({ event: 'queue:updated', workspace, data: queue }))
    const other = newcomer()
    await publish(workspaceOf(other))
    await publish(workspaceOf(mine))
    const reported = () => listEvents(fixture, mine, 'number:updated').filter(({ change }) => change === 'queue')
    await until(() => reported().length > 0)
    const { number: _, ...fields } = queue
    expect(reported()).toMatchObject([{ id, name: 'Shop', queue: fields }])
    expect(listEvents(fixture, other, 'number:updated')).toEqual([])
  })

  it('quiet hours stay when other settings change and go with null; faulty ones are named field by field', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    const quietHours = { from: '21:30', to: '07:00', timeZone: 'Europe/Berlin' }
    const set = (settings: object) => numbers().update.mutate({ id, settings }, mine)
    expect((await set({ quietHours })).settings).toEqual({ ratePerSecond: null, quietHours })
    expect((await set({ ratePerSecond: 5 })).settings).toEqual({ ratePerSecond: 5, quietHours })
    const faultsOf = (hours: object) =>
      set({ quietHours: hours }).then(
        () => [],
        (err) => faultOf(err).errors.map(({ path }) => path),
      )
    const at = (name: string) => `settings.quietHours.${name}`
    expect(await faultsOf({ from: '24:00', to: '7', timeZone: 'Mars/Base', day: 1 })).toEqual(
      expect.arrayContaining([at('from'), at('to'), at('timeZone'), at('day')]),
    )
    expect(await faultsOf({ ...quietHours, to: '21:30' })).toEqual([at('to')])
    expect(await faultsOf({ ...quietHours, from: '18:00', to: '06:01' })).toEqual([at('to')])
    expect((await set({ quietHours: null })).settings).toEqual({ ratePerSecond: 5, quietHours: null })
  })

  it('a new token is checked before it is taken, and senders get it', async () => {
    const mine = newcomer()
    const cloud = await createCloudNumber(fixture)
    const { id } = await connect(mine, cloud)
    const wrong = numbers().update.mutate({ id, accessToken: 'EAAother' }, mine)
    await expect(wrong).rejects.toThrow(/does not accept/)
    expect(await sessions().refresh.mutate({ id }, mine)).toMatchObject({ status: 'online' })
    await numbers().update.mutate({ id, accessToken: cloud.accessToken }, mine)
    await until(() => listEvents(fixture, mine, 'number:credentials').length === 2)
  })

  it('a token no header can carry, and an id that would lead elsewhere at the provider, are refused by name', async () => {
    const mine = newcomer()
    const cloud = await createCloudNumber(fixture)
    const { id } = await connect(mine, cloud)
    for (const accessToken of ['EAA€', ' ', 'EAA\r\nX: y'])
      await expect(numbers().update.mutate({ id, accessToken }, mine)).rejects.toThrow(/visible ASCII/)
    await expect(connect(mine, { ...cloud, phoneNumberId: '../me' })).rejects.toThrow(/digits only/)
  })

  it('a disconnected number has no credentials left, takes no callback, and is no default', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    const ended = await numbers().disconnect.mutate({ id }, mine)
    expect(ended).toMatchObject({ status: 'disconnected', default: false, session: { status: 'offline' } })
    expect(await numbers().disconnect.mutate({ id }, mine)).toEqual(ended)
    expect(await fixture.service.rows('select credentials from number where id = $1', [id])).toEqual([
      { credentials: null },
    ])
    const reported = await until(() => listEvents(fixture, mine, 'number:credentials')[1])
    expect(reported).toMatchObject({ ciphertext: null, number: { status: 'disconnected' } })
    expect(listEvents(fixture, mine, 'number:credentials')).toHaveLength(2)
    const input = { number: id, body: 'e30=', signature: 'sha256=' }
    const late = fixture.service.clients.numbers.callbacks.receive.mutate(input, fixture.service.clients.calling({}))
    expect(await statusOf(late)).toBe(404)
    expect(await statusOf(numbers().update.mutate({ id, name: 'x' }, mine))).toBe(409)
    expect(await statusOf(sessions().refresh.mutate({ id }, mine))).toBe(409)
    expect(await statusOf(numbers().simulate.mutate({ id, advance: { seconds: 1 } }, mine))).toBe(409)
  })

  it('another workspace finds nothing, as with an id that does not exist', async () => {
    const mine = newcomer()
    const other = newcomer()
    const { id } = await connect(mine)
    for (const unknown of [id, newId('num')]) {
      const tries: (() => Promise<unknown>)[] = [
        () => numbers().get.query({ id: unknown }, other),
        () => numbers().update.mutate({ id: unknown, name: 'mine' }, other),
        () => numbers().disconnect.mutate({ id: unknown }, other),
        () => numbers().simulate.mutate({ id: unknown, advance: { seconds: 1 } }, other),
        () => sessions().get.query({ id: unknown }, other),
        () => sessions().refresh.mutate({ id: unknown }, other),
      ]
      for (const attempt of tries) await expect(attempt()).rejects.toThrow('There is no such number;')
    }
    expect((await numbers().list.query({}, other)).items).toEqual([])
    expect(await numbers().get.query({ id }, mine)).toMatchObject({ name: 'Shop', status: 'active' })
  })

  it('a key that is limited to some numbers sees and changes no other', async () => {
    const mine = newcomer()
    const [seen, hidden] = [await connect(mine), await connect(mine, { name: 'Hidden' })]
    const limited = fixture.service.as(workspaceOf(mine), { numbers: [seen.id as 'num_'] })
    expect((await numbers().list.query({}, limited)).items.map(({ id }) => id)).toEqual([seen.id])
    expect(await numbers().get.query({ id: seen.id }, limited)).toMatchObject({ name: 'Shop' })
    expect(await statusOf(numbers().get.query({ id: hidden.id }, limited))).toBe(404)
    expect(await statusOf(numbers().update.mutate({ id: hidden.id, name: 'x' }, limited))).toBe(404)
    expect(await statusOf(numbers().disconnect.mutate({ id: hidden.id }, limited))).toBe(404)
    expect(await statusOf(sessions().get.query({ id: hidden.id }, limited))).toBe(404)
  })

  it('without a simulator its numbers are refused, naming the field', async () => {
    await using service = await startTestService(numbersService)
    const refused = service.clients.numbers.numbers.create.mutate(
      { name: 'x', provider: 'simulator' },
      service.as(service.workspace()),
    )
    await expect(refused).rejects.toMatchObject({
      data: { fault: { code: 'request:invalid', errors: [{ path: 'provider' }] } },
    })
  })

  it('connecting fails as retryable while the provider cannot be reached', async () => {
    await using service = await startTestService(numbersService, {
      env: { SIMULATOR_URL: 'http://127.0.0.1:1', CLOUD_API_URL: 'http://127.0.0.1:1' },
    })
    const caller = service.as(service.workspace())
    const { clients } = service
    expect(await statusOf(clients.numbers.numbers.create.mutate({ name: 'x', provider: 'simulator' }, caller))).toBe(
      503,
    )
    expect(await statusOf(clients.numbers.numbers.create.mutate(await createCloudNumber(fixture), caller))).toBe(503)
  })

  it('the app secret of a simulator number is its own', async () => {
    const made = await Promise.all([connect(newcomer()), connect(newcomer())])
    const secrets = await Promise.all(made.map(({ id }) => readAppSecret(fixture.service, id)))
    expect(secrets[0]).not.toBe(secrets[1])
  })
})
