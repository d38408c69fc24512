import { until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import {
  buildMessagesBody,
  buildTexts,
  type Caller,
  connectNumber,
  createCloudNumber,
  listEvents,
  postCallback,
  sign,
  statusOf,
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

it('a number whose credentials cannot be decrypted fails only its own callbacks, not those that come with them', async () => {
  const [lost, other] = [await connectAccount(newcomer()), await connectAccount(newcomer())]
  const { rows } = fixture.service
  await rows(`update number set credentials = 'v1.lost.AAAA', version = version + 1 where id = $1`, [lost.id])
  const places = Array.from({ length: 20 }, (_, i) => i)
  const statuses = places.map((i) => {
    const { id, appSecret, phoneNumberId } = i % 2 === 0 ? lost : other
    const body = buildMessagesBody('1', buildTexts(phoneNumberId, [`wamid.${i}`]))
    return statusOf(postCallback(fixture.service, { number: id, body, signature: sign(body, appSecret) }))
  })
  expect(await Promise.all(statuses)).toEqual(places.map((i) => (i % 2 === 0 ? 500 : 200)))
  // A batch that fails leaves its bodies to the loop, which unpacks them later than they are received.
  const stored =
    'select number_id as number, unpacked_at = received_at as together from callback where number_id = any($1)'
  expect(await rows(stored, [[lost.id, other.id]])).toEqual(Array(10).fill({ number: other.id, together: true }))
})
