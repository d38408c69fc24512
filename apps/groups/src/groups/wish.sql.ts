import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { GroupRow } from '../entities/chat-group.ts'
import type { Wish } from './wish.ts'

/** Writes down what the provider is to be asked; the `change` loop asks, in this order for each group. */
export async function keepWish(
  em: EntityManager,
  { workspaceId, id, numberId }: GroupRow,
  { wish, content }: { wish: Wish; content?: Buffer },
): Promise<void> {
  await sql(
    em,
    'insert into group_job (workspace_id, group_id, number_id, wish, content) values ($1, $2, $3, $4::jsonb, $5)',
    [workspaceId, id, numberId, JSON.stringify(wish), content ?? null],
  )
}
