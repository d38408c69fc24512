import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** A table of calls that the provider confirms later, and which of its rows count for the next look. */
export type CallTable = 'group_creation' | 'group_job'

/** Limits of a call: of the answer, and of the confirmation by the provider. */
export type Deadlines = { leaseSeconds: number; confirmSeconds: number }

/** Of the jobs of a group only the oldest is called. */
const countsIn: Record<CallTable, string> = {
  group_creation: 'true',
  group_job: `not exists (select 1 from group_job e where e.workspace_id = c.workspace_id and e.group_id = c.group_id and e.id < c.id)`,
}

/** Milliseconds until the next call is due, abandoned or late; null when there is none. */
export async function nextCallInMs(em: EntityManager, table: CallTable, opts: Deadlines): Promise<number | null> {
  const [row] = await sql<{ ms: string | null }>(
    em,
    `select ceil(extract(epoch from min(case status
         when 'waiting' then run_at
         when 'calling' then called_at + make_interval(secs => $1)
         else called_at + make_interval(secs => $2) end) - now()) * 1000)::text as ms
     from ${table} c where ${countsIn[table]}`,
    [opts.leaseSeconds, opts.confirmSeconds],
  )
  return row?.ms ? Number(row.ms) : null
}
