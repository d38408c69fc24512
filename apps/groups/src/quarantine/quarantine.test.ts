import { newId } from '@posthorn/contracts'
import { busEvent } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

const operator = () => fixture.service.clients.calling({ workspace: null, scopes: ['operator'] })
const quarantine = () => fixture.service.clients.groups.quarantine

/** Creates a group that was accepted before the restore was detected, but not yet requested from the provider. */
async function wantedBeforeRestore() {
  const { caller, number } = await fixture.connect()
  await fixture.service.rows(`update restore_guard set history = 'another'`)
  await fixture.service.restart()
  const { id } = await fixture.service.clients.groups.groups.create.mutate({ number, name: 'Drivers' }, caller)
  await fixture.service.rows(`update restore_guard set quarantined_at = now() + interval '1 second'`)
  return { id, caller }
}

describe('a groups service whose Postgres was restored', () => {
  it('asks the provider for nothing until it is released, and then not for what may have been asked for', async () => {
    const { id, caller } = await wantedBeforeRestore()
    expect((await quarantine().get.query({}, operator())).due).toEqual({ groups: 1, changes: 0, posts: 0 })
    await quarantine().release.mutate({ due: 'give_up' }, operator())
    expect(await fixture.ended(id, caller)).toMatchObject({
      status: 'failed',
      error: { errorCode: 'group:outcome_unknown' },
    })
  })

  it('adds no more people to a post of whose members it may have asked for the next page', async () => {
    const { caller, number, workspace } = await fixture.connect()
    const { service } = fixture
    const { channels, posts } = service.clients.groups
    const segment = newId('seg')
    await service.apply(busEvent({ event: 'segment:updated', workspace, data: { id: segment, deleted: false } }))
    const { id: channel } = await channels.create.mutate({ number, name: 'Offers', segment }, caller)
    const { id } = await posts.create.mutate({ channel, message: 'Hello' }, caller)
    await service.rows(`update restore_guard set history = 'another'`)
    await service.restart()
    expect((await quarantine().get.query({}, operator())).due).toMatchObject({ posts: 1 })
    await quarantine().release.mutate({ due: 'give_up' }, operator())
    const page = { segment, for: id, after: '', phones: ['+4915112345678'], next: null }
    await service.apply(busEvent({ event: 'segment:members_listed', workspace, data: page }))
    expect(await service.clients.groups.posts.get.query({ id }, caller)).toMatchObject({ counts: { total: 0 } })
  })

  it('asks for it where the operator says so', async () => {
    const { id, caller } = await wantedBeforeRestore()
    await quarantine().release.mutate({ due: 'go_on' }, operator())
    expect(await fixture.ended(id, caller)).toMatchObject({ status: 'active' })
  })
})
