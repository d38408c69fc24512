import { until } from '@posthorn/testkit'
import type { MessagingFixture } from '../messaging.fixture.ts'

type ModelMessage = {
  id: string
  chat: string
  number: string
  direction: 'in' | 'out'
  type: string
  content: { blocked?: boolean; rating?: number } | null
  at: Date
  reference: string | null
  author: { type: string; id: string; name?: string } | null
}

/** Time zones without daylight saving time, and how far each is ahead of UTC. */
const aheadMs = { UTC: 0, 'Asia/Kolkata': 5.5 * 3_600_000 }

type TimedMessage = ModelMessage & { ms: number | null }

/** Messages from posts and automations aren't answers. System messages, ratings and messages from blocked contacts aren't questions. */
const isCounted = ({ direction, type, content, reference, author }: ModelMessage) =>
  direction === 'out'
    ? reference?.startsWith('pst_') !== true && author?.type !== 'automation'
    : type !== 'system' && content?.blocked === undefined && content?.rating === undefined

/** Processes all messages in order. For each answer, measures how long the customer had waited. */
function measure(messages: readonly ModelMessage[]): TimedMessage[] {
  const askedMs = new Map<string, number>()
  return messages
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .filter(isCounted)
    .map((message) => {
      const { chat, direction, at } = message
      const asked = askedMs.get(chat)
      if (direction === 'in') askedMs.set(chat, asked ?? at.getTime())
      else askedMs.delete(chat)
      return { ...message, ms: direction === 'out' && asked !== undefined ? at.getTime() - asked : null }
    })
}

/** Interpolates between the two nearest values, as Postgres does. */
function percentile(sorted: readonly number[], part: number): number {
  const place = part * (sorted.length - 1)
  const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return Math.round(below + (above - below) * (place - Math.floor(place)))
}

function metricsOf(messages: readonly TimedMessage[]) {
  const times = messages.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b)
  const incoming = messages.filter(({ direction }) => direction === 'in').length
  return {
    in: incoming,
    out: messages.length - incoming,
    answers: times.length,
    answerMs: times.length === 0 ? null : { p50: percentile(times, 0.5), p90: percentile(times, 0.9) },
  }
}

function groupsOf(messages: readonly TimedMessage[], keyOf: (message: TimedMessage) => string | undefined) {
  const groups = new Map<string, TimedMessage[]>()
  for (const message of messages) {
    const key = keyOf(message)
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), message])
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Computes the answer statistics that the contract defines, message by message, as a reference for the real query. */
export async function answersOfMessages(
  fixture: MessagingFixture,
  workspace: string,
  range: { from: string; to: string; interval: 'hour' | 'day'; timeZone: keyof typeof aheadMs },
) {
  const stored = await fixture.service.rows<ModelMessage>(
    `select id, chat_id as chat, number_id as number, direction, type, content, created_at as at, reference, author
     from message where workspace_id = $1`,
    [workspace],
  )
  const [fromMs, toMs] = [Date.parse(range.from), Date.parse(range.to)]
  const counted = measure(stored).filter(({ at }) => at.getTime() >= fromMs && at.getTime() < toMs)
  const bucketMs = range.interval === 'hour' ? 3_600_000 : 86_400_000
  const shiftMs = range.interval === 'day' ? aheadMs[range.timeZone] : 0
  const startMs = (ms: number) => Math.floor((ms + shiftMs) / bucketMs) * bucketMs - shiftMs
  const bucketOf = ({ at }: TimedMessage) => new Date(startMs(at.getTime())).toISOString()
  const memberOf = ({ author }: TimedMessage) => (author?.type === 'member' ? author.id : undefined)
  return {
    total: metricsOf(counted),
    buckets: groupsOf(counted, bucketOf).map(([from, messages]) => ({ from, ...metricsOf(messages) })),
    numbers: groupsOf(counted, ({ number }) => number).map(([number, each]) => ({ number, ...metricsOf(each) })),
    members: groupsOf(counted, memberOf).map(([member, messages]) => {
      const { in: _, ...metrics } = metricsOf(messages)
      return { member, name: messages[0]?.author?.name ?? null, ...metrics }
    }),
  }
}

/** Waits until all hours that have ended are recorded. */
export async function awaitRecorded(fixture: MessagingFixture, workspace: string): Promise<void> {
  const recorded = `select 1 from answer_range r where r.workspace_id = $1 and r.is_whole
    and r.to_at >= date_trunc('hour', now() - interval '10 minutes', 'UTC')
    and not exists (select 1 from answer_change c where c.workspace_id = $1 and c.hour < r.to_at)`
  fixture.service.bus.nudge('messaging', 'answers')
  await until(async () => (await fixture.service.rows(recorded, [workspace])).length === 1, {
    describe: 'the hours of a workspace to be recorded',
  })
}
