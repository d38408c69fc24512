import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql, statement } from '@posthorn/chassis'
import { type Id, idFloor, type MessageStatus } from '@posthorn/contracts'
import { dateIn } from '@posthorn/contracts/local-time'
import { bucketSql, bucketStarts, type Divided } from './buckets.ts'
import { isCounted, measuredAnswers, planReading, readHour, readHours } from './measured-answers.sql.ts'
import { recordedOf } from './recorded-answers.sql.ts'

/** Selects a number's outgoing messages that were accepted in a time range, divided into buckets. */
type TimeRange = Divided & { workspace: string; number: string }

/**
 * Measurements of a bucket's messages with one status and error, of all its messages if `status` is null, or of all buckets if `bucket` is
 * null too. Times are in milliseconds, or null if there was nothing to measure.
 */
export type DeliveryMetrics = {
  bucket: string | null
  status: MessageStatus | null
  error: string | null
  total: number
  /** Messages that ended with or without the provider's acceptance: those that wait or were canceled are not among them. */
  tried: number
  sent: number
  delivered: number
  toSentMs: number[] | null
  toDeliveredMs: number[] | null
}

const statusTimeSql = (status: string) => `(m.status_at->>'${status}')::timestamptz`

const measurements = `select ${isoTimeSql(bucketSql('m.created_at', '$5'))} as bucket, m.status,
    m.error->>'errorCode' as error, ${statusTimeSql('sent')} is not null as sent, ${statusTimeSql('delivered')} is not null as delivered,
    extract(epoch from ${statusTimeSql('sent')} - ${statusTimeSql('queued')}) * 1000 as to_sent_ms,
    extract(epoch from ${statusTimeSql('delivered')} - ${statusTimeSql('sent')}) * 1000 as to_delivered_ms
  from message m
  where m.workspace_id = $1 and m.number_id = $2 and m.direction = 'out' and m.id >= $3 and m.id < $4`

const startsOf = (range: Divided) => bucketStarts(range).map((start) => start.toISOString())

/**
 * Measures how many messages were sent and delivered, and how long it took (median, 95th percentile). One statement, because messages
 * change between two of them. Otherwise the statuses might not add up to the total.
 */
export function measureDelivery(
  em: EntityManager,
  { workspace, number, ...range }: TimeRange,
): Promise<DeliveryMetrics[]> {
  const ids = [range.from, range.to].map((time) => idFloor('msg', time.getTime()))
  const spread = (column: string) => `percentile_cont(array[0.5, 0.95]) within group (order by ${column})`
  return sql<DeliveryMetrics>(
    em,
    `select bucket, status, error, count(*)::int as total, count(*) filter (where sent or status in ('failed', 'expired'))::int as tried,
       count(*) filter (where sent)::int as sent, count(*) filter (where delivered)::int as delivered,
       ${spread('to_sent_ms')} as "toSentMs", ${spread('to_delivered_ms')} as "toDeliveredMs"
     from (${measurements}) m group by grouping sets ((bucket, status, error), (bucket), ()) order by bucket`,
    [workspace, number, ...ids, startsOf(range)],
  )
}

type AnswerRange = UsageDays & { interval: 'hour' | 'day' }

/** Counts for a bucket, or totals if `bucket` is null. */
type InboxRow = { bucket: string | null; in: number; out: number; answered: number; unanswered: number }

/** Numbers each counted message by how many outgoing messages precede it in its chat, so that a question and its answer share a number. */
const turns = `select direction, created_at, chat_id,
    count(*) filter (where direction = 'out') over (partition by chat_id order by id rows between unbounded preceding and 1 preceding) as turn
  from message
  where workspace_id = $1 and id >= $2 and id < $3 and ($4::text[] is null or number_id = any($4)) and ${isCounted('message')}`

const bucketOf = (column: string) => isoTimeSql(bucketSql(column, '$5'))

const readInbox = `with said as (${turns}), asked as (
    select min(created_at) filter (where direction = 'in') as at, bool_or(direction = 'out') as has_answer
    from said group by chat_id, turn having bool_or(direction = 'in')
  ), counted as (
    select ${bucketOf('created_at')} as bucket, direction, null::boolean as has_answer from said
    union all select ${bucketOf('at')}, null, has_answer from asked
  )
  select bucket, count(*) filter (where direction = 'in')::int as "in", count(*) filter (where direction = 'out')::int as out,
    count(*) filter (where has_answer)::int as answered, count(*) filter (where not has_answer)::int as unanswered
  from counted group by grouping sets ((bucket), ()) order by bucket`

/**
 * Counts messages (`isCounted`), and customers' questions with and without answer. Successive messages with no answer between are one
 * question.
 */
