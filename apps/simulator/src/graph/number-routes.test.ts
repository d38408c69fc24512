import { describe, expect, it } from 'vitest'
import { codeOf, startFixture, textTo } from '../simulator.fixture.ts'

async function numberFixture() {
  const fixture = await startFixture()
  const at = (method: string, path: string, body?: unknown) =>
    fixture.call(method, `/v24.0/${fixture.number.phoneNumberId}/${path}`, { token: fixture.number.accessToken, body })
  return { ...fixture, at }
}

const product = { messaging_product: 'whatsapp' }
const [ada, grace] = ['+4915112345678', '+4915112345679']

describe('QR codes', () => {
  it('are made, changed, listed and deleted', async () => {
    await using fixture = await numberFixture()
    const made = (await fixture.at('POST', 'message_qrdls', { prefilled_message: 'Hello' })).body
    expect(made).toMatchObject({ code: expect.stringMatching(/^[A-Z2-7]{14}$/), prefilled_message: 'Hello' })
    expect(made.deep_link_url).toBe(`https://wa.me/message/${String(made.code)}`)
    const changed = { ...made, prefilled_message: 'Bye' }
    const change = { code: made.code, prefilled_message: 'Bye' }
    expect((await fixture.at('POST', 'message_qrdls', change)).body).toEqual(changed)
    expect((await fixture.at('GET', 'message_qrdls')).body).toEqual({ data: [changed] })
    expect((await fixture.at('GET', `message_qrdls/${String(made.code)}`)).body).toEqual({ data: [changed] })
    expect((await fixture.at('DELETE', `message_qrdls/${String(made.code)}`)).body).toEqual({ success: true })
    expect((await fixture.at('GET', 'message_qrdls')).body).toEqual({ data: [] })
    expect(codeOf(await fixture.at('DELETE', `message_qrdls/${String(made.code)}`))).toBe(100)
  })

  it('need a text of at most 140 characters', async () => {
    await using fixture = await numberFixture()
    expect(codeOf(await fixture.at('POST', 'message_qrdls', { prefilled_message: 'x'.repeat(141) }))).toBe(131009)
    expect(codeOf(await fixture.at('POST', 'message_qrdls', {}))).toBe(131008)
  })
})

describe('users who are blocked', () => {
  const blocking = (...users: string[]) => ({ ...product, block_users: users.map((user) => ({ user })) })

  it('cannot write and get nothing, until they are unblocked', async () => {
    await using fixture = await numberFixture()
    const { number } = fixture
    const added = await fixture.at('POST', 'block_users', blocking(ada))
    expect(added.body).toEqual({ ...product, block_users: { added_users: [{ input: ada, wa_id: ada.slice(1) }] } })
    expect((await fixture.at('GET', 'block_users')).body).toEqual({
      data: [{ block_users: [{ ...product, wa_id: ada.slice(1) }] }],
    })
    expect(codeOf(await fixture.post(number, textTo(ada)))).toBe(131026)
    expect((await fixture.simulate(number, { message: { from: ada, text: 'x' } })).status).toBe(409)
    expect((await fixture.at('DELETE', 'block_users', blocking(ada))).body).toMatchObject({
      block_users: { removed_users: [{ wa_id: ada.slice(1) }] },
    })
    expect((await fixture.sendText(number, ada)).status).toBe(200)
  })

  it('are those who wrote in the last 24 hours: the others are named with their error, and the call is a 400', async () => {
    await using fixture = await numberFixture()
    await fixture.simulate(fixture.number, { advance: { seconds: 25 * 3600 } })
    await fixture.simulate(fixture.number, { message: { from: ada, text: 'x' } })
    const mixed = await fixture.at('POST', 'block_users', blocking(ada, grace, 'nobody'))
    expect([mixed.status, codeOf(mixed)]).toEqual([400, 139100])
    expect(mixed.body.block_users).toMatchObject({
      added_users: [{ input: ada }],
      failed_users: [
        { input: grace, errors: [{ code: 131047 }] },
        { input: 'nobody', errors: [{ code: 131009 }] },
      ],
    })
  })
})

describe('settings', () => {
  it('are kept beside those that are not named', async () => {
    await using fixture = await numberFixture()
    const change = { user_identity_change: { enable_identity_key_check: true } }
    expect((await fixture.at('POST', 'settings', change)).body).toEqual({ success: true })
    expect((await fixture.at('GET', 'settings')).body).toMatchObject({ ...change, calling: { status: 'DISABLED' } })
    expect(codeOf(await fixture.at('POST', 'settings', { anything: true }))).toBe(100)
    expect(codeOf(await fixture.at('POST', 'settings', {}))).toBe(131009)
  })
})

describe('a number that changes while a receiver verifies its callback URL', () => {
  const callbackOf = (url: string) => ({ webhook_configuration: { override_callback_uri: url, verify_token: 'v' } })

  it('keeps the change', async () => {
    await using fixture = await numberFixture()
    const { number, receiver } = fixture
    receiver.respondWith(async ({ path }) => {
      await fixture.at('POST', 'block_users', { ...product, block_users: [{ user: ada }] })
      return { body: new URL(path, receiver.url).searchParams.get('hub.challenge') ?? '' }
    })
    await fixture.simulate(number, { message: { from: ada, text: 'x' } })
    const set = await fixture.call('POST', `/v24.0/${number.phoneNumberId}`, {
      token: number.accessToken,
      body: callbackOf(`${receiver.url}/new`),
    })
    expect(set.body).toEqual({ success: true })
    expect((await fixture.at('GET', 'block_users')).body).toMatchObject({
      data: [{ block_users: [{ wa_id: ada.slice(1) }] }],
    })
  })

  it('stays deleted', async () => {
    await using fixture = await numberFixture()
    const { number, receiver } = fixture
    const path = `/v24.0/${number.phoneNumberId}`
    receiver.respondWith(async ({ path: asked }) => {
      await fixture.call('DELETE', `/_simulator/numbers/${number.phoneNumberId}`)
      return { body: new URL(asked, receiver.url).searchParams.get('hub.challenge') ?? '' }
    })
    const set = { token: number.accessToken, body: callbackOf(`${receiver.url}/new`) }
    expect(codeOf(await fixture.call('POST', path, set))).toBe(190)
    expect(codeOf(await fixture.call('GET', path, { token: number.accessToken }))).toBe(190)
  })
})
