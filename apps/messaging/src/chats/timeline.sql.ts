import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** An item of a timeline by its id; ids of all three kinds carry their time, so the part after the prefix orders them. */
export type ItemKey = { id: string; key: string }

type TimelineRange = { workspace: string; chat: string; direction: 'older' | 'newer'; size: number }

const tables = [
  ['message', 'msg_'],
  ['note', 'note_'],
  ['chat_change', 'chg_'],
] as const

const branch = (table: string, prefix: string, older: boolean) => `(
  select id, substr(id, ${prefix.length + 1}) as key from ${table}
  where workspace_id = $1 and chat_id = $2 and ($3::text is null or id ${older ? '<' : '>'} '${prefix}' || $3)
  order by id ${older ? 'desc' : 'asc'} limit $4)`

const union = (older: boolean) =>
  `select id, key from (${tables.map(([table, prefix]) => branch(table, prefix, older)).join(' union all ')}) as item
   order by key collate "C" ${older ? 'desc' : 'asc'} limit $4`

const statements = { older: union(true), newer: union(false) }

/** Returns the items of a chat beyond a key, the nearest first; from its end where there is no key. */
export function itemsBeyond(
  em: EntityManager,
  { workspace, chat, direction, size }: TimelineRange,
  key: string | null,
): Promise<ItemKey[]> {
  return sql<ItemKey>(em, statements[direction], [workspace, chat, key, size])
}
