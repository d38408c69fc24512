import { describe, expect, it } from 'vitest'
import { codeOf } from '../stage.suite.ts'
import { groupStage } from './group.suite.ts'

const anna = '+4915112345678'
const ben = '+4915112345679'

describe('people of a group', () => {
  it('come by the link and go by themselves, with a phone or without', async () => {
    await using staged = await groupStage()
    const group = await staged.made()
    for (const who of [anna, 'DE.42'])
      expect((await staged.play(group, 'follow_link', who)).body.outcome).toBe('joined')
    await staged.play(group, 'leave', anna)
    const told = await staged.told(4)
    expect(told.filter(({ type }) => type === 'group_participants_add')).toMatchObject([
      { reason: 'invite_link', added_participants: [{ wa_id: '4915112345678' }] },
      { added_participants: [{ user_id: 'DE.42' }] },
    ])
    expect(told.find(({ type }) => type === 'group_participants_remove')).toMatchObject({
      initiated_by: 'participant',
      removed_participants: [{ wa_id: '4915112345678' }],
    })
    expect((await staged.play(group, 'follow_link', anna)).status).toBe(200)
  })

  it('that are removed cannot come back, and strangers cannot be removed', async () => {
    await using staged = await groupStage()
    const group = await staged.made()
    await staged.play(group, 'follow_link', anna)
    const participants = [{ user: anna }, { user: ben }]
    const { body } = await staged.at(group, 'DELETE /participants', { participants })
    expect((await staged.told(3)).find(({ request_id }) => request_id === body.request_id)).toMatchObject({
      initiated_by: 'business',
      removed_participants: [{ input: anna, wa_id: '4915112345678' }],
      failed_participants: [{ input: ben, errors: [{ code: 131212 }] }],
    })
    expect((await staged.play(group, 'follow_link', anna)).status).toBe(409)
  })

  it('are eight at most, and never added directly', async () => {
    await using staged = await groupStage()
    const group = await staged.made()
    for (let i = 0; i < 8; i++) await staged.play(group, 'follow_link', `+491511234560${i}`)
    expect((await staged.play(group, 'follow_link', anna)).status).toBe(409)
    const participants = [{ user: anna }]
    expect((await staged.at(group, 'POST /participants', { participants })).status).toBe(400)
  })

  it('ask where the group wants that, and are let in or not, each by itself', async () => {
    await using staged = await groupStage()
    const group = await staged.made({ join_approval_mode: 'approval_required' })
    for (const who of [anna, ben, '+4915112345670'])
      expect((await staged.play(group, 'follow_link', who)).body.outcome).toBe('asked')
    await staged.play(group, 'withdraw', '+4915112345670')
    const { data } = (await staged.at(group, 'GET /join_requests')).body as { data: { join_request_id: string }[] }
    const [first, second] = data.map(({ join_request_id }) => join_request_id)
    expect(data).toMatchObject([{ wa_id: '4915112345678' }, { wa_id: '4915112345679' }])
    const approved = await staged.at(group, 'POST /join_requests', { join_requests: [first, 'gone'] })
    expect(approved.body).toMatchObject({
      approved_join_requests: [first],
      failed_join_requests: [{ join_request_id: 'gone', errors: [{ code: 131213 }] }],
    })
    const rejected = await staged.at(group, 'DELETE /join_requests', { join_requests: [second] })
    expect(rejected.body).toMatchObject({ rejected_join_requests: [second] })
    expect((await staged.at(group, 'GET /join_requests')).body).toEqual({ data: [] })
    const types = (await staged.told(6)).map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining(['group_join_request_created', 'group_join_request_revoked', 'group_participants_add']),
    )
  })

  it('get in no more by a link that was reset', async () => {
    await using staged = await groupStage()
    const group = await staged.made()
    const { body: old } = await staged.at(group, 'GET /invite_link')
    const { body: fresh } = await staged.at(group, 'POST /invite_link', {})
    expect(fresh.invite_link).not.toBe(old.invite_link)
    expect((await staged.play(group, 'follow_link', { who: anna, link: old.invite_link })).status).toBe(409)
    expect((await staged.play(group, 'follow_link', { who: anna, link: fresh.invite_link })).status).toBe(200)
  })

  it('cannot be removed from a suspended group', async () => {
    await using staged = await groupStage()
    const group = await staged.made()
    await staged.play(group, 'suspend')
    expect(codeOf(await staged.at(group, 'DELETE /participants', { participants: [{ user: anna }] }))).toBe(131207)
    expect((await staged.play(group, 'follow_link', anna)).status).toBe(409)
  })
})
