import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import type { Chat } from './kinds.ts'
import { chatInLists } from './known-chats.ts'
import { queryClient } from './queries.ts'

/** A chat. It is known at once if a list contains it, and read again if the list is old. */
export const chatQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['chat', workspace, id],
    queryFn: async ({ signal }): Promise<Chat> => api.chats.get({ id }, { signal }),
    initialData: () => chatInLists(queryClient, workspace, id)?.chat,
    initialDataUpdatedAt: () => chatInLists(queryClient, workspace, id)?.at,
  })
