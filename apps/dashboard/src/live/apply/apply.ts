import type { Chat, Contact, Message, Note } from '@posthorn/sdk'
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ChatFilter, Page } from '../../api/api.ts'
import { chatInLists } from '../../api/known-chats.ts'
import type { LiveEvent } from '../stream.ts'
import {
  chatAfter,
  messageOf,
  needsServer,
  newerChat,
  newerMessage,
  placeChat,
  placeMessage,
  without,
} from './chats.ts'

const pauseMs = 800
const planned = new Map<string, { client: QueryClient; queryKey: QueryKey }>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Invalidates the queries under a key soon, once for many events: those on the screen are read again then, others when next shown. */
function planRefresh(client: QueryClient, queryKey: QueryKey): void {
  planned.set(JSON.stringify(queryKey), { client, queryKey })
  timer ??= setTimeout(() => {
    timer = undefined
    const due = [...planned.values()]
    planned.clear()
    for (const each of due) refresh(each.client, each.queryKey)
  }, pauseMs)
}

/** Invalidates the queries under a key. A first response that is still awaited isn't requested again, so that is done once it is there. */
function refresh(client: QueryClient, queryKey: QueryKey): void {
  const isFirst = ({ state }: Query) => state.data === undefined
  const awaited = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirst })
  for (const query of awaited) planRefresh(client, query.queryKey)
  void client.invalidateQueries({ queryKey })
}

type ChatPages = InfiniteData<Page<Chat>>
type MessagePages = InfiniteData<Page<Message>>

/** The open chat. It stays in its list even if it no longer matches, and shows its failed entries itself, so that no notice has to. */
export const openChat: { id: string | undefined } = { id: undefined }

/** The member who looks at the lists, for whom `me` stands in a filter; undefined for a key. */
export const viewer: { id: string | undefined } = { id: undefined }

/** Brings cached queries up to date with an event: changes those it can, and refetches the others. */
export function applyEvent(client: QueryClient, workspaceId: string, event: LiveEvent): void {
  const kind = event.event
  const noun = kind.slice(0, kind.indexOf(':'))
  // The lists of the event log, whatever their filter. A single event doesn't change.
  planRefresh(client, ['events', workspaceId, {}])
  // The person was erased, or the event can't be read: only the server knows what changed.
  if ('erased' in event.data) {
    for (const each of [noun, `${noun}s`]) planRefresh(client, [each, workspaceId])
    return
  }
  if (kind === 'chat:updated') return applyChat(client, workspaceId, event.data as unknown as Chat & { change: string })
  if (kind.startsWith('message:')) return applyMessage(client, workspaceId, event)
  if (kind === 'contact:updated') renameChats(client, workspaceId, event.data as unknown as Contact)
  // Query keys are nouns: contact:updated affects contacts.
  planRefresh(client, [`${noun}s`, workspaceId])
}

/** Puts the chat of an event into the lists where it belongs, or removes a deleted one, and refetches what the event doesn't contain. */
function applyChat(client: QueryClient, workspaceId: string, event: Chat & { change: string }): void {
  const { change: changed, ...chat } = event
  changeLists(client, workspaceId, (pages, place) =>
    changed === 'deleted' ? without(pages, chat.id) : placeChat(pages, chat, place),
  )
  change<Chat>(client, ['chat', workspaceId, chat.id], (known) => newerChat(known, chat))
  // An open chat that is deleted is missing now, or is the one that it was merged into.
  const gone = changed === 'deleted' ? ['chat', 'messages'] : []
  for (const noun of ['changes', ...gone]) planRefresh(client, [noun, workspaceId, chat.id])
  if (chat.phone !== null) planRefresh(client, ['chats-with', workspaceId, chat.phone])
  // A new label has no event, so the first sign of it is the event for a chat that gets it.
  if (changed === 'labeled' || changed === 'renamed') planRefresh(client, ['labels', workspaceId])
  if (changed === 'noted') planRefresh(client, ['notes', workspaceId, chat.id])
  planRefresh(client, ['counts', workspaceId])
}

/** Puts the message of an event into its chat, and the chat into the lists where it now belongs. */
function applyMessage(client: QueryClient, workspaceId: string, event: LiveEvent): void {
  const message = messageOf(event)
  const truncated = event.truncated ?? []
  change<MessagePages>(client, ['messages', workspaceId, message.chat], (data) => ({
    ...data,
    pages: placeMessage(data.pages, message, truncated),
  }))
  change<Message>(client, ['message', workspaceId, message.id], (known) => newerMessage(known, message, truncated))
  leaveChat(client, workspaceId, event)
  planRefresh(client, ['trace', workspaceId, message.id])
  const known = chatOf(client, workspaceId, message.chat)
  if (known) {
    const chat = chatAfter(known, message)
    change<Chat>(client, ['chat', workspaceId, chat.id], (current) => ({ ...current, ...chat }))
    const hasMoved = event.event !== 'message:ack'
    changeLists(client, workspaceId, (pages, place) => placeChat(pages, chat, place), hasMoved)
  }
  // A message doesn't contain everything about its chat, such as how long the customer has been waiting.
  planRefresh(client, ['chat', workspaceId, message.chat])
  if (message.phone !== null) planRefresh(client, ['chats-with', workspaceId, message.phone])
  if (known === undefined || mayMove(known, message)) planRefresh(client, ['chats', workspaceId])
  planRefresh(client, ['counts', workspaceId])
}

