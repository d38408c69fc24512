import type { EventData } from '@posthorn/contracts'
import { busEvent, incomingMessage, until, untilLocked } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'
import { phoneChange } from './inbox.fixture.ts'

const { fixture, connected } = useMessaging()

const api = () => fixture.service.clients.messaging
const messages = () => api().messages
const caller = () => fixture.service.as(connected.workspace)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const untilSent = (id: string) =>
  until(async () => {
    const message = await messages().get.query({ id }, caller())
    return message.status === 'sent' && message
  })

async function customerWrites(phone: string, timestamp: string): Promise<string> {
  const data = { number: connected.number, timestamp }
  await fixture.service.bus.publish(incomingMessage(connected.workspace, { phone }, data))
  const found = await until(async () => (await messages().list.query({ phone, direction: 'in' }, caller())).items[0])
  return found.chat
}

async function refuse(providerId: string): Promise<void> {
  const status = statusEvent(connected, { providerId, status: 'failed' })
  const error = { code: 131047, title: 'Re-engagement message', errorCode: 'window:closed', retryable: false }
  await fixture.service.bus.publish({ ...status, data: { ...status.data, timestamp: minutesAgo(10), error } })
}

describe('a message held for its window leaves', () => {
  it('when the customer writes while it is set to wait', async () => {
    const phone = '+15553100003'
    const chat = await customerWrites(phone, minutesAgo(25 * 60))
    const later = { deliverAt: new Date(Date.now() + 3_600_000).toISOString(), onWindowClosed: 'hold' as const }
    const { id } = await messages().send.mutate({ chat, message: 'Hello', ...later }, caller())
    await fixture.service.rows('begin')
    await fixture.service.rows('select 1 from chat where id = $1 for update', [chat])
    const held = `update send_job set waits_for = 'window_closed', run_at = expires_at where message_id = $1`
    await fixture.service.rows(held, [id])
    await fixture.service.bus.publish(incomingMessage(connected.workspace, { phone }, { number: connected.number }))
    await untilLocked(fixture.service)
    await fixture.service.rows('commit')
    const stillHeld = `select 1 from send_job where message_id = $1 and waits_for = 'window_closed'`
    await until(async () => (await fixture.service.rows(stillHeld, [id])).length === 0)
  })

  it('when the customer writes at the very moment it begins to wait', async () => {
    const chat = await customerWrites('+15553100001', minutesAgo(25 * 60))
    const soon = { deliverAt: new Date(Date.now() + 1_000).toISOString(), onWindowClosed: 'hold' as const }
    const { id } = await messages().send.mutate({ chat, message: 'Hello', ...soon }, caller())
    await fixture.service.rows('begin')
    await fixture.service.rows('select 1 from chat where id = $1 for update', [chat])
    const taken = `select 1 from send_job j where j.message_id = $1 and (j.waits_for = 'window_closed' or exists (
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'))`
    await until(async () => {
      await fixture.service.rows('select pg_stat_clear_snapshot()')
      return (await fixture.service.rows(taken, [id])).length === 1
    })
    const opened = `last_inbound_at = now(), window_closes_at = now() + interval '1 day'`
    await fixture.service.rows(`update chat set ${opened} where id = $1`, [chat])
    await fixture.service.rows('commit')
    await untilSent(id)
  })

  const call = (phone: string, step: Partial<EventData<'provider:call'>>) => {
    const data = { number: connected.number, callId: 'wacid.1', timestamp: minutesAgo(1), from: { phone }, ...step }
    const full = { direction: 'in' as const, event: 'connect', ...data }
    return fixture.service.apply(busEvent({ event: 'provider:call', workspace: connected.workspace, data: full }))
  }

  it.each([
    ['calls', '+15553100004', { event: 'connect' }],
    ['called without an answer', '+15553100005', { event: 'terminate', status: 'REJECTED' }],
    ['accepts a call', '+15553100006', { direction: 'out', event: 'accepted' }],
    ['accepted a call', '+15553100007', { direction: 'out', event: 'terminate', status: 'COMPLETED', seconds: 12 }],
  ] as const)('when the customer %s', async (_, phone, step) => {
    const writtenAt = minutesAgo(25 * 60)
    const chat = await customerWrites(phone, writtenAt)
    const { id } = await messages().send.mutate({ chat, message: 'Hello', onWindowClosed: 'hold' }, caller())
    await until(async () => (await messages().get.query({ id }, caller())).waiting?.reason === 'window_closed')
    await call(phone, { direction: 'out', event: 'terminate', status: 'REJECTED' })
    await call(phone, { timestamp: minutesAgo(24 * 60 + 5) })
    expect(await messages().get.query({ id }, caller())).toMatchObject({ waiting: { reason: 'window_closed' } })
    await call(phone, step)
    await untilSent(id)
    expect(await api().chats.get.query({ id: chat }, caller())).toMatchObject({ lastInboundAt: writtenAt })
  })

  it('when the customer has called after a refusal that is reported late, and the window stays open', async () => {
    const phone = '+15553100008'
    const { id } = await messages().send.mutate({ phone, message: 'Hello', onWindowClosed: 'hold' }, caller())
    const { providerId } = await untilSent(id)
    await call(phone, { timestamp: minutesAgo(5) })
    await call('+15553100009', { timestamp: minutesAgo(5) })
    expect((await api().chats.list.query({ phone: '+15553100009' }, caller())).items).toEqual([])
    await refuse(providerId as string)
    await until(
      async () => (await fixture.calls(connected)).filter((each) => each.callbackTag?.startsWith(id)).length === 2,
    )
    expect((await untilSent(id)).status).toBe('sent')
  })

  it('when the customer has written after a refusal that is reported late', async () => {
    const phone = '+15553100002'
    const { id } = await messages().send.mutate({ phone, message: 'Hello', onWindowClosed: 'hold' }, caller())
    const { providerId } = await untilSent(id)
    await customerWrites(phone, minutesAgo(5))
    await refuse(providerId as string)
    const calls = async () => (await fixture.calls(connected)).filter(({ callbackTag }) => callbackTag?.startsWith(id))
    await until(async () => (await calls()).length === 2)
    expect((await untilSent(id)).status).toBe('sent')
  })
})

it('a message that is refused late because the window is closed announces its chat with the closed window', async () => {
  const { id, chat } = await messages().send.mutate({ phone: '+15553100010', message: 'Hello' }, caller())
  const { providerId } = await untilSent(id)
  await refuse(providerId as string)
  const failed = await until(() =>
    fixture.service.bus.published.find(({ event, aggregate }) => event === 'message:failed' && aggregate.id === id),
  )
  const { windowClosesAt } = await api().chats.get.query({ id: chat }, caller())
  expect(windowClosesAt).not.toBeNull()
  expect((failed.data as EventData<'message:failed'>).summaries?.chat).toMatchObject({ windowClosesAt })
})

it('a message that is refused late because the window is closed is sent to the phone number that its customer has now', async () => {
  const [before, after] = ['+15553100011', '+15553100012']
  await customerWrites(before, minutesAgo(5))
  const { id } = await messages().send.mutate({ phone: before, message: 'Hello', onWindowClosed: 'hold' }, caller())
  const { providerId } = await untilSent(id)
  await fixture.service.apply(phoneChange(connected, before, after))
  await refuse(providerId as string)
  const calls = async () => (await fixture.calls(connected)).filter(({ callbackTag }) => callbackTag?.startsWith(id))
  await until(async () => (await calls()).length === 2)
  expect((await calls()).map(({ to }) => to).toSorted()).toEqual([before, after])
})
