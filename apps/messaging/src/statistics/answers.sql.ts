import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql, statement } from '@posthorn/chassis'
import type { Id } from '@posthorn/contracts'
import { bucketSql, bucketStarts } from './buckets.ts'
import { measuredAnswers, planReading, readHour, readHours } from './measured-answers.sql.ts'
import { recordedOf } from './recorded-answers.sql.ts'

export type AnswerRange = {
  workspace: string
  from: Date
  to: Date
  numbers: string[] | null
  interval: 'hour' | 'day'
  timeZone: string
}

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

const sets = 'grouping sets ((at), (number), (member), ()) having grouping(member) = 1 or member is not null'

const sums = `select at, number, member, max(name) as name, coalesce(sum(incoming), 0)::int as incoming, coalesce(sum(outgoing), 0)::int as outgoing
  from figures group by ${sets}`

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

const same = ['at', 'number', 'member'].map((key) => `c.${key} is not distinct from s.${key}`).join(' and ')

const read = statement(
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
  ), sums as (${sums}), spreads as (${spreads})
  select ${isoTimeSql('c.at')} as bucket, c.number, c.member, c.name, c.incoming as "in", c.outgoing as out,
    coalesce(s.answers, 0) as answers, s.spread
  from sums c left join spreads s on ${same}
  order by c.at, c.number, answers desc, c.member`,
)

/** Enough memory to sort a busy month that has no recorded hours. Sorting on disk takes 50 % longer. */
const memory = `select set_config('work_mem', '64MB', true)`

/**
 * Counts messages and answers, and measures the answer times. Reads recorded days and hours where there are any, and messages elsewhere.
 */
export async function countAnswers(em: EntityManager, request: AnswerRange): Promise<AnswerRow[]> {
  const { workspace, from, to, numbers } = request
  const starts = bucketStarts(request)
  const range = { fromMs: from.getTime(), toMs: to.getTime() }
  const plan = planReading(range, { starts: starts.map(Number), recorded: await recordedOf(em, workspace, range) })
  const hours = readHours(plan.unrecorded)
  const [recordedHours, recordedDays] = [plan.hours, plan.days].map(isoTimes)
  await sql(em, memory)
  return sql<AnswerRow>(em, read({ workspace, hours, recordedHours, recordedDays, numbers, starts: isoTimes(starts) }))
}

const isoTimes = (times: readonly (number | Date)[]) => times.map((time) => new Date(time).toISOString())
