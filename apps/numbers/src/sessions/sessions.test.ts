import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, startReceiver, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numbersService } from '../service.ts'

/** The provider's response for the number; each test sets it. */
let describeAnswer: { status: number; body: string }
const health = (status: string, can_send_message?: string) => ({
  status: 200,
  body: JSON.stringify({
    id: '1060',
    display_phone_number: '+1 555-201-2345',
    status,
    health_status: { can_send_message },
  }),
})

let provider: Awaited<ReturnType<typeof startReceiver>>
let service: TestService
let caller: ReturnType<TestService['as']>
let id: string
const workspace = 'ws_00000000000000000000000001'

beforeAll(async () => {
  describeAnswer = health('CONNECTED')
  const owned = { status: 200, body: JSON.stringify({ data: [{ id: '1060' }] }) }
  provider = await startReceiver({ respond: ({ path }) => (path.includes('/phone_numbers') ? owned : describeAnswer) })
  service = await startTestService(numbersService, { env: { CLOUD_API_URL: provider.url, HEALTH_CHECK_SECONDS: '1' } })
  caller = service.as(workspace)
  const made = await service.clients.numbers.numbers.create.mutate(
    { name: 'Shop', phoneNumberId: '1060', businessAccountId: '2', accessToken: 'EAAtoken', appSecret: 'secret' },
    caller,
  )
  id = made.id
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})

const sessions = () => service.clients.numbers.sessions
const reported = () =>
  service.bus.published.flatMap(({ event, data }) =>
    event === 'number:updated' ? [data as EventData<'number:updated'>] : [],
  )
const number = () => service.clients.numbers.numbers.get.query({ id }, caller)

describe('sessions', () => {
  it('refresh asks the provider and announces only what is new', async () => {
    const { session } = await number()
    expect(session).toMatchObject({ status: 'online', lastError: null })
    expect(await sessions().refresh.mutate({ id }, caller)).toEqual({ number: id, ...session })
    describeAnswer = {
      status: 401,
      body: JSON.stringify({ error: { code: 190, message: 'Malformed token EAAtoken' } }),
    }
    const lost = await sessions().refresh.mutate({ id }, caller)
    expect(lost).toMatchObject({ status: 'error', lastError: { errorCode: 'number:unauthorized' } })
    expect(JSON.stringify(lost)).not.toContain('EAAtoken')
    expect(await number()).toMatchObject({ status: 'error' })
    await until(() => reported().length >= 2)
    expect(reported().map(({ change, status }) => [change, status])).toEqual([
      ['connected', 'active'],
      ['session', 'error'],
    ])
  })

  it('a number that the provider serves again is found by itself', async () => {
    describeAnswer = health('CONNECTED')
    await until(async () => (await number()).status === 'active')
    expect((await number()).session).toMatchObject({ status: 'online', lastError: null })
  })

  it.each([
    ['RESTRICTED', 'restricted', 'online'],
    ['PENDING', 'connecting', 'pending'],
    ['BANNED', 'error', 'error'],
    ['DISCONNECTED', 'error', 'offline'],
    ['A_WORD_OF_2030', 'active', 'online'],
    ['CONNECTED', 'restricted', 'online', 'BLOCKED'],
    ['CONNECTED', 'active', 'online', 'LIMITED'],
  ])('the status %s at the provider is %s here, the session %s', async (reported, status, session, canSend = '') => {
    describeAnswer = health(reported, canSend)
    expect(await sessions().refresh.mutate({ id }, caller)).toMatchObject({ status: session })
    expect(await number()).toMatchObject({ status })
  })

  it('a provider that cannot answer takes the session offline but not the number', async () => {
    describeAnswer = { status: 503, body: '' }
    const session = await sessions().refresh.mutate({ id }, caller)
    expect(session).toMatchObject({ status: 'offline', lastError: { errorCode: 'provider:unavailable' } })
    expect(await number()).toMatchObject({ status: 'active' })
    describeAnswer = health('CONNECTED')
    await sessions().refresh.mutate({ id }, caller)
  })

  it('a number that a sender reports as refused is in error at once, until a later look finds it good', async () => {
    const asked = provider.requests.length
    const data = { number: id, errorCode: 'number:suspended' }
    await service.bus.publish(busEvent({ event: 'number:check_requested', workspace, data }))
    const changes = await until(() => {
      const last = reported().at(-1)
      return last?.session.lastError?.errorCode === 'number:suspended' && last.session.status === 'error' && last
    })
    expect(changes).toMatchObject({ change: 'session', status: 'error' })
    await until(async () => (await number()).status === 'active')
    expect(provider.requests.length).toBeGreaterThan(asked)
  })

  it('a number that a sender reports as refused stays in error while it may not send, with one event', async () => {
    describeAnswer = health('CONNECTED', 'BLOCKED')
    await sessions().refresh.mutate({ id }, caller)
    const data = { number: id, errorCode: 'number:not_registered' }
    const refuse = () => service.apply(busEvent({ event: 'number:check_requested', workspace, data }))
    await refuse()
    await sessions().refresh.mutate({ id }, caller)
    await refuse()
    expect(await number()).toMatchObject({
      status: 'error',
      session: { status: 'error', lastError: { errorCode: 'number:not_registered' } },
    })
    describeAnswer = health('CONNECTED')
    await sessions().refresh.mutate({ id }, caller)
    await until(() => reported().at(-1)?.status === 'active')
    expect(
      reported()
        .map(({ status }) => status)
        .slice(-3),
    ).toEqual(['restricted', 'error', 'active'])
  })

  it('a number that may not send is not said to have a refused token once a look with the token succeeds', async () => {
    describeAnswer = health('CONNECTED', 'BLOCKED')
    const data = { number: id, errorCode: 'number:unauthorized' }
    await service.apply(busEvent({ event: 'number:check_requested', workspace, data }))
    await sessions().refresh.mutate({ id }, caller)
    expect(await number()).toMatchObject({
      status: 'error',
      session: { lastError: { errorCode: 'number:suspended' } },
    })
    describeAnswer = health('CONNECTED')
    await sessions().refresh.mutate({ id }, caller)
  })

  it('requestCode, verifyCode, register and deregister are for the owner of the number only', async () => {
    const asked = provider.requests.length
    for (const unknown of [id, newId('num')]) {
      const other = service.as(service.workspace())
      const tries: (() => Promise<unknown>)[] = [
        () => sessions().requestCode.mutate({ id: unknown }, other),
        () => sessions().verifyCode.mutate({ id: unknown, code: '123456' }, other),
        () => sessions().register.mutate({ id: unknown, pin: '135790' }, other),
        () => sessions().deregister.mutate({ id: unknown }, other),
      ]
      for (const attempt of tries) await expect(attempt()).rejects.toThrow('There is no such number;')
    }
    const steps = provider.requests.slice(asked).filter(({ method }) => method === 'POST')
    expect(steps).toEqual([])
  })

  it('a suspicion by another workspace changes nothing', async () => {
    const other = service.workspace()
    const before = await number()
    const data = { number: id, errorCode: 'number:suspended' }
    const event = busEvent({ event: 'number:check_requested', workspace: other, data })
    await service.apply(event)
    expect(await number()).toEqual(before)
  })
})
