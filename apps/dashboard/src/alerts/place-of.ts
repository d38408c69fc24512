import type { Notification } from '../api/notifications.ts'

/** A place in the workspace, and its search parameters. */
type Place = { to: string; search: Record<string, string | undefined> }

export function placeOf({ chat, message, number, webhook }: Notification): Place {
  if (chat) return { to: `inbox/all/${chat}`, search: message ? { m: message } : {} }
  if (webhook) return { to: `developer/webhooks/${webhook}`, search: {} }
  return { to: number ? `numbers/${number}` : 'notifications', search: {} }
}
