import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql } from '@posthorn/chassis'
import { idFloor } from '@posthorn/contracts'
import type { AnswerRange } from './answers.sql.ts'
import { isWrittenByNone } from './measured-answers.sql.ts'

/** Counts of a bucket; totals if `bucket` is null. */
export type InboxRow = { bucket: string | null; in: number; out: number; answered: number; unanswered: number }

/** Numbers each message by the outgoing messages before it in its chat, so that a question and its answer share a number. */
const turns = `select direction, created_at, chat_id,
    count(*) filter (where direction = 'out') over (partition by chat_id order by id rows between unbounded preceding and 1 preceding) as turn
  from message
  where workspace_id = $1 and id >= $2 and id < $3 and ($4::text[] is null or number_id = any($4))
    and not (direction = 'out' and ${isWrittenByNone('message')})`

const bucketOf = (column: string) => isoTimeSql(`date_trunc($5, ${column}, 'UTC')`)

const counts = `with said as (${turns}), asked as (
    select min(created_at) filter (where direction = 'in') as at, bool_or(direction = 'out') as has_answer
    from said group by chat_id, turn having bool_or(direction = 'in')
  ), counted as (
    select ${bucketOf('created_at')} as bucket, direction, null::boolean as has_answer from said
    union all select ${bucketOf('at')}, null, has_answer from asked
  )
  select bucket, count(*) filter (where direction = 'in')::int as "in", count(*) filter (where direction = 'out')::int as out,
    count(*) filter (where has_answer)::int as answered, count(*) filter (where not has_answer)::int as unanswered
  from counted group by grouping sets ((bucket), ()) order by bucket`

/** Counts messages and questions of each bucket, and in total. */
export function countInbox(
  em: EntityManager,
  { workspace, from, to, numbers, interval }: AnswerRange,
): Promise<InboxRow[]> {
  return sql(em, counts, [workspace, idFloor('msg', from.getTime()), idFloor('msg', to.getTime()), numbers, interval])
}

/** Counts chats with a waiting customer, and returns since when the first has been waiting. */
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
  return row ?? { chats: 0, oldestAt: null }
}
