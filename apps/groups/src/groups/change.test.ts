import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GroupStage, jpeg, madeGroup, startGroupStage } from '../group.suite.ts'

let stage: GroupStage
beforeAll(async () => {
  stage = await startGroupStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

type Made = Awaited<ReturnType<typeof madeGroup>>
const ofSetting = (setting: string) => (group: Awaited<ReturnType<Made['get']>>) =>
  group.changes.find((change) => change.setting === setting)
const settled = (group: Made, setting: string, state: string) =>
  group.until((now) => ofSetting(setting)(now)?.state === state)

describe('changes of a group', () => {
  it('update asks for another name and description; each is pending until the provider confirms it, and told', async () => {
    const made = await madeGroup(stage, { description: 'All of them' })
    const asked = await made
      .api()
      .groups.update.mutate({ id: made.id, name: ' South ', description: null }, made.caller)
    expect(asked).toMatchObject({ name: 'Drivers', description: 'All of them' })
    expect(asked.changes).toMatchObject([
      { setting: 'name', state: 'pending', to: 'South' },
      { setting: 'description', state: 'pending', to: null },
    ])
    const group = await settled(made, 'description', 'applied')
    expect(group).toMatchObject({ name: 'South', description: null })
    await until(() => made.changes().length === 4)
    expect(made.changes()).toEqual(['created', 'active', 'changing', 'changed'])
  })

  it('a setting that is refused stays as it was, with the reason, beside one that is taken', async () => {
    const made = await madeGroup(stage)
    await made.api().groups.update.mutate({ id: made.id, name: 'No #131207', description: 'Yes' }, made.caller)
    const group = await settled(made, 'description', 'applied')
    expect(group).toMatchObject({ name: 'Drivers', description: 'Yes' })
    expect(ofSetting('name')(group)).toMatchObject({ state: 'failed', error: { errorCode: 'group:suspended' } })
    await until(() => made.changes().includes('refused'))
  })

  it('changes that follow each other end as the last one, in order', async () => {
    const made = await madeGroup(stage)
    for (const name of ['a', 'b', 'c']) await made.api().groups.update.mutate({ id: made.id, name }, made.caller)
    await settled(made, 'name', 'applied')
    expect((await made.get()).name).toBe('c')
  })

  it('joinApproval can be named but not changed; nothing to change changes nothing', async () => {
    const made = await madeGroup(stage)
    const update = (input: object) => made.api().groups.update.mutate({ id: made.id, ...input }, made.caller)
    expect((await update({ joinApproval: false })).changes).toEqual([])
    await expect(update({ joinApproval: true })).rejects.toMatchObject({
      message: expect.stringContaining('new group'),
      data: { fault: { code: 'capability:unsupported' } },
    })
    for (const name of ['   ', 'x'.repeat(129)])
      await expect(update({ name })).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'name' }] } } })
  })

  it('setImage takes a square JPEG and shows it once the provider has it; any other is refused at once', async () => {
    const made = await madeGroup(stage)
    const setImage = (content: string) => made.api().groups.setImage.mutate({ id: made.id, content }, made.caller)
    for (const content of [jpeg(192, 193), jpeg(191, 191), '', 'R0lGODlhAQ=='])
      await expect(setImage(content)).rejects.toMatchObject({ data: { fault: { code: 'group:image_invalid' } } })
    const { changes } = await setImage(jpeg(640, 640))
    const group = await settled(made, 'image', 'applied')
    expect(group.image).toMatchObject({ sha256: changes[0]?.to })
    expect(await stage.kit.rows('select 1 from group_job where group_id = $1', [made.id])).toEqual([])
  })

  it('a change is asked for again after an outage and a restart, and never lost', async () => {
    const made = await madeGroup(stage)
    await made.outage('error', 60)
    await made.api().groups.update.mutate({ id: made.id, name: 'South' }, made.caller)
    await until(
      async () => (await stage.kit.rows('select 1 from group_job where group_id = $1 and attempt = 1', [made.id]))[0],
    )
    await stage.kit.restart()
    await made.outage('error', 0)
    expect((await settled(made, 'name', 'applied')).name).toBe('South')
  })

  it('a call that a killed process left open is made again', async () => {
    const made = await madeGroup(stage)
    await stage.kit.rows(
      `insert into group_job (workspace_id, group_id, number_id, wish, state, attempt, called_at)
       values ($1, $2, $3, '{"kind":"settings","name":"South"}', 'calling', 1, now() - interval '31 seconds')`,
      [made.workspace, made.id, made.number],
    )
    await stage.kit.restart()
    expect((await made.until(({ name }) => name === 'South')).name).toBe('South')
  })

  it('what the provider does not confirm in time has failed; late news still hold', async () => {
    const made = await madeGroup(stage)
    stage.held.add(made.number)
    await made.api().groups.update.mutate({ id: made.id, name: 'South' }, made.caller)
    const late = await settled(made, 'name', 'failed')
    expect(ofSetting('name')(late)?.error).toMatchObject({ errorCode: 'group:outcome_unknown' })
    stage.held.delete(made.number)
    expect((await settled(made, 'name', 'applied')).name).toBe('South')
  })

  it('a group that the provider suspends says so, takes no change, and does again when that is cleared', async () => {
    const made = await madeGroup(stage)
    await made.play('suspend')
    await made.until(({ state }) => state === 'suspended')
    const listed = await made.api().groups.list.query({ state: 'suspended' }, made.caller)
    expect(listed.items.map(({ id }) => id)).toEqual([made.id])
    const update = () => made.api().groups.update.mutate({ id: made.id, name: 'x' }, made.caller)
    await expect(update()).rejects.toMatchObject({ data: { fault: { code: 'group:suspended' } } })
    await made.play('clear')
    await made.until(({ state }) => state === 'active')
    await update()
    await until(() => made.changes().includes('cleared'))
  })

  it('another workspace, a key without manage and an unknown id are refused', async () => {
    const made = await madeGroup(stage)
    const { id } = made
    const api = made.api()
    const reader = stage.kit.as(made.workspace, { scopes: ['read'] })
    const image = { id, content: jpeg(640, 640) }
    for (const ask of [
      (caller: typeof reader) => api.groups.update.mutate({ id, name: 'x' }, caller),
      (caller: typeof reader) => api.groups.setImage.mutate(image, caller),
      (caller: typeof reader) => api.groups.remove.mutate({ id }, caller),
      (caller: typeof reader) => api.invites.revoke.mutate({ id }, caller),
    ]) {
      await expect(ask(made.stranger)).rejects.toThrow('There is no such group.')
      await expect(ask(reader)).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
    }
    await expect(api.invites.get.query({ id }, made.stranger)).rejects.toThrow('There is no such group.')
  })
})

