import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import type { Chat } from './kinds.ts'
import { chatInLists } from './known-chats.ts'
import { queryClient } from './queries.ts'

/** A chat. It is known at once if a list contains it, and read again if the list is old. */
export const chatQuery = (workspaceId: string, chatId: string) =>
  queryOptions({
    queryKey: ['chat', workspaceId, chatId],
    queryFn: async ({ signal }): Promise<Chat> => api.chats.get({ id: chatId }, { signal }),
    initialData: () => chatInLists(queryClient, workspaceId, chatId)?.chat,
    initialDataUpdatedAt: () => chatInLists(queryClient, workspaceId, chatId)?.at,
  })
