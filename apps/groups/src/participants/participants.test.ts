import { type EventData, exampleMessage, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { createdGroup, useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

const [ada, ben, cleo] = ['+4915112345671', '+4915112345672', '+4915112345673'] as const
type Made = Awaited<ReturnType<typeof createdGroup>>

const invite = (made: Made, phones: string[], invitation?: object) =>
  made.api().participants.invite.mutate({ id: made.id, phones, ...(invitation && { invitation }) }, made.caller)
const remove = (made: Made, participants: string[]) =>
  made.api().participants.remove.mutate({ id: made.id, participants }, made.caller)
const statuses = async (made: Made) =>
  Object.fromEntries((await made.people()).map(({ phone, status }) => [phone, status]))
const untilStatuses = (made: Made, wanted: object) =>
  until(async () => {
    const now = await statuses(made)
    return Object.entries(wanted).every(([phone, status]) => now[phone] === status)
  })

async function deliver(made: Made, event: 'message:out' | 'message:ack' | 'message:failed', about: object) {
  const data = { ...exampleMessage, id: newId('msg'), number: made.number, ...about }
  await fixture.service.bus.publish(
    busEvent({ event, workspace: made.workspace, data: data as unknown as EventData<typeof event> }),
  )
}

describe('invitations', () => {
  it('invite sends each person the link and follows them until they have joined', async () => {
    const made = await createdGroup(fixture)
    const people = await invite(made, [ada, ben])
    expect(people).toMatchObject([
      { phone: ada, status: 'invited', invitation: { status: 'queued' } },
      { phone: ben, status: 'invited' },
    ])
    const { inviteLink } = await made.get()
    await until(() => made.requested().length === 2)
    expect(made.requested()[0]).toEqual({
      number: made.number,
      phones: [ada],
      reference: people[0]?.invitation?.id,
      message: { message: `You are invited to the group Drivers.\n${inviteLink}`, previewUrl: true },
    })
    await made.play('follow_link', ada)
    await untilStatuses(made, { [ada]: 'joined', [ben]: 'invited' })
    expect((await made.get()).participants).toEqual({ joined: 1, invited: 1, requested: 0 })
    const joined = await until(() =>
      made.events().find(({ people }) => people?.some(({ status }) => status === 'joined')),
    )
    expect(joined).toMatchObject({ change: 'participants', people: [{ phone: ada, joinedAt: expect.any(String) }] })
  })

  it('their words and the template outside the 24 h window may hold the link', async () => {
    const made = await createdGroup(fixture)
    const template = { name: 'join_us', language: 'en', variables: ['{link}'] }
    await invite(made, [ada], { message: 'Here: {link}!', onWindowClosed: { template } })
    const [wanted] = await until(() => made.requested().length === 1 && made.requested())
    const { inviteLink } = await made.get()
    expect(wanted?.message).toMatchObject({
      message: `Here: ${inviteLink}!`,
      onWindowClosed: { template: { ...template, variables: [inviteLink] } },
    })
  })

  it('wait while the group is being made, and fail with it', async () => {
    const { service } = fixture
    const { number, caller, workspace } = await fixture.connect()
    const create = (name: string) =>
      service.clients.groups.groups.create.mutate({ number, name, participants: [ada] }, caller)
    const [made, failed] = [await create('Drivers'), await create('Drivers #131211')]
    expect(made.participants).toEqual({ joined: 0, invited: 1, requested: 0 })
    const people = async (id: string) => (await service.clients.groups.participants.list.query({ id }, caller)).items
    await until(async () => (await people(made.id))[0]?.invitation?.status === 'queued')
    await until(async () => (await people(failed.id))[0]?.status === 'failed')
    expect(await people(failed.id)).toMatchObject([{ error: { errorCode: 'group:too_many' } }])
    const wanted = service.bus.published.filter(
      (announced) => announced.event === 'message:requested' && announced.workspace === workspace,
    )
    expect(wanted).toHaveLength(1)
  })

  it('show how their message fares, and fail with it; then the person can be invited again', async () => {
    const made = await createdGroup(fixture)
    const [first, second] = await invite(made, [ada, ben])
    const [reference, other] = [first?.invitation?.id, second?.invitation?.id]
    await deliver(made, 'message:ack', { reference, ack: 'read' })
    await deliver(made, 'message:out', { reference })
    const error = { errorCode: 'window:closed', message: 'closed', retryable: false }
    await deliver(made, 'message:failed', { reference: other, error })
    await untilStatuses(made, { [ben]: 'failed' })
    await until(async () => (await made.people())[0]?.invitation?.status === 'read')
    expect((await made.people())[1]).toMatchObject({ error: { errorCode: 'window:closed' } })
    const [again] = await invite(made, [ben])
    expect(again).toMatchObject({ status: 'invited', error: null })
    expect(again?.invitation?.id).not.toBe(other)
    const refused = { reference: again?.invitation?.id ?? '', phones: [ben], errorCode: 'queue:full' }
    await fixture.service.bus.publish(busEvent({ event: 'message:refused', workspace: made.workspace, data: refused }))
    await untilStatuses(made, { [ben]: 'failed' })
  })

  it('that reached the person are open, in whatever order that and a failure are reported', async () => {
    const made = await createdGroup(fixture)
    const invited = await invite(made, [ada, ben])
    const failed = { error: { errorCode: 'provider:refused', message: 'x', retryable: false } }
    const reports = [
      ['message:failed', failed],
      ['message:ack', { ack: 'delivered' }],
      ['message:out', {}],
    ] as const
    for (const [i, order] of [reports, reports.toReversed()].entries())
      for (const [event, about] of order)
        await deliver(made, event, { ...about, reference: invited[i]?.invitation?.id })
    await until(async () => (await made.people()).every(({ invitation }) => invitation?.status === 'delivered'))
    expect(await made.people()).toMatchObject([ada, ben].map((phone) => ({ phone, status: 'invited', error: null })))
    expect((await made.get()).participants.invited).toBe(2)
    expect(made.events().flatMap(({ people }) => (people ?? []).map(({ status }) => status))).toContain('failed')
  })

  it('are for eight people at most, never twice, and not for who was removed', async () => {
    const made = await createdGroup(fixture)
    await made.play('follow_link', ada)
    await made.play('follow_link', ben)
    await untilStatuses(made, { [ada]: 'joined', [ben]: 'joined' })
    await remove(made, [ben])
    await untilStatuses(made, { [ben]: 'removed' })
    const others = Array.from({ length: 6 }, (_, i) => `+491511234568${i}`)
    const answered = await invite(made, [ada, ben, ...others])
    expect(answered.map(({ status }) => status)).toEqual(['joined', 'removed', ...others.map(() => 'invited')])
    expect(answered[1]?.error).toMatchObject({ errorCode: 'participant:removed' })
    const beyond = await invite(made, [cleo, '+4915112345690', others[0] ?? ''])
    expect(beyond).toMatchObject([
      { status: 'invited' },
      { status: 'failed', error: { errorCode: 'group:full' } },
      { status: 'invited' },
    ])
    await until(() => made.requested().length === 7)
  })

  it('a repeat with the same key invites no one again; faults, other workspaces and readers are refused', async () => {
    const made = await createdGroup(fixture)
    const { id } = made
    const caller = fixture.service.as(made.workspace, { idempotencyKey: 'once' })
    const keyed = () => made.api().participants.invite.mutate({ id, phones: [ada] }, caller)
    expect(await keyed()).toEqual(await keyed())
    await expect(invite(made, ['12'])).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'phones.0' }] } } })
    const reader = fixture.service.as(made.workspace, { scopes: ['read'] })
    await expect(made.api().participants.invite.mutate({ id, phones: [ben] }, reader)).rejects.toMatchObject({
      data: { fault: { code: 'scope:missing' } },
    })
    for (const ask of [
      () => made.api().participants.invite.mutate({ id, phones: [ben] }, made.outsider),
      () => made.api().participants.list.query({ id }, made.outsider),
      () => made.api().participants.remove.mutate({ id, participants: [ada] }, made.outsider),
    ])
      await expect(ask()).rejects.toThrow('There is no such group;')
  })
})

