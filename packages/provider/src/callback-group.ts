import { asObject, asText, itemsOf } from './json.ts'
import { providerError } from './outcome.ts'
import type { ProviderError } from './provider.ts'

/** How a request for a group ended (cloud-api.md 5.7). */
export type GroupCreation = {
  requestId?: string
  /** The provider's id of the group; absent when it was not made. */
  groupId?: string
  subject?: string
  inviteLink?: string
  error?: ProviderError
}

/** Reads what a `provider:group` update says of the making of a group; undefined when it is about something else. */
export function groupCreation(field: string, raw: unknown): GroupCreation | undefined {
  const item = asObject(raw)
  if (field !== 'group_lifecycle_update' || asText(item?.type) !== 'group_create') return undefined
  const read = (name: keyof GroupCreation, value: unknown) => {
    const text = asText(value)
    return text === undefined ? {} : { [name]: text }
  }
  const error = itemsOf(item?.errors).flatMap((cause) => providerError(cause) ?? [])[0]
  return {
    ...read('requestId', item?.request_id),
    ...read('groupId', item?.group_id),
    ...read('subject', item?.subject),
    ...read('inviteLink', item?.invite_link),
    ...(error !== undefined && { error }),
  }
}
