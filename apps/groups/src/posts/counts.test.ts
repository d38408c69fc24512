import { type EventData, newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelFixture, phonesOf, postCalls, useGroups } from '../groups.fixture.ts'

const service = useGroups()

type PostView = EventData<'channel:posted'>
type Counts = PostView['counts']

const soon = () => new Date(Date.now() + 1_800_000).toISOString()

async function channelWith(people: number, segment?: `seg_${string}`) {
  const fixture = await channelFixture(service)
  if (segment) await fixture.publish('segment:updated', { id: segment, deleted: false })
  const input = { number: fixture.number, name: 'Offers', ...(segment && { segment }) }
  const { id } = await fixture.api().channels.create.mutate(input, fixture.as())
  if (people > 0) await fixture.subscribe(id, phonesOf(people))
  const unsubscribe = (phone: string) => fixture.api().subscribers.remove.mutate({ id, phones: [phone] }, fixture.as())
  return { ...fixture, ...postCalls(service, fixture, id), id, unsubscribe }
}

/** A post to nine people: six have reached different final statuses, and three are queued. */
async function posting() {
  const channel = await channelWith(9)
  const { id: reference } = await channel.create({})
  await until(() => channel.handed().length === 9)
  const [sent, delivered, read, failed, optedOut, canceled = '', ...queued] = channel.handed()
  await channel.announce('message:out', { phone: sent, reference })
  await channel.announce('message:ack', { phone: delivered, reference, ack: 'delivered' })
  await channel.announce('message:ack', { phone: read, reference, ack: 'read' })
  const error = { message: 'x', retryable: false }
  await channel.announce('message:failed', {
    phone: failed,
    reference,
    error: { ...error, errorCode: 'window:closed' },
  })
  const refused = { ...error, errorCode: 'contact:opted_out' }
  await channel.announce('message:failed', { phone: optedOut, reference, error: refused })
  await channel.cancelMessages(reference, [canceled], { recalled: false })
  return { ...channel, post: reference, queued }
}

/**
 * Creates the same post, and pauses it twice. Messages to two of the queued people are recalled, and one of the two people leaves the
 * channel.
 */
async function paused() {
  const channel = await posting()
  const { post, queued } = channel
  await channel.pause(post)
  await channel.cancelMessages(post, queued.slice(0, 2), { recalled: true })
  await channel.unsubscribe(queued[0] ?? '')
  await channel.resume(post)
  await until(async () => (await channel.show(post)).counts.unsubscribed === 1)
  await until(() => channel.handed().length === 10)
  await channel.pause(post)
  await channel.cancelMessages(post, queued.slice(1, 2), { recalled: true })
  return channel
}

const none: Counts = {
  total: 0,
  waiting: 0,
  queued: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  canceled: 0,
  optedOut: 0,
  unsubscribed: 0,
}
const begun = { ...none, total: 9, sent: 1, delivered: 1, read: 1, failed: 1, optedOut: 1, canceled: 1 }
const stopped = { ...begun, unsubscribed: 1, canceled: 2 }

