import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** A call to the provider for a message. */
export type AttemptRow = {
  attempt: number
  outcome: string
  error: unknown
  started_at: unknown
  latency_ms: number | null
}

/** All calls to the provider for one message, oldest first. */
export function attemptsOf(em: EntityManager, workspace: string, messageId: string): Promise<AttemptRow[]> {
  return sql<AttemptRow>(
    em,
    `select attempt, outcome, error, started_at, round(extract(epoch from ended_at - started_at) * 1000)::int as latency_ms
     from send_attempt where workspace_id = $1 and message_id = $2 order by started_at`,
    [workspace, messageId],
  )
}
