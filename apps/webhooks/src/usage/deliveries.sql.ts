import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Verb } from '@posthorn/chassis'
import { idFloor, type OutputOf, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'

/** Counts deliveries by day, number and kind. A restricted key sees only deliveries for its numbers. */
export const deliveries: Verb<typeof webhooks.usage.deliveries, WebhooksRuntime> = async ({ ctx, input }) => {
  const allowed = ctx.call.numbers as string[] | undefined
  const numbers = input.number?.filter((number) => !allowed || allowed.includes(number)) ?? allowed ?? null
  const [from, to] = [new Date(input.from), new Date(input.to)]
  return countDeliveries(ctx.em, { workspace: ctx.workspace, from, to, numbers })
}

type DeliveryCounts = OutputOf<typeof webhooks.usage.deliveries>

/** Counts deliveries of events in a time range, newest day first, optionally only for these numbers. */
export function countDeliveries(
  em: EntityManager,
  range: { workspace: string; from: Date; to: Date; numbers: string[] | null },
): Promise<DeliveryCounts> {
  const { workspace, from, to, numbers } = range
  return sql<DeliveryCounts[number]>(
    em,
    `select to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD') as day, e.number_id as number, e.kind as event,
       count(*) filter (where d.status = 'succeeded')::int as delivered,
       count(*) filter (where d.status in ('exhausted', 'canceled', 'expired'))::int as failed,
       count(*) filter (where d.status in ('waiting', 'parked'))::int as waiting, sum(d.attempts)::int as attempts
     from event e join delivery d on d.workspace_id = e.workspace_id and d.event_id = e.id and d.id >= $5
     where e.workspace_id = $1 and e.id >= $2 and e.id < $3 and ($4::text[] is null or e.number_id = any($4))
     group by 1, 2, 3 order by 1 desc, 2 nulls last, 3`,
    [workspace, idFloor('evt', from.getTime()), idFloor('evt', to.getTime()), numbers, idFloor('dlv', from.getTime())],
  )
}
