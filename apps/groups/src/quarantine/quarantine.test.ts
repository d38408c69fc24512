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

  it('asks for it where the operator says so', async () => {
    const { id, caller } = await wantedBeforeRestore()
    await quarantine().release.mutate({ due: 'go_on' }, operator())
    expect(await fixture.ended(id, caller)).toMatchObject({ status: 'active' })
  })
})
