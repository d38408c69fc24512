import { isoTime, listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import { fail, type messaging, newId, type OutputOf, refuseUnknown, type Unfilled } from '@posthorn/contracts'
import { type AnnouncedNote, type ChangeContext, changeChat } from '../chats/change.ts'
import { findChat, lockChat } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { type ChatRow } from '../entities/chat.ts'
import { Member, Note, type NoteRow } from '../entities/team.ts'
import { removeMentions } from '../notifications/store.sql.ts'

/** Announces a note that was added, changed or deleted, as a change of its chat. */
function announceNote(ctx: ChangeContext, chat: ChatRow, note: AnnouncedNote): void {
  changeChat(ctx, chat, { set: {}, changes: ['noted'], note })
}

/**
 * Returns the members a note mentions, without duplicates. Refuses an id that isn't a member of the workspace, but not one that the note
 * mentioned `before`. Otherwise a note that mentions a member who has left could no longer be edited.
 */
async function membersMentioned(
  { em }: Pick<VerbContext, 'em'>,
  mentions: string[],
  before: string[] = [],
): Promise<string[]> {
  const added = mentions.filter((id) => !before.includes(id))
  const present = { id: { $in: added }, removed: false }
  const members = added.length === 0 ? [] : await em.find(Member, present, { fields: ['id'] })
  const known = new Set([...before, ...members.map(({ id }) => id)])
  refuseUnknown(
    'member:not_found',
    mentions.flatMap((id, i) => (known.has(id) ? [] : [`mentions.${i}`])),
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

/** Adds a note. The members whom it mentions are notified of the event that announces it. */
export const create: Verb<typeof messaging.notes.create, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  const row = ctx.em.create(Note, {
    workspaceId: ctx.workspace,
    id: newId('note'),
    chatId: chat.id,
    body: input.message,
    author: ctx.call.actor,
    mentions: await membersMentioned(ctx, input.mentions),
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
    // Like `timeline`.
    list: `notes ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: { chatId: chat.id },
  })
  return { items: page.rows.map(presentNote), next: page.next }
}

type Mentions = { chat: string; note: string; kept: string[] }

/** Removes the notifications of members whom a note no longer mentions, and updates these members' browsers. */
async function endMentions({ em, emit, workspace }: VerbContext<MessagingRuntime>, mentions: Mentions): Promise<void> {
  const members = await removeMentions(em, { workspace, ...mentions })
  const [first] = members
  if (first) emit({ kind: 'member:notified', data: { members }, aggregate: { id: first, version: 1 } })
}

/** Deletes a note, and with its mentions their notifications. */
export const remove: Verb<typeof messaging.notes.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  if ((await ctx.em.nativeDelete(Note, { id: input.note, chatId: chat.id })) === 0) fail('note:not_found')
  await endMentions(ctx, { chat: chat.id, note: input.note, kept: [] })
  announceNote(ctx, chat, { id: input.note, mentions: [], deleted: true })
  return { id: input.note, deleted: true }
}

/** Changes a note. Announces all members that it mentions, of whom only new ones are notified: a mention notifies each member once. */
export const update: Verb<typeof messaging.notes.update, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  const row = (await ctx.em.findOne(Note, { id: input.note, chatId: chat.id })) ?? fail('note:not_found')
  const { mentions: before } = row
  const mentions = input.mentions === undefined ? before : await membersMentioned(ctx, input.mentions, before)
  await endMentions(ctx, { chat: chat.id, note: row.id, kept: mentions })
  ctx.em.assign(row, { body: input.message ?? row.body, mentions, editedAt: new Date() })
  announceNote(ctx, chat, { id: row.id, mentions: row.mentions, deleted: false })
  return presentNote(row)
}
