import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { z } from 'zod'

type Queue = z.output<typeof messaging.queues.get.output>

type Counts = {
  number: Queue['number']
  state: Queue['state']
  rate: number
  waiting: number
  scheduled: number
  sending: number
  oldest_age_ms: number
  posts_waiting: number
}

/** The queue of a number as it stands; refuses a number that is not the workspace's. */
export async function readQueue(em: EntityManager, workspace: string, number: string): Promise<Queue> {
  const [queue] = await readQueues(em, workspace, [number])
  return queue ?? fail('number:not_found')
}

/** The queues of these numbers as they stand; numbers that are not the workspace's are left out. */
export async function readQueues(em: EntityManager, workspace: string, numbers: string[]): Promise<Queue[]> {
  const rows = await sql<Counts>(
    em,
    `select l.number_id as number, l.state, l.rate_per_second as rate,
       count(j.message_id) filter (where j.state <> 'calling' and j.due_at <= now())::int as waiting,
       count(j.message_id) filter (where j.due_at > now())::int as scheduled,
       count(j.message_id) filter (where j.state = 'calling')::int as sending,
       coalesce(floor(extract(epoch from now() - min(j.due_at) filter (where j.due_at <= now())) * 1000), 0)::int as oldest_age_ms,
       coalesce((select sum(p.waiting) from known_post p where p.workspace_id = l.workspace_id and p.number_id = l.number_id
         and p.state in ('testing', 'posting')), 0)::int as posts_waiting
     from lane l left join send_job j on j.number_id = l.number_id
     where l.workspace_id = $1 and l.number_id = any($2) group by l.workspace_id, l.number_id`,
    [workspace, numbers],
  )
  return rows.map(({ rate, oldest_age_ms: oldestAgeMs, posts_waiting: postsWaiting, ...queue }) => ({
    ...queue,
    oldestAgeMs,
    ratePerSecond: rate,
    postsWaiting,
    etaMs: Math.ceil(((queue.waiting + queue.sending + postsWaiting) / rate) * 1000),
  }))
}

/** Sets the state of a queue; `draining` lets what is queued now leave and holds what comes later. */
export async function setQueueState(
  em: EntityManager,
  opts: { workspace: string; number: string; state: Queue['state'] },
): Promise<{ changed: boolean }> {
  const [before] = await sql<{ state: string }>(
    em,
    'select state from lane where workspace_id = $1 and number_id = $2 for update',
    [opts.workspace, opts.number],
  )
  await sql(
    em,
    `update lane set state = $3, drain_mark = case when $3 = 'draining'
       then (select max(message_id) from send_job where number_id = $2 and due_at <= now()) end
     where workspace_id = $1 and number_id = $2`,
    [opts.workspace, opts.number, opts.state],
  )
  return { changed: before !== undefined && before.state !== opts.state }
}
