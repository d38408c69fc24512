import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { groupFixture } from '../messages/group.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

type Incoming = EventData<'provider:message'>
type State = EventData<'post:updated'>['status']

async function posting({ phones = ['+15559300001', '+15559300002'], ratePerSecond = 50 } = {}) {
  const connected = await fixture.connectNumber({ ratePerSecond })
  const { queues, messages } = fixture.service.clients.messaging
  const { caller, awaitStatus } = groupFixture(fixture, connected)
  const post = newId('pst')
  const number = connected.number as `num_${string}`
  const turnQueue = (verb: 'pause' | 'resume') => queues[verb].mutate({ id: number }, caller())
  const publish = async (event: Parameters<typeof fixture.service.bus.publish>[0]) => {
    await fixture.service.apply(event)
  }
  await turnQueue('pause')
  return {
    connected,
    post,
    phones,
    caller,
    awaitStatus,
    turnQueue,
    queues,
    messages,
    queue: () => queues.get.query({ id: number }, caller()),
    receive: (from: Incoming['from'], more: Partial<Incoming> = {}) =>
      publish(incomingMessage(connected.workspace, from, { number, ...more })),
    update: (status: State, version: number, waiting = 0) => {
      const data = { post, channel: newId('chn'), number, status, waiting }
      return publish(
        busEvent({ event: 'post:updated', workspace: connected.workspace, data, aggregate: { id: post, version } }),
      )
    },
    request: (version: number, to = phones) => {
      const data = { number, phones: to, reference: post, version, message: { message: 'Offer', priority: 'low' } }
      return publish(busEvent({ event: 'message:requested', workspace: connected.workspace, data }))
    },
    listed: async () => (await messages.list.query({ reference: post }, caller())).items,
    announced: <K extends 'post:messages_canceled' | 'message:refused'>(kind: K): EventData<K>[] =>
      fixture.service.bus.published.flatMap(({ event, workspace, data }) =>
        event === kind && workspace === connected.workspace ? [data as EventData<K>] : [],
      ),
  }
}

describe('the queue of a number', () => {
  it('cancels what waits of a post that is paused or stopped, and says which, once', async () => {
    for (const status of ['paused', 'stopping'] as const) {
      const our = await posting()
      await our.update('posting', 2)
      await our.request(2)
      await until(async () => (await our.listed()).length === 2)
      await our.update(status, 3)
      await our.update(status, 4)
      await until(() => our.announced('post:messages_canceled').length > 0)
      const data = { post: our.post, phones: our.phones, recalled: status === 'paused' }
      expect(our.announced('post:messages_canceled')).toEqual([data])
      expect((await our.listed()).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
      await our.turnQueue('resume')
      expect(await fixture.calls(our.connected)).toEqual([])
    }
  })

  it('refuses what was requested before a pause or stop came, and takes what was requested after the post was resumed', async () => {
    const our = await posting()
    await our.update('paused', 4)
    await our.request(3)
    await until(() => our.announced('message:refused').length === 1)
    await our.request(6)
    await until(async () => (await our.listed()).length === 2)
    await our.update('stopping', 7)
    await our.update('posting', 5)
    await our.request(6)
    await until(() => our.announced('message:refused').length === 2)
    expect(our.announced('message:refused').map(({ errorCode }) => errorCode)).toEqual(['post:paused', 'post:stopped'])
    expect((await our.listed()).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  it('reckons with what posts have still to put into it; a purge lists those posts and reports what it canceled of them', async () => {
    const our = await posting({ ratePerSecond: 50 })
    await our.update('posting', 2, 98)
    await our.request(2)
    await until(async () => (await our.listed()).length === 2)
    expect(await our.queue()).toMatchObject({ waiting: 2, postsWaiting: 98, etaMs: null })
    const purged = await our.queues.purge.mutate({ id: our.connected.number }, our.caller())
    expect(purged).toEqual({ canceled: 2, scheduled: 0, remaining: 0, posts: [{ post: our.post, waiting: 98 }] })
    await until(() => our.announced('post:messages_canceled').length === 1)
    expect(our.announced('post:messages_canceled')[0]).toMatchObject({ phones: our.phones, recalled: false })
    await our.turnQueue('resume')
    expect(await our.queue()).toMatchObject({ waiting: 0, postsWaiting: 98, etaMs: 1_960 })
    await our.update('paused', 3, 98)
    expect(await our.queue()).toMatchObject({ postsWaiting: 0, etaMs: 0 })
    await our.update('stopped', 4, 0)
    expect((await our.queues.purge.mutate({ id: our.connected.number }, our.caller())).posts).toEqual([])
  })

  it('reports each message of a post that is canceled alone or with its chat, and keeps its reference', async () => {
    const our = await posting()
    await our.request(2)
    const [one, two] = await until(async () => {
      const items = await our.listed()
      return items.length === 2 && items
    })
    const change = our.messages.update.mutate({ id: one?.id ?? '', reference: 'other' } as never, our.caller())
    await expect(change).rejects.toMatchObject({ data: { fault: { code: 'message:not_editable' } } })
    await our.messages.cancel.mutate({ id: one?.id ?? '' } as never, our.caller())
    await fixture.service.clients.messaging.chats.remove.mutate({ id: two?.chat ?? '' } as never, our.caller())
    await until(() => our.announced('post:messages_canceled').length === 2)
    const phones = our.announced('post:messages_canceled').flatMap((each) => each.phones)
    expect(new Set(phones)).toEqual(new Set([one?.phone, two?.phone]))
  })

  it('fails a message of a stopped post that was being tried when the post was stopped', async () => {
    const our = await posting({ phones: ['+15559300003'] })
    await our.request(2)
    const [message] = await until(async () => {
      const items = await our.listed()
      return items.length === 1 && items
    })
    const id = message?.id ?? ''
    await fixture.service.rows(
      `update send_job set status = 'calling', lease_until = now() + interval '1 hour' where message_id = $1`,
      [id],
    )
    await our.update('stopping', 3)
    expect(our.announced('post:messages_canceled')).toEqual([])
    await fixture.service.rows(`update send_job set status = 'waiting', lease_until = null where message_id = $1`, [id])
    await our.turnQueue('resume')
    expect((await our.awaitStatus(id, 'failed')).error?.errorCode).toBe('post:stopped')
    expect(await fixture.calls(our.connected)).toEqual([])
  })

  it('sends a message of a post to the new phone of its recipient, and announces that to the post first', async () => {
    const [previous, phone] = ['+15559300011', '+15559300012']
    const our = await posting({ phones: [previous] })
    await our.receive({ phone: previous })
    await our.request(2)
    const [message] = await until(async () => {
      const items = await our.listed()
      return items.length === 1 && items
    })
    await our.receive(
      { phone },
      {
        type: 'system',
        previous: { phone: previous },
        content: { type: 'system', system: { event: 'user_changed_number', phone } },
      },
    )
    await our.turnQueue('resume')
    await our.awaitStatus(message?.id ?? '', 'sent')
    const ofPost = () =>
      fixture.service.bus.published.filter(
        ({ event, data }) =>
          event === 'post:recipient_changed' ||
          (event === 'message:out' && 'reference' in data && data.reference === our.post),
      )
    await until(() => ofPost().length === 2)
    expect(ofPost().map(({ event }) => event)).toEqual(['post:recipient_changed', 'message:out'])
    expect(ofPost().map(({ data }) => data)).toMatchObject([{ post: our.post, previous, phone }, { phone }])
  })
})
