import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, listPage, type Verb } from '@posthorn/chassis'
import { fail, type messaging, newId, type OutputOf, refuseUnknown, type Unfilled } from '@posthorn/contracts'
import { type AnnouncedNote, type ChangeContext, changeChat } from '../chats/change.ts'
import { findChat, lockChat } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { type ChatRow } from '../entities/chat.ts'
import { Member, Note, type NoteRow } from '../entities/team.ts'
import { removeMentions } from '../notifications/store.sql.ts'

function announceNote(ctx: ChangeContext, chat: ChatRow, note: AnnouncedNote): void {
  changeChat(ctx, chat, { set: {}, changes: ['noted'], note })
}

/** Returns the members a note mentions, without duplicates. Refuses an id that isn't a member of the workspace. */
async function membersMentioned(em: EntityManager, mentions: string[]): Promise<string[]> {
  if (mentions.length === 0) return []
  const known = await em.find(Member, { id: { $in: mentions }, removed: false }, { fields: ['id'] })
  refuseUnknown(
    'member:not_found',
    mentions.flatMap((id, i) => (known.some((member) => member.id === id) ? [] : [`mentions.${i}`])),
  )
  return [...new Set(mentions)]
}

export const presentNote = (row: NoteRow): Unfilled<OutputOf<typeof messaging.notes.get>> => ({
  id: row.id,
  chat: row.chatId,
  message: row.body,
  by: row.author,
  mentions: row.mentions,
  createdAt: row.createdAt.toISOString(),
  editedAt: isoTime(row.editedAt),
})

export const create: Verb<typeof messaging.notes.create, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  const row = ctx.em.create(Note, {
    workspaceId: ctx.workspace,
    id: newId('note'),
    chatId: chat.id,
    body: input.message,
    author: ctx.call.actor,
    mentions: await membersMentioned(ctx.em, input.mentions),
    createdAt: new Date(),
  })
  announceNote(ctx, chat, { id: row.id, mentions: row.mentions, deleted: false })
  await ctx.em.flush()
  return presentNote(row)
}

/** Returns a note of a chat. `input.id` is the chat's id, or the id of a chat that was merged into it. */
export const get: Verb<typeof messaging.notes.get, MessagingRuntime> = async ({ ctx, input }) => {
  const { id: chatId } = await findChat(ctx, input.id)
  return presentNote((await ctx.em.findOne(Note, { id: input.note, chatId })) ?? fail('note:not_found'))
}

export const list: Verb<typeof messaging.notes.list, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await findChat(ctx, input.id)
  const page = await listPage<NoteRow>(ctx, input, {
    entity: Note,
    list: `notes ${chat.id}`,
    order: { column: 'id', direction: 'desc' },
    where: { chatId: chat.id },
  })
  return { items: page.rows.map(presentNote), next: page.next }
}

/** Deletes a note and the notifications for its mentions, and updates the lists of the members mentioned. */
export const remove: Verb<typeof messaging.notes.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  if ((await ctx.em.nativeDelete(Note, { id: input.note, chatId: chat.id })) === 0) fail('note:not_found')
  const members = await removeMentions(ctx.em, { workspace: ctx.workspace, chat: chat.id, note: input.note })
  const [first] = members
  if (first) ctx.emit({ kind: 'member:notified', data: { members }, aggregate: { id: first, version: 1 } })
  announceNote(ctx, chat, { id: input.note, mentions: [], deleted: true })
  return { id: input.note, deleted: true }
}

/** Changes a note. Announces all members that it mentions, of whom only new ones are notified: a note notifies each member once. */
export const update: Verb<typeof messaging.notes.update, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  const row = (await ctx.em.findOne(Note, { id: input.note, chatId: chat.id })) ?? fail('note:not_found')
  const mentions = input.mentions === undefined ? row.mentions : await membersMentioned(ctx.em, input.mentions)
  ctx.em.assign(row, { body: input.message ?? row.body, mentions, editedAt: new Date() })
  announceNote(ctx, chat, { id: row.id, mentions: row.mentions, deleted: false })
  return presentNote(row)
}
