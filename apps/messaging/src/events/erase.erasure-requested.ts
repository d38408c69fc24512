import { type Eraser, type Person, sql, type Tx, tracesOf } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { presentChat } from '../chats/change.ts'
import { aliasesOf } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { cancelWaiting, eraseAround, eraseInGroups, eraseMessages, takeMessages } from '../messages/erasure.sql.ts'
import { chatOrder } from '../messages/lock-order.sql.ts'
import { erasePending } from '../messages/pending.sql.ts'
import { noteMovedMessages } from '../statistics/recorded-answers.sql.ts'

/**
 * Erases a person. Cancels their waiting messages, reduces other messages to anonymous rows for statistics, and removes their chats, notes,
 * labels, what they wrote in groups, and files that no one else sent or received. Runs again later if a call to the provider is in progress
 * for one of the messages.
 */
export const erase: Eraser<MessagingRuntime> = async ({ tx, person }) => {
  const numbers = await sql<{ id: string }>(tx.em, 'select id from known_number where workspace_id = $1', [
    person.workspace,
  ])
  const identifiers = [...person.phones, ...person.userIds]
  const chats = await lockChatsOf(tx, person, identifiers)
  const aliases = await aliasesOf(tx.em, person.workspace, chats)
  const done = await cancelWaiting(tx, person, chats)
  const files: string[] = []
  for (const chat of chats) {
    const anonymousChat = newId('chat')
    for (let taken = await takeMessages(tx.em, person, chat); taken.length > 0; ) {
      files.push(...(await eraseMessages(tx.em, { workspace: person.workspace, messages: taken, anonymousChat })))
      taken = await takeMessages(tx.em, person, chat)
    }
    await noteMovedMessages(tx.em, { workspace: person.workspace, chats: [chat, anonymousChat] })
    await endChat(tx, person, chat)
  }
  files.push(...(await eraseInGroups(tx.em, person)))
  await sql(tx.em, 'delete from contact_fact where workspace_id = $1 and contact_id = any($2)', [
    person.workspace,
    [person.contact, ...(person.ids ?? [])],
  ])
  await erasePending(tx.em, person.workspace, tracesOf(person))
  tx.wake('files')
  await eraseAround(tx.em, person, { numbers, recipients: identifiers })
  return { done, ids: [...chats, ...aliases, ...files] }
}

/** Locks the person's chats, found by their identifiers or their contact. Returns the chats' ids. */
async function lockChatsOf(
  { em }: Tx,
  { workspace, contact, ids = [] }: Person,
  identifiers: string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select id from chat where workspace_id = $1 and type = 'direct' and (recipient = any($2) or contact_id = any($3))
     order by ${chatOrder} for update`,
    [workspace, identifiers, [contact, ...ids]],
  )
  return rows.map(({ id }) => id)
}

/** Removes a chat, unless it has messages newer than the request. A chat that stays loses its older notes, its labels and its contact. */
async function endChat(
  { em, emit }: Tx,
  { workspace, requestedAt, contact, ids = [] }: Person,
  id: string,
): Promise<void> {
  const [gone] = await sql<ChatRow>(
    em,
    `delete from chat c where workspace_id = $1 and id = $2
       and not exists (select 1 from message m where m.workspace_id = $1 and m.chat_id = $2) returning ${chatColumns}`,
    [workspace, id],
  )
  if (gone) {
    const anonymous = { name: null, phone: null, contactId: null, lastMessage: null, labels: [], assignee: null }
    const data = { ...presentChat({ ...gone, ...anonymous }), change: 'deleted' as const }
    return void emit({ kind: 'chat:updated', workspace, data, aggregate: { id, version: gone.version + 1 } })
  }
  for (const table of ['note', 'notification'])
    await sql(em, `delete from ${table} where workspace_id = $1 and chat_id = $2 and created_at < $3`, [
      workspace,
      id,
      requestedAt,
    ])
  await sql(
    em,
    `update chat set label_ids = '{}', labels = '[]', contact_id = case when contact_id = any($4) then null else contact_id end,
       version = version + 1 where workspace_id = $1 and id = $2 and created_at < $3`,
    [workspace, id, requestedAt, [contact, ...ids]],
  )
}
