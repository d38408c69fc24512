import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GroupStage, madeGroup, startGroupStage } from '../group.suite.ts'

let stage: GroupStage
beforeAll(async () => {
  stage = await startGroupStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

describe('the invite link', () => {
  it('get shows it, and revoke makes a new one; who was invited with the old one can be invited again', async () => {
    const made = await madeGroup(stage)
    const { id, caller } = made
    const phones = ['+4915112345678']
    await made.api().participants.invite.mutate({ id, phones }, caller)
    const { link: old } = await made.api().invites.get.query({ id }, caller)
    expect(await made.api().invites.revoke.mutate({ id }, caller)).toEqual({
      link: old,
      state: 'renewing',
      error: null,
    })
    const { inviteLink } = await made.settled('invite', 'applied')
    expect(await made.api().invites.get.query({ id }, caller)).toEqual({
      link: inviteLink,
      state: 'valid',
      error: null,
    })
    expect(inviteLink).not.toBe(old)
    expect(await made.people()).toMatchObject([{ state: 'canceled' }])
    expect(await made.play('follow_link', phones[0], old ?? '')).toBe(409)
    expect(await made.api().participants.invite.mutate({ id, phones }, caller)).toMatchObject([{ state: 'invited' }])
    await until(() => made.wanted().length === 2)
    expect(made.wanted()[1]?.message.message).toContain(inviteLink)
  })
})
