import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { idFloor } from '@posthorn/contracts'

export type TimeRange = { fromAt: Date; toAt: Date }

type RangeCounts = { events: number; failed: number; waiting: number; first: string | null; last: string | null }

/**
 * Returns the SQL condition for including an event in a replay: it matches the number and chat, if given, and isn't about the webhook
 * itself. The parameters are placeholders for bound values.
 */
export function isReplayed({ number, chat, webhook }: Record<'number' | 'chat' | 'webhook', string>): string {
  return `(${number}::text is null or number_id = ${number}) and webhook_id is distinct from ${webhook}
    and (${chat}::text is null or exists (select 1 from chat_event c where c.workspace_id = event.workspace_id and c.chat_id = ${chat}
      and c.sequence = event.sequence and c.event_id = event.id))`
}

type Counting = TimeRange & {
  workspaceId: string
  webhookId: string
  kinds: string[]
  numberId: string | null
  chatId: string | null
}

/**
 * Counts the events in a range that a webhook subscribes to, and their failed and waiting deliveries. Also returns the first and last event
 * ids.
 */
export async function countRange(em: EntityManager, counting: Counting): Promise<RangeCounts> {
  const { workspaceId, webhookId, fromAt, toAt, kinds, numberId, chatId } = counting
  const range = (prefix: 'evt' | 'dlv') => [idFloor(prefix, fromAt.getTime()), idFloor(prefix, toAt.getTime())]
  const [row] = await sql<RangeCounts>(
    em,
    `with wanted as materialized (
       select id from event where workspace_id = $1 and id >= ($2::text[])[1] and id < ($2::text[])[2] and kind = any($4)
         and ${isReplayed({ number: '$5', chat: '$6', webhook: '$7' })}
     ), made as (
       select d.status, d.attempts from delivery d join wanted on wanted.id = d.event_id
       where d.workspace_id = $1 and d.webhook_id = $7 and d.id >= ($3::text[])[1] and d.id < ($3::text[])[2] and d.status <> 'succeeded'
     )
     select (select count(*) from wanted)::int as events, (select min(id) from wanted) as first, (select max(id) from wanted) as last,
       (select count(*) from made where status in ('exhausted', 'expired', 'canceled'))::int as failed,
       (select count(*) from made where status = 'waiting' and attempts > 0)::int as waiting`,
    [workspaceId, range('evt'), range('dlv'), kinds, numberId, chatId, webhookId],
  )
  return row ?? { events: 0, failed: 0, waiting: 0, first: null, last: null }
}
