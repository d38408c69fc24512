import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { ShownLabel } from '../entities/chat.ts'

const entries = `jsonb_array_elements(labels) with ordinality as e (entry, place)`

/** Shows a changed label on every chat that has it. */
export async function showLabel(em: EntityManager, workspace: string, label: ShownLabel): Promise<void> {
  await sql(
    em,
    `update chat set version = version + 1, labels =
       (select jsonb_agg(case when entry->>'id' = $2 then $3::jsonb else entry end order by place) from ${entries})
     where workspace_id = $1 and label_ids && array[$2] and label_ids <> '{}'`,
    [workspace, label.id, JSON.stringify(label)],
  )
}

/** Takes a label off every chat. */
export async function takeOffAll(em: EntityManager, workspace: string, label: string): Promise<void> {
  await sql(
    em,
    `update chat set version = version + 1, label_ids = array_remove(label_ids, $2), labels =
       (select coalesce(jsonb_agg(entry order by place) filter (where entry->>'id' <> $2), '[]') from ${entries})
     where workspace_id = $1 and label_ids && array[$2] and label_ids <> '{}'`,
    [workspace, label],
  )
}
