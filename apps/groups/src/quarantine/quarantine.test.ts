import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GroupStage, startGroupStage } from '../group.suite.ts'

let stage: GroupStage
beforeAll(async () => {
  stage = await startGroupStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

const operator = () => stage.kit.clients.calling({ workspace: null, scopes: ['operator'] })
const quarantine = () => stage.kit.clients.groups.quarantine

/** A group that was wanted and not asked for before the restore was known. */
async function wantedBeforeRestore() {
  const { caller, number } = await stage.connect()
  await stage.kit.rows(`update restore_guard set history = 'another'`)
  await stage.kit.restart()
  const { id } = await stage.kit.clients.groups.groups.create.mutate({ number, name: 'Drivers' }, caller)
  await stage.kit.rows(`update restore_guard set quarantined_at = now() + interval '1 second'`)
  return { id, caller }
}

describe('a groups service whose Postgres was restored', () => {
  it('asks the provider for nothing until it is released, and then not for what may have been asked for', async () => {
    const { id, caller } = await wantedBeforeRestore()
    expect((await quarantine().get.query({}, operator())).due).toEqual({ groups: 1, changes: 0, posts: 0 })
    await quarantine().release.mutate({ due: 'give_up' }, operator())
    expect(await stage.ended(id, caller)).toMatchObject({
      state: 'failed',
      error: { errorCode: 'group:outcome_unknown' },
    })
  })

  it('asks for it where the operator says so', async () => {
    const { id, caller } = await wantedBeforeRestore()
    await quarantine().release.mutate({ due: 'go_on' }, operator())
    expect(await stage.ended(id, caller)).toMatchObject({ state: 'active' })
  })
})
