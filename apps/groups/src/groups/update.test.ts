import { until } from '@posthorn/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOf, createdGroup, jpeg, useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

describe('changes of a group', () => {
  it('update asks for another name and description; each is pending until the provider confirms it, and announced', async () => {
    const made = await createdGroup(fixture, { description: 'All of them' })
    const asked = await made
      .api()
      .groups.update.mutate({ id: made.id, name: ' South ', description: null }, made.caller)
    expect(asked).toMatchObject({ name: 'Drivers', description: 'All of them' })
    expect(asked.changes).toMatchObject([
      { setting: 'name', status: 'pending', to: 'South' },
      { setting: 'description', status: 'pending', to: null },
    ])
    const group = await made.settled('description', 'applied')
    expect(group).toMatchObject({ name: 'South', description: null })
    await until(() => made.changes().length === 4)
    expect(made.changes()).toEqual(['created', 'active', 'changing', 'changed'])
  })

  it('a setting that is refused stays as it was, with the reason, beside one that is taken', async () => {
    const made = await createdGroup(fixture)
    await made.api().groups.update.mutate({ id: made.id, name: 'No #131207', description: 'Yes' }, made.caller)
    const group = await made.settled('description', 'applied')
    expect(group).toMatchObject({ name: 'Drivers', description: 'Yes' })
    expect(changeOf(group, 'name')).toMatchObject({ status: 'failed', error: { errorCode: 'group:suspended' } })
    await until(() => made.changes().includes('refused'))
  })

  it('changes that follow each other end as the last one, in order', async () => {
    const made = await createdGroup(fixture)
    for (const name of ['a', 'b', 'c']) await made.api().groups.update.mutate({ id: made.id, name }, made.caller)
    await made.settled('name', 'applied')
    expect((await made.get()).name).toBe('c')
  })

  it('is what the provider reported last by its clock, whatever order reports arrive in', async () => {
    const people = (name: 'added_participants' | 'removed_participants', digit: number) => ({
      [name]: [{ wa_id: `491511234990${digit}` }],
    })
    const [came, went] = ['added_participants', 'removed_participants'] as const
    const reports = [10, 20, 20.5].flatMap((at): [field: string, item: object, at: number][] => [
      ['group_settings_update', { group_subject: `Name of ${at}`, group_description: `Description of ${at}` }, at],
      ['group_settings_update', { profile_picture: { mime_type: 'image/jpeg', sha256: `sum of ${at}` } }, at],
      ['group_status_update', { type: at === 20 ? 'group_suspend_cleared' : 'group_suspend' }, at],
    ])
    for (const digit of [1, 4])
      reports.push(
        ['group_participants_update', people(came, digit), 10],
        ['group_participants_update', people(went, digit), 20],
      )
    for (const [name, at] of [
      [came, 10],
      [went, 20],
      [came, 30],
    ] as const)
      reports.push(['group_participants_update', people(name, 2), at])
    reports.push(['group_participants_update', { join_request_id: 'r', wa_id: '4915112349902' }, 29])
    const orders = fc.sample(fc.shuffledSubarray(reports, { minLength: reports.length }), { numRuns: 4, seed: 34 })
    for (const order of [reports, reports.toReversed(), ...orders]) {
      const made = await createdGroup(fixture)
      await made.api().participants.invite.mutate({ id: made.id, phones: ['+4915112349904'] }, made.caller)
      const since = Math.floor(Date.now() / 1000)
      for (const [field, item, at] of order) await made.report(field, item, since + Math.floor(at))
      await made.report('group_participants_update', people(came, 3), since + 40)
      await until(async () => (await made.people()).some(({ phone }) => phone === '+4915112349903'))
      const { name, description, image, status, participants } = await made.get()
      expect({ name, description, sha256: image?.sha256, status, participants, order }).toEqual({
        name: 'Name of 20.5',
        description: 'Description of 20.5',
        sha256: 'sum of 20.5',
        status: 'active',
        participants: { joined: 2, invited: 0, requested: 0 },
        order,
      })
      const statuses = (await made.people()).map(({ phone, status }) => `${phone} ${status}`)
      const ends = ['removed', 'joined', 'joined', 'removed']
      expect(statuses).toEqual(ends.map((status, i) => `+491511234990${i + 1} ${status}`))
    }
  })

  it('joinApproval can be named but not changed; nothing to change changes nothing', async () => {
    const made = await createdGroup(fixture)
    const update = (input: object) => made.api().groups.update.mutate({ id: made.id, ...input }, made.caller)
    expect((await update({ joinApproval: false })).changes).toEqual([])
    await expect(update({ joinApproval: true })).rejects.toMatchObject({
      message: expect.stringContaining('new group'),
      data: { fault: { code: 'capability:unsupported' } },
    })
    for (const name of ['   ', 'x'.repeat(129)])
      await expect(update({ name })).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'name' }] } } })
  })

  it('a change is asked for again after an outage and a restart, and never lost', async () => {
    const made = await createdGroup(fixture)
    await made.outage('error', 60)
    await made.api().groups.update.mutate({ id: made.id, name: 'South' }, made.caller)
    await until(
      async () =>
        (await fixture.service.rows('select 1 from group_job where group_id = $1 and attempt = 1', [made.id]))[0],
    )
    await fixture.service.restart()
    await made.outage('error', 0)
    expect((await made.settled('name', 'applied')).name).toBe('South')
  })

  it('a call that a killed process left open is made again', async () => {
    const made = await createdGroup(fixture)
    await fixture.service.rows(
      `insert into group_job (workspace_id, group_id, number_id, pending, status, attempt, called_at)
       values ($1, $2, $3, '{"kind":"settings","name":"South"}', 'calling', 1, now() - interval '31 seconds')`,
      [made.workspace, made.id, made.number],
    )
    await fixture.service.restart()
    expect((await made.until(({ name }) => name === 'South')).name).toBe('South')
  })

  it('a call that never had an outcome ends after its last attempt, and the next change is made', async () => {
    const made = await createdGroup(fixture)
    await fixture.service.rows(
      `insert into group_job (workspace_id, group_id, number_id, pending, status, attempt, called_at)
       values ($1, $2, $3, '{"kind":"settings","name":"South"}', 'calling', 7, now() - interval '31 seconds')`,
      [made.workspace, made.id, made.number],
    )
    await made.api().groups.update.mutate({ id: made.id, description: 'Next' }, made.caller)
    await made.settled('description', 'applied')
    expect((await made.get()).name).toBe('Drivers')
  })

  it('a call whose outcome arrives while it is given up does not fail', async () => {
    const made = await createdGroup(fixture)
    const { rows } = fixture.service
    const lock = [`group updates of ${made.number}`]
    await rows('select pg_advisory_lock(hashtext($1))', lock)
    const [job] = await rows<{ id: string }>(
      `insert into group_job (workspace_id, group_id, number_id, pending, status, attempt, called_at)
       values ($1, $2, $3, '{"kind":"settings","name":"South"}', 'calling', 7, now() - interval '31 seconds') returning id::text`,
      [made.workspace, made.id, made.number],
    )
    fixture.service.bus.nudge('groups', 'change')
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted and objid = hashtext($1)::oid`
    await until(async () => (await rows(waiting, lock)).length > 0)
    await rows(`update group_job set status = 'requested', called_at = now() + interval '1 minute' where id = $1`, [
      job?.id,
    ])
    await rows('select pg_advisory_unlock(hashtext($1))', lock)
    await until(async () => (await rows(waiting, lock)).length === 0)
    const round = made.api().groups.update.mutate({ id: made.id, description: 'Next' }, made.caller)
    expect((await round).changes).toMatchObject([{ setting: 'description', status: 'pending' }])
    expect(await rows('select status from group_job where id = $1', [job?.id])).toEqual([{ status: 'requested' }])
  })

  it('what the provider does not confirm in time has failed; a late confirmation still counts', async () => {
    const made = await createdGroup(fixture)
    fixture.withheld.add(made.number)
    await made.api().groups.update.mutate({ id: made.id, name: 'South' }, made.caller)
    const late = await made.settled('name', 'failed')
    expect(changeOf(late, 'name')?.error).toMatchObject({ errorCode: 'group:outcome_unknown' })
    fixture.withheld.delete(made.number)
    expect((await made.settled('name', 'applied')).name).toBe('South')
  })

  it('a value that was replaced before it failed is not announced as refused', async () => {
    const made = await createdGroup(fixture)
    fixture.withheld.add(made.number)
    for (const name of ['South', 'North']) await made.api().groups.update.mutate({ id: made.id, name }, made.caller)
    const failed = await made.settled('name', 'failed')
    expect(changeOf(failed, 'name')).toMatchObject({ to: 'North' })
    await until(() => made.changes().includes('refused'))
    expect(made.changes().filter((change) => change === 'refused')).toHaveLength(1)
    fixture.withheld.delete(made.number)
  })

  it('a value that was accepted stays so when an earlier request for it is refused late', async () => {
    const made = await createdGroup(fixture)
    await made.api().groups.update.mutate({ id: made.id, name: 'South' }, made.caller)
    await made.settled('name', 'applied')
    const at = Math.floor(Date.now() / 1000) + 1
    const errors = [{ code: 131000, title: 'Something went wrong' }]
    const group_subject = { text: 'South', update_successful: false, errors }
    await made.report('group_settings_update', { request_id: 'late', group_subject }, at)
    await made.report('group_settings_update', { group_description: 'Next' }, at)
    const group = await made.until(({ description }) => description === 'Next')
    expect(changeOf(group, 'name')).toMatchObject({ status: 'applied', error: null })
    expect(made.changes()).not.toContain('refused')
  })

  it('a group that the provider suspends says so, takes no change, and does again when that is cleared', async () => {
    const made = await createdGroup(fixture)
    await made.play('suspend')
    await made.until(({ status }) => status === 'suspended')
    const listed = await made.api().groups.list.query({ status: 'suspended' }, made.caller)
    expect(listed.items.map(({ id }) => id)).toEqual([made.id])
    const update = () => made.api().groups.update.mutate({ id: made.id, name: 'x' }, made.caller)
    await expect(update()).rejects.toMatchObject({ data: { fault: { code: 'group:suspended' } } })
    await made.play('clear')
    await made.until(({ status }) => status === 'active')
    await update()
    await until(() => made.changes().includes('cleared'))
  })

  it('another workspace, a key without manage and an unknown id are refused', async () => {
    const made = await createdGroup(fixture)
    const { id } = made
    const api = made.api()
    const reader = fixture.service.as(made.workspace, { scopes: ['read'] })
    const image = { id, content: jpeg(640, 640) }
    for (const ask of [
      (caller: typeof reader) => api.groups.update.mutate({ id, name: 'x' }, caller),
      (caller: typeof reader) => api.groups.setImage.mutate(image, caller),
      (caller: typeof reader) => api.groups.remove.mutate({ id }, caller),
      (caller: typeof reader) => api.invites.revoke.mutate({ id }, caller),
    ]) {
      await expect(ask(made.outsider)).rejects.toThrow('There is no such group;')
      await expect(ask(reader)).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
    }
    await expect(api.invites.get.query({ id }, made.outsider)).rejects.toThrow('There is no such group;')
  })
})