describe('the end of a group', () => {
  it('remove deletes it at the provider; everybody is out, and it stays listed as deleted', async () => {
    const made = await madeGroup(stage)
    await made.play('follow_link', '+4915112345678')
    await made.until(({ participants }) => participants.joined === 1)
    const remove = () => made.api().groups.remove.mutate({ id: made.id }, made.caller)
    expect((await remove()).state).toBe('deleting')
    const gone = await made.until(({ state }) => state === 'deleted')
    expect(gone.participants).toEqual({ joined: 0, invited: 0, requested: 0 })
    expect(await made.people()).toMatchObject([{ state: 'left' }])
    expect((await remove()).state).toBe('deleted')
    await until(() => made.changes().at(-1) === 'deleted')
    await expect(made.api().groups.update.mutate({ id: made.id, name: 'x' }, made.caller)).rejects.toMatchObject({
      data: { fault: { code: 'group:not_active' } },
    })
  })

  it('that the provider refuses leaves the group as it was, with the reason', async () => {
    const made = await madeGroup(stage, { description: 'kept #131212' })
    await made.api().groups.remove.mutate({ id: made.id }, made.caller)
    const group = await settled(made, 'deletion', 'failed')
    expect(group.state).toBe('active')
    expect(made.changes().at(-1)).toBe('refused')
  })

  it('of one that could not be made comes at once', async () => {
    const { number, caller } = await stage.connect({ groups: false })
    const { id } = await stage.kit.clients.groups.groups.create.mutate({ number, name: 'x' }, caller)
    await stage.ended(id, caller)
    expect((await stage.kit.clients.groups.groups.remove.mutate({ id }, caller)).state).toBe('deleted')
  })
})

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
    const { inviteLink } = await settled(made, 'invite', 'applied')
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