export function countInbox(em: EntityManager, { workspace, numbers, ...range }: AnswerRange): Promise<InboxRow[]> {
  const ids = [range.from, range.to].map((time) => idFloor('msg', time.getTime()))
  return sql(em, readInbox, [workspace, ...ids, numbers, startsOf(range)])
}

/** Counts chats with a waiting customer, except snoozed ones, and returns when the longest-waiting customer's wait began. */
export async function countWaitingChats(
  em: EntityManager,
  { workspace, numbers }: Pick<AnswerRange, 'workspace' | 'numbers'>,
): Promise<{ chats: number; oldestAt: string | null }> {
  const [row] = await sql<{ chats: number; oldestAt: string | null }>(
    em,
    `select count(*)::int as chats, ${isoTimeSql('min(waiting_since)')} as "oldestAt" from chat
     where workspace_id = $1 and waiting_since is not null and snooze is null and status in ('open', 'pending')
       and ($2::text[] is null or number_id = any($2))`,
    [workspace, numbers],
  )
  return row as { chats: number; oldestAt: string | null }
}

type UsageRange = { workspace: string; from: Date; to: Date; numbers: string[] | null }

/** A range that is counted by day. */
type UsageDays = UsageRange & { timeZone: string }

/** Message counts for one day, number and kind. */
type UsageRow = { day: string; number: string; type: string; in: number; out: number }

/** Counts all messages in both directions by day, number and kind. */
export const countMessages = (em: EntityManager, range: UsageDays): Promise<UsageRow[]> =>
  countByDay<UsageRow>(
    em,
    range,
    `select ${isoTimeSql(bucketSql('created_at', '$5'))} as day, number_id as number, type,
       count(*) filter (where direction = 'in')::int as "in", count(*) filter (where direction = 'out')::int as "out"
     from message
     where workspace_id = $1 and id >= $2 and id < $3 and ($4::text[] is null or number_id = any($4))
     group by 1, 2, 3 order by 1 desc, 2, 3`,
  )

/** Outgoing message counts for one day, number and price category. */
type PriceRow = { day: string; number: string; category: string; billable: boolean; messages: number }

/** Counts the outgoing messages whose price the provider has reported, by day, number and price category. */
export const countByPrice = (em: EntityManager, range: UsageDays): Promise<PriceRow[]> =>
  countByDay<PriceRow>(
    em,
    range,
    `select ${isoTimeSql(bucketSql('created_at', '$5'))} as day, number_id as number, p.category, p.billable, count(*)::int as messages
     from message m, lateral (
       select coalesce(m.pricing->'pricing'->>'category', 'unknown') as category,
         coalesce((m.pricing->'pricing'->>'billable')::boolean, false) as billable
     ) p
     where workspace_id = $1 and id >= $2 and id < $3 and ($4::text[] is null or number_id = any($4))
       and direction = 'out' and m.pricing ? 'pricing'
     group by 1, 2, 3, 4 order by 1 desc, 2, 3, 4`,
  )

/** Runs a query that counts messages by day, and returns each day as a date. */
async function countByDay<T extends { day: string }>(em: EntityManager, range: UsageDays, query: string): Promise<T[]> {
  const { workspace, from, to, numbers, timeZone } = range
  const ids = [from, to].map((time) => idFloor('msg', time.getTime()))
  const rows = await sql<T>(em, query, [workspace, ...ids, numbers, startsOf({ from, to, interval: 'day', timeZone })])
  return rows.map((row) => ({ ...row, day: dateIn(timeZone, Date.parse(row.day)) }))
}

/** Sums for the member or the department, whichever isn't null, or totals if both are null. */
export type RatingRow = {
  member: Id<'mem'> | null
  name: string | null
  department: Id<'dep'> | null
  asked: number
  answers: number
  average: number | null
  scores: number[]
}

const scores = [1, 2, 3, 4, 5].map((score) => `count(*) filter (where r.score = ${score})::int`).join(', ')

const ratingSums = `count(*)::int as asked, count(r.score)::int as answers, round(avg(r.score), 2)::float8 as average, array[${scores}] as scores`

const readRatings = `with sent as (
    select r.member_id, r.score from rating r left join message m on m.workspace_id = r.workspace_id and m.id = r.message_id
    where r.workspace_id = $1 and r.asked_at >= $2 and r.asked_at < $3 and ($4::text[] is null or r.number_id = any($4))
      and coalesce(m.status not in ('failed', 'expired', 'canceled'), true)
  )
  select null as member, null as name, null as department, ${ratingSums} from sent r
  union all (
    select r.member_id, max(m.name), null, ${ratingSums} from sent r left join member m on m.workspace_id = $1 and m.id = r.member_id and not m.removed
    where r.member_id is not null group by r.member_id order by answers desc, r.member_id)
  union all (
    select null, null, d.id, ${ratingSums} from sent r join department d on d.workspace_id = $1 and not d.removed and r.member_id = any(d.members)
    group by d.id order by answers desc, d.id)`

