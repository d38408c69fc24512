import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { createdGroup, useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

const [ada, ben, cleo] = ['+4915112345671', '+4915112345672', '+4915112345673'] as const
type Made = Awaited<ReturnType<typeof createdGroup>>

/** A group that people have asked to join. Request ids are in the order of the phone numbers. */
async function joinRequested(phones: string[]) {
  const made = await createdGroup(fixture, { joinApproval: true })
  for (const phone of phones) await made.play('follow_link', phone)
  await made.until(({ participants }) => participants.requested === phones.length)
  const known = await made.requests()
  return { made, ids: phones.map((phone) => known.find((request) => request.phone === phone)?.id ?? '') }
}

const untilRequest = (made: Made, id: string | undefined, status: string) =>
  until(async () => {
    const request = (await made.requests()).find((each) => each.id === id)
    return request?.status === status && request
  })

describe('requests to join', () => {
  it('approve lets people in, reject does not, and each is announced and listed with its status', async () => {
    const { made, ids } = await joinRequested([ada, ben])
    const [first = '', second = ''] = ids
    const { joinRequests } = made.api()
    expect(await joinRequests.approve.mutate({ id: made.id, requests: [first] }, made.caller)).toMatchObject([
      { id: first, phone: ada, status: 'approving' },
    ])
    expect(await joinRequests.reject.mutate({ id: made.id, requests: [second] }, made.caller)).toMatchObject([
      { status: 'rejecting' },
    ])
    await untilRequest(made, first, 'approved')
    await untilRequest(made, second, 'rejected')
    const group = await made.until(({ participants }) => participants.joined === 1)
    expect(group.participants).toEqual({ joined: 1, invited: 0, requested: 0 })
    expect(await made.people()).toMatchObject([{ phone: ada, status: 'joined' }])
    const pending = await joinRequests.list.query({ id: made.id, status: ['pending'] }, made.caller)
    expect(pending.items).toEqual([])
    const announced = made.events().flatMap(({ change, requests }) => (change === 'requests' ? (requests ?? []) : []))
    expect(announced.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['pending', 'approving', 'approved', 'rejected']),
    )
    expect(await joinRequests.approve.mutate({ id: made.id, requests: [second] }, made.caller)).toMatchObject([
      { status: 'rejected' },
    ])
  })

  it('one that was taken back is revoked, and cannot be approved', async () => {
    const { made, ids } = await joinRequested([cleo])
    await made.play('withdraw', cleo)
    await untilRequest(made, ids[0], 'revoked')
    expect((await made.get()).participants.requested).toBe(0)
  })

  it('are deleted 90 days after they were answered, and never while they are open', async () => {
    const { made, ids } = await joinRequested([ada, ben])
    await made.play('withdraw', ada)
    await untilRequest(made, ids[0], 'revoked')
    await fixture.service.rows(`update join_request set updated_at = now() - interval '91 days' where group_id = $1`, [
      made.id,
    ])
    fixture.service.bus.nudge('groups', 'housekeeping')
    await until(async () => (await made.requests()).length === 1)
    expect(await made.requests()).toMatchObject([{ id: ids[1], status: 'pending' }])
  })

  it('one the provider does not know any more waits again with the reason', async () => {
    const { made, ids } = await joinRequested([ada])
    fixture.withheld.add(made.number)
    await made.play('withdraw', ada)
    await made.api().joinRequests.approve.mutate({ id: made.id, requests: [ids[0] ?? ''] }, made.caller)
    const request = await untilRequest(made, ids[0], 'pending')
    await until(async () => (await made.requests())[0]?.error?.errorCode === 'join_request:not_found')
    expect(request.status).toBe('pending')
    fixture.withheld.delete(made.number)
    await untilRequest(made, ids[0], 'revoked')
  })

  it('unknown requests, other workspaces and keys without manage are refused; a repeat with the same key is one', async () => {
    const { made, ids } = await joinRequested([ada])
    const { id } = made
    const requests = [ids[0] ?? '']
    const { joinRequests } = made.api()
    await expect(joinRequests.approve.mutate({ id, requests: ['unknown'] }, made.caller)).rejects.toMatchObject({
      data: { fault: { code: 'join_request:not_found' } },
    })
    for (const ask of [
      () => joinRequests.approve.mutate({ id, requests }, made.outsider),
      () => joinRequests.reject.mutate({ id, requests }, made.outsider),
    ])
      await expect(ask()).rejects.toThrow('There is no such group;')
    await expect(joinRequests.list.query({ id }, made.outsider)).rejects.toThrow('There is no such group;')
    const reader = fixture.service.as(made.workspace, { scopes: ['read'] })
    await expect(joinRequests.approve.mutate({ id, requests }, reader)).rejects.toMatchObject({
      data: { fault: { code: 'scope:missing' } },
    })
    await expect(joinRequests.approve.mutate({ id, requests: [] }, made.caller)).rejects.toMatchObject({
      data: { fault: { errors: [{ path: 'requests' }] } },
    })
    const keyed = () =>
      joinRequests.approve.mutate({ id, requests }, fixture.service.as(made.workspace, { idempotencyKey: 'once' }))
    expect(await keyed()).toEqual(await keyed())
  })
})
