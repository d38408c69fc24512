import { natsUrl, startProxy, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { openChatByText, phoneChange } from '../chats/inbox.fixture.ts'
import { startMessaging, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

it('a message that can never be ended delays no other, and no lost call', async () => {
  const connected = await fixture.connectNumber()
  const { rows, clients, bus } = fixture.service
  const caller = fixture.service.as(connected.workspace)
  const { messages, queues } = clients.messaging
  await queues.pause.mutate({ id: connected.number }, caller)
  const [broken, expired, lost] = [
    await messages.send.mutate({ phone: '+15559330001', message: 'x' }, caller),
    await messages.send.mutate({ phone: '+15559330002', message: 'x' }, caller),
    await messages.send.mutate({ phone: '+15559330003', message: 'x' }, caller),
  ]
  await rows(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger refuse before update on message for each row when (new.id = '${broken.id}') execute function refuse()`,
  )
  await rows(
    `update send_job set status = 'calling', lease_until = now() - interval '1 minute' where message_id = $1`,
    [lost.id],
  )
  const expire = `update send_job set expires_at = now() - make_interval(secs => $2) where message_id = $1`
  await rows(expire, [broken.id, 2])
  await rows(expire, [expired.id, 1])
  bus.nudge('messaging', 'reap')
  await until(async () => (await messages.get.query({ id: expired.id }, caller)).status === 'expired')
  await until(
    async () =>
      (await rows(`select 1 from send_job where message_id = $1 and status = 'unknown'`, [lost.id])).length === 1,
  )
  expect((await messages.get.query({ id: broken.id }, caller)).status).toBe('queued')
})

it('a message expires while the bus is connected but does not respond', async () => {
  await using proxy = await startProxy(natsUrl())
  await using silent = await startMessaging({ NATS_URL: proxy.url })
  const { workspace, number } = await silent.connectNumber()
  const { rows, clients, service } = silent.service
  const caller = silent.service.as(workspace)
  const { messages, queues } = clients.messaging
  await queues.pause.mutate({ id: number }, caller)
  const { id } = await messages.send.mutate({ phone: '+15559330004', message: 'x' }, caller)
  proxy.hang()
  await rows('update send_job set expires_at = now() where message_id = $1', [id])
  await until(async () => (await messages.get.query({ id }, caller)).status === 'expired')
  // After 15 s of silence, the service knows that the bus is away, and no longer asks it.
  const { reasons } = (await (await fetch(`${service.url}/readyz`)).json()) as { reasons: string[] }
  expect(reasons.join()).not.toContain('NATS')
  await proxy.resume()
})

it('a message that is sent again after an unknown outcome goes to the phone number that its customer has now', async () => {
  const connected = await fixture.connectNumber()
  const { rows, clients, bus } = fixture.service
  const caller = fixture.service.as(connected.workspace)
  const { messages, queues } = clients.messaging
  await queues.pause.mutate({ id: connected.number }, caller)
  const [before, after] = ['+15559330011', '+15559330012']
  const { id: chat } = await openChatByText(fixture, connected, { phone: before })
  const { id } = await messages.send.mutate({ chat, message: 'x', onUnknown: 'resend' }, caller)
  await rows(`update message set status = 'sending' where id = $1`, [id])
  const end = `update send_job set status = 'unknown', attempt = 1, lease_until = now() + make_interval(mins => $2) where message_id = $1`
  await rows(end, [id, 60])
  await fixture.service.apply(phoneChange(connected, before, after))
  const jobs = () => rows('select status, recipient from send_job where message_id = $1', [id])
  expect(await jobs()).toEqual([{ status: 'unknown', recipient: before }])
  await rows(end, [id, -60])
  bus.nudge('messaging', 'reap')
  await until(async () => (await messages.get.query({ id }, caller)).status === 'queued')
  expect(await jobs()).toEqual([{ status: 'waiting', recipient: after }])
  expect((await messages.get.query({ id }, caller)).phone).toBe(after)
})
