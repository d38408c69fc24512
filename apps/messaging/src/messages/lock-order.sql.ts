import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/* Transactions lock rows in one order, to avoid deadlocks: chats by number and recipient, then jobs and messages by id, then the number's queue. */

/**
 * Isolates transactions that copy a label or member into a chat, or store its id in a view or automation (`shared`), from those that change,
 * merge or delete one (`exclusive`), which would miss a copy made at the same time. Call this after `lockPeople`, before taking row locks,
 * and in a statement before the one that reads the label or member.
 */
export const lockCopies = workspaceLock(7_078)

/**
 * Isolates transactions that react to messages (`shared`) from a move of waiting messages to another number (`exclusive`): otherwise a reaction
 * would stay at the old number, from which it can't be sent. Call this after `lockCopies`, likewise.
 */
export const lockMoves = workspaceLock(7_079)

/** Returns a function that locks workspaces until the commit. `lockClass` keeps the locks apart from advisory locks for other purposes. */
function workspaceLock(lockClass: number) {
  return async (em: EntityManager, workspaces: readonly string[], mode: 'shared' | 'exclusive'): Promise<void> => {
    if (workspaces.length === 0) return
    const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
    await sql(
      em,
      `select ${lock}(${lockClass}, place) from (
         select distinct hashtext(workspace_id) as place from unnest($1::text[]) as w (workspace_id) order by place
       ) as p`,
      [workspaces],
    )
  }
}

/** Identifies a chat: a number has one chat with each recipient. */
export type ChatKey = { workspaceId: string; numberId: string; recipient: string }

/** Returns a string that is unique to each chat, because ids contain no spaces. */
export const chatKey = ({ workspaceId, numberId, recipient }: ChatKey): string =>
  `${workspaceId} ${numberId} ${recipient}`

/** Lock order of chats. Doesn't use ids, because new chats have none yet. */
export function compareChats(a: ChatKey, b: ChatKey): number {
  const [left, right] = [chatKey(a), chatKey(b)]
  return left < right ? -1 : Number(left > right)
}

/** The same order in SQL, for columns of `chat`. */
export const chatOrder = `workspace_id, number_id, recipient collate "C"`

type ProviderName = { numberId: string; providerId: string }

const isGiven = '(workspace_id, number_id, recipient) in (select * from unnest($1::text[], $2::text[], $3::text[]))'

const chatsGiven =
  'select c.workspace_id, c.id from chat c join unnest($1::text[], $2::text[], $3::text[]) as g (workspace_id, number_id, recipient) using (workspace_id, number_id, recipient)'

const chatsOfNamed = `select m.workspace_id, m.chat_id from unnest($4::text[], $5::text[]) as w (number_id, provider_id)
  join provider_reference r using (number_id, provider_id) join message m on m.workspace_id = r.workspace_id and m.id = r.message_id`

/** Locks these chats and the chats of the messages with these provider ids. Skips those that don't exist. Without `chats`, locks nothing. */
export async function lockChatsInOrder(em: EntityManager, chats: ChatKey[], named: ProviderName[] = []): Promise<void> {
  if (chats.length === 0) return
  await sql(
    em,
    `select 1 from chat where ${named.length > 0 ? `(workspace_id, id) in (${chatsGiven} union ${chatsOfNamed})` : isGiven}
     order by ${chatOrder} for update`,
    [
      chats.map(({ workspaceId }) => workspaceId),
      chats.map(({ numberId }) => numberId),
      chats.map(({ recipient }) => recipient),
      ...(named.length > 0 ? [named.map(({ numberId }) => numberId), named.map(({ providerId }) => providerId)] : []),
    ],
  )
}

/** Locks chats of a workspace by id. Skips those that don't exist. */
export async function lockChatsById(em: EntityManager, workspace: string, ids: string[]): Promise<void> {
  await sql(em, `select 1 from chat where workspace_id = $1 and id = any($2) order by ${chatOrder} for update`, [
    workspace,
    ids,
  ])
}

/** Locks the chats of these messages. */
export async function lockChatsOf(em: EntityManager, messages: { workspace: string; id: string }[]): Promise<void> {
  if (messages.length === 0) return
  await sql(
    em,
    `select 1 from chat where (workspace_id, id) in (
       select m.workspace_id, m.chat_id from unnest($1::text[], $2::text[]) as w (workspace_id, id)
       join message m on m.workspace_id = w.workspace_id and m.id = w.id and m.id = any($2))
     order by ${chatOrder} for update`,
    [messages.map(({ workspace }) => workspace), messages.map(({ id }) => id)],
  )
}

/** Locks messages by their ids at the provider, in the common lock order. Skips unknown ids. */
export async function lockMessagesByProviderId(em: EntityManager, names: ProviderName[]): Promise<void> {
  if (names.length === 0) return
  await sql(
    em,
    `select 1 from message m where (m.workspace_id, m.id) in (
       select r.workspace_id, r.message_id from unnest($1::text[], $2::text[]) as w (number_id, provider_id)
       join provider_reference r using (number_id, provider_id))
     order by m.id for update`,
    [names.map(({ numberId }) => numberId), names.map(({ providerId }) => providerId)],
  )
}
