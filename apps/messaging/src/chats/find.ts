import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { fail, refuseUnknown } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, type ChatRow } from '../entities/chat.ts'
import { lockChatsById } from '../messages/lock-order.sql.ts'
import { joinedInto } from './chats.sql.ts'

type Context = Pick<VerbContext<MessagingRuntime>, 'em' | 'workspace'>

/** Finds a chat by id, or by the id of a chat that was merged into it. Fails with `chat:not_found`. */
export async function findChat(ctx: Context, id: string): Promise<ChatRow> {
  return (await findByAnyId(ctx, id)) ?? fail('chat:not_found')
}

/** Locks a chat until the end of the transaction, so that no two transactions produce the same version. */
export async function lockChat(ctx: Context, id: string): Promise<ChatRow> {
  return (await findByAnyId(ctx, id, LockMode.PESSIMISTIC_WRITE)) ?? fail('chat:not_found')
}

export async function findByAnyId(ctx: Context, id: string, lockMode?: LockMode): Promise<ChatRow | null> {
  const find = (one: string) => ctx.em.findOne(Chat, { id: one }, lockMode ? { lockMode } : {})
  const found = await find(id)
  if (found) return found
  const now = (await joinedInto(ctx.em, ctx.workspace, [id])).get(id)
  return now === undefined ? null : find(now)
}

/**
 * Returns chats in the order of the ids, but locks them in the common lock order to avoid deadlocks. If an id is unknown, the error names
 * it.
 */
export async function lockChats(ctx: Context, ids: string[]): Promise<ChatRow[]> {
  const joined = await joinedInto(ctx.em, ctx.workspace, ids)
  const nowIds = ids.map((id) => joined.get(id) ?? id)
  await lockChatsById(ctx.em, ctx.workspace, nowIds)
  const rows = await ctx.em.find(Chat, { id: { $in: nowIds } })
  const byId = new Map(rows.map((row) => [row.id, row]))
  refuseUnknown(
    'chat:not_found',
    nowIds.flatMap((id, i) => (byId.has(id) ? [] : [`ids.${i}`])),
  )
  return nowIds.map((id) => byId.get(id) as ChatRow)
}
