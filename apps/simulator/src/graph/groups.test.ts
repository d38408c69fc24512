import { until } from '@posthorn/testkit'
import { assertAnswer } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { codeOf, stage, valuesTold } from '../stage.suite.ts'

type Staged = Awaited<ReturnType<typeof stage>>

const ask = (staged: Staged, subject: string, rest: object = {}) =>
  staged.call('POST', `/v24.0/${staged.number.phoneNumberId}/groups`, {
    token: staged.number.accessToken,
    body: { messaging_product: 'whatsapp', subject, ...rest },
  })

const groupsTold = async (staged: Staged) => {
  await until(() => staged.receiver.requests.length > 0)
  return valuesTold(staged.receiver, staged.number).flatMap((value) => value.groups as Record<string, unknown>[])
}

describe('a group', () => {
  it('is asked for and told of later, with the id of the request and an invite link', async () => {
    await using staged = await stage()
    const { status, body } = await ask(staged, '  Drivers ', { join_approval_mode: 'approval_required' })
    expect(status).toBe(200)
    expect(await groupsTold(staged)).toMatchObject([
      {
        type: 'group_create',
        request_id: body.request_id,
        subject: 'Drivers',
        group_id: expect.stringMatching(/./),
        invite_link: expect.stringMatching(/^https:\/\/chat\.whatsapp\.com\//),
        join_approval_mode: 'approval_required',
      },
    ])
  })

  it('whose subject names a code is accepted and fails with it', async () => {
    await using staged = await stage()
    const { body } = await ask(staged, 'Drivers #131211')
    const [told] = await groupsTold(staged)
    expect(told).toMatchObject({ request_id: body.request_id, errors: [{ code: 131211 }] })
    expect(told).not.toHaveProperty('group_id')
  })

  it('is refused with 131215 for a number without groups, and with 100 for a faulty subject', async () => {
    await using staged = await stage({ number: { groups: false } })
    const refused = await ask(staged, 'Drivers')
    expect(codeOf(refused)).toBe(131215)
    assertAnswer('error', refused.body)
    await using able = await stage()
    expect((await ask(able, 'x'.repeat(129))).status).toBe(400)
  })
})
