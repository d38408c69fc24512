import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idsAt, startWebhooks, workspaceOf } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks({ RETRY_SCALE: '1' })
})
afterAll(() => kit[Symbol.asyncDispose]())

const operator = () => kit.clients.calling({ workspace: null, scopes: ['operator'] })

/** As after a restore: a delivery that was due, and one of an event that came since. */
async function restored() {
  let up = false
  const receiver = await startReceiver({ respond: () => ({ status: up ? 200 : 500 }) })
  const place = workspaceOf(kit)
  const { id } = await place.webhook(receiver)
  const [old] = await place.publish()
  await until(async () => (await place.deliveries(id))[0]?.attempts === 1)
  await kit.rows(`update restore_guard set history = 'another'`)
  await kit.restart()
  await kit.rows(`update delivery_job set run_at = now() - interval '1 hour'`)
  up = true
  const [fresh] = await place.publish()
  await until(async () => (await place.deliveries(id)).length === 2)
  return { receiver, place, id, old: old?.id ?? '', fresh: fresh?.id ?? '' }
}

describe('a webhooks service whose Postgres was restored', () => {
  it.each([
    ['give_up', 'canceled'],
    ['go_on', 'succeeded'],
  ] as const)('attempts nothing until it is released; %s leaves what was due %s', async (due, state) => {
    const { receiver, place, id, old, fresh } = await restored()
    const before = receiver.requests.length
    const { since, due: counted } = await kit.clients.webhooks.quarantine.get.query({}, operator())
    expect([since === null, counted]).toEqual([false, { deliveries: 1 }])
    expect(receiver.requests).toHaveLength(before)
    await kit.clients.webhooks.quarantine.release.mutate({ due }, operator())
    const stateOf = async (event: string) => (await place.deliveries(id)).find((each) => each.event.id === event)?.state
    await until(async () => (await stateOf(fresh)) === 'succeeded')
    await until(async () => (await stateOf(old)) === state)
    expect(idsAt(receiver).slice(before)).toHaveLength(due === 'go_on' ? 2 : 1)
    await receiver.stop()
  })
})
