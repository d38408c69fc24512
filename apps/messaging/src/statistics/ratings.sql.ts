import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Id } from '@posthorn/contracts'
import type { UsageRange } from './counts.sql.ts'

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
const sums = `count(*)::int as asked, count(r.score)::int as answers, round(avg(r.score), 2)::float8 as average, array[${scores}] as scores`

const read = `with sent as (
    select r.member_id, r.score from rating r left join message m on m.workspace_id = r.workspace_id and m.id = r.message_id
    where r.workspace_id = $1 and r.asked_at >= $2 and r.asked_at < $3 and ($4::text[] is null or r.number_id = any($4))
      and coalesce(m.status not in ('failed', 'expired', 'canceled'), true)
  )
  select null as member, null as name, null as department, ${sums} from sent r
  union all (
    select r.member_id, max(m.name), null, ${sums} from sent r left join member m on m.workspace_id = $1 and m.id = r.member_id and not m.removed
    where r.member_id is not null group by r.member_id order by answers desc, r.member_id)
  union all (
    select null, null, d.id, ${sums} from sent r join department d on d.workspace_id = $1 and not d.removed and r.member_id = any(d.members)
    group by d.id order by answers desc, d.id)`

export function countRatings(em: EntityManager, { workspace, from, to, numbers }: UsageRange): Promise<RatingRow[]> {
  return sql<RatingRow>(em, read, [workspace, from, to, numbers])
}
