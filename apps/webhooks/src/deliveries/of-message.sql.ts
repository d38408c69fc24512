import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { idFloor, idTimeMs } from '@posthorn/contracts'

export type MessageAttempt = {
  startedAt: unknown
  event: string
  webhook: string
  delivery: string
  attempt: number
  httpStatus: number | null
  latencyMs: number
  error: string | null
}

/** Lists up to `max` attempts to deliver events about a message, oldest first. A delivery's id contains the time of its event. */
export async function listMessageAttempts(
  em: EntityManager,
  { workspace, message, max }: { workspace: string; message: string; max: number },
): Promise<MessageAttempt[]> {
  const events = await sql<{ id: string }>(em, 'select id from event where workspace_id = $1 and message_id = $2', [
    workspace,
    message,
  ])
  const ids = events.map(({ id }) => id)
  return sql<MessageAttempt>(
    em,
    `select a.started_at as "startedAt", d.event_kind as event, d.webhook_id as webhook, d.id as delivery,
       a.number as attempt, a.http_status as "httpStatus", a.latency_ms as "latencyMs", a.error
     from unnest($2::text[], $3::text[], $4::text[]) as e (id, first, beyond)
       join delivery d on d.workspace_id = $1 and d.id >= e.first and d.id < e.beyond and d.event_id = e.id
       join attempt a on a.workspace_id = $1 and a.delivery_id = d.id
     order by a.started_at limit $5`,
    [
      workspace,
      ids,
      ids.map((id) => idFloor('dlv', idTimeMs(id))),
      ids.map((id) => idFloor('dlv', idTimeMs(id) + 1)),
      max,
    ],
  )
}
