import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { type Caller, listEvents, useNumbers } from '../numbers.fixture.ts'

const { fixture, newcomer, connect } = useNumbers()

const numbers = () => fixture.service.clients.numbers.numbers
const changes = (caller: Caller) => listEvents(fixture, caller, 'number:updated').map(({ change }) => change)

describe('the device of a number', () => {
  it('has quality, limit and health as the provider reported them', async () => {
    const mine = newcomer()
    const { id, phone } = await connect(mine)
    expect(await numbers().get.query({ id }, mine)).toMatchObject({
      phone,
      device: {
        qualityRating: 'GREEN',
        messagingLimit: 'TIER_UNLIMITED',
        throughput: 'STANDARD',
        canSend: 'AVAILABLE',
        checkedAt: expect.any(String),
      },
    })
  })

  it.each([
    ['quality', { quality: 'RED' as const }, { device: { qualityRating: 'RED' } }],
    ['limit', { messagingLimit: 'TIER_250' as const }, { device: { messagingLimit: 'TIER_250' } }],
    ['restricted', { status: 'RESTRICTED' as const }, { status: 'restricted', device: { canSend: 'LIMITED' } }],
    ['restricted', { canSend: 'BLOCKED' as const }, { status: 'restricted', device: { canSend: 'BLOCKED' } }],
    ['name', { name: { name: 'North', decision: 'APPROVED' as const } }, { device: { verifiedName: 'North' } }],
  ])('a change of %s that a callback reports is checked and announced', async (change, account, expected) => {
    const mine = newcomer()
    const { id } = await connect(mine)
    const played = await numbers().simulate.mutate({ id, account }, mine)
    expect(played).toEqual({ simulated: 'account', providerId: null })
    await until(() => changes(mine).includes(change as 'quality'))
    expect(await numbers().get.query({ id }, mine)).toMatchObject(expected)
    expect(changes(mine).filter((each) => each !== 'account')).toEqual(['connected', change])
  })

  it('a banned number is in error, and in order again when the provider says so', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    await numbers().simulate.mutate({ id, account: { status: 'BANNED' } }, mine)
    await until(async () => (await numbers().get.query({ id }, mine)).status === 'error')
    await numbers().simulate.mutate({ id, account: { status: 'CONNECTED' } }, mine)
    await until(async () => (await numbers().get.query({ id }, mine)).status === 'active')
  })
})
