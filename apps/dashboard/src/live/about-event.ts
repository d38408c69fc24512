import type { LoggedEvent } from '@posthorn/sdk'

/** Describes an event in a few words: text, name, change, or id. */
export function subjectOf({ data }: LoggedEvent): string {
  const fields = data as Record<string, unknown>
  const parts = [
    fields['change'],
    fields['status'],
    fields['message'] ?? fields['name'] ?? fields['phone'] ?? fields['id'],
  ]
  return parts
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(' · ')
    .slice(0, 90)
}

/** Returns the page of an event's object, if there is one. */
export function placeOf({ event, data }: LoggedEvent): string | undefined {
  const { id, chat } = data as { id?: unknown; chat?: unknown }
  if (typeof id !== 'string') return undefined
  if (event.startsWith('message:')) return id.startsWith('msg_') ? `developer/messages/${id}` : undefined
  if (event.startsWith('chat:')) return `inbox/all/${id}`
  if (event.startsWith('number:')) return `numbers/${id}`
  if (event.startsWith('webhook:')) return 'developer/webhooks'
  return typeof chat === 'string' ? `inbox/all/${chat}` : undefined
}
