import { newId, numberCredentialsPurpose } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it, vi } from 'vitest'
import { creationBody, type GroupFixture, useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

const groups = () => fixture.service.clients.groups.groups
const connect: GroupFixture['connect'] = (input) => fixture.connect(input)
const connectCloud: GroupFixture['connectCloud'] = () => fixture.connectCloud()
const deliver: GroupFixture['deliver'] = (owner, body) => fixture.deliver(owner, body)
const ended: GroupFixture['ended'] = (id, caller) => fixture.ended(id, caller)
const eventsOf: GroupFixture['eventsOf'] = (workspace) => fixture.eventsOf(workspace)
const cutAnswers = (phoneNumberId: string) => fixture.simulate(phoneNumberId, { outage: { kind: 'cut', seconds: 60 } })

describe('groups', () => {
  it('a created group is answered at once, becomes active with its invite link, and both are announced', async () => {
    const { workspace, number, caller } = await connect()
    const group = await groups().create.mutate({ number, name: ' Drivers north ', description: 'All of them' }, caller)
    expect(group).toMatchObject({ status: 'creating', name: 'Drivers north', inviteLink: null, number })
    const active = await ended(group.id, caller)
    expect(active).toMatchObject({ status: 'active', name: 'Drivers north', description: 'All of them', error: null })
    expect(active.inviteLink).toMatch(/^https:\/\/chat\.whatsapp\.com\//)
    expect(active.providerId).toBeTruthy()
    const named = await groups().atProvider.query({ ids: [group.id, newId('grp')] }, caller)
    expect(named).toEqual([{ id: group.id, providerId: active.providerId }])
    const otherWorkspace = fixture.service.as(fixture.service.workspace())
    expect(await groups().atProvider.query({ ids: [group.id] }, otherWorkspace)).toEqual([])
    const range = { from: `${group.id.slice(0, -5)}00000`, to: `${group.id.slice(0, -5)}zzzzz` }
    const { byRange } = fixture.service.clients.groups.lookups
    expect(await byRange.query({ kind: 'group', ...range }, caller)).toEqual({ id: group.id })
    expect(await byRange.query({ kind: 'group', ...range }, otherWorkspace)).toEqual({ id: null })
    await until(() => eventsOf(workspace).length === 2)
    expect(eventsOf(workspace)).toEqual([
      { ...group, change: 'created', people: null, requests: null },
      { ...active, change: 'active', people: null, requests: null },
    ])
    expect(await fixture.service.rows('select 1 from group_creation where group_id = $1', [group.id])).toEqual([])
  })

  it('a group that the provider refuses, at once or by callback, has failed with the reason', async () => {
    const { number, caller } = await connect()
    const late = await groups().create.mutate({ number, name: 'Drivers #131211' }, caller)
    expect(await ended(late.id, caller)).toMatchObject({ status: 'failed', error: { errorCode: 'group:too_many' } })
    const unable = await connect({ groups: false })
    const refused = await groups().create.mutate({ number: unable.number, name: 'Drivers' }, unable.caller)
    expect(await ended(refused.id, unable.caller)).toMatchObject({
      status: 'failed',
      error: { errorCode: 'number:no_groups' },
    })
  })

  it.each([
    ['names the group', { group_id: 'G-failed' }],
    ['names none', {}],
  ])('a report of a failed creation fails the group: %s', async (_name, ids) => {
    const { workspace, number, caller } = await connectCloud()
    fixture.graph.respondWith(() => ({ body: JSON.stringify({ request_id: 'R-failed' }) }))
    const group = await groups().create.mutate({ number, name: 'Refused' }, caller)
    const errors = [{ code: 131211, title: 'Too many groups' }]
    await deliver({ workspace, number }, creationBody({ request_id: 'R-failed', ...ids, errors }))
    expect(await ended(group.id, caller)).toMatchObject({
      status: 'failed',
      providerId: null,
      error: { errorCode: 'group:too_many' },
    })
  })

  it('a confirmation that is faster than the answer is not lost', async () => {
    const { workspace, number, caller } = await connectCloud()
    fixture.graph.respondWith(async () => {
      await deliver({ workspace, number }, creationBody({ request_id: 'R-early', group_id: 'G-early' }))
      await until(
        async () =>
          (await fixture.service.rows(`select 1 from early_group_update where request_id = 'R-early'`)).length === 1,
      )
      return { body: JSON.stringify({ request_id: 'R-early' }) }
    })
    const group = await groups().create.mutate({ number, name: 'Fast' }, caller)
    expect(await ended(group.id, caller)).toMatchObject({ status: 'active', providerId: 'G-early' })
    expect(await fixture.service.rows('select 1 from early_group_update')).toEqual([])
  })

  it.each(['failed', 'deleted'])(
    'a %s group whose answer was lost never takes the callback of another with its name that precedes the answer',
    async (status) => {
      const { workspace, number, caller } = await connectCloud()
      const name = `Twice ${status}`
      const earlier = fixture.graph.requests.length
      const confirm = (request_id: string, group_id: string) =>
        deliver({ workspace, number }, creationBody({ request_id, group_id, subject: name }))
      fixture.graph.respondWith(() => ({ body: '{}' }))
      const first = await groups().create.mutate({ number, name }, caller)
      expect(await ended(first.id, caller)).toMatchObject({ error: { errorCode: 'group:outcome_unknown' } })
      if (status === 'deleted') await groups().remove.mutate({ id: first.id }, caller)
      const early = `select 1 from early_group_update where workspace_id = $1`
      fixture.graph.respondWith(async () => {
        await confirm('R-second', 'G-2')
        await confirm('R-first', 'G-1')
        await until(async () => (await fixture.service.rows(early, [workspace])).length === 2)
        return { body: JSON.stringify({ request_id: 'R-second' }) }
      })
      const second = await groups().create.mutate({ number, name }, caller)
      expect(await ended(second.id, caller)).toMatchObject({ status: 'active', providerId: 'G-2' })
      const { providerId, ...left } = await groups().get.query({ id: first.id }, caller)
      const found = status === 'failed' ? { status: 'active', providerId: 'G-1' } : { status, providerId: null }
      expect({ status: left.status, providerId }).toEqual(found)
      expect(fixture.graph.requests.slice(earlier).filter(({ method }) => method === 'DELETE')).toEqual([])
      expect(
        await fixture.service.rows(`select 1 from group_job where group_id = $1 and pending->>'kind' = 'deletion'`, [
          first.id,
        ]),
      ).toEqual([])
      await fixture.service.rows('delete from early_group_update where workspace_id = $1', [workspace])
    },
  )

  it.each([-600_000, 600_000])(
    'a group whose answer was lost takes a callback with its name only from after it was created, even if the clock of this machine is off by %i ms',
    async (offMs) => {
      const { workspace, number, caller } = await connectCloud()
      const name = `Kept from before ${offMs}`
      const confirm = (request_id: string, group_id: string) =>
        deliver({ workspace, number }, creationBody({ request_id, group_id, subject: name }))
      fixture.graph.respondWith(() => ({ body: '{}' }))
      const first = await groups().create.mutate({ number, name }, caller)
      expect(await ended(first.id, caller)).toMatchObject({ error: { errorCode: 'group:outcome_unknown' } })
      await groups().remove.mutate({ id: first.id }, caller)
      await confirm(`R-deleted ${offMs}`, `G-deleted ${offMs}`)
      const early = 'select request_id as id from early_group_update where workspace_id = $1 order by id'
      await until(async () => (await fixture.service.rows(early, [workspace])).length === 1)
      fixture.graph.respondWith(async () => {
        await confirm(`R-own ${offMs}`, `G-own ${offMs}`)
        await until(async () => (await fixture.service.rows(early, [workspace])).length === 2)
        return { body: '{}' }
      })
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs })
      const creating = groups().create.mutate({ number, name }, caller)
      const second = await creating.finally(() => vi.useRealTimers())
      expect(await ended(second.id, caller)).toMatchObject({ status: 'active', providerId: `G-own ${offMs}` })
      expect(await fixture.service.rows(early, [workspace])).toEqual([{ id: `R-deleted ${offMs}` }])
      await fixture.service.rows('delete from early_group_update where workspace_id = $1', [workspace])
    },
  )

  it('a request whose answer was lost is not repeated; the callback finds its group by the name', async () => {
    const { number, caller, phoneNumberId } = await connect()
    await cutAnswers(phoneNumberId)
    fixture.withheld.add(number)
    const group = await groups().create.mutate({ number, name: 'Lost answer' }, caller)
    await until(async () => {
      const [row] = await fixture.service.rows<{ status: string }>(
        'select status from group_creation where group_id = $1',
        [group.id],
      )
      return row?.status === 'unknown'
    })
    fixture.withheld.delete(number)
    // If the callback is late, the group fails first.
    await until(async () => (await groups().get.query({ id: group.id }, caller)).status === 'active')
    const announced = fixture.callbacks.requests.filter(({ path, status }) => path.endsWith(number) && status === 200)
    expect(announced).toHaveLength(1)
  })

  it('a group that is not confirmed in time has failed, and a late confirmation makes it active after all', async () => {
    const { workspace, number, caller } = await connect()
    fixture.withheld.add(number)
    const group = await groups().create.mutate({ number, name: 'Late' }, caller)
    expect(await ended(group.id, caller)).toMatchObject({ error: { errorCode: 'group:outcome_unknown' } })
    fixture.withheld.delete(number)
    await until(async () => (await groups().get.query({ id: group.id }, caller)).status === 'active')
    await until(() => eventsOf(workspace).length === 3)
    expect(eventsOf(workspace).map(({ change }) => change)).toEqual(['created', 'failed', 'active'])
  })

  it('a call that a killed process left open is not repeated', async () => {
    const { workspace, number, caller } = await connect()
    const group = await groups().create.mutate({ number, name: 'Killed' }, caller)
    await ended(group.id, caller)
    await fixture.service.rows(`update chat_group set status = 'creating', request_id = null where id = $1`, [group.id])
    await fixture.service.rows(
      `insert into group_creation (workspace_id, group_id, number_id, status, attempt, called_at)
       values ($1, $2, $3, 'calling', 1, now() - interval '31 seconds')`,
      [workspace, group.id, number],
    )
    await fixture.service.restart()
    expect(await ended(group.id, caller)).toMatchObject({ error: { errorCode: 'group:outcome_unknown' } })
    expect(fixture.callbacks.requests.filter(({ path }) => path.endsWith(number))).toHaveLength(1)
  })

  it('the answer to a call that another process has given up names the request, so that the callback finds its group', async () => {
    const { workspace, number, caller } = await connectCloud()
    fixture.graph.respondWith(async () => {
      await fixture.service.rows(`update group_creation set status = 'unknown' where workspace_id = $1`, [workspace])
      return { body: JSON.stringify({ request_id: 'R-late' }) }
    })
    const group = await groups().create.mutate({ number, name: 'Given up' }, caller)
    const named = `select 1 from chat_group where request_id = 'R-late'`
    await until(async () => (await fixture.service.rows(named)).length === 1)
    await deliver({ workspace, number }, creationBody({ request_id: 'R-late', group_id: 'G-late', subject: 'Other' }))
    expect(await ended(group.id, caller)).toMatchObject({ status: 'active', providerId: 'G-late' })
  })

  it('a group that is throttled for a day has failed', async () => {
    const { workspace, number, caller } = await connectCloud()
    fixture.graph.respondWith(async () => {
      const age = `update chat_group set created_at = now() - interval '25 hours' where workspace_id = $1`
      await fixture.service.rows(age, [workspace])
      return { status: 400, body: JSON.stringify({ error: { code: 131208, message: 'Too many requests' } }) }
    })
    const group = await groups().create.mutate({ number, name: 'Throttled' }, caller)
    expect(await ended(group.id, caller)).toMatchObject({ error: { errorCode: 'provider:throttled' } })
  })

  it('what was provably not made is asked for again', async () => {
    const { workspace, number, caller } = await connectCloud()
    const asked = fixture.graph.requests.length
    const broken = { status: 500, body: JSON.stringify({ error: { code: 131000, message: 'broken' } }) }
    fixture.graph.respondWith((_request, index) =>
      index === asked ? broken : { body: JSON.stringify({ request_id: 'R-2' }) },
    )
    const group = await groups().create.mutate({ number, name: 'Again' }, caller)
    await until(
      async () => (await fixture.service.rows(`select 1 from chat_group where request_id = 'R-2'`)).length === 1,
    )
    await deliver({ workspace, number }, creationBody({ request_id: 'R-2', group_id: 'G-2' }))
    expect(await ended(group.id, caller)).toMatchObject({ status: 'active', providerId: 'G-2' })
    expect(fixture.graph.requests.length).toBe(asked + 2)
  })

  it('a group of a number whose credentials cannot be read is asked for once they can', async () => {
    const { number, caller, phoneNumberId, accessToken, announce } = await connect()
    const known = (version: number) => async () =>
      (await fixture.service.rows('select 1 from known_number where id = $1 and version = $2', [number, version]))[0]
    await announce(2, 'unreadable')
    await until(known(2))
    const { id } = await groups().create.mutate({ number, name: 'Sealed' }, caller)
    const retried = `select 1 from group_creation where group_id = $1 and status = 'waiting' and attempt = 1`
    await until(async () => (await fixture.service.rows(retried, [id]))[0])
    const access = JSON.stringify({ phoneNumberId, accessToken })
    await announce(3, fixture.service.vault.seal(access, numberCredentialsPurpose(number)))
    await until(known(3))
    expect(await ended(id, caller)).toMatchObject({ status: 'active' })
  })

  it('a number whose token is refused is reported, and the group has failed', async () => {
    const { workspace, number, caller } = await connect({ token: 'EAAgone' })
    const group = await groups().create.mutate({ number, name: 'No token' }, caller)
    expect(await ended(group.id, caller)).toMatchObject({ error: { errorCode: 'number:unauthorized' } })
    const announced = await until(() =>
      fixture.service.bus.published.find(
        ({ event, workspace: whose }) => event === 'number:check_requested' && whose === workspace,
      ),
    )
    expect(announced.data).toEqual({ number, errorCode: 'number:unauthorized' })
  })

  it('unknown, foreign and disconnected numbers are refused', async () => {
    const { number, caller, announce } = await connect()
    const outsider = fixture.service.as(fixture.service.workspace())
    const old = 'num_01a00000000000000000000000'
    await expect(groups().create.mutate({ number: old, name: 'x' }, caller)).rejects.toThrow('no such number')
    await expect(groups().create.mutate({ number, name: 'x' }, outsider)).rejects.toThrow('no such number')
    await announce(2, null)
    await until(
      async () =>
        (await fixture.service.rows('select 1 from known_number where id = $1 and ciphertext is null', [number]))[0],
    )
    await expect(groups().create.mutate({ number, name: 'x' }, caller)).rejects.toThrow('disconnected')
    await announce(1, 'older')
    await expect(groups().create.mutate({ number, name: 'x' }, caller)).rejects.toThrow('disconnected')
  })

  it('list shows the groups of the workspace newest first, by number and status; get finds none of another', async () => {
    const { number, caller } = await connect()
    const made: string[] = []
    for (const name of ['a', 'b #131211', 'c']) made.push((await groups().create.mutate({ number, name }, caller)).id)
    for (const id of made) await ended(id, caller)
    const ids = async (filter: object) => (await groups().list.query(filter, caller)).items.map(({ id }) => id)
    expect(await ids({})).toEqual(made.toReversed())
    expect(await ids({ status: 'failed' })).toEqual([made[1]])
    expect(await ids({ number: newId('num') })).toEqual([])
    const page = await groups().list.query({ size: 2 }, caller)
    expect((await groups().list.query({ size: 2, cursor: page.next ?? '' }, caller)).items.map(({ id }) => id)).toEqual(
      [made[0]],
    )
    const outsider = fixture.service.as(fixture.service.workspace())
    expect((await groups().list.query({}, outsider)).items).toEqual([])
    await expect(groups().get.query({ id: made[0] ?? '' }, outsider)).rejects.toThrow('There is no such group;')
  })
})
