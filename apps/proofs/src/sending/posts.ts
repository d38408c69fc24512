import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { callLog, listen, phoneOf, type RunningSystem, setQueue } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

type Post = { id: string; status: string; counts: Record<string, number> }
type Purged = { canceled: number; posts: { post: string; waiting: number }[] }

/** More than the 1,000 that a post queues at once, so that some aren't queued yet when the queue is purged. */
const people = 1_300
const offset = 7_000_000

/** Creates a channel with `people` subscribers, in two requests, because one takes 1,000 at most. */
async function subscribedChannel(system: RunningSystem): Promise<string> {
  const { id } = await system.post('/v1/channels', { number: system.account.number, name: 'Control' })
  const phones = Array.from({ length: people }, (_, i) => phoneOf(offset + i))
  for (let i = 0; i < people; i += 1000)
    await system.ok('POST', `/v1/channels/${id}/subscribers`, { body: { phones: phones.slice(i, i + 1000) } })
  return id
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
/** Counts the people whom the provider accepted a message for. */
const reached = ({ counts }: Post) => sum(['sent', 'delivered', 'read'].map((status) => counts[status] ?? 0))

/** C14: a post is paused, resumed, purged and stopped while it is being sent. */
export async function postControl(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['channel:posted'] })
  const channel = await subscribedChannel(system)
  const { id } = await system.post('/v1/posts', { channel, message: 'Control, {{contact.name|you}}' })
  const path = `/v1/posts/${id}`
  const when = (what: string, isSo: (post: Post) => boolean) => postWhen(system, id, what, isSo)
  // Only the subscribers' numbers begin like this.
  const calls = async () => (await callLog(system)).filter(({ to }) => to.includes('4915107')).length
  await when('50 to be reached', (post) => reached(post) >= 50)
  await system.ok('POST', `${path}/pause`)
  await when('the queue to be empty', ({ counts }) => counts['queued'] === 0)
  const [paused, callsBefore] = [await system.ok<Post>('GET', path), await calls()]
  await pause(2_000)
  const callsAfter = await calls()
  await system.ok('POST', `${path}/resume`)
  await when('150 to be reached', (post) => reached(post) >= 150)
  const queue = await system.ok<{ postsWaiting: number; etaMs: number }>(
    'GET',
    `/v1/numbers/${system.account.number}/queue`,
  )
  const purged = await system.ok<Purged>('POST', `/v1/numbers/${system.account.number}/queue/purge`)
  await system.ok('POST', `${path}/stop`)
  const end = await when('the post to be stopped', ({ status }) => status === 'stopped')
  const events = await until(() => webhook.received().length > 0 && webhook.received())
  const { total, ...statuses } = end.counts
  const made = (await callLog(system)).filter(({ to, accepted }) => accepted && to.includes('4915107'))
  return all(
    `${people} people: ${reached(end)} reached, ${end.counts['canceled']} canceled, purge listed ${purged.posts[0]?.waiting ?? 0} not queued`,
    {
      'paused, nothing leaves': callsBefore === callsAfter && paused.status === 'paused',
      'the counts add up to everybody': total === people && total === sum(Object.values(statuses)),
      'the reached are those the provider was asked for, each once':
        made.length === reached(end) + (end.counts['failed'] ?? 0) &&
        new Set(made.map(({ to }) => to)).size === made.length,
      'the queue reckons with what is to come': queue.postsWaiting === 0 || queue.etaMs > 0,
      'a purge lists the post that continues': purged.posts.some(({ post }) => post === id),
      'its end is announced once': events.length === 1 && events[0]?.data['status'] === 'stopped',
    },
  )
}

type Contact = { id: string; phone: string }
type Numbered = { phone: string; phoneNumberId: string }

const tag = 'opt-outs'

/** The ways to opt out: by the API, by a word in a message, and by a preference at the provider. */
const ways: Record<string, (system: RunningSystem, contact: Contact) => Promise<unknown>> = {
  api: (system, { id }) => system.ok('POST', `/v1/contacts/${id}/opt-out`),
  word: (system, { phone }) => simulate(system, { message: { from: phone, type: 'text', text: 'STOP' } }),
  preference: async (system, { phone }) => {
    const number = await system.ok<Numbered>('GET', `/v1/numbers/${system.account.number}`)
    const waId = phone.slice(1)
    const stop = { wa_id: waId, category: 'marketing_messages', value: 'stop', timestamp: Math.ceil(Date.now() / 1000) }
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: number.phone.slice(1), phone_number_id: number.phoneNumberId },
      contacts: [{ profile: { name: 'Ada' }, wa_id: waId }],
      user_preferences: [{ detail: 'User requested to stop marketing messages', ...stop }],
    }
    return simulate(system, { change: { field: 'user_preferences', value } })
  },
}
const moments = ['before the subscription', 'after it', 'while the post is queued'] as const

/** Lets something happen at the provider, which the simulator then reports to the system. */
function simulate(system: RunningSystem, body: object): Promise<unknown> {
  return system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body })
}

/** Waits until messaging knows that these people have opted out. Opt-outs come from another service. */
async function optOutsKnown(fixture: ProofFixture, people: readonly Person[]): Promise<void> {
  const phones = people.map(({ contact }) => contact.phone)
  const known = () => fixture.count('messaging.opted_out_recipient where opted_out and recipient = any($1)', [phones])
  await until(async () => (await known()) === phones.length, { describe: 'opt-outs to be known' })
}

