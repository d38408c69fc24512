import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { callLog, listen, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'

type Post = { id: string; status: string; counts: Record<string, number> }
type Purged = { canceled: number; posts: { post: string; waiting: number }[] }

const people = 1_300
const offset = 7_000_000

async function subscribedChannel(system: RunningSystem): Promise<string> {
  const { id } = await system.post('/v1/channels', { number: system.account.number, name: 'Control' })
  const phones = Array.from({ length: people }, (_, i) => phoneOf(offset + i))
  for (let i = 0; i < people; i += 1000)
    await system.ok('POST', `/v1/channels/${id}/subscribers`, { body: { phones: phones.slice(i, i + 1000) } })
  return id
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const reached = ({ counts }: Post) => sum(['sent', 'delivered', 'read'].map((status) => counts[status] ?? 0))

/** C14: a post is paused, resumed, purged and stopped while it is being sent. */
export async function postControl(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['channel:posted'] })
  const channel = await subscribedChannel(system)
  const { id } = await system.post('/v1/posts', { channel, message: 'Control' })
  const path = `/v1/posts/${id}`
  const show = () => system.ok<Post>('GET', path)
  const when = (what: string, isSo: (post: Post) => boolean) =>
    until(
      async () => {
        const post = await show()
        return isSo(post) && post
      },
      { timeoutMs: 60_000, describe: what },
    )
  const calls = async () => (await callLog(system)).filter(({ to }) => to.includes('4915107')).length
  await when('50 to be reached', (post) => reached(post) >= 50)
  await system.ok('POST', `${path}/pause`)
  await when('the queue to be empty', ({ counts }) => counts['queued'] === 0)
  const [paused, callsBefore] = [await show(), await calls()]
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
