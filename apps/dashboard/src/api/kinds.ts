import type { Actor, Chat as ApiChat, Message as ApiMessage, Note as ApiNote } from '@posthorn/sdk'

/** Name of the person or key that did something, where the answer has it. */
export type Author = Actor & { name?: string }

/** A chat, with fields that older installations lack. */
export type Chat = ApiChat & {
  version?: number
  waitingSince?: string | null
  failed?: boolean
  snooze?: { until: string | null; by: Author | null } | null
  lastMessage: (ApiChat['lastMessage'] & { status?: ApiMessage['status']; by?: Author | null }) | null
}

/** A message, with fields that older installations lack. */
export type Message = ApiMessage & { version?: number; by?: Author | null }

/** A note, with fields that older installations lack. */
export type Note = ApiNote & { mentions?: string[]; editedAt?: string | null }

/** Conditions on the chats of a view. */
export type ChatFilter = {
  search?: string
  status?: Chat['status'][]
  assignee?: string
  number?: string
  label?: string
  unread?: boolean
  written?: boolean
  snoozed?: boolean
  failed?: boolean
  waiting?: boolean
  window?: 'open' | 'closing' | 'closed'
  mentioned?: string
}

/** A page of a list and the cursor of the next one. */
export type Page<T> = { items: T[]; next: string | undefined }
