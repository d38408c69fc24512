import type { Verb } from '@posthorn/chassis'
import { type Candidate, candidateFields, kindOfId, type messaging } from '@posthorn/contracts'
import { findByAnyId } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, type ChatRow, Message, type MessageRow } from '../entities/chat.ts'
import { calledFilter, messagesWithWords } from './search.sql.ts'

type Find = Verb<typeof messaging.matches.find, MessagingRuntime>
type Context = Parameters<Find>[0]['ctx']
type Question = Pick<Parameters<Find>[0]['input'], 'q' | 'size'>

/**
 * Finds chats by name and phone number, most recently active first, and messages by their words, newest first. Both can also be found by
 * id.
 */
export const find: Find = async ({ ctx, input }) => {
  const { q, kinds } = input
  const byId = kindOfId(q)
  if (byId === 'chat' && kinds.includes('chat')) return ofChats(await chatOfId(ctx, q), q)
  if (byId === 'message' && kinds.includes('message')) return ofMessages(ctx, await ctx.em.find(Message, { id: q }), q)
  if (byId !== null) return []
  const chats = kinds.includes('chat') ? await chatsByNameOrPhone(ctx, input) : []
  const messages = kinds.includes('message') ? await messagesByWords(ctx, input) : []
  return [...ofChats(chats), ...(await ofMessages(ctx, messages))]
}

async function chatOfId(ctx: Context, id: string): Promise<ChatRow[]> {
  const row = await findByAnyId(ctx, id)
  return row ? [row] : []
}

async function chatsByNameOrPhone(ctx: Context, { q, size }: Question): Promise<ChatRow[]> {
  return ctx.em.find(Chat, await calledFilter(ctx, q), {
    orderBy: { lastMessageAt: 'desc', id: 'desc' },
    limit: size,
  })
}

async function messagesByWords(ctx: Context, { q, size }: Question): Promise<MessageRow[]> {
  const { em, workspace, call } = ctx
  const ids = await messagesWithWords(em, {
    workspace,
    search: q,
    numbers: call.numbers ?? null,
    size,
  })
  return ids.length === 0 ? [] : em.find(Message, { id: { $in: ids } }, { orderBy: { id: 'desc' } })
}

/** Presents chats as matches. `searchedId` is the id that was searched for, if the search was an id. */
function ofChats(rows: ChatRow[], searchedId?: string): Candidate[] {
  return rows.map(({ id, name, phone, numberId, lastMessageAt }) => ({
    kind: 'chat',
    id,
    name: name ?? phone ?? null,
    chat: null,
    number: numberId,
    at: lastMessageAt.toISOString(),
    fields: candidateFields({ id: searchedId, name, phone }),
  }))
}

/** Presents messages as matches, each with the name of its chat. `searchedId` is as in `ofChats`. */
async function ofMessages({ em }: Context, rows: MessageRow[], searchedId?: string): Promise<Candidate[]> {
  const chats = rows.length === 0 ? [] : await em.find(Chat, { id: { $in: rows.map(({ chatId }) => chatId) } })
  const names = new Map(chats.map(({ id, name, phone }) => [id, name ?? phone]))
  return rows.map(({ id, chatId, numberId, body, phone, createdAt }) => ({
    kind: 'message',
    id,
    name: names.get(chatId) ?? phone ?? null,
    chat: chatId,
    number: numberId,
    at: createdAt.toISOString(),
    fields: candidateFields({ id: searchedId, text: body }),
  }))
}
