import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { idFloor } from '@posthorn/contracts'

/** Messages of a workspace in a time range, optionally of these numbers only. */
export type UsageRange = { workspace: string; from: Date; to: Date; numbers: string[] | null }

/** Message counts of one day (UTC), number and kind. */
export type UsageRow = { day: string; number: string; type: string; in: number; out: number }

export function countMessages(em: EntityManager, { workspace, from, to, numbers }: UsageRange): Promise<UsageRow[]> {
  return sql<UsageRow>(
    em,
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, number_id as number, type,
       count(*) filter (where direction = 'in')::int as "in", count(*) filter (where direction = 'out')::int as "out"
     from message
     where workspace_id = $1 and id >= $2 and id < $3 and ($4::text[] is null or number_id = any($4))
     group by 1, 2, 3 order by 1 desc, 2, 3`,
    [workspace, idFloor('msg', from.getTime()), idFloor('msg', to.getTime()), numbers],
  )
}

/** Outgoing message counts of one day (UTC), number and price category. */
export type PriceRow = { day: string; number: string; category: string; billable: boolean; messages: number }

export function countByPrice(em: EntityManager, { workspace, from, to, numbers }: UsageRange): Promise<PriceRow[]> {
  return sql<PriceRow>(
    em,
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, number_id as number, p.category, p.billable, count(*)::int as messages
     from message m, lateral (
       select coalesce(m.pricing->'pricing'->>'category', 'unknown') as category,
         coalesce((m.pricing->'pricing'->>'billable')::boolean, false) as billable
     ) p
     where workspace_id = $1 and id >= $2 and id < $3 and ($4::text[] is null or number_id = any($4))
       and direction = 'out' and m.pricing ? 'pricing'
     group by 1, 2, 3, 4 order by 1 desc, 2, 3, 4`,
    [workspace, idFloor('msg', from.getTime()), idFloor('msg', to.getTime()), numbers],
  )
}
