import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appSecretOf,
  callback,
  connectNumber,
  eventsOf,
  type NumbersSetup,
  sign,
  startNumbers,
} from '../setup.suite.ts'

let setup: NumbersSetup
beforeAll(async () => {
  setup = await startNumbers()
})
afterAll(() => setup[Symbol.asyncDispose]())

const phone = { display_phone_number: '15550783881' }
const template = {
  message_template_id: 594425479261596,
  message_template_name: 'parcel',
  message_template_language: 'en_US',
}
const about = { template: '594425479261596', name: 'parcel', language: 'en_US' }

/** A connected number that has just been looked at, and callbacks of its account as the provider signs them. */
async function stage() {
  const mine = setup.kit.as(setup.kit.workspace())
  const { id } = await connectNumber(setup, mine)
  const secret = await appSecretOf(setup.kit, id)
  const [row] = await setup.kit.rows<{ account: string }>(
    'select business_account_id as account from number where id = $1',
    [id],
  )
  const tell = (field: string, value: object) => {
    const entry = [{ id: row?.account, time: 1_763_000_000, changes: [{ field, value }] }]
    const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
    return callback(setup.kit, { number: id, body, signature: sign(body, secret) })
  }
  const lookedAt = async () =>
    new Date((await setup.kit.clients.numbers.devices.get.query({ id }, mine)).checkedAt).getTime()
  return { mine, id, tell, lookedAt }
}

describe('a callback about an account (cloud-api.md 5.8)', () => {
  it.each<[string, object]>([
    ['phone_number_quality_update', { ...phone, event: 'FLAGGED', current_limit: 'TIER_1K' }],
    ['phone_number_quality_update', { ...phone, event: 'ONBOARDING', max_daily_conversations_per_business: 'TIER_2K' }],
    ['phone_number_name_update', { ...phone, decision: 'REJECTED', rejection_reason: 'NAME_NOT_CONSISTENT' }],
    ['account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } }],
    ['account_update', { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }],
    ['account_review_update', { decision: 'REJECTED' }],
    [
      'business_capability_update',
      { max_daily_conversations_per_business: 'TIER_10K', max_phone_numbers_per_waba: 25 },
    ],
    ['security', { ...phone, event: 'PIN_CHANGED', requester: '1' }],
  ])('%s %j has the number looked at now', async (field, value) => {
    const { tell, lookedAt } = await stage()
    const before = await lookedAt()
    expect(await tell(field, value)).toEqual({ stored: true })
    await until(async () => (await lookedAt()) > before, { describe: 'another look' })
  })

  it.each<[string, object, object]>([
    [
      'message_template_status_update',
      { ...template, event: 'REJECTED', reason: 'PROMOTIONAL' },
      { change: 'status', status: 'REJECTED', reason: 'PROMOTIONAL' },
    ],
    [
      'message_template_status_update',
      { ...template, event: 'PAUSED', reason: 'NONE' },
      { change: 'status', status: 'PAUSED' },
    ],
    [
      'message_template_quality_update',
      { ...template, previous_quality_score: 'GREEN', new_quality_score: 'RED' },
      { change: 'quality', quality: 'RED' },
    ],
    [
      'template_category_update',
      { ...template, previous_category: 'UTILITY', new_category: 'MARKETING' },
      { change: 'category', category: 'MARKETING' },
    ],
    [
      'template_category_update',
      { ...template, correct_category: 'MARKETING', category_update_timestamp: 1_763_100_000 },
      { change: 'category', category: 'MARKETING' },
    ],
  ])('%s %j is told as news of the template', async (field, value, told) => {
    const { mine, id, tell } = await stage()
    await tell(field, value)
    await until(() => eventsOf(setup, mine, 'template:updated').length > 0)
    expect(eventsOf(setup, mine, 'template:updated')).toEqual([{ number: id, ...about, ...told }])
  })

  it('of any other field is stored, and neither it nor an ill-formed one keeps what comes after from being heard', async () => {
    const { mine, tell, lookedAt } = await stage()
    const others = [
      'account_alerts',
      'message_template_components_update',
      'user_preferences',
      'flows',
      'calls',
      'what_comes',
    ]
    for (const field of others) expect(await tell(field, { entity_type: 'BUSINESS' })).toEqual({ stored: true })
    for (const field of ['message_template_status_update', 'template_category_update'])
      expect(await tell(field, { message_template_name: 7, event: {} })).toEqual({ stored: true })
    const before = await lookedAt()
    await tell('account_update', { event: 'ACCOUNT_RECONNECTED' })
    await until(async () => (await lookedAt()) > before, { describe: 'another look' })
    expect(eventsOf(setup, mine, 'template:updated')).toEqual([])
    expect(await setup.kit.rows('select 1 from dead_event')).toEqual([])
  })
})
