import { eventCatalog, type InputOf, type numbers, sampledFields } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { connectNumber, listEvents, useNumbers } from '../numbers.fixture.ts'

type Change = NonNullable<InputOf<typeof numbers.numbers.simulate>['change']>

const { fixture } = useNumbers()

const phone = { display_phone_number: '15550783881' }
const template = {
  message_template_id: 594425479261596,
  message_template_name: 'parcel',
  message_template_language: 'en_US',
}
const about = { template: '594425479261596', name: 'parcel', language: 'en_US' }

async function connect() {
  const mine = fixture.service.as(fixture.service.workspace())
  const { id } = await connectNumber(fixture, mine)
  const report = (field: string, value?: object) => {
    const change = { field, ...(value && { value: value as NonNullable<Change['value']> }) }
    return fixture.service.clients.numbers.numbers.simulate.mutate({ id, change }, mine)
  }
  const checkedAtMs = async () =>
    new Date((await fixture.service.clients.numbers.numbers.get.query({ id }, mine)).device.checkedAt).getTime()
  const unpacked = () =>
    fixture.service.rows('select error from callback where number_id = $1 and unpacked_at is not null', [id])
  return { mine, id, report, checkedAtMs, unpacked }
}

describe('a callback about an account', () => {
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
    ['messages', { errors: [{ code: 131031, title: 'Business account has been locked' }] }],
  ])('%s %j makes the check of the number due now', async (field, value) => {
    const { report, checkedAtMs } = await connect()
    const before = await checkedAtMs()
    expect(await report(field, value)).toMatchObject({ simulated: 'change' })
    await until(async () => (await checkedAtMs()) > before, { describe: 'another check' })
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
      { change: 'quality', quality: 'RED', previous: 'GREEN' },
    ],
    [
      'template_category_update',
      { ...template, previous_category: 'UTILITY', new_category: 'MARKETING' },
      { change: 'category', category: 'MARKETING', previous: 'UTILITY' },
    ],
    [
      'template_category_update',
      { ...template, correct_category: 'MARKETING', new_category: 'UTILITY', category_update_timestamp: 1_763_100_000 },
      { change: 'category', category: 'MARKETING', previous: 'UTILITY', effectiveAt: '2025-11-14T06:00:00.000Z' },
    ],
    [
      'message_template_status_update',
      {
        ...template,
        event: 'REJECTED',
        reason: 'INVALID_FORMAT',
        rejection_info: { reason: 'A variable is missing.', recommendation: 'Add it.' },
        disable_info: { disable_date: 1_763_100_000 },
      },
      {
        change: 'status',
        status: 'REJECTED',
        reason: 'INVALID_FORMAT',
        explanation: 'A variable is missing.',
        recommendation: 'Add it.',
        disabledAt: '2025-11-14T06:00:00.000Z',
      },
    ],
    [
      'message_template_status_update',
      {
        ...template,
        event: 'PAUSED',
        reason: 'NONE',
        other_info: { title: 'FIRST_PAUSE', description: 'Paused for 3 hours.' },
      },
      { change: 'status', status: 'PAUSED', title: 'FIRST_PAUSE', explanation: 'Paused for 3 hours.' },
    ],
    [
      'message_template_components_update',
      {
        ...template,
        message_template_element: 'Hi',
        message_template_buttons: [{ message_template_button_type: 'URL' }],
      },
      { change: 'components', components: { body: 'Hi', buttons: [{ message_template_button_type: 'URL' }] } },
    ],
  ])('%s %j is announced as a change of the template', async (field, value, expected) => {
    const { mine, id, report } = await connect()
    await report(field, value)
    await until(() => listEvents(fixture, mine, 'template:updated').length > 0)
    const whole = eventCatalog['template:updated'].data.parse({ number: id, ...about, ...expected })
    expect(listEvents(fixture, mine, 'template:updated')).toEqual([whole])
  })

  it('of any field there is a sample of is stored and unpacked, and no unknown or ill-formed one delays later ones', async () => {
    const { mine, report, checkedAtMs, unpacked } = await connect()
    for (const field of sampledFields) await report(field)
    for (const field of ['message_template_status_update', 'template_category_update', 'what_comes'])
      await report(field, { message_template_name: 7, event: {} })
    await until(() => listEvents(fixture, mine, 'template:updated').length === 4, {
      describe: 'the changes of the samples',
    })
    const before = await checkedAtMs()
    await report('account_update', { event: 'ACCOUNT_RECONNECTED' })
    await until(async () => (await checkedAtMs()) > before, { describe: 'another check' })
    expect((await unpacked()).every(({ error }) => error === null)).toBe(true)
    expect(await fixture.service.rows('select 1 from dead_event')).toEqual([])
  })

  it.each<[string, object, object]>([
    [
      'account_update',
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [
          { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_763_100_000 },
          { restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION', expiration: 1_763_000_000 },
        ],
      },
      {
        event: 'ACCOUNT_RESTRICTION',
        reason: 'RESTRICTED_BIZ_INITIATED_MESSAGING, RESTRICTED_ADD_PHONE_NUMBER_ACTION',
        until: '2025-11-14T06:00:00.000Z',
      },
    ],
    [
      'account_update',
      { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
      { event: 'ACCOUNT_VIOLATION', reason: 'SCAM' },
    ],
    [
      'account_update',
      {
        event: 'DISABLED_UPDATE',
        ban_info: { waba_ban_state: ['SCHEDULE_FOR_DISABLE'], waba_ban_date: 'June 1, 2027' },
      },
      { event: 'DISABLED_UPDATE', reason: 'SCHEDULE_FOR_DISABLE', bannedAt: 'June 1, 2027' },
    ],
    [
      'account_alerts',
      { entity_type: 'BUSINESS', alert_info: { alert_type: 'INCREASED_CAPABILITIES', alert_description: 'More.' } },
      { event: 'INCREASED_CAPABILITIES', reason: 'More.' },
    ],
    ['account_settings_update', { anything: 1 }, { event: 'ACCOUNT_SETTINGS_UPDATE' }],
  ])('%s %j is announced for every number of the account, with reason and dates', async (field, value, expected) => {
    const { mine, id, report } = await connect()
    await report(field, value)
    const [change] = await until(() => {
      const changes = listEvents(fixture, mine, 'number:updated').filter((event) => event.change === 'account')
      return changes.length > 0 && changes
    })
    expect(change).toMatchObject({ id, account: { field, ...expected, details: value } })
    // The report makes a check due, but this time is that of the last one.
    expect(Date.parse(change?.device.checkedAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000)
  })

  it('user_preferences is announced as the preference of that customer', async () => {
    const { mine, id, report } = await connect()
    await report('user_preferences')
    const preference = await until(() => listEvents(fixture, mine, 'provider:preference')[0])
    expect(preference).toMatchObject({ number: id, from: { phone: '+16505551234' }, preference: 'stop' })
  })

  it('is refused where it names no field of the provider, or no value of a field without sample', async () => {
    const { report } = await connect()
    await expect(report('what_comes')).rejects.toThrow('there is no sample for what_comes')
    await expect(report('Account Update')).rejects.toThrow('must be a provider field')
  })
})