/** Opts each person out in their way, and waits until messaging knows. */
async function optOut(fixture: ProofFixture, people: readonly Person[]): Promise<void> {
  const system = await fixture.system()
  for (const { way, contact } of people) await ways[way]?.(system, contact)
  await optOutsKnown(fixture, people)
}

type Person = { way: string; moment: string; contact: Contact }

/** Creates a contact for each way and moment of opting out, and two who stay. */
async function makePeople(system: RunningSystem): Promise<{ leaving: Person[]; staying: Contact[] }> {
  const create = (i: number) =>
    system.post<Contact>('/v1/contacts', { phone: `+49151777000${String(i).padStart(2, '0')}`, tags: [tag] })
  const leaving: Person[] = []
  for (const way of Object.keys(ways))
    for (const moment of moments) leaving.push({ way, moment, contact: await create(leaving.length) })
  return { leaving, staying: [await create(50), await create(51)] }
}

/** Waits until a post, with its counts, is as wanted. Returns it. */
function postWhen(
  system: RunningSystem,
  postId: string,
  describe: string,
  isSo: (post: Post) => boolean,
): Promise<Post> {
  const found = async () => {
    const post = await system.ok<Post>('GET', `/v1/posts/${postId}`)
    return isSo(post) && post
  }
  return until(found, { timeoutMs: 60_000, describe })
}

/** Waits until a post has ended. Returns it with its counts. */
const untilPosted = (system: RunningSystem, postId: string) =>
  postWhen(system, postId, 'the post to end', ({ status }) => status === 'posted')

/**
 * Creates a channel with subscribers and another with a segment, and creates a post to each while the queue is paused. `pausedFor`: what
 * happens while the posts wait. Returns the posts once they have ended.
 */
async function postToBoth(system: RunningSystem, phones: readonly string[], pausedFor: () => Promise<void>) {
  const { number } = system.account
  const segment = await system.post('/v1/segments', { name: tag, filter: { tag } })
  const listed = await system.post('/v1/channels', { number, name: 'List' })
  // An event tells the groups service about the segment.
  const bySegment = await until(() =>
    system.post('/v1/channels', { number, name: 'Segment', segment: segment.id }).catch(() => false as const),
  )
  await system.ok('POST', `/v1/channels/${listed.id}/subscribers`, { body: { phones, reconsented: true } })
  const posts: string[] = []
  await setQueue(system, 'paused')
  for (const { id } of [listed, bySegment]) {
    const { id: post } = await system.post('/v1/posts', { channel: id, message: tag })
    posts.push(post)
    const isFed = ({ status, counts }: Post) => status === 'posting' && counts['waiting'] === 0
    await postWhen(system, post, 'the post to be fed', isFed)
  }
  await pausedFor()
  await setQueue(system, 'active')
  return Promise.all(posts.map((post) => untilPosted(system, post)))
}

/** C13: contacts opt out at every stage: before subscribing, after subscribing, and while a post to them is queued. */
export async function optOutsWin(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { leaving, staying } = await makePeople(system)
  const at = (moment: (typeof moments)[number]) => leaving.filter((person) => person.moment === moment)
  await optOut(fixture, at(moments[0]))
  const phones = [...leaving.map(({ contact }) => contact), ...staying].map(({ phone }) => phone)
  const channel = await system.post('/v1/channels', { number: system.account.number, name: 'Early' })
  await system.ok('POST', `/v1/channels/${channel.id}/subscribers`, { body: { phones, reconsented: true } })
  await optOut(fixture, at(moments[1]))
  const posts = await postToBoth(system, phones, () => optOut(fixture, at(moments[2])))
  const early = await system.post('/v1/posts', { channel: channel.id, message: tag })
  posts.push(await untilPosted(system, early.id))
  const calls = await callLog(system)
  const callsTo = (contact: Contact) => calls.filter(({ to }) => to.replace(/^\+?/, '+') === contact.phone).length
  const reached = leaving.filter(({ contact }) => callsTo(contact) > 0)
  const single = await singleMessages(system, leaving[0]?.contact.phone ?? '')
  return all(`${leaving.length} contacts opted out in 3 ways at 3 moments, 3 posts: ${reached.length} reached`, {
    'no opted-out contact was sent a post': reached.length === 0,
    'everybody else was, by each post': staying.every((contact) => callsTo(contact) === posts.length),
    'counts add up': posts.every(({ counts: { total, ...statuses } }) => total === sum(Object.values(statuses))),
    'single messages follow the setting': single,
  })
}

/** Checks that a single message to someone who has opted out is marked, and refused once messaging knows that the workspace wants that. */
async function singleMessages(system: RunningSystem, phone: string): Promise<boolean> {
  const body = { phone, message: 'Your order has left' }
  const set = (optedOutMessages: string) =>
    system.ok('PATCH', '/v1/workspace', { body: { settings: { optedOutMessages } } })
  const sent = await system.post<{ id: string; optedOut?: boolean }>('/v1/messages', body)
  await set('refuse')
  try {
    const refused = await until(async () => {
      const answer = await system.call<{ errorCode?: string }>('POST', '/v1/messages', { body })
      return answer.status === 409 && answer
    })
    return sent.optedOut === true && refused.body.errorCode === 'contact:opted_out'
  } finally {
    await set('send')
  }
}
