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

/** The messages of the range, each with the direction of the one before it in its chat. */
const said = `select number_id, chat_id, id, direction, created_at, ${author('id')} as member, ${author('name')} as name,
    lag(direction) over (partition by chat_id order by id) as before
  from message
  where workspace_id = $1 and id >= $2 and id < $3 and ($4::text[] is null or number_id = any($4)) and not (direction = 'out' and ${isPost})`

/** Each with the time of the latest first question before it. Both windows have one order, so that the messages are sorted once. */
const asked = `select *, max(created_at) filter (where direction = 'in' and before is distinct from 'in')
    over (partition by chat_id order by id rows unbounded preceding) as asked_at
  from (${said}) said`

const measured = `select date_trunc($5, created_at, 'UTC') as at, number_id as number, member, name, direction,
    case when direction = 'out' and before = 'in' then extract(epoch from created_at - asked_at)::float8 * 1000 end as ms
  from (${asked}) asked`

const sets = 'grouping sets ((at), (number), (member), ()) having grouping(member) = 1 or member is not null'

/** Counts of what is the same in all three, of which there is little, added up. Percentiles cannot be: they sort the answers of each set. */
const counts = `select at, number, member, max(name) as name, coalesce(sum(incoming), 0)::int as incoming, coalesce(sum(outgoing), 0)::int as outgoing
  from (select at, number, member, max(name) as name,
      count(*) filter (where direction = 'in') as incoming, count(*) filter (where direction = 'out') as outgoing
    from measured group by at, number, member) c
  group by ${sets}`

const spreads = `select at, number, member, count(*)::int as answers, percentile_cont(array[0.5, 0.9]) within group (order by ms) as spread
  from measured where ms is not null group by ${sets}`

const same = ['at', 'number', 'member'].map((key) => `c.${key} is not distinct from s.${key}`).join(' and ')

/** The messages of a busy month fit into it: sorted on disk, they take half as long again. */
const memory = `select set_config('work_mem', '64MB', true)`

/** Counts messages and measures answers of each bucket, number and member, and of all. */
export async function countAnswers(
  em: EntityManager,
  { workspace, from, to, numbers, interval }: AnswerRange,
): Promise<AnswerRow[]> {
  await sql(em, memory)
  return sql<AnswerRow>(
    em,
    `with measured as materialized (${measured})
     select ${isoTimeSql('c.at')} as bucket, c.number, c.member, c.name, c.incoming as "in", c.outgoing as out,
       coalesce(s.answers, 0) as answers, s.spread
     from (${counts}) c left join (${spreads}) s on ${same}
     order by c.at, c.number, answers desc, c.member`,
    [workspace, idFloor('msg', from.getTime()), idFloor('msg', to.getTime()), numbers, interval],
  )
}
