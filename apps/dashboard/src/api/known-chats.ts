import type { Chat } from '@posthorn/sdk'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

/**
 * Returns a chat from the most recently changed list that contains it, and when that list changed. A chat that is opened from a list is shown
 * at once with what the list has, and an event can change a chat that only a list has.
 */
export function chatInLists(
  client: QueryClient,
  workspaceId: string,
  chatId: string,
): { chat: Chat; at: number } | undefined {
  const lists = client.getQueryCache().findAll({ queryKey: ['chats', workspaceId] })
  return lists
    .flatMap(({ state: { data, dataUpdatedAt: at } }) => {
      const chat = (data as InfiniteData<{ items: Chat[] }> | undefined)?.pages
        .flatMap(({ items }) => items)
        .find((each) => each.id === chatId)
      return chat ? [{ chat, at }] : []
    })
    .toSorted((a, b) => b.at - a.at)[0]
}