describe('people of a group', () => {
  it('who comes uninvited, hides their phone, or is spelled differently by the provider is a person of their own', async () => {
    const made = await createdGroup(fixture)
    const [mexican, brazilian] = ['+525512345678', '+5541987654321']
    await invite(made, [mexican, brazilian])
    for (const who of ['DE.42', mexican, brazilian, ada]) await made.play('follow_link', who)
    await until(async () => (await made.get()).participants.joined === 4)
    expect(await made.people()).toMatchObject([
      { phone: ada, status: 'joined', invitation: null },
      { phone: '+5215512345678', status: 'joined', invitation: { status: 'queued' } },
      { phone: brazilian, status: 'joined', invitation: { status: 'queued' } },
      { phone: null, userId: 'DE.42', status: 'joined' },
    ])
    const left = await made.api().participants.list.query({ id: made.id, status: ['left'] }, made.caller)
    expect(left.items).toEqual([])
    expect(await remove(made, ['DE.42'])).toMatchObject([{ status: 'removing' }])
    await until(async () => (await made.people()).at(-1)?.status === 'removed')
  })

  it('who is named twice in a report is one person, whether they came or went', async () => {
    const made = await createdGroup(fixture)
    const at = Math.floor(Date.now() / 1000)
    const report = (name: 'added_participants' | 'removed_participants', ...people: string[]) =>
      made.report('group_participants_update', { [name]: people.map((phone) => ({ wa_id: phone.slice(1) })) }, at)
    await report('added_participants', ada, cleo, ada)
    await report('removed_participants', ben, ben)
    await untilStatuses(made, { [ada]: 'joined', [ben]: 'removed', [cleo]: 'joined' })
    expect((await made.get()).participants).toEqual({ joined: 2, invited: 0, requested: 0 })
  })

  it('who left and is invited again is no member by a late report of when they first joined', async () => {
    const made = await createdGroup(fixture)
    const at = Math.floor(Date.now() / 1000)
    const report = (item: object, second: number) => made.report('group_participants_update', item, second)
    const people = [{ wa_id: ada.slice(1) }]
    await report({ removed_participants: people, initiated_by: 'participant' }, at - 60)
    await untilStatuses(made, { [ada]: 'left' })
    expect(await invite(made, [ada])).toMatchObject([{ status: 'invited', leftAt: null }])
    await report({ added_participants: [...people, { wa_id: ben.slice(1) }] }, at - 120)
    await untilStatuses(made, { [ada]: 'invited', [ben]: 'joined' })
    await report({ added_participants: people }, at)
    await untilStatuses(made, { [ada]: 'joined' })
  })

  it('remove takes them out once the provider confirms, and cancels invitations; they cannot come back', async () => {
    const made = await createdGroup(fixture)
    await invite(made, [ada, ben])
    await made.play('follow_link', ada)
    await untilStatuses(made, { [ada]: 'joined' })
    expect(await remove(made, [ada, ben])).toMatchObject([{ status: 'removing' }, { status: 'canceled' }])
    await untilStatuses(made, { [ada]: 'removed', [ben]: 'canceled' })
    expect(await made.play('follow_link', ada)).toBe(409)
    expect(await remove(made, [ada])).toMatchObject([{ status: 'removed' }])
    await expect(remove(made, [cleo])).rejects.toMatchObject({ data: { fault: { code: 'participant:not_found' } } })
  })

  it('who left before the provider could remove them is out; who leaves may come again', async () => {
    const made = await createdGroup(fixture)
    await made.play('follow_link', ada)
    await made.play('follow_link', ben)
    await untilStatuses(made, { [ada]: 'joined', [ben]: 'joined' })
    fixture.withheld.add(made.number)
    await made.play('leave', ada)
    await remove(made, [ada])
    await until(() => made.changes().includes('participants'))
    fixture.withheld.delete(made.number)
    await until(async () => ['left', 'removed'].includes((await statuses(made))[ada] ?? ''))
    await made.play('leave', ben)
    await untilStatuses(made, { [ben]: 'left' })
    await made.play('follow_link', ben)
    await untilStatuses(made, { [ben]: 'joined' })
  })

  it('who were to be removed together are removed one by one if the provider cannot find one of them', async () => {
    const made = await createdGroup(fixture)
    for (const who of [ada, ben]) await made.play('follow_link', who)
    await untilStatuses(made, { [ada]: 'joined', [ben]: 'joined' })
    fixture.withheld.add(made.number)
    const { rows } = fixture.service
    await rows(`update group_participant set status = 'removing' where group_id = $1`, [made.id])
    await rows(
      `insert into group_job (workspace_id, group_id, number_id, pending, status, request_id, attempt, called_at)
       values ($1, $2, $3, $4, 'requested', 'R-both', 1, now())`,
      [made.workspace, made.id, made.number, JSON.stringify({ kind: 'removal', people: [ada, ben] })],
    )
    const refusal = { type: 'group_participants_remove', request_id: 'R-both', errors: [{ code: 131212 }] }
    await made.report('group_participants_update', refusal, Math.floor(Date.now() / 1000))
    const left = `select pending->'people'->>0 as who from group_job where group_id = $1 order by id`
    await until(async () => (await rows(left, [made.id])).length === 2)
    expect(await rows(left, [made.id])).toEqual([{ who: ada }, { who: ben }])
    fixture.withheld.delete(made.number)
    await untilStatuses(made, { [ada]: 'removed', [ben]: 'removed' })
    expect(await made.play('follow_link', ben)).toBe(409)
  })

  it('whom the provider does not remove stay in it, with the reason', async () => {
    const made = await createdGroup(fixture)
    await made.play('follow_link', ada)
    await untilStatuses(made, { [ada]: 'joined' })
    fixture.withheld.add(made.number)
    await made.play('suspend')
    await remove(made, [ada])
    await untilStatuses(made, { [ada]: 'joined' })
    await until(async () => (await made.people())[0]?.error?.errorCode === 'group:suspended')
    fixture.withheld.delete(made.number)
  })
})
