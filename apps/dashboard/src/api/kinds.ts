import type { ChatFilter as ApiChatFilter, Chat, Message, Note } from '@posthorn/sdk'

export type { Chat, Message, Note }

export type ChatFilter = ApiChatFilter & { search?: string }

/** A page of a list. `next`: cursor of the next page; undefined on the last one. */
export type Page<T> = { items: T[]; next: string | undefined }
