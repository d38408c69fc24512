import { faultOf, until } from '@posthorn/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { type NumberFixture, statusEvent, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging({ UNKNOWN_HOLD_SECONDS: '2' })
let connected: NumberFixture
beforeEach(async () => {
  connected = await fixture.connectNumber()
})

const caller = () => fixture.service.as(connected.workspace)
const operator = () => fixture.service.clients.calling({ workspace: null, scopes: ['operator'] })
const quarantine = () => fixture.service.clients.messaging.quarantine
const messages = () => fixture.service.clients.messaging.messages
const show = (id: string) => messages().get.query({ id }, caller())
const send = async (input: object = {}) => {
  const body = { phone: '+4915112345678', message: 'x', order: 'none', ...input }
  return (await messages().send.mutate(body as never, caller())).id
}
const readiness = async () =>
  (await (await fetch(`${fixture.service.service.url}/readyz`)).json()) as { status: string; reasons: string[] }

/** Simulates a restore: messages were waiting, and the database's history differs from the one recorded in it. */
async function restored(): Promise<string[]> {
  const turn = (verb: 'pause' | 'resume') =>
    fixture.service.clients.messaging.queues[verb].mutate({ id: connected.number }, caller())
  await turn('pause')
  const waiting = [await send(), await send()]
  await fixture.service.rows(`update restore_guard set history = 'another'`)
  await fixture.service.restart()
  await turn('resume')
  return waiting
}

describe('a messaging service whose Postgres was restored', () => {
  it('sends nothing until it is released, and then not again what may have been sent', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const later = await send({ deliverAt: inAnHour })
    const [reported, unreported] = (await restored()) as [string, string]
    const fresh = await send()
    expect(await quarantine().get.query({}, operator())).toMatchObject({ due: { messages: 2, receipts: 0 } })
    expect(await readiness()).toMatchObject({ status: 'ready', reasons: [expect.stringContaining('quarantine since')] })
    expect(await fixture.calls(connected)).toEqual([])
    await quarantine().release.mutate({ due: 'give_up' }, operator())
    const status = { providerId: 'wamid.before', status: 'delivered' as const, callbackTag: `${reported}:1` }
    await fixture.service.bus.publish(statusEvent(connected, status))
    await until(async () => (await show(reported)).status === 'delivered')
    await until(async () => (await show(fresh)).status === 'sent')
    await until(async () => (await show(unreported)).status === 'failed')
    const message = expect.stringContaining('Reason: the database was restored')
    expect(await show(unreported)).toMatchObject({ error: { errorCode: 'message:outcome_unknown', message } })
    expect((await show(later)).status).toBe('scheduled')
    expect(await fixture.calls(connected)).toHaveLength(1)
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

  it('says to repeat a release that waits for another one', async () => {
    await restored()
    await fixture.service.rows('begin')
    await fixture.service.rows(`select pg_advisory_xact_lock(hashtext('quarantine of ' || current_schema()))`)
    const late = await quarantine()
      .release.mutate({ due: 'give_up' }, operator())
      .catch((err: unknown) => err)
    await fixture.service.rows('commit')
    expect(faultOf(late)).toMatchObject({ code: 'service:unavailable', message: expect.stringContaining('same `due`') })
    expect(await quarantine().release.mutate({ due: 'give_up' }, operator())).toMatchObject({ since: null })
  })

  it('sends again under a tag of its own what its sender chose to have sent again: the call before the restore may be answered late', async () => {
    const turn = (verb: 'pause' | 'resume') =>
      fixture.service.clients.messaging.queues[verb].mutate({ id: connected.number }, caller())
    await turn('pause')
    const id = await send({ onUnknown: 'resend' })
    await fixture.service.rows(`update restore_guard set history = 'another'`)
    await fixture.service.restart()
    await turn('resume')
    await until(async () => (await show(id)).waiting?.reason === 'quarantine')
    const queue = await fixture.service.clients.messaging.queues.get.query({ id: connected.number }, caller())
    expect(queue).toMatchObject({ blocked: { reason: 'quarantine' }, etaMs: null })
    await quarantine().release.mutate({ due: 'give_up' }, operator())
    await until(async () => (await show(id)).status === 'sent')
    expect((await fixture.calls(connected)).map(({ callbackTag }) => callbackTag)).toEqual([`${id}:2`])
  })

  it('shows and ends it for operators only', async () => {
    const codes = await Promise.all([
      quarantine()
        .get.query({}, caller())
        .catch((err: unknown) => faultOf(err).code),
      quarantine()
        .release.mutate({ due: 'go_on' }, caller())
        .catch((err: unknown) => faultOf(err).code),
    ])
    expect(codes).toEqual(['scope:missing', 'scope:missing'])
  })
})
