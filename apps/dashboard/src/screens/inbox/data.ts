import type { Chat, Message, Note, SavedView } from '@posthorn/sdk'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type ChatFilter, type Page, paged, queryClient } from '../../api/api.ts'
import { inWorkspace } from '../../api/request.ts'
import { needsServer, newerChat } from '../../live/apply/chats.ts'
import { say } from '../../words/words.ts'
import { changesIn } from './timeline-items.ts'

/** Returns a chat's name, or its phone number if it has no name, or its kind if it has neither. */
export const titleOf = ({ name, phone, type }: Pick<Chat, 'name' | 'phone' | 'type'>): string =>
  name ?? phone ?? say(`chat.${type}`)

/** A window that closes within this time stands out. The views of closing windows have the same limit. */
export const closingMs = 2 * 3_600_000

const chatsPollMs = 60_000

/** The chats that match a filter, in an order. Live events place chats by both, which the key contains. */
export const chatsQuery = (workspaceId: string, filter: ChatFilter, sort: SavedView['sort'] = 'lastMessageAt:desc') =>
  paged<Chat>(
    ['chats', workspaceId, { filter, sort }],
    (cursor, options) => api.chats.list({ ...filter, ...cursor, sort, size: 50 }, options).page(),
    // Some lists change with the time alone, for example because windows close.
    needsServer(filter) && chatsPollMs,
  )

/** The messages of a chat. Live events keep them current, so that they are seldom read again. */
export const messagesQuery = (workspaceId: string, chatId: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', workspaceId, chatId],
    queryFn: async ({ pageParam, signal }): Promise<Page<Message>> => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam }
      return api.messages.list({ chat: chatId, ...cursor, size: 40 }, { signal }).page()
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 60_000,
  })

/** Reads the messages of a chat that is about to open, unless that was done just now. Otherwise, its page would ask only once rendered. */
export function readEarly(workspaceId: string, chatId: string): void {
  void inWorkspace(workspaceId, () => queryClient.prefetchInfiniteQuery(messagesQuery(workspaceId, chatId)))
}

/** Up to fifty chats with a phone number, on any of the workspace's numbers, newest first. */
export const chatsWithQuery = (workspaceId: string, phone: string) =>
  queryOptions({
    queryKey: ['chats-with', workspaceId, phone],
    queryFn: async ({ signal }): Promise<Chat[]> =>
      (await api.chats.list({ phone, size: 50 }, { signal }).page()).items,
  })

/** Broadcast messages among the latest hundred messages to a phone number. Their reference is the post's id. */
export const broadcastsToQuery = (workspaceId: string, phone: string) =>
  queryOptions({
    queryKey: ['broadcasts-to', workspaceId, phone],
    queryFn: async ({ signal }): Promise<Message[]> => {
      const { items } = await api.messages.list({ phone, direction: 'out', size: 100 }, { signal }).page()
      return items.filter(({ reference }) => reference?.startsWith('pst_'))
    },
  })

/** The newest hundred notes of a chat. */
export const notesQuery = (workspaceId: string, chatId: string) =>
  queryOptions({
    queryKey: ['notes', workspaceId, chatId],
    queryFn: async ({ signal }): Promise<Note[]> =>
      (await api.notes.list({ id: chatId, size: 100 }, { signal }).page()).items,
  })

/** The changes of a chat that its timeline shows, among its latest hundred items. */
export const changesQuery = (workspaceId: string, chatId: string) =>
  queryOptions({
    queryKey: ['changes', workspaceId, chatId],
    queryFn: async ({ signal }) =>
      changesIn((await api.chats.timeline({ id: chatId, size: 100 }, { signal }).page()).items),
  })

/** Up to a hundred saved views, with the team's views first. */
export const savedViewsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['views', workspaceId],
    queryFn: async (): Promise<SavedView[]> => {
      const { items } = await api.views.list({ size: 100 }).page()
      return items.toSorted((a, b) => Number(b.shared) - Number(a.shared))
    },
    staleTime: 60_000,
  })

/** Returns a function that shows changed chats: at once where a chat is shown by itself, and in lists and counts, which it reads again. */
export function useShowChats(workspaceId: string): (chats: readonly Chat[]) => void {
  const client = useQueryClient()
  return (chats) => {
    for (const chat of chats) {
      client.setQueryData<Chat>(['chat', workspaceId, chat.id], (known) => (known ? newerChat(known, chat) : chat))
    }
    void client.invalidateQueries({ queryKey: ['chats', workspaceId] })
    void client.invalidateQueries({ queryKey: ['counts', workspaceId] })
  }
}
