import { until } from '@posthorn/testkit'
import { assertAnswer } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../simulator.fixture.ts'
import { jpeg, startGroupFixture } from './group.fixture.ts'

describe('a group', () => {
  it('is requested and reported later, with the id of the request and an invite link', async () => {
    await using fixture = await startGroupFixture()
    const { status, body } = await fixture.ask('  Drivers ', { join_approval_mode: 'approval_required' })
    expect(status).toBe(200)
    expect(await fixture.reported(1)).toMatchObject([
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
    await using fixture = await startGroupFixture()
    const { body } = await fixture.ask('Drivers #131211')
    const [reported] = await fixture.reported(1)
    const group_id = expect.any(String)
    expect(reported).toMatchObject({ request_id: body.request_id, group_id, errors: [{ code: 131211 }] })
    expect((await fixture.at(reported?.['group_id'] as string, 'GET')).status).toBe(400)
  })

  it('is refused with 131215 for a number without groups, and with 100 for a faulty subject', async () => {
    await using fixture = await startGroupFixture({ groups: false })
    const refused = await fixture.ask('Drivers')
    expect(codeOf(refused)).toBe(131215)
    assertAnswer('error', refused.body)
    await using able = await startGroupFixture()
    expect((await able.ask('x'.repeat(129))).status).toBe(400)
  })

  it('shows itself, and is listed, also after a restart', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made({ description: 'north' })
    await fixture.play(group, 'follow_link', '+4915112345678')
    await fixture.restart()
    const shown = await fixture.at(group, 'GET ?fields=subject,description,total_participant_count,participants')
    expect(shown.body).toMatchObject({
      subject: 'Drivers',
      description: 'north',
      total_participant_count: 1,
      participants: [{ wa_id: '4915112345678' }],
    })
    const { body } = await fixture.graph('GET', `/${fixture.number.phoneNumberId}/groups`)
    expect(body).toMatchObject({ data: { groups: [{ id: group, subject: 'Drivers' }] } })
    expect(codeOf(await fixture.at(group, 'GET ?fields=shade'))).toBe(100)
    const other = await fixture.makeNumber()
    const foreign = await fixture.call('GET', `/${group}`, { token: other.accessToken })
    expect(foreign.body).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  })

  it('is gone with its number, also for a later number with the same id', async () => {
    await using fixture = await startGroupFixture()
    await fixture.made({})
    const { phoneNumberId } = fixture.number
    await fixture.call('DELETE', `/_simulator/numbers/${phoneNumberId}`)
    const { accessToken } = await fixture.makeNumber({ phoneNumberId })
    const { body } = await fixture.call('GET', `/v24.0/${phoneNumberId}/groups`, { token: accessToken })
    expect(body).toMatchObject({ data: { groups: [] } })
  })

  it('changes as requested, each setting by itself; what is refused stays as it was', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    const { body } = await fixture.at(group, 'POST', { subject: 'South', description: 'no #100' })
    expect((await fixture.reported(2))[1]).toMatchObject({
      type: 'group_settings_update',
      request_id: body.request_id,
      group_subject: { text: 'South', update_successful: true },
      group_description: { update_successful: false, errors: [{ code: 100 }] },
    })
    const shown = await fixture.at(group, 'GET ?fields=subject,description')
    expect(shown.body).toMatchObject({ subject: 'South', description: '' })
    expect((await fixture.at(group, 'POST', {})).status).toBe(400)
  })

  it.each(['file', 'profile_picture_file'])('takes a square picture as %s', async (name) => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    const { status } = await fixture.picture(group, { name, bytes: jpeg(192, 192) })
    expect(status).toBe(200)
    expect((await fixture.reported(2))[1]).toMatchObject({
      profile_picture: { mime_type: 'image/jpeg', update_successful: true },
    })
  })

  it.each([
    [131209, jpeg(192, 193)],
    [131210, jpeg(191, 191)],
    [131053, Buffer.from('GIF89a')],
  ])('refuses another picture with %i', async (code, bytes) => {
    await using fixture = await startGroupFixture()
    expect(codeOf(await fixture.picture(await fixture.made(), { bytes }))).toBe(code)
  })

  it('is deleted, unless its description names a code', async () => {
    await using fixture = await startGroupFixture()
    const [gone, stays] = [await fixture.made(), await fixture.made({ description: 'kept #131000' })]
    expect((await fixture.at(gone, 'DELETE')).body).toMatchObject({ success: true, request_id: expect.any(String) })
    await fixture.at(stays, 'DELETE')
    const reported = (await fixture.reported(4)).filter(({ type }) => type === 'group_delete')
    expect(reported.find(({ group_id }) => group_id === stays)).toMatchObject({ errors: [{ code: 131000 }] })
    expect(reported.find(({ group_id }) => group_id === gone)).not.toHaveProperty('errors')
    expect((await fixture.at(gone, 'GET')).status).toBe(400)
    expect((await fixture.at(stays, 'GET')).status).toBe(200)
  })

  it('that is suspended takes nothing until that is cleared', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    await fixture.play(group, 'suspend')
    expect(codeOf(await fixture.at(group, 'POST', { subject: 'x' }))).toBe(131207)
    await fixture.play(group, 'clear')
    expect((await fixture.at(group, 'POST', { subject: 'x' })).status).toBe(200)
    const types = (await fixture.reported(4)).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['group_suspend', 'group_suspend_cleared']))
  })
})

describe('a message to a group', () => {
  it('has its states for each of the people, reported together', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    const people = ['+4915112345678', '+4915112345679']
    for (const person of people) await fixture.play(group, 'follow_link', person)
    const sent = await fixture.sendTo(group)
    expect(sent.body).toMatchObject({ messages: [{ group_id: group }] })
    const read = await until(() => {
      const statuses = fixture.statuses().filter(({ status }) => status === 'read')
      return statuses.length === 2 && statuses
    })
    for (const [i, person] of people.entries())
      expect(read[i]).toMatchObject({
        recipient_id: group,
        recipient_type: 'group',
        recipient_participant_id: person.slice(1),
      })
  })

  it('that no one joined is refused with 131020; an interactive one with 131051; a foreign one with 131009', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    expect(codeOf(await fixture.sendTo(group))).toBe(131020)
    expect(codeOf(await fixture.sendTo('nobody'))).toBe(131009)
    const reaction = { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: '👍' } }
    expect(codeOf(await fixture.sendTo(group, reaction))).toBe(131051)
  })

  it('outside the 24 h of the group fails with 131047 until someone writes in it', async () => {
    await using fixture = await startGroupFixture()
    const group = await fixture.made()
    await fixture.play(group, 'follow_link', '+4915112345678')
    await fixture.simulate(fixture.number, { advance: { seconds: 90_000 } })
    await fixture.sendTo(group)
    await until(() => fixture.statuses().some(({ errors }) => errors?.[0]?.code === 131047))
    await fixture.simulate(fixture.number, { message: { from: '+4915112345678', text: 'Hi', groupId: group } })
    await fixture.sendTo(group)
    await until(() => fixture.statuses().some(({ status }) => status === 'read'))
  })
})
