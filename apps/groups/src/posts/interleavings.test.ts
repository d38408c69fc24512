import { type BusEvent, type EventData, type EventKind, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { channelFixture, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

const people = 130

const queueActions = ['purge', 'sent', 'delivered', 'read', 'failed', 'opted_out', 'refused'] as const
type QueueStep = { do: (typeof queueActions)[number]; from: number; count: number; repeated: boolean }
type Step = { do: 'feed' | 'pause' | 'resume' | 'stop' } | { do: 'unsubscribe'; from: number } | QueueStep
type Kind = 'message:out' | 'message:ack' | 'message:failed'

const controlStep = fc.constantFrom<Step>({ do: 'feed' }, { do: 'pause' }, { do: 'resume' }, { do: 'stop' })
const unsubscribeStep = fc.record({ do: fc.constant('unsubscribe' as const), from: fc.nat(people - 1) })
const queueStep = fc.record({
  do: fc.constantFrom(...queueActions),
  from: fc.nat(people - 1),
  count: fc.integer({ min: 1, max: 40 }),
  repeated: fc.boolean(),
})
const step: fc.Arbitrary<Step> = fc.oneof<fc.Arbitrary<Step>[]>(controlStep, unsubscribeStep, queueStep, queueStep)

/** A post, and its number's queue, which handles published events as messaging does. */
async function running() {
  const fixture = await channelFixture(service)
  const { id } = await fixture.channel()
  await fixture.subscribe(id, phonesOf(people))
  const { posts, subscribers } = service.clients.groups
  const { id: post } = await posts.create.mutate({ channel: id, message: 'Hello' }, fixture.as())
  const published = () => service.bus.published.filter(({ workspace }) => workspace === fixture.workspace)
  const queue = new Set<string>()
  const sent: string[] = []
  let seen = 0
  const publish = async <K extends EventKind>(event: K, data: object, times = 1) => {
    const message = busEvent({ event, workspace: fixture.workspace, data } as never) as BusEvent
    for (let i = 0; i < times; i++) await service.apply(message)
  }
  const canceled = (phones: string[], recalled: boolean) => {
    for (const phone of phones) queue.delete(phone)
    return phones.length === 0
      ? undefined
      : publish('post:messages_canceled', { post, phones: phones.slice(0, 100), recalled })
  }
  const all = async (phones: string[], recalled: boolean) => {
    for (let i = 0; i < phones.length; i += 100) await canceled(phones.slice(i, i + 100), recalled)
  }
  return {
    id,
    post,
    queue,
    sent,
    publish,
    all,
    show: () => posts.get.query({ id: post }, fixture.as()),
    control: (name: 'pause' | 'resume' | 'stop') => posts[name].mutate({ id: post }, fixture.as()).catch(() => null),
    unsubscribe: (phone: string) => subscribers.remove.mutate({ id, phones: [phone] }, fixture.as()),
    ended: () => fixture.eventsOf('channel:posted'),
    refuse: (phones: string[], errorCode: string) => publish('message:refused', { reference: post, phones, errorCode }),
    status: (kind: Kind, message: { phone: string; error?: object; ack?: string }, times = 1) =>
      publish(kind, { id: newId('msg'), number: fixture.number, reference: post, ...message }, times),
    async sendAll() {
      const about = { number: fixture.number, reference: post }
      const events = [...queue].map((phone) =>
        busEvent({ event: 'message:out', workspace: fixture.workspace, data: { ...about, phone } as never }),
      )
      sent.push(...queue)
      queue.clear()
      await service.bus.publish(...events)
    },
    async follow() {
      const events = published()
      for (const { event, data } of events.slice(seen)) {
        if (event === 'message:requested')
          for (const phone of (data as EventData<'message:requested'>).phones) queue.add(phone)
        const status = event === 'post:updated' ? (data as EventData<'post:updated'>).status : undefined
        if (status === 'paused' || status === 'stopping') await all([...queue], status === 'paused')
      }
      seen = events.length
    },
  }
}

async function apply(our: Our, step: Step): Promise<void> {
  await our.follow()
  if ('count' in step) await applyToQueue(our, step)
  else if ('from' in step) await our.unsubscribe(phonesOf(people)[step.from] ?? '')
  else if (step.do !== 'feed') await our.control(step.do)
}

type Our = Awaited<ReturnType<typeof running>>

async function applyToQueue(our: Our, step: QueueStep): Promise<void> {
  const phones = [...our.queue].slice(step.from % Math.max(1, our.queue.size)).slice(0, step.count)
  if (step.do === 'purge') return our.all(phones, false)
  for (const phone of phones) our.queue.delete(phone)
  if (step.do === 'refused') return phones.length > 0 ? our.refuse(phones, 'queue:full') : undefined
  const times = step.repeated ? 2 : 1
  const error = {
    errorCode: step.do === 'opted_out' ? 'contact:opted_out' : 'provider:refused',
    message: 'x',
    retryable: false,
  }
  for (const phone of phones.slice(0, 5)) {
    if (step.do === 'failed' || step.do === 'opted_out') await our.status('message:failed', { phone, error }, times)
    else if (step.do === 'sent') await our.status('message:out', { phone }, times)
    else await our.status('message:ack', { phone, ack: step.do }, times)
    if (step.do === 'sent' || step.do === 'delivered' || step.do === 'read') our.sent.push(phone)
  }
  for (const phone of phones.slice(5)) our.queue.add(phone)
}

it('whatever order feeding, pauses, stops, purges and statuses come in, each recipient is counted once and the post ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const our = await running()
      for (const each of steps) {
        await apply(our, each)
        const { counts } = await our.show()
        const { total, ...statuses } = counts
        expect(total).toBe(people)
        expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(people)
        const [row] = await service.rows<{ fed: boolean }>(
          `select to_feed = (select count(*) from post_delivery d where d.post_id = p.id and d.status = 'waiting') as fed from post p where id = $1`,
          [our.post],
        )
        expect(row?.fed).toBe(true)
      }
      await our.control('resume')
      const drained = async () => {
        await our.follow()
        await our.sendAll()
        return our.ended()[0]
      }
      const end = await until(drained, { timeoutMs: 120_000, describe: 'the post to end' })
      expect(end?.counts).toMatchObject({ total: people, waiting: 0, queued: 0 })
      expect((end?.counts.sent ?? 0) + (end?.counts.delivered ?? 0) + (end?.counts.read ?? 0)).toBe(our.sent.length)
      expect(new Set(our.sent).size).toBe(our.sent.length)
      expect(our.ended()).toHaveLength(1)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
