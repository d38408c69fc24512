import { pack } from '@posthorn/chassis'
import { erasedPersonPurpose, newId } from '@posthorn/contracts'
import { busEvent, eraseAgain, requestErasure, textOfRows, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { channelFixture, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

it('a person who is being erased is subscribed to nothing, and posts keep their counts and come to their end', async () => {
  const fixture = await channelFixture(service)
  const { id } = await fixture.channel()
  const [gone = '', other = ''] = phonesOf(2)
  await fixture.subscribe(id, [gone, other])
  const { id: post } = await fixture.api().posts.create.mutate({ channel: id, message: 'Hello' }, fixture.as())
  await until(() => fixture.eventsOf('message:requested').length === 1)
  await fixture.announce('message:ack', { phone: other, reference: post, ack: 'read' })
  await requestErasure(service, 'groups', { workspace: fixture.workspace, phones: [gone] })
  const { items } = await fixture.api().subscribers.list.query({ id }, fixture.as())
  expect(items.map(({ phone }) => phone)).toEqual([other])
  const done = await until(() => fixture.eventsOf('channel:posted')[0])
  expect(done.counts).toMatchObject({ total: 2, failed: 1, read: 1 })
  for (const table of ['subscriber', 'post_delivery', 'outbox'])
    expect(textOfRows(await service.rows(`select * from ${table}`))).not.toContain(gone)
})

it('who was in groups or asked to be is forgotten there too', async () => {
  const fixture = await channelFixture(service)
  const [gone = '', other = ''] = phonesOf(2)
  const { id } = await fixture
    .api()
    .groups.create.mutate({ number: fixture.number, name: 'x', participants: [gone, other] }, fixture.as())
  const show = () => fixture.api().groups.get.query({ id }, fixture.as())
  await until(async () => (await show()).status === 'failed')
  await service.rows(`update group_participant set status = 'joined' where group_id = $1`, [id])
  // The provider may hide a participant's phone number.
  const hidden = newId('evt')
  await service.rows(
    `insert into group_participant (workspace_id, group_id, id, user_id, status) values ($1, $2, $3, $3, 'joined')`,
    [fixture.workspace, id, hidden],
  )
  await service.rows(
    `insert into join_request (workspace_id, group_id, id, phone, status, created_at, updated_at)
     select $1, $2, phone, phone, 'pending', now(), now() from unnest($3::text[]) as phone`,
    [fixture.workspace, id, [gone, other]],
  )
  await service.rows(`update chat_group set joined = 3, requested = 2 where id = $1`, [id])
  await requestErasure(service, 'groups', { workspace: fixture.workspace, phones: [gone], userIds: [hidden] })
  const { items } = await fixture.api().participants.list.query({ id }, fixture.as())
  expect(items.map(({ phone }) => phone)).toEqual([other])
  expect((await show()).participants).toMatchObject({ joined: 1, requested: 1 })
})

/** Requests the erasure of a person, as the contacts service does. Returns its id, and what it waits for longer than these seconds. */
async function asked(workspace: string, phone: string, requestedAt = new Date()) {
  const erasure = newId('ers')
  const person = JSON.stringify({ phones: [phone], userIds: [], texts: [] })
  const sealed = service.vault.seal(person, erasedPersonPurpose(erasure))
  const services = ['groups' as const]
  const data = { erasure, contact: newId('con'), requestedAt: requestedAt.toISOString(), services, sealed }
  await service.bus.publish(busEvent({ event: 'erasure:requested', workspace, data }))
  const postponed = `select reported from erasure_job where id = $1 and run_at > now() + make_interval(secs => $2)`
  const isPostponed = (seconds: number) => until(async () => (await service.rows(postponed, [erasure, seconds]))[0])
  const isDone = async () => {
    await service.rows('update erasure_job set run_at = now() where id = $1', [erasure])
    service.bus.nudge('groups', 'erase')
    const isOfWorkspace = (each: { event: string; workspace: string }) =>
      each.event === 'erasure:done' && each.workspace === workspace
    await until(() => service.bus.published.some(isOfWorkspace))
  }
  return { isPostponed, isDone }
}

const announced = (id: string, workspace: string, payload: Uint8Array) =>
  service.rows(`insert into outbox (id, workspace_id, kind, payload) values ($1, $2, 'message:requested', $3)`, [
    id,
    workspace,
    payload,
  ])

it('that waits for an event about the person to be published looks less often the longer it waits', async () => {
  const workspace = service.workspace()
  const [phone = ''] = phonesOf(1)
  const event = newId('evt')
  await announced(event, workspace, pack(JSON.stringify({ phone })))
  await service.rows(
    `insert into outbox_batch (id, ids, retry_at) values ($1, array[$1], now() + interval '10 minutes')`,
    [event],
  )
  const erasure = await asked(workspace, phone, new Date(Date.now() - 100_000))
  expect(await erasure.isPostponed(5)).toEqual({ reported: false })
  await service.rows('delete from outbox_batch where id = $1', [event])
  await erasure.isDone()
  expect(await service.rows('select 1 from outbox where id = $1', [event])).toEqual([])
})

it('that finds an event which cannot be read erases all others, and ends once that is gone', async () => {
  const workspace = service.workspace()
  const [phone = ''] = phonesOf(1)
  const [readable, broken] = [newId('evt'), newId('evt')]
  await announced(readable, workspace, pack(JSON.stringify({ phone })))
  await announced(broken, workspace, Buffer.from('of another release'))
  const erasure = await asked(workspace, phone)
  expect(await erasure.isPostponed(300)).toEqual({ reported: false })
  const left = await service.rows('select id from outbox where id = any($1)', [[readable, broken]])
  expect(left).toEqual([{ id: broken }])
  await service.rows('delete from outbox where id = $1', [broken])
  await erasure.isDone()
})

it('a STOP from before that arrives after the erasure is forgotten too, one written since is kept', async () => {
  const fixture = await channelFixture(service)
  const { workspace, number } = fixture
  const [gone = '', again = ''] = phonesOf(2)
  const segment = newId('seg')
  await fixture.publish('segment:updated', { id: segment, deleted: false })
  await until(() =>
    fixture
      .api()
      .channels.create.mutate({ number, name: 'x', segment }, fixture.as())
      .catch(() => null),
  )
  await requestErasure(service, 'groups', { workspace, phones: [gone, again] })
  const stop = (phone: string, ms: number) => {
    const received = new Date(Date.now() + ms).toISOString()
    return fixture.announce('message:in', { phone, message: 'STOP', statusAt: { received } })
  }
  await stop(gone, -60_000)
  await stop(again, 60_000)
  const left = async () =>
    (await service.rows<{ id: string }>('select id from subscriber where workspace_id = $1', [workspace])).map(
      ({ id }) => id,
    )
  expect((await left()).toSorted()).toEqual([gone, again].toSorted())
  await eraseAgain(service, 'groups', workspace)
  expect(await left()).toEqual([again])
})

it('requests to remove people from a group, and reports that are ahead of them, go on without the person', async () => {
  const fixture = await channelFixture(service)
  const { workspace, number } = fixture
  const [gone = '', other = ''] = phonesOf(2)
  const hidden = 'DE.13491208655302741918'
  const { id } = await fixture.api().groups.create.mutate({ number, name: 'x', participants: [other] }, fixture.as())
  const removals = [[gone, other], [hidden], [other]]
  for (const people of removals)
    await service.rows(
      `insert into group_job (workspace_id, group_id, number_id, pending, status, called_at) values ($1, $2, $3, $4, 'requested', now())`,
      [workspace, id, number, JSON.stringify({ kind: 'removal', people })],
    )
  const people = [{ phone: gone, input: gone }, { userId: hidden }, { phone: other }]
  const reports = {
    joined: { kind: 'joined', people },
    removed: { kind: 'removed', byUs: true, people: [], failed: people },
    settings: { kind: 'settings', name: { ok: true, text: 'y' } },
  }
  for (const [request, report] of Object.entries(reports))
    await service.rows(
      'insert into early_group_update (workspace_id, number_id, request_id, report) values ($1, $2, $3, $4)',
      [workspace, number, request, JSON.stringify(report)],
    )
  await requestErasure(service, 'groups', { workspace, phones: [gone], userIds: [hidden] })
  const jobs = 'select pending from group_job where workspace_id = $1 order by id'
  expect(await service.rows(jobs, [workspace])).toEqual(
    [[other], [other]].map((left) => ({ pending: { kind: 'removal', people: left } })),
  )
  const kept = 'select report from early_group_update where workspace_id = $1 order by request_id'
  expect(await service.rows(kept, [workspace])).toEqual([
    { report: { kind: 'joined', people: [{ phone: other }] } },
    { report: { kind: 'removed', byUs: true, people: [], failed: [{ phone: other }] } },
    { report: reports.settings },
  ])
})

it('who is in a group again by a report from before the erasure is forgotten again, who joined since stays', async () => {
  const fixture = await channelFixture(service)
  const { workspace, number } = fixture
  const [gone = '', again = ''] = phonesOf(2)
  const { id } = await fixture.api().groups.create.mutate({ number, name: 'x' }, fixture.as())
  await requestErasure(service, 'groups', { workspace, phones: [gone, again] })
  for (const [phone, age] of [
    [gone, '1 minute'],
    [again, '-1 minute'],
  ]) {
    await service.rows(
      `insert into group_participant (workspace_id, group_id, id, phone, status, joined_at)
       values ($1, $2, $3, $3, 'joined', now() - $4::interval)`,
      [workspace, id, phone, age],
    )
    await service.rows(
      `insert into join_request (workspace_id, group_id, id, phone, status, created_at, updated_at)
       values ($1, $2, $3, $3, 'approved', now() - $4::interval, now())`,
      [workspace, id, phone, age],
    )
  }
  await service.rows('update chat_group set joined = 2 where id = $1', [id])
  await eraseAgain(service, 'groups', workspace)
  for (const table of ['group_participant', 'join_request'])
    expect(await service.rows(`select phone from ${table} where group_id = $1`, [id])).toEqual([{ phone: again }])
  expect((await fixture.api().groups.get.query({ id }, fixture.as())).participants.joined).toBe(1)
})
