import { startReceiver, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { codeOf, startFixture, untilReported, wamidOf } from '../simulator.fixture.ts'

async function accountFixture(number: Record<string, unknown> = {}) {
  const fixture = await startFixture({ number })
  const at = (method: string, path: string, body?: unknown) =>
    fixture.call(method, `/v24.0/${fixture.number.businessAccountId}/${path}`, {
      token: fixture.number.accessToken,
      body,
    })
  return { ...fixture, at }
}

const ada = '+4915112345678'

describe('a business account', () => {
  it('lists its number with the requested fields, and another account is not found', async () => {
    await using fixture = await accountFixture()
    const { phoneNumberId, accessToken } = fixture.number
    const { body } = await fixture.at('GET', 'phone_numbers?fields=verified_name')
    expect(body).toMatchObject({ data: [{ id: phoneNumberId, verified_name: 'Shop' }] })
    const other = await fixture.call('GET', '/v24.0/12/phone_numbers', { token: accessToken })
    expect([other.status, codeOf(other)]).toEqual([400, 100])
  })

  it('reports nothing while its app is not subscribed', async () => {
    await using fixture = await accountFixture()
    const { number } = fixture
    expect((await fixture.at('GET', 'subscribed_apps')).body.data).toHaveLength(1)
    expect((await fixture.at('DELETE', 'subscribed_apps')).body).toEqual({ success: true })
    expect((await fixture.at('GET', 'subscribed_apps')).body).toEqual({ data: [] })
    await fixture.simulate(number, { message: { from: ada, text: 'unheard' } })
    expect((await fixture.at('POST', 'subscribed_apps')).body).toEqual({ success: true })
    const sent = wamidOf(await fixture.sendText(number, ada))
    await untilReported(fixture, sent, ['sent', 'delivered', 'read'])
    expect(JSON.stringify(fixture.receiver.requests.map(({ json }) => json))).not.toContain('unheard')
  })

  it('has an address for callbacks that is verified, and used while the number has none', async () => {
    await using own = await startReceiver()
    await using fixture = await accountFixture({ callbackUrl: '' })
    const refused = await fixture.at('POST', 'subscribed_apps', {
      override_callback_uri: `${own.url}/account`,
      verify_token: 'v',
    })
    expect([refused.status, codeOf(refused)]).toEqual([400, 2200])
    own.respondWith(({ method, path }) => {
      const challenge = new URL(path, own.url).searchParams.get('hub.challenge') ?? ''
      return method === 'GET' ? { status: 200, body: challenge } : { status: 200 }
    })
    await fixture.at('POST', 'subscribed_apps', { override_callback_uri: `${own.url}/account`, verify_token: 'v' })
    const { data } = (await fixture.at('GET', 'subscribed_apps')).body as { data: object[] }
    expect(data).toMatchObject([{ override_callback_uri: `${own.url}/account` }])
    await fixture.sendText(fixture.number, ada)
    await until(() => own.requests.some(({ method, path }) => method === 'POST' && path === '/account'))
  })

  it('reports about itself and its templates to the URL of the app, whatever URL its number was given', async () => {
    await using own = await startReceiver()
    await using fixture = await accountFixture()
    const { number } = fixture
    own.respondWith(({ method, path }) => {
      const challenge = new URL(path, own.url).searchParams.get('hub.challenge') ?? ''
      return method === 'GET' ? { status: 200, body: challenge } : { status: 200 }
    })
    const webhook_configuration = { override_callback_uri: `${own.url}/number`, verify_token: 'v' }
    await fixture.call('POST', `/v24.0/${number.phoneNumberId}`, {
      token: number.accessToken,
      body: { webhook_configuration },
    })
    await fixture.simulate(number, { message: { from: ada, text: 'to the number' } })
    await fixture.simulate(number, { account: { template: { name: 'hello_world', status: 'PAUSED' } } })
    const bodies = (receiver: { requests: readonly { json: unknown }[] }) =>
      JSON.stringify(receiver.requests.map(({ json }) => json))
    await until(() => bodies(own).includes('to the number'))
    await until(() => bodies(fixture.receiver).includes('PAUSED'))
    expect(bodies(own)).not.toContain('PAUSED')
    expect(bodies(fixture.receiver)).not.toContain('to the number')
  })
})
