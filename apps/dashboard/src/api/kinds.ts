import type { ChatFilter as ApiChatFilter, Chat, Message, Note } from '@posthorn/sdk'

export type { Chat, Message, Note }

/** Filter of a view. */
export type ChatFilter = ApiChatFilter & { search?: string }

/** A page of a list, and the cursor of the next one. */
export type Page<T> = { items: T[]; next: string | undefined }
