import { until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import {
  type Caller,
  connectNumber,
  createCloudNumber,
  listEvents,
  postCallback,
  sign,
  useNumbers,
} from '../numbers.fixture.ts'

const { fixture, newcomer } = useNumbers()

/** Connects a number of a new business account. `input`: what it shares with another number. */
async function connectAccount(caller: Caller, input: { appSecret?: string; businessAccountId?: string } = {}) {
  const cloud = { ...(await createCloudNumber(fixture)), ...input }
  return { ...cloud, ...(await connectNumber(fixture, caller, cloud)) }
}

const template = { message_template_id: 1, message_template_name: 'parcel', message_template_language: 'de' }
const approved = { field: 'message_template_status_update', value: { ...template, event: 'APPROVED' } }
const banned = { field: 'account_update', value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } } }

it('an update about an account reaches a number of it in each workspace whose app secret signed it, whatever number it is posted to', async () => {
  const [mine, partner, stranger] = [newcomer(), newcomer(), newcomer()]
  const posted = await connectAccount(mine)
  const { appSecret } = posted
  const other = await connectAccount(mine, { appSecret })
  const shared = await connectAccount(partner, { appSecret })
  await fixture.service.rows('update number set business_account_id = $2 where id = $1', [
    shared.id,
    other.businessAccountId,
  ])
  const foreign = await connectAccount(stranger)
  const entry = [other, foreign].map(({ businessAccountId }) => ({
    id: businessAccountId,
    time: 1,
    changes: [approved, banned],
  }))
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  await postCallback(fixture.service, { number: posted.id, body, signature: sign(body, appSecret) })
  for (const [caller, number] of [
    [mine, other.id],
    [partner, shared.id],
  ] as const) {
    await until(() => listEvents(fixture, caller, 'template:updated').length > 0)
    expect(listEvents(fixture, caller, 'template:updated')).toMatchObject([{ number, name: 'parcel' }])
    const reports = () => listEvents(fixture, caller, 'number:updated').filter(({ account }) => account)
    await until(() => reports().length > 0)
    expect(reports()).toMatchObject([{ id: number, account: { event: 'DISABLED_UPDATE' } }])
  }
  expect(listEvents(fixture, stranger, 'template:updated')).toEqual([])
  const [row] = await fixture.service.rows('select quarantined from callback where number_id = $1', [posted.id])
  expect(row?.['quarantined']).toHaveLength(2)
})

it('a number whose credentials cannot be decrypted keeps no update from the others in a body', async () => {
  const [mine, partner] = [newcomer(), newcomer()]
  const posted = await connectAccount(mine)
  const { appSecret, businessAccountId } = posted
  const lost = await connectAccount(partner, { appSecret })
  await fixture.service.rows(
    `update number set business_account_id = $2, credentials = 'v1.lost.AAAA', version = version + 1 where id = $1`,
    [lost.id, businessAccountId],
  )
  const entry = [{ id: businessAccountId, time: 1, changes: [approved] }]
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  await postCallback(fixture.service, { number: posted.id, body, signature: sign(body, appSecret) })
  await until(() => listEvents(fixture, mine, 'template:updated').length > 0)
  expect(listEvents(fixture, partner, 'template:updated')).toEqual([])
})
