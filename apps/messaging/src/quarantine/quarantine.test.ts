import { faultOf, until } from '@posthorn/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging, statusEvent } from '../messaging.fixture.ts'

let world: MessagingKit
let line: Line
beforeAll(async () => {
  world = await startMessaging({ UNKNOWN_HOLD_SECONDS: '2' })
})
beforeEach(async () => {
  line = await world.connected()
})
afterAll(() => world[Symbol.asyncDispose]())

const mine = () => world.kit.as(line.workspace)
const operator = () => world.kit.clients.calling({ workspace: null, scopes: ['operator'] })
const quarantine = () => world.kit.clients.messaging.quarantine
const messages = () => world.kit.clients.messaging.messages
const show = (id: string) => messages().get.query({ id }, mine())
const send = async (input: object = {}) => {
  const body = { phone: '+4915112345678', message: 'x', order: 'none', ...input }
  return (await messages().send.mutate(body as never, mine())).id
}
const readiness = async () =>
  (await (await fetch(`${world.kit.service.url}/readyz`)).json()) as { status: string; reasons: string[] }

/** As after a restore: messages that were waiting, and a database with another history than the one that is noted in it. */
async function restored(): Promise<string[]> {
  const setState = (state: 'paused' | 'active') =>
    world.kit.clients.messaging.queues.update.mutate({ id: line.number, state }, mine())
  await setState('paused')
  const waiting = [await send(), await send()]
  await world.kit.rows(`update restore_guard set history = 'another'`)
  await world.kit.restart()
  await setState('active')
  return waiting
}

describe('a messaging service whose Postgres was restored', () => {
  it('sends nothing until it is released, and then not again what may have been sent', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const later = await send({ deliverAt: inAnHour })
    const [told, untold] = (await restored()) as [string, string]
    const fresh = await send()
    expect(await quarantine().get.query({}, operator())).toMatchObject({ due: { messages: 2, receipts: 0 } })
    expect(await readiness()).toMatchObject({ status: 'ready', reasons: [expect.stringContaining('quarantine since')] })
    expect(await world.calls(line)).toEqual([])
    await quarantine().release.mutate({ due: 'give_up' }, operator())
    const status = { providerId: 'wamid.before', status: 'delivered' as const, callbackTag: `${told}:1` }
    await world.kit.bus.publish(statusEvent(line, status))
    await until(async () => (await show(told)).status === 'delivered')
    await until(async () => (await show(fresh)).status === 'sent')
    await until(async () => (await show(untold)).status === 'failed')
    expect(await show(untold)).toMatchObject({ error: { errorCode: 'message:outcome_unknown' } })
    expect((await show(later)).status).toBe('scheduled')
    expect(await world.calls(line)).toHaveLength(1)
    expect((await readiness()).reasons).toEqual([])
  })

  it('sends what was waiting where the operator says so, and ends a quarantine once', async () => {
    const waiting = await restored()
    expect(await quarantine().release.mutate({ due: 'go_on' }, operator())).toMatchObject({
      since: null,
      due: { messages: 2 },
    })
    for (const id of waiting) await until(async () => (await show(id)).status === 'sent')
    const again = await quarantine()
      .release.mutate({ due: 'go_on' }, operator())
      .catch((err: unknown) => err)
    expect(faultOf(again).code).toBe('quarantine:not_in_force')
    expect(await quarantine().get.query({}, operator())).toEqual({ since: null, due: {} })
  })

  it('shows and ends it for operators only', async () => {
    const codes = await Promise.all([
      quarantine()
        .get.query({}, mine())
        .catch((err: unknown) => faultOf(err).code),
      quarantine()
        .release.mutate({ due: 'go_on' }, mine())
        .catch((err: unknown) => faultOf(err).code),
    ])
    expect(codes).toEqual(['scope:missing', 'scope:missing'])
  })
})
