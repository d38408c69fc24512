import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { z } from 'zod'

type Queue = z.output<typeof messaging.queues.get.output>

type Counts = {
  state: Queue['state']
  rate: number
  waiting: number
  scheduled: number
  sending: number
  oldest_age_ms: number
}

/** The queue of a number as it stands; refuses a number that is not the workspace's. */
export async function readQueue(em: EntityManager, workspace: string, number: string): Promise<Queue> {
  const [row] = await sql<Counts>(
    em,
    `select l.state, l.rate_per_second as rate,
       count(j.message_id) filter (where j.state <> 'calling' and j.due_at <= now())::int as waiting,
       count(j.message_id) filter (where j.due_at > now())::int as scheduled,
       count(j.message_id) filter (where j.state = 'calling')::int as sending,
       coalesce(floor(extract(epoch from now() - min(j.due_at) filter (where j.due_at <= now())) * 1000), 0)::int as oldest_age_ms
     from lane l left join send_job j on j.number_id = l.number_id
     where l.workspace_id = $1 and l.number_id = $2 group by l.number_id`,
    [workspace, number],
  )
  if (!row) fail('number:not_found')
  return {
    number,
    state: row.state,
    waiting: row.waiting,
    scheduled: row.scheduled,
    sending: row.sending,
    oldestAgeMs: row.oldest_age_ms,
    ratePerSecond: row.rate,
    etaMs: Math.ceil(((row.waiting + row.sending) / row.rate) * 1000),
  }
}

/** Sets the state of a queue; `draining` lets what is queued now leave and holds what comes later. */
export async function setQueueState(
  em: EntityManager,
  opts: { workspace: string; number: string; state: Queue['state'] },
): Promise<void> {
  await sql(
    em,
    `update lane set state = $3, drain_mark = case when $3 = 'draining'
       then (select max(message_id) from send_job where number_id = $2 and due_at <= now()) end
     where workspace_id = $1 and number_id = $2`,
    [opts.workspace, opts.number, opts.state],
  )
}
