import { simulatorControl } from '@posthorn/provider'
import { faultOf, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { type NumberFixture, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()
const installation = () => fixture.service.clients.messaging.installation
const operator = () => fixture.service.clients.calling({ workspace: null, scopes: ['operator'] })
const clients = () => fixture.service.clients.messaging

const send = ({ workspace }: NumberFixture, input: object = {}) =>
  clients().messages.send.mutate(
    { phone: '+4915112345678', message: 'x', order: 'none', ...input } as never,
    fixture.service.as(workspace),
  )

it('lists the queues of all workspaces for operators, that with the oldest waiting message first', async () => {
  const [idle, paused] = [await fixture.connectNumber(), await fixture.connectNumber()]
  const caller = fixture.service.as(paused.workspace)
  await clients().queues.pause.mutate({ id: paused.number }, caller)
  await send(paused)
  await send(paused, { deliverAt: new Date(Date.now() + 3_600_000).toISOString() })
  const { queues } = await installation().queues.query({}, operator())
  expect(queues[0]).toMatchObject({
    workspace: paused.workspace,
    number: paused.number,
    status: 'paused',
    connected: true,
    waiting: 1,
    scheduled: 1,
    sending: 0,
    blocked: 'number_paused',
  })
  expect(queues.find(({ number }) => number === idle.number)).toMatchObject({
    workspace: idle.workspace,
    waiting: 0,
    oldestAgeMs: null,
    blocked: null,
  })
  const refused = installation().queues.query({}, fixture.service.as(paused.workspace))
  expect(faultOf(await refused.catch((err: unknown) => err)).code).toBe('scope:missing')
})

it('counts attempts that failed by workspace, number and error, with the latest message', async () => {
  const connected = await fixture.connectNumber()
  const control = simulatorControl({ baseUrl: fixture.simulator.url })
  await control.simulate(connected.phoneNumberId, { outage: { kind: 'throttle', seconds: 60 } })
  const { id } = await send(connected)
  const own = async () => {
    const failures = await installation().failures.query({}, operator())
    return failures.filter(({ number }) => number === connected.number)
  }
  const [failure] = await until(async () => {
    const rows = await own()
    return rows.length > 0 && rows
  })
  expect(failure).toMatchObject({ workspace: connected.workspace, errorCode: 'provider:throttled', message: id })
  expect(failure?.count).toBeGreaterThan(0)
})
