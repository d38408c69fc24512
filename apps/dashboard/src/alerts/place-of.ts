import type { Notification } from '../api/notifications.ts'

/** A place below the workspace, and what of it is searched for. */
type Place = { to: string; search: Record<string, string | undefined> }

/** Returns the place that a notification is about. */
export function placeOf({ chat, message, number, webhook }: Notification): Place {
  if (chat) return { to: `inbox/all/${chat}`, search: message ? { m: message } : {} }
  if (webhook) return { to: `developer/webhooks/${webhook}`, search: {} }
  return { to: number ? `numbers/${number}` : 'notifications', search: {} }
}
