import { type InputOf, type numbers, sampledFields } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectNumber, eventsOf, type NumbersSetup, startNumbers } from '../setup.suite.ts'

type Change = NonNullable<InputOf<typeof numbers.numbers.simulate>['change']>

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

/** A connected number that has just been looked at, and the provider, who tells news of its account. */
async function stage() {
  const mine = setup.kit.as(setup.kit.workspace())
  const { id } = await connectNumber(setup, mine)
  const tell = (field: string, value?: object) => {
    const change = { field, ...(value && { value: value as NonNullable<Change['value']> }) }
    return setup.kit.clients.numbers.numbers.simulate.mutate({ id, change }, mine)
  }
  const lookedAt = async () =>
    new Date((await setup.kit.clients.numbers.devices.get.query({ id }, mine)).checkedAt).getTime()
  const unpacked = () =>
    setup.kit.rows('select error from provider_inbox where number_id = $1 and unpacked_at is not null', [id])
  return { mine, id, tell, lookedAt, unpacked }
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
    expect(await tell(field, value)).toMatchObject({ simulated: 'change' })
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

  it('of any field there is a sample of is stored and taken apart, and none that is new or ill-formed keeps what comes after from being heard', async () => {
    const { mine, tell, lookedAt, unpacked } = await stage()
    for (const field of sampledFields) await tell(field)
    for (const field of ['message_template_status_update', 'template_category_update', 'what_comes'])
      await tell(field, { message_template_name: 7, event: {} })
    await until(() => eventsOf(setup, mine, 'template:updated').length === 3, { describe: 'news of the samples' })
    const before = await lookedAt()
    await tell('account_update', { event: 'ACCOUNT_RECONNECTED' })
    await until(async () => (await lookedAt()) > before, { describe: 'another look' })
    expect((await unpacked()).every(({ error }) => error === null)).toBe(true)
    expect(await setup.kit.rows('select 1 from dead_event')).toEqual([])
  })

  it('user_preferences is told as the word of that customer', async () => {
    const { mine, id, tell } = await stage()
    await tell('user_preferences')
    const told = await until(() => eventsOf(setup, mine, 'provider:preference')[0])
    expect(told).toMatchObject({ number: id, from: { phone: '+16505551234' }, preference: 'stop' })
  })

  it('is refused where it names no field of the provider, or no value of a field without sample', async () => {
    const { tell } = await stage()
    await expect(tell('what_comes')).rejects.toThrow('there is no sample of what_comes')
    await expect(tell('Account Update')).rejects.toThrow('must be a field of the provider')
  })
})