/** Counts the rating questions that were sent, and their answers by score, in total and for each member and department. */
export const countRatings = (em: EntityManager, { workspace, from, to, numbers }: UsageRange): Promise<RatingRow[]> =>
  sql<RatingRow>(em, readRatings, [workspace, from, to, numbers])

/** Counts for the bucket, number or member that isn't null, or totals if all are null. */
export type AnswerRow = {
  bucket: string | null
  number: Id<'num'> | null
  member: Id<'mem'> | null
  name: string | null
  in: number
  out: number
  answers: number
  spread: number[] | null
}

const groupingSets = 'grouping sets ((at), (number), (member), ()) having grouping(member) = 1 or member is not null'

const answerSums = `select at, number, member, max(name) as name, coalesce(sum(incoming), 0)::int as incoming, coalesce(sum(outgoing), 0)::int as outgoing
  from figures group by ${groupingSets}`

const spreadColumns = 'count(*)::int as answers, percentile_cont(array[0.5, 0.9]) within group (order by ms) as spread'

/**
 * Percentiles can't be summed, so the answer times for each bucket, number or member are sorted together. The few rows are sorted before
 * they are expanded into their many answer times.
 */
const spreadsOf = (key: 'at' | 'number' | 'member') => `
  select ${['at', 'number', 'member'].map((each) => (each === key ? each : `null as ${each}`)).join(', ')}, ${spreadColumns}
  from (select ${key}, answer_ms from figures where ${key} is not null order by ${key}) f, unnest(answer_ms) ms group by ${key}`

const spreads = `${spreadsOf('at')} union all ${spreadsOf('number')} union all ${spreadsOf('member')}
  union all select null, null, null, ${spreadColumns} from figures, unnest(answer_ms) ms`

const isSameGroup = ['at', 'number', 'member'].map((key) => `c.${key} is not distinct from s.${key}`).join(' and ')

const readAnswers = statement(
  {
    workspace: 'text',
    hours: readHour,
    recordedHours: 'text[]',
    recordedDays: 'text[]',
    numbers: 'text[]',
    starts: 'text[]',
  },
  ({ workspace, hours, recordedHours, recordedDays, numbers, starts }) => `with given as materialized (
    select * from ${hours.as('h')}
  ), measured as (${measuredAnswers({ workspace, numbers, hours: 'given' })}
  ), figures as materialized (
    select ${bucketSql('hour', starts)} as at, number_id as number, nullif(member_id, '') as member, name, incoming, outgoing, answer_ms
    from (
      select hour, number_id, member_id, name, incoming, outgoing, answer_ms from answer_hour
      where workspace_id = ${workspace} and hour = any(${recordedHours}::timestamptz[]) and (${numbers}::text[] is null or number_id = any(${numbers}))
      union all select day, number_id, member_id, name, incoming, outgoing, answer_ms from answer_day
      where workspace_id = ${workspace} and day = any(${recordedDays}::timestamptz[]) and (${numbers}::text[] is null or number_id = any(${numbers}))
      union all select hour, number_id, member_id, name, incoming, outgoing, answer_ms from measured
    ) hourly
  ), sums as (${answerSums}), spreads as (${spreads})
  select ${isoTimeSql('c.at')} as bucket, c.number, c.member, c.name, c.incoming as "in", c.outgoing as out,
    coalesce(s.answers, 0) as answers, s.spread
  from sums c left join spreads s on ${isSameGroup}
  order by c.at, c.number, answers desc, c.member`,
)

/** Enough memory to sort a busy month that has no recorded hours. Sorting on disk takes 50 % longer. */
const setSortMemory = `select set_config('work_mem', '64MB', true)`

/**
 * Counts messages and answers, and measures answer times: from recorded days and hours if there are any, otherwise from messages. Needs a
 * transaction, for its sort memory.
 */
export async function countAnswers(em: EntityManager, request: AnswerRange): Promise<AnswerRow[]> {
  const { workspace, from, to, numbers } = request
  const starts = bucketStarts(request)
  const range = { fromMs: from.getTime(), toMs: to.getTime() }
  const plan = planReading(range, { starts: starts.map(Number), recorded: await recordedOf(em, workspace, range) })
  const hours = readHours(plan.unrecorded)
  const [recordedHours, recordedDays] = [plan.hours, plan.days].map(isoTimes)
  await sql(em, setSortMemory)
  return sql<AnswerRow>(
    em,
    readAnswers({ workspace, hours, recordedHours, recordedDays, numbers, starts: isoTimes(starts) }),
  )
}

const isoTimes = (times: readonly (number | Date)[]) => times.map((time) => new Date(time).toISOString())
