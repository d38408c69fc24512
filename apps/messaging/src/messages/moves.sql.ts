import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, statement } from '@posthorn/chassis'
import type { MessageRow } from '../entities/message.ts'
import { expediteAwaited } from './pending.sql.ts'
import { stateColumns, stateRow, takeAwaited } from './rows.sql.ts'

/** Messages after a move, and the ids of those whose jobs have ended. */
type Moves = { changed: MessageRow[]; ended: string[] }

// The ids are also passed as a list, so that the planner can prune partitions of `message`. The limit prevents reading the jobs of all
// chats when one chat has nearly all of them. An array of keys always uses the index; a join may scan the table, depending on the queue's
// size at planning time.
const store = statement(
  { moved: stateRow, ids: 'text[]', ended: 'text[]' },
  ({ moved, ids, ended }) => `with moved as (
    select * from ${moved.as('s')}
  ), saved as (
    update message m set ${stateColumns} from moved s where m.workspace_id = s.workspace_id and m.id = s.id and m.id = any(${ids})
  ), named as (
    insert into provider_reference (number_id, provider_id, workspace_id, message_id)
    select distinct on (number_id, provider_id) number_id, provider_id, workspace_id, id from moved where provider_id is not null
    order by number_id, provider_id, id ${takeAwaited}
    returning number_id, provider_id, old.provider_id is not null as awaited
  ), expedited as (
    ${expediteAwaited('named')}
  ), gone as (
    delete from send_job where message_id = any(array(
      select message_id from send_job where message_id = any(${ended}) for update skip locked))
    returning chat_id
  )
  select exists (select 1 from gone cross join lateral (
    select 1 from send_job j where j.chat_id = gone.chat_id and j.ordered and j.message_id <> all(${ended}) limit 1
  ) next) as unblocks`,
)

/**
 * Stores moves in one statement: statuses, provider ids, and the end of jobs. As three statements, these made up a fifth of all statements
 * for a message. A job locked by another transaction is left to that transaction, which sees that the message has moved on. Returns whether
 * a later message in these chats is waiting for its turn.
 */
export async function storeMoves(em: EntityManager, { changed, ended }: Moves): Promise<boolean> {
  if (changed.length === 0 && ended.length === 0) return false
  const [row] = await sql<{ unblocks: boolean }>(em, store({ moved: changed, ids: changed.map(({ id }) => id), ended }))
  return row?.unblocks === true
}
