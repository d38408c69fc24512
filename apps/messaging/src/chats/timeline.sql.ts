import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Verb, type VerbContext } from '@posthorn/chassis'
import { failUnknown, type messaging, type OutputOf, totalsMax, type Unfilled } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { type Change, ChatChange, type ChatChangeRow, Message } from '../entities/chat.ts'
import { Note } from '../entities/team.ts'
import { presentMessages } from '../messages/list.ts'
import { presentNote } from '../notes/notes.ts'
import { findChat } from './chats.sql.ts'

type Context = VerbContext<MessagingRuntime>
type Item = Unfilled<OutputOf<typeof messaging.chats.timeline>['items'][number]>

/**
 * Lists the messages, notes and changes of a chat, newest first. With `after`, lists the `size` items that follow that message, without a
 * cursor. With `around`, the first page has that message in its middle.
 */
export const timeline: Verb<typeof messaging.chats.timeline, MessagingRuntime> = async ({ ctx, input }) => {
  const { around, after, size, cursor } = input
  const { id: chat } = await findChat(ctx, input.id)
  // By the given id, so that a page continues in the chat that this one was merged into since.
  const cursors = ctx.cursors(`timeline ${input.id}`)
  const range = { workspace: ctx.workspace, chat }
  if (after !== undefined) {
    const newer = await itemsBeyond(ctx.em, { ...range, direction: 'newer', size }, await keyAt(ctx, chat, { after }))
    return { items: await presentItems(ctx, newer.toReversed()), next: null }
  }
  const from =
    cursor === undefined ? await firstPageStart(ctx, chat, { around, size }) : (cursors.take(cursor)[0] ?? null)
  const older = await itemsBeyond(ctx.em, { ...range, direction: 'older', size: size + 1 }, from)
  const last = older.length > size ? older[size - 1] : undefined
  return { items: await presentItems(ctx, older.slice(0, size)), next: last ? cursors.give([last.key, last.id]) : null }
}

/** Returns the key below which the first page starts: null for the chat's end, or a key that centers the page on `around`. */
async function firstPageStart(
  ctx: Context,
  chatId: string,
  { around, size }: { around: string | undefined; size: number },
): Promise<string | null> {
  if (around === undefined) return null
  const half = Math.ceil(size / 2)
  const range = { workspace: ctx.workspace, chat: chatId, direction: 'newer' as const, size: half + 1 }
  const newer = await itemsBeyond(ctx.em, range, await keyAt(ctx, chatId, { around }))
  return newer[half]?.key ?? null
}

/** Returns the key of a message in the chat's timeline: its id without the prefix. Refuses one that isn't in the chat, and names its field. */
async function keyAt({ em }: Context, chatId: string, place: { after: string } | { around: string }): Promise<string> {
  const [[field, id]] = Object.entries(place) as [[string, string]]
  const message = await em.findOne(Message, { id, chatId }, { fields: ['id'] })
  return message ? id.slice('msg_'.length) : failUnknown('message:not_found', field)
}

/** Loads the items with these keys, in the same order. Leaves out those that were removed in the meantime. */
async function presentItems(ctx: Context, keys: ItemKey[]): Promise<Item[]> {
  const idsOf = (prefix: string) => keys.map(({ id }) => id).filter((id) => id.startsWith(prefix))
  const [messages, notes, changes] = [idsOf('msg_'), idsOf('note_'), idsOf('chg_')]
  const items = new Map<string, Item>()
  const rows = messages.length > 0 ? await ctx.em.find(Message, { id: { $in: messages } }) : []
  for (const message of await presentMessages(ctx, rows))
    items.set(message.id, { type: 'message', id: message.id, at: message.createdAt, message })
  for (const row of notes.length > 0 ? await ctx.em.find(Note, { id: { $in: notes } }) : [])
    items.set(row.id, { type: 'note', id: row.id, at: row.createdAt.toISOString(), note: presentNote(row) })
  for (const row of changes.length > 0 ? await ctx.em.find(ChatChange, { id: { $in: changes } }) : [])
    items.set(row.id, presentChange(row))
  return keys.flatMap(({ id }) => items.get(id) ?? [])
}

/** Returns a change as a timeline item. Its run names the chat that it is in now, which its own chat may have been merged into. */
function presentChange({ id, chatId, change, author, detail, createdAt }: ChatChangeRow): Item {
  const base = { type: 'change' as const, id, at: createdAt.toISOString(), change: change as Change }
  const run = detail?.run && { run: { ...detail.run, chat: chatId } }
  return { ...base, ...(author ? { by: author } : {}), ...detail, ...run }
}

/** A timeline item. Without their prefixes, ids of all three kinds sort by time. */
type ItemKey = { id: string; key: string }

const tables = [
  ['message', 'msg_'],
  ['note', 'note_'],
  ['chat_change', 'chg_'],
] as const

/** SQL for the next `$4` items of one table before or after the key `$3`. */
const branch = (table: string, prefix: string, isOlder: boolean) => `(
  select id, substr(id, ${prefix.length + 1}) as key from ${table}
  where workspace_id = $1 and chat_id = $2 and ($3::text is null or id ${isOlder ? '<' : '>'} '${prefix}' || $3)
  order by id ${isOlder ? 'desc' : 'asc'} limit $4)`

/** SQL for the next `$4` items of all tables. */
const union = (isOlder: boolean) =>
  `select id, key from (${tables.map(([table, prefix]) => branch(table, prefix, isOlder)).join(' union all ')}) as item
   order by key collate "C" ${isOlder ? 'desc' : 'asc'} limit $4`

const statements = { older: union(true), newer: union(false) }

/** Returns items of a chat before or after a key, nearest first; without a key, the newest. */
function itemsBeyond(
  em: EntityManager,
  { workspace, chat, direction, size }: { workspace: string; chat: string; direction: 'older' | 'newer'; size: number },
  key: string | null,
): Promise<ItemKey[]> {
  return sql<ItemKey>(em, statements[direction], [workspace, chat, key, size])
}

type Totals = OutputOf<typeof messaging.chats.totals>

/** Counts the notes and the incoming and outgoing messages of a chat. Looks at no more than `totalsMax` messages and as many notes. */
export const totals: Verb<typeof messaging.chats.totals, MessagingRuntime> = async ({ ctx, input }) => {
  const { id } = await findChat(ctx, input.id)
  const [row] = await sql<Totals>(
    ctx.em,
    `with newest as (select direction from message where workspace_id = $1 and chat_id = $2 order by id desc limit $3)
     select (select count(*) from newest where direction = 'in')::int as inbound,
       (select count(*) from newest where direction = 'out')::int as outbound,
       (select count(*) from (select 1 from note where workspace_id = $1 and chat_id = $2 limit $3) n)::int as notes`,
    [ctx.workspace, id, totalsMax],
  )
  return row as Totals
}
