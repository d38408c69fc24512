import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { type Caller, createCloudNumber, listEvents, useNumbers } from '../numbers.fixture.ts'

const { fixture, newcomer, connect } = useNumbers()

const sessions = () => fixture.service.clients.numbers.sessions
const numbers = () => fixture.service.clients.numbers.numbers
const pin = '135790'

async function fresh(caller: Caller): Promise<{ id: string; code: string }> {
  const cloud = await createCloudNumber(fixture, { registered: false })
  const { id, phone, status, session } = await connect(caller, cloud)
  expect([status, session.status]).toEqual(['connecting', 'pending'])
  return { id, code: phone?.slice(-6) ?? '' }
}

describe('register', () => {
  it('a number is verified by its code, registered by its PIN, online from then on, and every step is announced', async () => {
    const mine = newcomer()
    const { id, code } = await fresh(mine)
    const asked = await sessions().requestCode.mutate({ id, method: 'voice', language: 'de_DE' }, mine)
    expect(asked).toEqual({ number: id, requested: true, method: 'voice' })
    const method = `${code.slice(0, 3)}-${code.slice(3)}`
    expect(await sessions().verifyCode.mutate({ id, code: method }, mine)).toMatchObject({ status: 'pending' })
    expect(await sessions().register.mutate({ id, pin }, mine)).toMatchObject({ number: id, status: 'online' })
    expect(await numbers().get.query({ id }, mine)).toMatchObject({
      status: 'active',
      device: { codeVerification: 'VERIFIED', canSend: 'AVAILABLE' },
    })
    const reported = await until(() => {
      const all = listEvents(fixture, mine, 'number:updated')
      return all.length === 3 && all
    })
    expect(reported.map(({ change }) => change)).toEqual(['connected', 'device', 'session'])
    const everything = JSON.stringify([
      fixture.service.bus.published,
      await fixture.service.rows('select * from number'),
    ])
    expect(everything).not.toContain(pin)
  })

  it('deregister takes the session offline until the number is verified and registered again with its PIN', async () => {
    const mine = newcomer()
    const { id, phone } = await connect(mine)
    await sessions().register.mutate({ id, pin }, mine)
    expect(await sessions().deregister.mutate({ id }, mine)).toMatchObject({ status: 'pending' })
    expect(await numbers().get.query({ id }, mine)).toMatchObject({ status: 'connecting' })
    await expect(sessions().register.mutate({ id, pin }, mine)).rejects.toThrow(/not verified/)
    await sessions().requestCode.mutate({ id }, mine)
    await sessions().verifyCode.mutate({ id, code: phone?.slice(-6) ?? '' }, mine)
    await expect(sessions().register.mutate({ id, pin: '000000' }, mine)).rejects.toThrow(/PIN/)
    expect(await sessions().register.mutate({ id, pin }, mine)).toMatchObject({ status: 'online' })
  })

  it('what the provider refuses is refused with the reason, and changes nothing', async () => {
    const mine = newcomer()
    const { id, code } = await fresh(mine)
    await expect(sessions().register.mutate({ id, pin }, mine)).rejects.toThrow(/not verified/)
    await expect(sessions().verifyCode.mutate({ id, code }, mine)).rejects.toThrow(/request a new one/)
    const good = await connect(mine)
    await expect(sessions().requestCode.mutate({ id: good.id }, mine)).rejects.toThrow(/did not send a code/)
    expect((await fixture.service.clients.numbers.numbers.get.query({ id }, mine)).session).toMatchObject({
      status: 'pending',
      lastError: null,
    })
  })

  it('the eleventh registration in 72 hours is refused', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    for (let i = 0; i < 10; i++) await sessions().register.mutate({ id, pin }, mine)
    await expect(sessions().register.mutate({ id, pin }, mine)).rejects.toThrow(/ten times/)
  })

  it('a repeated Idempotency-Key registers once', async () => {
    const workspace = fixture.service.workspace()
    const { id } = await connect(fixture.service.as(workspace))
    const keyed = () => fixture.service.as(workspace, { idempotencyKey: 'once' })
    const first = await sessions().register.mutate({ id, pin }, keyed())
    for (let i = 0; i < 10; i++) expect(await sessions().register.mutate({ id, pin }, keyed())).toEqual(first)
  })

  it('faulty fields are named, and a key without the scope takes no step', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    await expect(sessions().register.mutate({ id, pin: '12' }, mine)).rejects.toMatchObject({
      data: { fault: { code: 'request:invalid', errors: [{ path: 'pin' }] } },
    })
    await expect(sessions().requestCode.mutate({ id, language: 'de' }, mine)).rejects.toMatchObject({
      data: { fault: { errors: [{ path: 'language' }] } },
    })
    const reader = fixture.service.as(fixture.service.workspace(), { scopes: ['read'] })
    await expect(sessions().deregister.mutate({ id }, reader)).rejects.toMatchObject({
      data: { fault: { code: 'scope:missing' } },
    })
  })
})
