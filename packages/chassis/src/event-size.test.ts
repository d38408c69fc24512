import { exampleContact, newId } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { withTenantScope } from './index.ts'
import { startProbe } from './testing/probe.fixture.ts'
import { calledEventBytesMax, inTransaction } from './tx.ts'

it('a transaction of a call commits no event of more than half of what the bus takes, and one of that size', async () => {
  await using probe = await startProbe()
  const workspace = newId('ws')
  const announce = (length: number) =>
    withTenantScope({ workspaces: [workspace] }, () =>
      inTransaction(
        probe.runtime(),
        async (tx) => {
          const data = { ...exampleContact, id: newId('con'), name: 'é'.repeat(length) }
          tx.emit({ kind: 'contact:created', workspace, data, aggregate: { id: data.id, version: 1 } })
        },
        { eventBytesMax: calledEventBytesMax },
      ),
    )
  await expect(announce(calledEventBytesMax / 2)).rejects.toMatchObject({ code: 'request:too_large' })
  expect(await probe.fixture.rows('select id from outbox')).toEqual([])
  await announce(calledEventBytesMax / 2 - 2_000)
  expect(await probe.fixture.rows('select id from outbox')).toHaveLength(1)
})
