import type { Verb, VerbContext } from '@posthorn/chassis'
import { failUnknown, type messaging, type Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { type Change, ChatChange, type ChatChangeRow } from '../entities/chat-change.ts'
import { Message } from '../entities/message.ts'
import { Note } from '../entities/note.ts'
import { presentMessages } from '../messages/list.ts'
import { presentNote } from '../notes/notes.ts'
import { findChat } from './find.ts'
import { type ItemKey, itemsBeyond } from './timeline.sql.ts'

type Context = VerbContext<MessagingRuntime>
type Item = Unfilled<z.input<typeof messaging.chats.timeline.output>['items'][number]>

/** Messages, notes and changes of a chat in one order, newest first. */
export const timeline: Verb<typeof messaging.chats.timeline, MessagingRuntime> = async ({ ctx, input }) => {
  const { around, after, size, cursor } = input
  const { id: chat } = await findChat(ctx, input.id)
  const cursors = ctx.cursors(`timeline ${chat}`)
  const range = { workspace: ctx.workspace, chat }
  if (after !== undefined) {
    const newer = await itemsBeyond(ctx.em, { ...range, direction: 'newer', size }, await keyOf(ctx, chat, after))
    return { items: await present(ctx, newer.toReversed()), next: null }
  }
  const begin = await beginOf(ctx, chat, { around, size })
  const from = cursor === undefined ? begin : (cursors.take(cursor)[0] ?? null)
  const older = await itemsBeyond(ctx.em, { ...range, direction: 'older', size: size + 1 }, from)
  const last = older.length > size ? older[size - 1] : undefined
  return { items: await present(ctx, older.slice(0, size)), next: last ? cursors.give([last.key, last.id]) : null }
}

/** Returns the key that a first page begins below: null at the end of the chat, or so that a message is in its middle. */
async function beginOf(
  ctx: Context,
  chat: string,
  { around, size }: { around: string | undefined; size: number },
): Promise<string | null> {
  if (around === undefined) return null
  const half = Math.ceil(size / 2)
  const range = { workspace: ctx.workspace, chat, direction: 'newer' as const, size: half + 1 }
  const newer = await itemsBeyond(ctx.em, range, await keyOf(ctx, chat, around))
  return newer[half]?.key ?? null
}

/** Returns the place of a message of this chat. */
async function keyOf({ em }: Context, chat: string, message: string): Promise<string> {
  const found = await em.findOne(Message, { id: message, chatId: chat }, { fields: ['id'] })
  return found ? message.slice('msg_'.length) : failUnknown('message:not_found', 'around')
}

async function present(ctx: Context, keys: ItemKey[]): Promise<Item[]> {
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

function presentChange({ id, change, author, detail, createdAt }: ChatChangeRow): Item {
  const base = { type: 'change' as const, id, at: createdAt.toISOString(), change: change as Change }
  return { ...base, ...(author ? { by: author } : {}), ...detail }
}