/** Whether a message may move its chat to other lists for a reason that only the server knows: who waits for an answer, or what failed. */
function mayMove({ waitingSince, failed }: Chat, { direction, status }: Message): boolean {
  const isFailure = status === 'failed' || status === 'expired'
  return direction === 'in' || (waitingSince ?? null) !== null || (failed ?? false) !== isFailure
}

/** Renames a contact's chats, because no chat event announces the new name. */
function renameChats(client: QueryClient, workspaceId: string, { id, name }: Contact): void {
  if (name === null) {
    // A name that was removed can leave the chat another one, such as that of the person's profile.
    for (const noun of ['chat', 'chats']) planRefresh(client, [noun, workspaceId])
    return
  }
  const renamed = (chat: Chat) => (chat.contact === id ? { ...chat, name } : chat)
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['chat', workspaceId] }))
    change(client, queryKey, renamed)
  changeLists(client, workspaceId, (pages) => pages.map((page) => ({ ...page, items: page.items.map(renamed) })))
}

/** Shows a sent message before its event arrives. */
export function placeSent(client: QueryClient, workspaceId: string, message: Message): void {
  change<MessagePages>(client, ['messages', workspaceId, message.chat], (data) => ({
    ...data,
    pages: placeMessage(data.pages, message),
  }))
}

/** Shows a written note before its event arrives. */
export function placeNote(client: QueryClient, workspaceId: string, note: Note): void {
  change<Note[]>(client, ['notes', workspaceId, note.chat], (notes) =>
    notes.some(({ id }) => id === note.id) ? notes : [note, ...notes],
  )
}

/**
 * Changes what is cached under a key, if anything is. It is read again if its response is on its way, which may be older than the change, or
 * if it was invalid: a change makes it valid.
 */
function change<T extends object>(client: QueryClient, queryKey: QueryKey, next: (known: T) => T): void {
  const isInvalid = client.getQueryState(queryKey)?.isInvalidated === true
  client.setQueryData<T>(queryKey, (known) => (known === undefined ? known : next(known)))
  if (isInvalid || client.isFetching({ queryKey }) > 0) planRefresh(client, queryKey)
}

/** Removes a message from its old chat after it moved to another number. */
function leaveChat(client: QueryClient, workspaceId: string, { data }: LiveEvent): void {
  const from = (data['movedFrom'] as { chat?: string } | undefined)?.chat
  if (from === undefined || from === data['chat']) return
  change<MessagePages>(client, ['messages', workspaceId, from], (messages) => ({
    ...messages,
    pages: without(messages.pages, String(data['id'])),
  }))
  planRefresh(client, ['chat', workspaceId, from])
}

type Change = (
  pages: Page<Chat>[],
  place: { filter: ChatFilter; openId: string | undefined; byLastMessage: boolean },
) => Page<Chat>[]

/**
 * Changes every cached list of chats. The list's key contains its filter and order. `hasMoved`: whether chats may have moved in lists that
 * only the server knows.
 */
function changeLists(client: QueryClient, workspaceId: string, next: Change, hasMoved = true): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['chats', workspaceId] })) {
    const { filter: asked, sort } = queryKey[2] as { filter: ChatFilter; sort: string }
    const assignee = asked.assignee?.map((id) => (id === 'me' ? (viewer.id ?? id) : id))
    const filter = assignee ? { ...asked, assignee } : asked
    const byLastMessage = sort === 'lastMessageAt:desc'
    // For any other sort order, only the server knows the position. A search isn't repeated: it costs more.
    if (hasMoved && (!byLastMessage || needsServer(filter))) planRefresh(client, queryKey)
    const place = { filter, openId: openChat.id, byLastMessage }
    change<ChatPages>(client, queryKey, (data) => ({ ...data, pages: next(data.pages, place) }))
  }
}

/** Returns a chat if it has been read, alone or in a list. */
const chatOf = (client: QueryClient, workspaceId: string, chatId: string): Chat | undefined =>
  client.getQueryData<Chat>(['chat', workspaceId, chatId]) ?? chatInLists(client, workspaceId, chatId)?.chat
