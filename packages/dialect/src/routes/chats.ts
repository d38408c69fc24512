import { contacts, defined, fail, failField, groups, type InputOf, messaging } from '@posthorn/contracts'
import { z } from 'zod'
import {
  absentFor,
  allItems,
  type Chat,
  type Contact,
  deviceInPath,
  findChat,
  findLabel,
  findMemberIds,
  getChat,
  listLabels,
  pageOfItems,
} from '../api/lookups.ts'
import { ascendingOf, cut, fieldsOf, inParts, justAfter, textOf, windowOf } from '../api/request.ts'
import { type Device, type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { chatOf, chatSchema, type DialectChat, participantOf } from '../shapes/chat.ts'
import { chatMessageOf } from '../shapes/chat-message.ts'
import { noteOf } from '../shapes/small.ts'
import { joinedPeople } from './groups.ts'

type ChatStatus = 'open' | 'pending' | 'resolved' | 'archived'

const statuses: Readonly<Record<string, ChatStatus>> = {
  active: 'open',
  pending: 'pending',
  resolved: 'resolved',
  archived: 'archived',
}
/** Dialect statuses that no chat here can have. */
const otherStatuses = ['muted', 'banned', 'removed']

/** Returns the main API's status for a word; undefined if no chat here has it. Refuses a word that the dialect doesn't have. */
export function chatStatusOf(word: string): ChatStatus | undefined {
  if (Object.hasOwn(statuses, word)) return statuses[word]
  return otherStatuses.includes(word) ? undefined : failField('status', 'is not a status of chats')
}

const types = { chat: 'direct', group: 'group', channel: 'channel' } as const

/** Returns the ids of labels by name. Unknown names match nothing, so they are left out. */
async function labelFilter(session: Session, names: string[] | undefined): Promise<string[] | undefined> {
  if (names === undefined) return undefined
  const labels = await listLabels(session)
  return names.flatMap((name) => findLabel(labels, name)?.id ?? [])
}

type Filters = InputOf<typeof messaging.chats.list>

/** Returns a chat list's filters; undefined if no chat can match. */
async function filtersOf({ session, query }: DialectCall, numberId: string): Promise<Filters | undefined> {
  const status = query.many('status')?.flatMap((word) => chatStatusOf(word) ?? [])
  const type = query
    .many('type')
    ?.flatMap((word) => (Object.hasOwn(types, word) ? types[word as keyof typeof types] : []))
  const label = await labelFilter(session, query.many('labels', 'label'))
  const labelExclude = await labelFilter(session, query.many('labelsExclude'))
  const agents = query.many('agent', 'agents')
  const assignee = agents && (await findMemberIds(session, agents))
  if ([status, type, label].some((some) => some?.length === 0)) return undefined
  const given = {
    number: [numberId],
    status,
    type,
    label,
    labelExclude: labelExclude?.length ? labelExclude : undefined,
    assignee,
    unread: query.flag('unread'),
    search: query.text('search', 'query'),
    lastMessageAfter: justAfter(query.time('after')),
    lastMessageBefore: query.time('before'),
  }
  return defined(given) as Filters
}

/** Lists a device's chats by the query's conditions. */
async function list(call: DialectCall) {
  const { session, query, parameters } = call
  const device = await deviceInPath({ session, parameters })
  const isOldestFirst = ascendingOf(query, ['date', 'createdAt', 'lastMessageAt'])
  const input = await filtersOf(call, device.id)
  // In a list, every chat seems to take messages, because groups are not read.
  if (input === undefined || query.flag('canSend') === false || query.flag('readOnly') === true) return []
  const sorted = { ...input, sort: isOldestFirst ? ('lastMessageAt:asc' as const) : ('lastMessageAt:desc' as const) }
  const rows = await pageOfItems(session, messaging.chats.list, { input: sorted, ...windowOf(query) })
  return viewChats(session, device, rows)
}

/** Finds the device and the chat in the path, or fails. */
export async function chatInPath({ session, parameters }: DialectCall): Promise<{ device: Device; chat: Chat }> {
  const device = await deviceInPath({ session, parameters })
  return { device, chat: await getChat(session, device, parameters['w'] ?? '') }
}

/** Shows a chat, with what the query's `include` names. */
async function get(call: DialectCall) {
  const { session, query } = call
  const { device, chat } = await chatInPath(call)
  const shown = await viewChat(session, device, chat)
  return { ...shown, ...(await includedIn(session, device, { chat, include: query.many('include') ?? [] })) }
}

/** Lists the people in a group's chat or, with a search, those whose wid contains its text. Refuses the chat of a person or channel. */
async function participants(call: DialectCall) {
  const { session, query } = call
  const { chat } = await chatInPath(call)
  if (chat.type !== 'group' || chat.group === null)
    fail('request:invalid', { message: 'Only groups have participants.' })
  const people = await joinedPeople(session, chat.group)
  const search = query.text('search', 'phone')?.replace(/^\+/, '')
  const shown = people.map(participantOf)
  return cut(search ? shown.filter(({ wid = '' }) => wid.includes(search)) : shown, windowOf(query, { size: 200 }))
}

const shownActions = ['typing', 'recording', 'stop']

/** Shows a customer that an answer is being written, if the provider can. `shown` in the response says whether it did. */
async function typing({ session, parameters, body }: DialectCall) {
  const device = await deviceInPath({ session, parameters })
  const fields = fieldsOf(body)
  const action = textOf(fields, 'action') ?? 'typing'
  if (!shownActions.includes(action)) failField('action', `must be ${shownActions.join(', ')}`)
  const chat = textOf(fields, 'chat')
  if (chat === undefined && fields['group'] === undefined) failField('chat', 'is required')
  const found = chat === undefined ? undefined : await findChat(session, device, chat)
  if (action === 'stop' || found?.type !== 'direct') return { action, shown: false }
  const typing = await session.ask(messaging.chats.typing, { id: found.id }).catch(absentFor('chat:never_written'))
  return { action, shown: typing?.shown ?? false }
}

/** Responds that there is nothing to load, because all messages are stored here as they arrive. */
async function syncMessages(call: DialectCall) {
  await deviceInPath(call)
  return []
}

/** Responds that the chats are up to date, as they always are here. */
async function sync(call: DialectCall) {
  await deviceInPath(call)
  return { status: 'ok' }
}

export const chatRoutes: readonly DialectRoute[] = [
  route(
    'GET /chat/{d}/chats',
    {
      answer: z.array(chatSchema),
      differs: 'Every `sort` is by the time of the last message; `canSend=false` and `readOnly=true` match no chat.',
    },
    list,
  ),
  route('GET /chat/{d}/chats/{w}', { answer: chatSchema }, get),
  route(
    'GET /chat/{d}/chats/{w}/participants',
    { answer: z.array(z.object({ wid: z.string().optional() })) },
    participants,
  ),
  route(
    'GET /chat/{d}/chats/{w}/sync',
    { answer: z.array(z.unknown()), differs: 'Everything is here already.' },
    syncMessages,
  ),
  route(
    'POST /chat/{d}/sync',
    { answer: z.object({ status: z.literal('ok') }), differs: 'Everything is here already.' },
    sync,
  ),
  route(
    'POST /chat/{d}/typing',
    {
      answer: z.object({ action: z.string(), shown: z.boolean() }),
      fields: 'action chat group',
      inert: 'duration',
      differs: 'Shown only after the customer has written; `stop` does nothing.',
    },
    typing,
  ),
]

/** Maximum number of contacts that one call reads, or of chats that one changes. */
export const idsMax = 200

/** Reads the contacts of chats in as few calls as possible, by id. */
async function contactsOf(session: Session, chats: readonly Chat[]): Promise<Map<string, Contact>> {
  const ids = [...new Set(chats.flatMap(({ contact }) => contact ?? []))]
  const found = await inParts(ids, idsMax, (some) => session.ask(contacts.contacts.ofIds, { ids: some }))
  return new Map(found.map((contact) => [contact.id, contact]))
}

/** Reads the group of a chat with its people. */
async function groupOf(session: Session, id: string | null, ownerPhone: string) {
  if (id === null) return undefined
  const [group, participants] = await Promise.all([session.ask(groups.groups.get, { id }), joinedPeople(session, id)])
  return { group, participants, ownerPhone }
}

/** Presents chats with their contacts. A single chat also gets its counts and its group, which take several calls for each chat. */
export async function viewChats(
  session: Session,
  { device, phone }: Device,
  chats: readonly Chat[],
): Promise<DialectChat[]> {
  const known = await contactsOf(session, chats)
  return Promise.all(
    chats.map(async (chat) => {
      const contact = known.get(chat.contact ?? '')
      if (chats.length > 1) return chatOf(chat, { device, contact })
      const [group, totals] = await Promise.all([
        groupOf(session, chat.group, phone),
        // A chat that has been removed since it was read has nothing to count.
        session.ask(messaging.chats.totals, { id: chat.id }).catch(absentFor('chat:not_found')),
      ])
      return chatOf(chat, { device, contact, group, totals })
    }),
  )
}

export async function viewChat(session: Session, device: Device, chat: Chat): Promise<DialectChat> {
  const [shown] = await viewChats(session, device, [chat])
  return shown as DialectChat
}

const messagesMax = 20

/** Reads what the query's `include` adds to a chat. */
async function includedIn(
  session: Session,
  { device, phone: devicePhone }: Device,
  { chat, include }: { chat: Chat; include: readonly string[] },
): Promise<Partial<DialectChat>> {
  const { id } = chat
  const added: Partial<DialectChat> = {}
  if (include.includes('messages')) {
    const { items } = await session.ask(messaging.messages.list, { chat: id, size: messagesMax })
    added.messages = items.map((message) => chatMessageOf(message, { device, devicePhone }))
  }
  if (include.includes('notes')) added.notes = (await allItems(session, messaging.notes.list, { id })).map(noteOf)
  if (include.includes('participants') && chat.group)
    added.participants = (await joinedPeople(session, chat.group)).map(participantOf)
  return added
}
