import type { FilterQuery } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import { failUnknown, type messageInclude, type messaging } from '@posthorn/contracts'
import type { z } from 'zod'
import { chatOfChannel, joinedInto } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, Message, type MessageRow } from '../entities/chat.ts'
import { withWords, wordsQuery } from '../matches/matches.sql.ts'
import { type PresentedMessage, presentMessage, summariesOf } from './present.ts'
import { queueViews } from './queue-view.sql.ts'
import { contextsOf } from './rows.sql.ts'

type Input = z.output<typeof messaging.messages.list.input>

function filterOf(input: Input): FilterQuery<MessageRow> {
  return {
    ...(input.direction ? { direction: input.direction } : {}),
    ...(input.status ? { status: { $in: input.status } } : {}),
    ...(input.number ? { numberId: { $in: input.number } } : {}),
    ...(input.phone ? { phone: input.phone } : {}),
    ...(input.group ? { groupId: input.group } : {}),
    ...(input.type ? { type: { $in: input.type } } : {}),
    ...(input.reference ? { reference: input.reference } : {}),
  }
}

/** Lists messages by time of acceptance. Ids contain that time, so the primary key gives the order. */
export const list: Verb<typeof messaging.messages.list, MessagingRuntime> = async ({ ctx, input }) => {
  const direction = input.sort === 'createdAt:asc' ? 'asc' : 'desc'
  const words = input.search === undefined ? [] : [withWords(await wordsQuery(ctx.em, input.search))]
  const ofChannel = input.channel === undefined ? [] : [await inChannel(ctx, input.channel)]
  const ofPhone = input.phone === undefined ? [] : [{ chatId: { $in: await chatsOfPhone(ctx, input.phone) } }]
  const ofChat = input.chat === undefined ? [] : await inChat(ctx, { ...input, chat: input.chat, direction })
  const page = await listPage<MessageRow>(ctx, input, {
    entity: Message,
    list: `messages ${direction}`,
    order: { column: 'id', direction },
    where: { $and: [filterOf(input), ...words, ...ofChat, ...ofChannel, ...ofPhone] },
    ids: 'msg',
  })
  const shown = await presentMessages(ctx, page.rows)
  return { items: await withIncluded(ctx, page.rows, { shown, include: input.include }), next: page.next }
}

/**
 * Returns the filters for a chat's messages. Also accepts the id of a chat that was merged into it. `around` is the message on which to
 * center the page.
 */
async function inChat(
  { em, workspace }: VerbContext<MessagingRuntime>,
  {
    chat,
    around,
    size,
    direction,
  }: { chat: string; around?: string | undefined; size: number; direction: 'asc' | 'desc' },
): Promise<FilterQuery<MessageRow>[]> {
  const chatId = (await joinedInto(em, workspace, [chat])).get(chat) ?? chat
  if (around === undefined) return [{ chatId }]
  if (!(await em.findOne(Message, { id: around, chatId }, { fields: ['id'] })))
    failUnknown('message:not_found', 'around')
  const [before, from] = direction === 'desc' ? (['$gt', '$lte'] as const) : (['$lt', '$gte'] as const)
  const half = await em.find(
    Message,
    { chatId, id: { [before]: around } },
    { fields: ['id'], orderBy: { id: direction === 'desc' ? 'asc' : 'desc' }, limit: Math.ceil(size / 2) },
  )
  return [{ chatId }, { id: { [from]: half.at(-1)?.id ?? around } }]
}

/** Returns the filter for a channel's messages. A channel without a message has no chat yet. */
async function inChannel(ctx: VerbContext<MessagingRuntime>, channelId: string): Promise<FilterQuery<MessageRow>> {
  const chatId = await chatOfChannel(ctx.em, ctx.workspace, channelId)
  return chatId === null ? { id: { $in: [] } } : { chatId }
}

/** Returns the ids of chats with this phone number. Messages are found through these chats, so no index by phone number is needed. */
async function chatsOfPhone({ em }: VerbContext<MessagingRuntime>, phone: string): Promise<string[]> {
  return (await em.find(Chat, { phone }, { fields: ['id'] })).map(({ id }) => id)
}

/** Returns messages as the API shows them. Those not sent yet include what they are waiting for. */
export async function presentMessages(
  ctx: VerbContext<MessagingRuntime>,
  rows: MessageRow[],
): Promise<PresentedMessage[]> {
  const waiting = rows.filter((row) => ['scheduled', 'queued', 'sending'].includes(row.status)).map((row) => row.id)
  const views = await queueViews(ctx, waiting)
  return rows.map((row) => presentMessage(row, views.get(row.id)))
}

type Name = z.output<typeof messageInclude>
type WithSummaries<T> = T & { summaries: Partial<Pick<ReturnType<typeof summariesOf>, Name>> | null }

/** Adds the requested summaries, with one query for all messages. */
export async function withIncluded<T extends PresentedMessage>(
  { em }: { em: EntityManager },
  rows: MessageRow[],
  { shown, include }: { shown: T[]; include: Name[] | undefined },
): Promise<WithSummaries<T>[]> {
  if (include === undefined) return shown.map((each) => ({ ...each, summaries: null }))
  const contexts = await contextsOf(em, rows)
  return rows.map((row, i) => {
    const context = contexts.get(row.id)
    const all: Partial<ReturnType<typeof summariesOf>> = context ? summariesOf(row, context) : {}
    return { ...(shown[i] as T), summaries: Object.fromEntries(include.map((name) => [name, all[name]])) }
  })
}