/** For each status, a function that brings a post to that status, and the post's counts in it. */
const statuses: Record<PostView['status'], { arrange: () => Promise<PostView>; counts: Counts }> = {
  scheduled: { arrange: async () => (await channelWith(3)).create({ deliverAt: soon() }), counts: none },
  testing: {
    async arrange() {
      const channel = await channelWith(3)
      const { id } = await channel.create({ test: phonesOf(2) })
      await until(() => channel.handed().length === 2)
      return channel.show(id)
    },
    counts: { ...none, total: 2, queued: 2 },
  },
  gathering: {
    async arrange() {
      const segment = newId('seg')
      const channel = await channelWith(0, segment)
      const { id } = await channel.create({})
      await until(() => channel.eventsOf('segment:members_requested').length === 1)
      const page = { segment, for: id, after: '', phones: phonesOf(2), next: newId('con') }
      await channel.publish('segment:members_listed', page)
      await until(() => channel.handed().length === 2)
      return channel.show(id)
    },
    counts: { ...none, total: 2, queued: 2 },
  },
  posting: {
    async arrange() {
      const { show, post } = await posting()
      return show(post)
    },
    counts: { ...begun, queued: 3 },
  },
  paused: {
    async arrange() {
      const { show, post } = await paused()
      return show(post)
    },
    counts: { ...begun, unsubscribed: 1, waiting: 1, queued: 1 },
  },
  stopping: {
    async arrange() {
      const { stop, post } = await paused()
      return stop(post)
    },
    counts: { ...stopped, queued: 1 },
  },
  stopped: {
    async arrange() {
      const { stop, post, queued, cancelMessages, show } = await paused()
      await stop(post)
      await cancelMessages(post, queued.slice(2), { recalled: false })
      return until(async () => {
        const view = await show(post)
        return view.status === 'stopped' && view
      })
    },
    counts: { ...stopped, canceled: 3 },
  },
  posted: {
    async arrange() {
      const { announce, post, queued, show } = await posting()
      for (const phone of queued) await announce('message:out', { phone, reference: post })
      return until(async () => {
        const view = await show(post)
        return view.status === 'posted' && view
      })
    },
    counts: { ...begun, sent: 4 },
  },
}

describe('the counts of a post', () => {
  it.each(Object.entries(statuses))(
    'add up to everybody it was for while it is %s',
    async (status, { arrange, counts }) => {
      const view = await arrange()
      expect(view).toMatchObject({ status, counts })
      const { total, ...parts } = view.counts
      expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(total)
      expect(view.errors).toEqual(parts.failed === 0 ? {} : { 'window:closed': 1 })
    },
  )

  it('stay when its recipients are deleted 31 days after its end', async () => {
    const [young, old] = [await statuses.posted.arrange(), await statuses.posted.arrange()]
    const end = 'update post set posted_at = now() - make_interval(days => $2), counts = $3 where id = $1'
    await service.rows(end, [young.id, 30, {}])
    await service.rows(end, [old.id, 32, { sent: 2, opted_out: 1 }])
    const recipients = ({ id }: PostView) => service.rows('select 1 from post_delivery where post_id = $1', [id])
    service.bus.nudge('groups', 'retention')
    await until(async () => (await recipients(old)).length === 0)
    expect(await recipients(young)).toHaveLength(9)
    const [row] = await service.rows<{ counts: object }>('select counts from post where id = $1', [old.id])
    expect(row?.counts).toEqual({
      sent: 6,
      delivered: 1,
      read: 1,
      'failed window:closed': 1,
      opted_out: 2,
      canceled: 1,
    })
  })

  it('include why messages failed, and forget it once a message is delivered after all', async () => {
    const channel = await channelWith(5)
    const { id: reference } = await channel.create({})
    await until(() => channel.handed().length === 5)
    const [first, second, third, fourth = '', fifth] = channel.handed()
    const fail = (phone: string | undefined, errorCode: string) =>
      channel.announce('message:failed', { phone, reference, error: { errorCode, message: 'x', retryable: true } })
    await fail(first, 'phone:undeliverable')
    await fail(second, 'phone:undeliverable')
    await fail(third, 'window:closed')
    await channel.publish('message:refused', { reference, phones: [fourth], errorCode: 'queue:refusing' })
    await channel.announce('message:failed', { phone: fifth, reference, error: null })
    const errors = { 'phone:undeliverable': 2, 'window:closed': 1, 'queue:refusing': 1, 'provider:refused': 1 }
    await until(async () => (await channel.show(reference)).counts.failed === 5)
    expect((await channel.show(reference)).errors).toEqual(errors)
    await channel.announce('message:ack', { phone: second, reference, ack: 'delivered' })
    const { 'window:closed': _, ...others } = errors
    await channel.announce('message:ack', { phone: third, reference, ack: 'read' })
    await until(async () => (await channel.show(reference)).counts.failed === 3)
    expect((await channel.show(reference)).errors).toEqual({ ...others, 'phone:undeliverable': 1 })
  })
})
