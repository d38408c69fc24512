import { until, untilLocked } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()
let lastPhone = 15_559_300_000
const freshPhone = () => `+${(lastPhone += 1)}`
const caller = () => fixture.service.as(connected.workspace)
const api = () => fixture.service.clients.messaging
const send = (input: object = {}) =>
  api().messages.send.mutate({ phone: freshPhone(), message: 'x', ...input } as never, caller())
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const turn = (verb: 'pause' | 'resume') => api().queues[verb].mutate({ id: connected.number }, caller())
const stepsOf = (id: string) =>
  fixture.service.bus.published
    .filter(({ aggregate }) => aggregate.id === id)
    .map(({ event, data }) => ({ event, ...(data as object) }) as { event: string; changed?: string[] })
const waitsOf = (id: string) =>
  fixture.service.bus.published.flatMap(({ event, aggregate, data }) =>
    event === 'message:waiting' && aggregate.id === id
      ? [(data as { waiting: { reason: string; until: string | null } }).waiting]
      : [],
  )
const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
const by = { type: 'key', id: 'key_test' }

describe('every step before a message is sent', () => {
  it('is announced with who did it: changed, canceled', async () => {
    await turn('pause')
    const { id } = await send()
    await api().messages.update.mutate({ id, message: 'y', priority: 'high' }, caller())
    await api().messages.cancel.mutate({ id }, caller())
    await until(() => stepsOf(id).length === 2)
    expect(stepsOf(id)).toMatchObject([
      { event: 'message:changed', status: 'queued', message: 'y', changed: ['message', 'priority'], by },
      { event: 'message:canceled', status: 'canceled', by },
    ])
    const summaries = { number: { id: connected.number, phone: '+15550000001', name: 'Shop' }, chat: { name: null } }
    for (const step of stepsOf(id)) expect(step).toMatchObject({ summaries })
    await turn('resume')
  })

  it('is announced of a scheduled message, and of each message of a batch', async () => {
    const { id } = await send({ deliverAt: inAnHour() })
    await until(() => stepsOf(id).length === 1)
    expect(stepsOf(id)).toMatchObject([{ event: 'message:scheduled', status: 'scheduled', by }])
    const messages = [1, 2].map(() => ({ phone: freshPhone(), message: 'x', deliverAt: inAnHour() }))
    const batch = (await api().messages.batch.mutate({ messages }, caller())) as { id: string }[]
    for (const each of batch) await until(() => stepsOf(each.id).length === 1)
  })

  it('is announced when it waits for more than two seconds, once for each reason, and not while it is scheduled', async () => {
    const reasonsOf = (id: string) => waitsOf(id).map(({ reason }) => reason)
    const age = (id: string) =>
      fixture.service.rows(`update send_job set due_at = due_at - interval '3 seconds' where message_id = $1`, [id])
    const scheduled = await send({ deliverAt: inAnHour() })
    await turn('pause')
    const [first, second] = [await send(), await send()]
    await age(first.id)
    await until(() => reasonsOf(first.id).length === 1)
    const held = `update send_job set run_at = now() + interval '1 hour', waits_for = 'window_closed' where message_id = $1`
    await fixture.service.rows(held, [first.id])
    await turn('resume')
    await until(() => reasonsOf(first.id).length === 2)
    await until(async () => (await api().messages.get.query({ id: second.id }, caller())).status === 'sent')
    await turn('pause')
    const third = await send()
    await age(third.id)
    await until(() => reasonsOf(third.id).length === 1)
    await until(() => reasonsOf(first.id).length === 3)
    expect([scheduled, first, second].map(({ id }) => reasonsOf(id))).toEqual([
      [],
      ['number_paused', 'window_closed', 'number_paused'],
      [],
    ])
    await api().queues.purge.mutate({ id: connected.number }, caller())
    await turn('resume')
  })

  it('is announced when the response to its call was lost, with the time at which it ends without a status', async () => {
    const { id } = await send({ phone: '+15550100004' })
    await until(() => waitsOf(id).length === 1)
    expect(waitsOf(id)).toEqual([{ reason: 'outcome', until: expect.any(String) }])
    const leftMs = Date.parse(waitsOf(id)[0]?.until ?? '') - Date.now()
    expect(leftMs).toBeGreaterThan(60_000)
    expect(leftMs).toBeLessThanOrEqual(120_000)
  })

  it('is announced once for each of more messages than a round announces, and soon for a new one behind them', async () => {
    const waitsOfAll = () =>
      fixture.service.bus.published.filter(
        ({ event, aggregate }) => event === 'message:waiting' && ids.includes(aggregate.id),
      )
    const age = () => fixture.service.rows(`update send_job set due_at = due_at - interval '3 seconds'`)
    await turn('pause')
    const messages = Array.from({ length: 230 }, () => ({ phone: freshPhone(), message: 'x' }))
    const batch = (await api().messages.batch.mutate({ messages }, caller())) as { id: string }[]
    const ids = batch.map(({ id }) => id)
    await age()
    await until(() => waitsOfAll().length >= ids.length)
    ids.push((await send()).id)
    await age()
    await until(() => waitsOfAll().length >= ids.length)
    expect(
      waitsOfAll()
        .map(({ aggregate }) => aggregate.id)
        .toSorted(),
    ).toEqual(ids)
    await api().queues.purge.mutate({ id: connected.number }, caller())
    await turn('resume')
  })

  it('is announced of each message that a purge, a move or the removal of a chat changes', async () => {
    await turn('pause')
    const [first, second] = [await send({ reference: 'purged' }), await send({ reference: 'purged' })]
    await api().queues.purge.mutate({ id: connected.number, reference: 'purged' }, caller())
    for (const { id } of [first, second])
      await until(() => stepsOf(id).some(({ event }) => event === 'message:canceled'))
    const other = await fixture.connectNumber({ workspace: connected.workspace })
    const moved = await send({ reference: 'moved' })
    await api().queues.move.mutate({ id: connected.number, number: other.number, reference: 'moved' }, caller())
    await until(() => stepsOf(moved.id).some(({ changed }) => changed?.includes('number')))
    const removed = await send()
    await api().chats.remove.mutate({ id: removed.chat }, caller())
    await until(() => stepsOf(removed.id).some(({ event }) => event === 'message:canceled'))
    await turn('resume')
  })

  it('is audited with status and counts before and after', async () => {
    const manage = () => fixture.service.as(connected.workspace, { scopes: ['manage'] })
    const audited = (operation: string) =>
      fixture.service.bus.published.flatMap(({ event, data }) =>
        event === 'audit:recorded' && (data as { operation: string }).operation === operation
          ? [(data as unknown as { changes: object[] }).changes]
          : [],
      )
    await api().queues.pause.mutate({ id: connected.number }, manage())
    await send({ reference: 'audited' })
    await api().queues.purge.mutate({ id: connected.number, reference: 'audited' }, manage())
    await until(() => audited('queues.purge').some(([change]) => JSON.stringify(change).includes('"canceled":1')))
    expect(audited('queues.pause').at(-1)).toMatchObject([
      { thing: 'queue', id: connected.number, before: { status: 'active' }, after: { status: 'paused' } },
    ])
    expect(audited('queues.purge').at(-1)).toMatchObject([
      { thing: 'queue', before: { waiting: 1 }, after: { waiting: 0, canceled: 1, scheduled: 0 } },
    ])
    await turn('resume')
  })
})

