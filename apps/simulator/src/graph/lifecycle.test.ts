import { until } from '@posthorn/testkit'
import { hasDocument, violations } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { codeOf, reportedValues, startFixture, textTo } from '../simulator.fixture.ts'

const pin = '135790'
const product = { messaging_product: 'whatsapp' }

async function fixture(number: Record<string, unknown> = {}) {
  const all = await startFixture({ number })
  const at = (path: string, body?: unknown) =>
    all.call(body === undefined ? 'GET' : 'POST', `/v24.0/${all.number.phoneNumberId}${path}`, {
      token: all.number.accessToken,
      body,
    })
  const digits = all.number.displayPhoneNumber.replace(/\D/g, '').slice(-6)
  return { ...all, at, digits, [Symbol.asyncDispose]: all[Symbol.asyncDispose] }
}

const node = '?fields=status,code_verification_status,health_status,quality_rating'

describe('the life of a number', () => {
  it('a new number sends only once it is verified and registered', async () => {
    await using all = await fixture({ registered: false })
    const { at, digits, number } = all
    expect((await at(node)).body).toMatchObject({ status: 'PENDING', code_verification_status: 'NOT_VERIFIED' })
    expect(codeOf(await all.post(number, textTo('+4915112345678')))).toBe(133010)
    expect(codeOf(await at('/register', { ...product, pin }))).toBe(133006)
    expect(codeOf(await at('/verify_code', { code: digits }))).toBe(136025)
    expect((await at('/request_code', { code_method: 'SMS', language: 'en_US' })).body).toEqual({ success: true })
    expect(codeOf(await at('/verify_code', { code: '000000' }))).toBe(136025)
    expect((await at('/verify_code', { code: digits })).body).toEqual({ success: true })
    expect((await at('/register', { ...product, pin })).body).toEqual({ success: true })
    expect((await at(node)).body).toMatchObject({ status: 'CONNECTED', code_verification_status: 'VERIFIED' })
    expect((await all.sendText(number, '+4915112345678')).status).toBe(200)
    expect(codeOf(await at('/request_code', { code_method: 'SMS', language: 'en_US' }))).toBe(136024)
  })

  it('a code ages, a PIN stays, and the eleventh registration within 72 h is refused', async () => {
    await using all = await fixture({ registered: false })
    const { at, digits, number } = all
    await at('/request_code', { code_method: 'VOICE', language: 'de_DE' })
    await all.simulate(number, { advance: { seconds: 601 } })
    expect(codeOf(await at('/verify_code', { code: digits }))).toBe(136025)
    await at('/request_code', { code_method: 'VOICE', language: 'de_DE' })
    await at('/verify_code', { code: digits })
    for (let i = 0; i < 10; i++) expect((await at('/register', { ...product, pin })).status).toBe(200)
    expect(codeOf(await at('/register', { ...product, pin: '000000' }))).toBe(133005)
    expect(codeOf(await at('/register', { ...product, pin }))).toBe(133016)
    await all.simulate(number, { advance: { seconds: 72 * 3600 } })
    expect((await at('/deregister', {})).status).toBe(200)
    expect((await at(node)).body).toMatchObject({ status: 'PENDING', health_status: { can_send_message: 'BLOCKED' } })
  })
})

describe('the profile of a number', () => {
  it('shows what was set, forgets what was emptied, and keeps to the provider document', async () => {
    await using all = await fixture()
    const profile = {
      about: 'Open',
      email: 'shop@example.com',
      websites: ['https://shop.example.com'],
      vertical: 'RETAIL',
    }
    const path = '/whatsapp_business_profile'
    expect((await all.at(path, { ...product, ...profile })).body).toEqual({ success: true })
    const read = await all.at(`${path}?fields=about,email`)
    expect(read.body).toEqual({ data: [{ ...product, about: 'Open', email: 'shop@example.com' }] })
    expect((await all.at(`${path}?fields=about,age`)).status).toBe(400)
    if (hasDocument) expect(violations('WhatsAppBusinessProfileResponse', read.body)).toEqual([])
    await all.at(path, { ...product, email: '', websites: [] })
    expect((await all.at(path)).body).toEqual({ data: [{ ...product, about: 'Open', vertical: 'RETAIL' }] })
    expect((await all.at(path, { ...product, websites: ['a', 'b', 'c'] })).status).toBe(400)
  })
})

describe('what the provider decides', () => {
  it('is on the node at once and reported by callbacks that have a time', async () => {
    await using all = await fixture()
    const account = { quality: 'RED', messagingLimit: 'TIER_250', name: { name: 'Shop North', decision: 'APPROVED' } }
    expect((await all.simulate(all.number, { account })).body).toEqual({ simulated: 'account' })
    expect((await all.at(node)).body).toMatchObject({ quality_rating: 'RED' })
    const fields = () =>
      all.receiver.requests.flatMap(({ json }) => (json as { entry: Entry[] }).entry.flatMap(({ changes }) => changes))
    const reported = await untilThree(fields)
    expect(reported.map(({ field }) => field).sort()).toEqual([
      'phone_number_name_update',
      'phone_number_quality_update',
      'phone_number_quality_update',
    ])
    expect(reportedValues(all.receiver, all.number)).toHaveLength(3)
  })
})

type Entry = { changes: { field: string }[] }

function untilThree(fields: () => { field: string }[]): Promise<{ field: string }[]> {
  return until(() => fields().length >= 3 && fields())
}
