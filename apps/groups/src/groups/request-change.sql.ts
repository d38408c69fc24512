import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { GroupRow } from '../entities/group.ts'
import type { PendingChange } from './changes.ts'

/** Queues a change. The `change` loop requests a group's changes from the provider in this order. */
export async function requestChange(
  em: EntityManager,
  { workspaceId, id, numberId }: GroupRow,
  { pending, content }: { pending: PendingChange; content?: Buffer },
): Promise<void> {
  await sql(
    em,
    'insert into group_job (workspace_id, group_id, number_id, wish, content) values ($1, $2, $3, $4::jsonb, $5)',
    [workspaceId, id, numberId, JSON.stringify(pending), content ?? null],
  )
}
