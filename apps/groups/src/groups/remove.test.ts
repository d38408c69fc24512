import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { changeOf, createdGroup, useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

describe('the end of a group', () => {
  it('remove deletes it at the provider; everyone is out, and it stays listed as deleted', async () => {
    const made = await createdGroup(fixture)
    await made.play('follow_link', '+4915112345678')
    await made.until(({ participants }) => participants.joined === 1)
    const remove = () => made.api().groups.remove.mutate({ id: made.id }, made.caller)
    expect((await remove()).status).toBe('deleting')
    const gone = await made.until(({ status }) => status === 'deleted')
    expect(gone.participants).toEqual({ joined: 0, invited: 0, requested: 0 })
    expect(await made.people()).toMatchObject([{ status: 'left' }])
    expect((await remove()).status).toBe('deleted')
    await until(() => made.changes().at(-1) === 'deleted')
    await expect(made.api().groups.update.mutate({ id: made.id, name: 'x' }, made.caller)).rejects.toMatchObject({
      data: { fault: { code: 'group:not_active' } },
    })
  })

  it('that the provider refuses leaves the group as it was, with the reason', async () => {
    const made = await createdGroup(fixture, { description: 'kept #131212' })
    await made.api().groups.remove.mutate({ id: made.id }, made.caller)
    const group = await made.settled('deletion', 'failed')
    expect(group.status).toBe('active')
    await until(() => made.changes().at(-1) === 'refused')
  })

  it('that is throttled for a day leaves the group as it was, with the reason', async () => {
    const made = await createdGroup(fixture)
    await made.outage('throttle', 600)
    await made.api().groups.remove.mutate({ id: made.id }, made.caller)
    const age = `update group_job set created_at = now() - interval '25 hours', run_at = now()
      where group_id = $1 and status = 'waiting' and run_at > now() returning 1`
    await until(async () => (await fixture.service.rows(age, [made.id])).length === 1)
    await fixture.service.restart()
    const group = await made.settled('deletion', 'failed')
    expect(group.status).toBe('active')
    expect(changeOf(group, 'deletion')).toMatchObject({ error: { errorCode: 'provider:throttled' } })
  })

  it('at the provider fails the changes that it was waiting for, and none of them is requested anymore', async () => {
    const made = await createdGroup(fixture)
    await made.outage('error', 60)
    await made.api().groups.update.mutate({ id: made.id, name: 'South' }, made.caller)
    const jobs = () => fixture.service.rows('select 1 from group_job where group_id = $1 and attempt = 1', [made.id])
    await until(async () => (await jobs()).length === 1)
    await made.report('group_lifecycle_update', { type: 'group_delete' }, Math.floor(Date.now() / 1000))
    const gone = await made.until(({ status }) => status === 'deleted')
    expect(changeOf(gone, 'name')).toMatchObject({ status: 'failed', error: { errorCode: 'group:not_active' } })
    expect(await jobs()).toEqual([])
  })

  it.each([
    ['reaches the provider, too', 'accepted'],
    ['stays the last that is announced when the provider refuses it', 'kept #131212'],
  ])('of one that is confirmed only afterwards %s', async (_title, description) => {
    const { number, workspace, caller } = await fixture.connect()
    const { groups } = fixture.service.clients.groups
    fixture.withheld.add(number)
    const { id } = await groups.create.mutate({ number, name: 'Late', description }, caller)
    expect(await fixture.ended(id, caller)).toMatchObject({ error: { errorCode: 'group:outcome_unknown' } })
    await groups.remove.mutate({ id }, caller)
    fixture.withheld.delete(number)
    const settled = `select 1 from chat_group g where id = $1 and provider_id is not null
      and not exists (select 1 from group_job where group_id = g.id)`
    await until(async () => (await fixture.service.rows(settled, [id])).length > 0)
    const isDeletion = ({ event, workspace: whose, data }: { event: string; workspace: string; data: unknown }) =>
      event === 'provider:group' && whose === workspace && JSON.stringify(data).includes('"group_delete"')
    if (description === 'accepted') await until(() => fixture.service.bus.published.some(isDeletion))
    expect((await groups.get.query({ id }, caller)).status).toBe('deleted')
    await until(() => fixture.eventsOf(workspace).length === 3)
    expect(fixture.eventsOf(workspace).map(({ change }) => change)).toEqual(['created', 'failed', 'deleted'])
  })

  it('of one that could not be made comes at once', async () => {
    const { number, caller } = await fixture.connect({ groups: false })
    const { id } = await fixture.service.clients.groups.groups.create.mutate({ number, name: 'x' }, caller)
    await fixture.ended(id, caller)
    expect((await fixture.service.clients.groups.groups.remove.mutate({ id }, caller)).status).toBe('deleted')
  })
})
