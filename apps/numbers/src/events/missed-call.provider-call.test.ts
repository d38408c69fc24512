import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { connectNumber, listEvents, useNumbers } from '../numbers.fixture.ts'

const { fixture } = useNumbers()

const from = '4915112345678'
const endedAt = '2026-09-21T14:13:20.000Z'

async function connect() {
  const mine = fixture.service.as(fixture.service.workspace())
  const { id, phoneNumberId } = await connectNumber(fixture, mine)
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId }
  const contacts = [{ profile: { name: 'Ada' }, wa_id: from }]
  const post = (...calls: Record<string, string | number>[]) => {
    const value = { messaging_product: 'whatsapp', metadata, contacts, calls } as never
    return fixture.service.clients.numbers.numbers.simulate.mutate({ id, change: { field: 'calls', value } }, mine)
  }
  return { id, post, missed: () => listEvents(fixture, mine, 'call:missed') }
}

const step = (id: string, fields: object) => ({
  id,
  from,
  event: 'terminate',
  direction: 'USER_INITIATED',
  timestamp: String(Date.parse(endedAt) / 1000),
  ...fields,
})

describe('a call', () => {
  it('of a customer that ended without an answer is announced, once however it is repeated', async () => {
    const { id, post, missed } = await connect()
    await post(step('wacid.1', { event: 'connect' }))
    await post(step('wacid.1', { status: 'FAILED' }))
    await post(step('wacid.1', { status: 'FAILED' }), step('wacid.2', { status: 'REJECTED', from_user_id: 'DE.1' }))
    const calls = await until(() => missed().length > 1 && missed(), { describe: 'both calls' })
    expect(calls).toEqual([
      {
        number: id,
        call: 'wacid.1',
        from: { phone: `+${from}`, userId: null, name: 'Ada' },
        endedAt,
        status: 'FAILED',
      },
      {
        number: id,
        call: 'wacid.2',
        from: { phone: `+${from}`, userId: 'DE.1', name: 'Ada' },
        endedAt,
        status: 'REJECTED',
      },
    ])
  })

  it('that was answered, or that the business made, is not announced as missed', async () => {
    const { post, missed } = await connect()
    await post(
      step('wacid.3', { status: 'COMPLETED', duration: 12 }),
      step('wacid.4', { status: 'FAILED', direction: 'BUSINESS_INITIATED' }),
    )
    await post(step('wacid.5', {}))
    const calls = await until(() => missed().length > 0 && missed())
    expect(calls.map(({ call }) => call)).toEqual(['wacid.5'])
  })
})
