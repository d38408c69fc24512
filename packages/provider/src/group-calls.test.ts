import { describe, expect, it } from 'vitest'
import { access, graphError, json, type Respond, startGraph } from './graph.fixture.ts'
import type { GroupOutcome, Provider } from './provider.ts'

const drivers = { subject: 'Drivers', joinApproval: true }
const requested = json(200, { messaging_product: 'whatsapp', request_id: 'R1' })

const ask = async (respond: Respond, call: (provider: Provider) => Promise<GroupOutcome>) => {
  const { provider, captured } = await startGraph(respond)
  return { outcome: await call(provider), captured: captured[0] }
}

describe('a group', () => {
  it('is asked for by subject and mode, and the answer names the request', async () => {
    const group = { ...drivers, description: 'north' }
    const { outcome, captured } = await ask(requested, (provider) => provider.createGroup(access, group))
    expect(outcome).toEqual({ outcome: 'requested', requestId: 'R1' })
    const body = { messaging_product: 'whatsapp', subject: 'Drivers', description: 'north' }
    expect(captured).toMatchObject({
      method: 'POST',
      url: '/v24.0/106540352242922/groups',
      body: { ...body, join_approval_mode: 'approval_required' },
    })
  })

  it('is unknown when the answer names no request, and refused where the number may have none', async () => {
    const lost = await ask(json(200, {}), (provider) => provider.createGroup(access, drivers))
    expect(lost.outcome).toMatchObject({ outcome: 'unknown' })
    const unable = await ask(graphError(400, 131215), (provider) => provider.createGroup(access, drivers))
    const error = { code: 131215, errorCode: 'number:no_groups' }
    expect(unable.outcome).toMatchObject({ outcome: 'refused', error, suspendsNumber: false })
  })

  it.each<[string, (provider: Provider) => Promise<GroupOutcome>, object]>([
    [
      'is renamed',
      (provider) => provider.changeGroup(access, 'G=/', { subject: 'South' }),
      { method: 'POST', url: '/v24.0/G%3D%2F', body: { messaging_product: 'whatsapp', subject: 'South' } },
    ],
    ['is deleted', (provider) => provider.deleteGroup(access, 'G'), { method: 'DELETE', url: '/v24.0/G' }],
    [
      'loses people',
      (provider) => provider.removeParticipants(access, 'G', ['+4915112345678', 'DE.1']),
      {
        method: 'DELETE',
        url: '/v24.0/G/participants',
        body: { participants: [{ user: '+4915112345678' }, { user: 'DE.1' }] },
      },
    ],
  ])('%s by a request that is told of later', async (_what, call, request) => {
    const { outcome, captured } = await ask(requested, call)
    expect(outcome).toEqual({ outcome: 'requested', requestId: 'R1' })
    expect(captured).toMatchObject(request)
  })

  it('is deleted at once when the answer says so without a request', async () => {
    const { outcome } = await ask(json(200, { success: true }), (provider) => provider.deleteGroup(access, 'G'))
    expect(outcome).toEqual({ outcome: 'done' })
  })

  it('gets a picture as a form with the file in it', async () => {
    const image = { bytes: Buffer.from('picture'), mime: 'image/jpeg', filename: 'g.jpg' }
    const { outcome, captured } = await ask(requested, (provider) => provider.setGroupImage(access, 'G', image))
    expect(outcome).toEqual({ outcome: 'requested', requestId: 'R1' })
    const form = captured?.body.form
    expect(form).toContain('name="messaging_product"\r\n\r\nwhatsapp\r\n')
    expect(form).toContain('name="file"; filename="g.jpg"\r\nContent-Type: image/jpeg\r\n\r\npicture\r\n')
  })

  it('that the provider does not know is another error than a number it does not know', async () => {
    const error = { code: 100, error_subcode: 33, message: 'Unsupported request' }
    const unknown = json(400, { error })
    const group = await ask(unknown, (provider) => provider.deleteGroup(access, 'G'))
    const gone = { outcome: 'refused', suspendsNumber: false, error: { errorCode: 'group:not_found' } }
    expect(group.outcome).toMatchObject(gone)
    const number = await ask(unknown, (provider) => provider.createGroup(access, drivers))
    expect(number.outcome).toMatchObject({ suspendsNumber: true, error: { errorCode: 'number:suspended' } })
  })
})

describe('what is answered at once', () => {
  it('is the new link', async () => {
    const link = { messaging_product: 'whatsapp', invite_link: 'https://chat.whatsapp.com/x' }
    const { outcome, captured } = await ask(json(200, link), (provider) => provider.resetInviteLink(access, 'G'))
    expect(outcome).toEqual({ outcome: 'done', inviteLink: link.invite_link })
    expect(captured).toMatchObject({ method: 'POST', url: '/v24.0/G/invite_link' })
  })

  it.each([
    ['approved', 'POST', true],
    ['rejected', 'DELETE', false],
  ] as const)('are the requests that were %s, and those that were not', async (word, method, approve) => {
    const failed = [{ join_request_id: 'b', errors: [{ code: 131213, message: 'gone' }] }]
    const body = { [`${word}_join_requests`]: ['a'], failed_join_requests: failed }
    const answer = { approve, ids: ['a', 'b'] }
    const { outcome, captured } = await ask(json(200, body), (provider) =>
      provider.answerJoinRequests(access, 'G', answer),
    )
    const error = { code: 131213, errorCode: 'join_request:not_found' }
    expect(outcome).toMatchObject({ outcome: 'done', taken: ['a'], failed: [{ id: 'b', error }] })
    expect(captured).toMatchObject({ method, url: '/v24.0/G/join_requests', body: { join_requests: ['a', 'b'] } })
  })
})
