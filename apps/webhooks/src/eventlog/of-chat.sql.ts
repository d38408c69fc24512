import type { EntityManager } from '@mikro-orm/postgresql'
import { type BoundStatement, sql, statement } from '@posthorn/chassis'
import type { EventRow } from '../entities/webhook.ts'

/**
 * Query for a chat's events. `after` and `before` limit their sequences; `first` (inclusive) and `end` (exclusive) limit their ids, and so
 * their times. `numbers`: those that the caller asked for. `visible`: those that the caller may see. Null means no condition.
 */
export type ChatEventsQuery = {
  workspace: string
  chat: string
  after: number
  before: number | null
  first: string | null
  end: string | null
  kinds: readonly string[] | null
  message: string | null
  numbers: readonly string[] | null
  visible: readonly string[] | null
  size: number
}

/** Builds the statement for one direction, because a direction cannot be a bound value. */
const build = (direction: 'asc' | 'desc'): ((query: ChatEventsQuery) => BoundStatement) =>
  statement(
    {
      workspace: 'text',
      chat: 'text',
      after: 'bigint',
      before: 'bigint',
      first: 'text',
      end: 'text',
      kinds: 'text[]',
      message: 'text',
      numbers: 'text[]',
      visible: 'text[]',
      size: 'integer',
    },
    (q) => `select c.sequence::float8 as sequence, e.kind, e.entry
      from chat_event c join event e on e.workspace_id = c.workspace_id and e.id = c.event_id
      where c.workspace_id = ${q.workspace} and c.chat_id = ${q.chat} and c.sequence > ${q.after}
        and (${q.before} is null or c.sequence < ${q.before}) and (${q.first} is null or c.event_id >= ${q.first})
        and (${q.end} is null or c.event_id < ${q.end}) and (${q.kinds} is null or e.kind = any(${q.kinds}))
        and (${q.message} is null or e.message_id = ${q.message}) and (${q.numbers} is null or e.number_id = any(${q.numbers}))
        and (${q.visible} is null or e.number_id = any(${q.visible}))
      order by c.sequence ${direction} limit ${q.size}`,
  )

const statements = { asc: build('asc'), desc: build('desc') }

/** Finds a chat's events, ordered by sequence in the given direction. */
export function findChatEvents(
  em: EntityManager,
  order: 'asc' | 'desc',
  query: ChatEventsQuery,
): Promise<Pick<EventRow, 'sequence' | 'kind' | 'entry'>[]> {
  return sql(em, statements[order](query))
}
