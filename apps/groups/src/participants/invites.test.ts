import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { createdGroup, useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

describe('the invite link', () => {
  it('get shows it, and revoke makes a new one; who was invited with the old one can be invited again', async () => {
    const made = await createdGroup(fixture)
    const { id, caller } = made
    const phones = ['+4915112345678']
    await made.api().participants.invite.mutate({ id, phones }, caller)
    const { link: old } = await made.api().invites.get.query({ id }, caller)
    expect(await made.api().invites.revoke.mutate({ id }, caller)).toEqual({
      link: old,
      status: 'renewing',
      error: null,
    })
    const { inviteLink } = await made.settled('invite', 'applied')
    expect(await made.api().invites.get.query({ id }, caller)).toEqual({
      link: inviteLink,
      status: 'valid',
      error: null,
    })
    expect(inviteLink).not.toBe(old)
    expect(await made.people()).toMatchObject([{ status: 'canceled' }])
    expect(await made.play('follow_link', phones[0], old ?? '')).toBe(409)
    expect(await made.api().participants.invite.mutate({ id, phones }, caller)).toMatchObject([{ status: 'invited' }])
    await until(() => made.requested().length === 2)
    expect(made.requested()[1]?.message.message).toContain(inviteLink)
  })
})
