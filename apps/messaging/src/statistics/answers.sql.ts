import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql } from '@posthorn/chassis'
import { type Id, idFloor } from '@posthorn/contracts'

/** Messages of a workspace in a range of time; of these numbers, or of all. */
export type AnswerRange = {
  workspace: string
  from: Date
  to: Date
  numbers: string[] | null
  interval: 'hour' | 'day'
}

/** Counts of a bucket, a number, a member, or of all: that which is not null. */
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

const isPost = `coalesce(reference, '') like 'pst\\_%'`
const author = (field: string) => `case when author->>'type' = 'member' then author->>'${field}' end`

/** Each message, with the number of outgoing ones of its chat before it: those with the same number are a question and its answer. */
export const turns = `select number_id, direction, created_at, ${author('id')} as member, ${author('name')} as name,
    count(*) filter (where direction = 'out') over (partition by chat_id order by id rows between unbounded preceding and 1 preceding) as turn,
    chat_id
  from message
  where workspace_id = $1 and id >= $2 and id < $3 and ($4::text[] is null or number_id = any($4)) and not (direction = 'out' and ${isPost})`

const answered = `select *, case when direction = 'out'
    then extract(epoch from created_at - min(created_at) filter (where direction = 'in') over (partition by chat_id, turn)) * 1000 end as ms
  from (${turns}) t`

/** Counts messages and measures answers of each bucket, number and member, and of all. */
export function countAnswers(
  em: EntityManager,
  { workspace, from, to, numbers, interval }: AnswerRange,
): Promise<AnswerRow[]> {
  const bucket = isoTimeSql(`date_trunc($5, created_at, 'UTC')`)
  return sql<AnswerRow>(
    em,
    `select bucket, number_id as number, member, max(name) as name,
       count(*) filter (where direction = 'in')::int as "in", count(*) filter (where direction = 'out')::int as out,
       count(ms)::int as answers, percentile_cont(array[0.5, 0.9]) within group (order by ms) as spread
     from (select *, ${bucket} as bucket from (${answered}) a) m
     group by grouping sets ((bucket), (number_id), (member), ())
     having grouping(member) = 1 or member is not null
     order by bucket, number_id, count(ms) desc, member`,
    [workspace, idFloor('msg', from.getTime()), idFloor('msg', to.getTime()), numbers, interval],
  )
}
