import { describe, expect, it } from 'vitest'
import { groupCreation } from './callback-group.ts'
import { graphError, json, line, startGraph } from './graph.suite.ts'

const drivers = { subject: 'Drivers', joinApproval: true }

describe('a group', () => {
  it('is asked for by subject and mode, and the answer names the request', async () => {
    const { provider, captured } = await startGraph(json(200, { messaging_product: 'whatsapp', request_id: 'R1' }))
    expect(await provider.createGroup(line, { ...drivers, description: 'north' })).toEqual({
      outcome: 'requested',
      requestId: 'R1',
    })
    expect(captured[0]).toMatchObject({
      method: 'POST',
      url: '/v24.0/106540352242922/groups',
      body: {
        messaging_product: 'whatsapp',
        subject: 'Drivers',
        description: 'north',
        join_approval_mode: 'approval_required',
      },
    })
  })

  it('is unknown when the answer names no request, and refused where the number may have none', async () => {
    const lost = await startGraph(json(200, {}))
    expect(await lost.provider.createGroup(line, drivers)).toMatchObject({ outcome: 'unknown' })
    const unable = await startGraph(graphError(400, 131215))
    expect(await unable.provider.createGroup(line, drivers)).toMatchObject({
      outcome: 'refused',
      error: { code: 131215, errorCode: 'capability:unsupported' },
      suspendsNumber: false,
    })
  })
})

describe('news of a group', () => {
  it('says how the request ended', () => {
    const made = {
      timestamp: '1',
      type: 'group_create',
      request_id: 'R1',
      group_id: 'G',
      subject: 'S',
      invite_link: 'L',
    }
    expect(groupCreation('group_lifecycle_update', made)).toEqual({
      requestId: 'R1',
      groupId: 'G',
      subject: 'S',
      inviteLink: 'L',
    })
    const failed = { type: 'group_create', request_id: 'R2', errors: [{ code: 131211, title: 'Limit' }] }
    expect(groupCreation('group_lifecycle_update', failed)).toMatchObject({ requestId: 'R2', error: { code: 131211 } })
  })

  it.each([
    ['group_lifecycle_update', { type: 'group_delete' }],
    ['group_settings_update', { type: 'group_create' }],
    ['group_lifecycle_update', null],
    ['group_lifecycle_update', ['group_create']],
  ])('of something else is nothing: %s %j', (field, raw) => {
    expect(groupCreation(field, raw)).toBeUndefined()
  })
})
