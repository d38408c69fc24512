import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import type { Chat } from './kinds.ts'

export const chatQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['chat', workspace, id],
    queryFn: async ({ signal }): Promise<Chat> => api.chats.get({ id }, { signal }),
  })
