import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Hours after a customer's last message in which free-form messages are allowed: the provider's customer service window. */
export const windowHours = 24

// Rounded to milliseconds, the precision of cursors.
const thisMoment = `date_trunc('milliseconds', now())`

export const isWindowOpen = (chat: string) => `${chat}.window_closes_at > now()`

/** SQL condition that the window is known to be closed. False if the customer never wrote. */
export const isWindowClosed = (chat: string) => `coalesce(not ${isWindowOpen(chat)}, false)`

/** A message that the provider refused because the window was closed. */
export type WindowRefusal = { workspace: string; id: string; at: string }

/** Closes windows that the provider reports as closed, unless the customer wrote after the refusal or within a minute before it. */
export async function closeWindowsOf(em: EntityManager, refusals: WindowRefusal[]): Promise<void> {
  if (refusals.length === 0) return
  await sql(
    em,
    `update chat c set window_closes_at = least(coalesce(c.window_closes_at, ${thisMoment}), ${thisMoment}), version = c.version + 1
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as refused (workspace_id, id, at)
     join message m on m.workspace_id = refused.workspace_id and m.id = refused.id
     where c.workspace_id = m.workspace_id and c.id = m.chat_id and (c.last_inbound_at is null or c.last_inbound_at < refused.at - interval '1 minute')`,
    [refusals.map(({ workspace }) => workspace), refusals.map(({ id }) => id), refusals.map(({ at }) => at)],
  )
}

/**
 * Releases messages of these chats that were held for a window that is now open. Returns whether there were any. Lock the chats in an earlier
 * statement: otherwise this one misses jobs that were set to wait in the meantime.
 */
export async function releaseHeld(em: EntityManager, chats: readonly string[]): Promise<boolean> {
  const released = await sql(
    em,
    `update send_job j set run_at = greatest(now(), j.due_at), waits_for = null from chat c
     where j.chat_id = any($1) and j.waits_for = 'window_closed'
       and c.workspace_id = j.workspace_id and c.id = j.chat_id and ${isWindowOpen('c')} returning 1`,
    [chats],
  )
  return released.length > 0
}
