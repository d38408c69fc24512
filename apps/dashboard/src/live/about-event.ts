import type { LoggedEvent } from '@posthorn/sdk'

/** Describes an event for a row of a list in a few words: its change and status, and its text, name, phone number or id. */
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

/** Pages by an event's noun, each with the field of the data that names the object. */
const pages: Readonly<Record<string, readonly [page: string, field: string]>> = {
  message: ['developer/messages', 'id'],
  chat: ['inbox/all', 'id'],
  contact: ['contacts', 'id'],
  import: ['imports', 'id'],
  group: ['groups', 'id'],
  channel: ['broadcasts', 'channel'],
  number: ['numbers', 'id'],
  call: ['numbers', 'number'],
  template: ['numbers', 'number'],
  webhook: ['developer/webhooks', 'webhook'],
}

/**
 * Returns the page of an event's object, or of the number of a call or template; undefined if there is none. A deleted contact has one only if
 * it was merged into another.
 */
export function placeOfEvent({ event, data }: LoggedEvent): string | undefined {
  const [page, field = ''] = pages[event.split(':')[0] ?? ''] ?? []
  const fields = data as Record<string, unknown>
  if (event === 'contact:deleted' && fields['mergedInto'] === null) return undefined
  const id = fields[field]
  return typeof id === 'string' ? `${page}/${id}` : undefined
}

/** The log skips more sequences than this only after a restore from a backup. Otherwise, those of events that the caller may not see are missing. */
const skippedByRestore = 1_000_000_000

/** Whether the database was restored between the events with these sequences, so that what was shown before can be gone. */
export const isRestoredBetween = (before: number | undefined, after: number | undefined): boolean =>
  before !== undefined && after !== undefined && after - before > skippedByRestore
