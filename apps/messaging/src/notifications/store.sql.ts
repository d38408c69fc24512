import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { type Id, newId } from '@posthorn/contracts'
import type { Concern } from './notifications.ts'

/** A member to notify, and the chat: the event's, or the one it was merged into. */
type Addressee = { workspace: string; source: string; member: string; chat: string | null }

const placeRow = rowType<Concern>({
  workspace_id: ['text', ({ workspace }) => workspace],
  member_id: ['text', ({ member }) => member],
  source_id: ['text', ({ sourceId }) => sourceId],
  chat_id: ['text', ({ chatId }) => chatId],
})

const findAddressees = statement(
  { concerns: placeRow },
  ({ concerns }) => `select distinct r.workspace_id as workspace, r.source_id as source, m.id as member, c.id as chat
   from ${concerns.as('r')}
   join member m on m.workspace_id = r.workspace_id and (r.member_id is null or m.id = r.member_id) and not m.removed
   left join chat_alias a on a.workspace_id = r.workspace_id and a.id = r.chat_id
   left join chat c on c.workspace_id = r.workspace_id and c.id = coalesce(a.chat_id, r.chat_id)
   where r.chat_id is null or c.id is not null`,
)

const notificationRow = rowType<Addressee & { concern: Concern }>({
  workspace_id: ['text', ({ workspace }) => workspace],
  id: ['text', () => newId('ntf')],
  member_id: ['text', ({ member }) => member],
  kind: ['text', ({ concern }) => concern.kind],
  source_id: ['text', ({ source }) => source],
  chat_id: ['text', ({ chat }) => chat],
  number_id: ['text', ({ concern }) => concern.numberId],
  message_id: ['text', ({ concern }) => concern.messageId],
  note_id: ['text', ({ concern }) => concern.noteId],
  webhook_id: ['text', ({ concern }) => concern.webhookId],
  reason: ['text', ({ concern }) => concern.reason],
  author: ['jsonb', ({ concern }) => concern.author],
  created_at: ['timestamptz', ({ concern }) => concern.at],
})

const insertNotifications = statement(
  { planned: notificationRow },
  ({ planned }) => `insert into notification (${planned.list()}) select ${planned.list()} from ${planned.as('r')}
   on conflict (workspace_id, member_id, source_id) do nothing returning workspace_id as workspace, member_id as member, kind, chat_id as chat, number_id as number, id, note_id as note`,
)

export type StoredNotification = {
  workspace: string
  member: Id<'mem'>
  kind: Concern['kind']
  chat: Id<'chat'> | null
  number: Id<'num'> | null
  id: string
  note: string | null
}

/** Stores notifications and returns the new ones. Skips removed members, deleted chats, and notes that no longer mention the member. */
export async function storeNotifications(em: EntityManager, concerns: Concern[]): Promise<StoredNotification[]> {
  const addressees = await sql<Addressee>(em, findAddressees({ concerns }))
  const planned = addressees.flatMap((addressee) => {
    const concern = concerns.find(
      ({ sourceId, member }) => sourceId === addressee.source && (member ?? addressee.member) === addressee.member,
    )
    return concern ? [{ ...addressee, concern }] : []
  })
  if (planned.length === 0) return []
  const stored = await sql<StoredNotification>(em, insertNotifications({ planned }))
  const gone = await dropEndedMentions(em, stored)
  return stored.filter(({ id }) => !gone.has(id))
}

/**
 * Removes notifications about notes that were deleted or stopped mentioning the member in the meantime, and returns their ids. Once a
 * notification is inserted, its chat is locked against changes of notes, so no mention ends after this check.
 */
async function dropEndedMentions(em: EntityManager, stored: StoredNotification[]): Promise<Set<string>> {
  const mentions = stored.filter(({ note }) => note !== null)
  if (mentions.length === 0) return new Set()
  const rows = await sql<{ id: string }>(
    em,
    `delete from notification t using unnest($1::text[], $2::text[]) as n (workspace_id, id)
     where t.workspace_id = n.workspace_id and t.id = n.id
       and not exists (select 1 from note where note.workspace_id = t.workspace_id and note.id = t.note_id
         and note.mentions @> array[t.member_id]) returning t.id`,
    [mentions.map(({ workspace }) => workspace), mentions.map(({ id }) => id)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Removes the notifications for a note's mentions, except those of the members in `kept`. Returns the members they belonged to. */
export async function removeMentions(
  em: EntityManager,
  { workspace, chat, note, kept }: { workspace: string; chat: string; note: string; kept: string[] },
): Promise<Id<'mem'>[]> {
  const rows = await sql<{ member: Id<'mem'> }>(
    em,
    `delete from notification where workspace_id = $1 and chat_id = $2 and note_id = $3 and member_id <> all($4)
     returning member_id as member`,
    [workspace, chat, note, kept],
  )
  return rows.map(({ member }) => member)
}
