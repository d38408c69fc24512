import { describe, expect, it } from 'vitest'
import { codeOf } from '../simulator.fixture.ts'
import { startGroupFixture } from './group.fixture.ts'

const anna = '+4915112345678'
const ben = '+4915112345679'

describe('people of a group', () => {
  it('come by the link and go by themselves, with a phone or without', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    for (const who of [anna, 'DE.42'])
      expect((await fixture.play(group, 'follow_link', who)).body.outcome).toBe('joined')
    await fixture.play(group, 'leave', anna)
    const reported = await fixture.reported(4)
    expect(reported.filter(({ type }) => type === 'group_participants_add')).toMatchObject([
      { reason: 'invite_link', added_participants: [{ wa_id: '4915112345678' }] },
      { added_participants: [{ user_id: 'DE.42' }] },
    ])
    expect(reported.find(({ type }) => type === 'group_participants_remove')).toMatchObject({
      initiated_by: 'participant',
      removed_participants: [{ wa_id: '4915112345678' }],
    })
    expect((await fixture.play(group, 'follow_link', anna)).status).toBe(200)
  })

  it('that are removed cannot come back, and people outside the group cannot be removed', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    await fixture.play(group, 'follow_link', anna)
    const participants = [{ user: anna }, { user: ben }]
    const { body } = await fixture.at(group, 'DELETE /participants', { participants })
    expect((await fixture.reported(3)).find(({ request_id }) => request_id === body.request_id)).toMatchObject({
      initiated_by: 'business',
      removed_participants: [{ input: anna, wa_id: '4915112345678' }],
      failed_participants: [{ input: ben, errors: [{ code: 131212 }] }],
    })
    expect((await fixture.play(group, 'follow_link', anna)).status).toBe(409)
  })

  it('are eight at most, and never added directly', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    for (let i = 0; i < 8; i++) await fixture.play(group, 'follow_link', `+491511234560${i}`)
    expect((await fixture.play(group, 'follow_link', anna)).status).toBe(409)
    const participants = [{ user: anna }]
    expect((await fixture.at(group, 'POST /participants', { participants })).status).toBe(400)
  })

  it('ask where the group wants that, and are let in or not, each by itself', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made({ join_approval_mode: 'approval_required' })
    for (const who of [anna, ben, '+4915112345670'])
      expect((await fixture.play(group, 'follow_link', who)).body.outcome).toBe('asked')
    await fixture.play(group, 'withdraw', '+4915112345670')
    const { data } = (await fixture.at(group, 'GET /join_requests')).body as { data: { join_request_id: string }[] }
    const [first, second] = data.map(({ join_request_id }) => join_request_id)
    expect(data).toMatchObject([{ wa_id: '4915112345678' }, { wa_id: '4915112345679' }])
    const approved = await fixture.at(group, 'POST /join_requests', { join_requests: [first, 'gone'] })
    expect(approved.body).toMatchObject({
      approved_join_requests: [first],
      failed_join_requests: [{ join_request_id: 'gone', errors: [{ code: 131213 }] }],
    })
    const rejected = await fixture.at(group, 'DELETE /join_requests', { join_requests: [second] })
    expect(rejected.body).toMatchObject({ rejected_join_requests: [second] })
    expect((await fixture.at(group, 'GET /join_requests')).body).toEqual({ data: [] })
    const types = (await fixture.reported(6)).map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining(['group_join_request_created', 'group_join_request_revoked', 'group_participants_add']),
    )
  })

  it('get in no more by a link that was reset', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    const { body: old } = await fixture.at(group, 'GET /invite_link')
    const { body: fresh } = await fixture.at(group, 'POST /invite_link', {})
    expect(fresh.invite_link).not.toBe(old.invite_link)
    expect((await fixture.play(group, 'follow_link', { who: anna, link: old.invite_link })).status).toBe(409)
    expect((await fixture.play(group, 'follow_link', { who: anna, link: fresh.invite_link })).status).toBe(200)
  })

  it('cannot be removed from a suspended group', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    await fixture.play(group, 'suspend')
    expect(codeOf(await fixture.at(group, 'DELETE /participants', { participants: [{ user: anna }] }))).toBe(131207)
    expect((await fixture.play(group, 'follow_link', anna)).status).toBe(409)
  })
})