describe('changes of a waiting message at the same time', () => {
  it('each build on the one before, so that the message expires after it is due', async () => {
    const { id } = await send({ deliverAt: inAnHour() })
    const update = (input: object) => api().messages.update.mutate({ id, ...input }, caller())
    await fixture.service.rows('begin')
    await fixture.service.rows('select 1 from send_job where message_id = $1 for update', [id])
    const deliverAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
    const moved = update({ deliverAt })
    await untilLocked(fixture.service)
    const rewritten = update({ message: 'y' })
    await untilLocked(fixture.service, 2)
    await fixture.service.rows('commit')
    const versions = [(await moved).version, (await rewritten).version]
    const [job] = await fixture.service.rows<{ late: boolean }>(
      'select expires_at > due_at as late from send_job where message_id = $1',
      [id],
    )
    const { expiresAt, ...message } = await api().messages.get.query({ id }, caller())
    expect(message).toMatchObject({ deliverAt, message: 'y' })
    expect(job?.late && (expiresAt ?? '') > deliverAt).toBe(true)
    expect(new Set(versions).size).toBe(2)
  })
})

describe('times and quotes of a message', () => {
  const refused = (path: string) => ({ data: { fault: { code: 'request:invalid', errors: [{ path }] } } })

  it('refuse a time in the past, and take null for at once, in a change too', async () => {
    await expect(send({ deliverAt: '2020-01-01T00:00:00.000Z' })).rejects.toMatchObject(refused('deliverAt'))
    expect(await send({ deliverAt: null })).toMatchObject({ status: 'queued' })
    const { id } = await send({ deliverAt: inAnHour() })
    const update = (deliverAt: string | null) => api().messages.update.mutate({ id, deliverAt }, caller())
    await expect(update('2020-01-01T00:00:00.000Z')).rejects.toMatchObject(refused('deliverAt'))
    expect((await update(null)).status).toBe('queued')
    await until(async () => (await api().messages.get.query({ id }, caller())).status === 'sent')
  })

  it('leave the validity as long as it was when they change again, however long ago the message was created', async () => {
    await turn('pause')
    const { id } = await send({ deliverAt: inAnHour(), expiresIn: 3_600 })
    await fixture.service.rows(`update message set created_at = now() - interval '20 days' where id = $1`, [id])
    const update = (deliverAt: string | null) => api().messages.update.mutate({ id, deliverAt }, caller())
    expect((await update(null)).status).toBe('queued')
    const { deliverAt, expiresAt, statusAt } = await update(inAnHour())
    expect(Date.parse(expiresAt ?? '') - Date.parse(deliverAt ?? '')).toBe(3_600_000)
    expect(Object.keys(statusAt), 'it is not in the queue anymore').toEqual(['scheduled'])
    await turn('resume')
  })

  it('refuse a quote and a reaction to a message of another chat', async () => {
    const here = await send()
    const there = await send()
    await expect(send({ chat: here.chat, phone: undefined, quote: there.id })).rejects.toMatchObject(refused('quote'))
    await expect(send({ quote: there.id })).rejects.toMatchObject(refused('quote'))
    const reaction = { phone: there.phone, message: undefined, reaction: '👍', reactionMessage: here.id }
    await expect(send(reaction)).rejects.toMatchObject(refused('reactionMessage'))
    expect(await send({ phone: here.phone, quote: here.id })).toMatchObject({ quote: here.id, chat: here.chat })
  })
})

describe('the history of a message', () => {
  /** Waits until the provider has taken the message, then reports that it failed. */
  async function failAfterSending(id: string): Promise<void> {
    const get = () => api().messages.get.query({ id: id as `msg_${string}` }, caller())
    await until(async () => (await get()).status === 'sent')
    const providerId = (await get()).providerId ?? ''
    const failed = statusEvent(connected, { providerId, status: 'failed', callbackTag: `${id}:1` })
    const error = { code: 131026, title: 'Not on WhatsApp', errorCode: 'phone:undeliverable', retryable: false }
    await fixture.service.bus.publish({ ...failed, data: { ...failed.data, error } } as typeof failed)
    await until(async () => (await get()).status === 'failed')
  }

  it('keeps every life over retries, ordered by status within a millisecond', async () => {
    const { id } = await send()
    const get = () => api().messages.get.query({ id }, caller())
    await failAfterSending(id)
    await api().messages.retry.mutate({ id }, caller())
    await until(async () => (await get()).retry?.count === 1 && (await get()).status === 'sent')
    const { entries } = await api().messages.trace.query({ id }, caller())
    const statuses = entries.flatMap(({ what, status }) => (what === 'status' ? [status] : []))
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(1)
    const reasons = entries.flatMap(({ what, status, error }) =>
      what === 'status' && error ? [[status, error.errorCode]] : [],
    )
    expect(reasons).toEqual([['failed', 'phone:undeliverable']])
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(2)
    const at = '2026-11-22T08:00:00.000Z'
    await fixture.service.rows('update message set status_at = $2, history = null where id = $1', [
      id,
      JSON.stringify({ read: at, sent: at, delivered: at, queued: at }),
    ])
    const trace = await api().messages.trace.query({ id }, caller())
    const same = trace.entries.flatMap(({ at: time, status }) => (time === at ? [status] : []))
    expect(same).toEqual(['queued', 'sent', 'delivered', 'read'])
  })

  it('starts anew with a retry: each time that it is sent is announced, and its actions are done the first time', async () => {
    const { id, chat } = await send({ actions: { muted: true } })
    const shown = () => api().chats.get.query({ id: chat }, caller())
    await until(async () => (await shown()).muted)
    await api().chats.update.mutate({ id: chat, muted: false }, caller())
    await failAfterSending(id)
    expect(Object.keys((await api().messages.retry.mutate({ id }, caller())).statusAt)).toEqual(['queued'])
    await until(async () => (await api().messages.get.query({ id }, caller())).status === 'sent')
    await until(() => stepsOf(id).filter(({ event }) => event === 'message:out').length === 2)
    await until(async () => (await fixture.service.rows('select 1 from chat_action')).length === 0)
    expect((await shown()).muted).toBe(false)
  })

  it('is retried only after a status that is being applied: the retry waits for the lock', async () => {
    const { id } = await send({ deliverAt: inAnHour() })
    await fixture.service.rows('update send_job set expires_at = now() where message_id = $1', [id])
    const get = () => api().messages.get.query({ id }, caller())
    await until(async () => (await get()).status === 'expired')
    await fixture.service.rows('begin')
    await fixture.service.rows('select 1 from message where id = $1 for update', [id])
    const retried = api().messages.retry.mutate({ id }, caller())
    await until(async () => (await fixture.service.rows(waits)).length > 0)
    await fixture.service.rows('commit')
    expect((await retried).status).toBe('queued')
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['canceled', (id) => api().messages.cancel.mutate({ id }, caller())],
    ['changed', (id) => api().messages.update.mutate({ id, deliverAt: null }, caller())],
  ])('is %s only after a status that is being applied: it waits for the lock', async (_verb, change) => {
    await turn('pause')
    const { id } = await send()
    await fixture.service.rows('begin')
    await fixture.service.rows(`update message set status = 'sent' where id = $1`, [id])
    const changed = change(id)
    await until(async () => (await fixture.service.rows(waits)).length > 0)
    await fixture.service.rows('commit')
    await expect(changed).rejects.toMatchObject({ data: { fault: { code: 'message:not_editable' } } })
    await turn('resume')
  })
})
