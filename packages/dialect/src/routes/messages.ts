import { contentKinds, defined, fail, failField, type InputOf, messaging, shortened } from '@posthorn/contracts'
import { z } from 'zod'
import {
  absentFor,
  findChannel,
  findDevice,
  findGroup,
  findId,
  findMessageId,
  listMembers,
  listNumbers,
  type Message,
  type MessageStatus,
  pageOfItems,
  requirePhone,
} from '../api/lookups.ts'
import { ascendingOf, askEach, type Fields, fieldsOf, justAfter, type Query, textOf, windowOf } from '../api/request.ts'
import { type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { readChannel, readGroup, readShortId, shortIdOf } from '../ids.ts'
import { deviceOf } from '../shapes/device.ts'
import { type SentMessage, sentMessageOf, sentMessageSchema, stepsOf } from '../shapes/message.ts'
import { memberOf } from '../shapes/small.ts'
import { statusesOfDelivery, statusesOfStatus, typesOf } from '../words.ts'
import { labelIds } from './labels.ts'
import { type SendInput, sendWithText, sentContent } from './message-content.ts'
import { changedTimes, controlOf, refusePaused, targetOf } from './message-control.ts'

const [target, contentFields, timing] = [
  'phone group channel chat device',
  'message media location contacts poll reaction reactionMessage quote buttons list template product header footer forward deliveryOptions vote event attend confirm selectId variables',
  'deliverAt schedule expiration priority reference',
]

/** Presents outgoing messages, with what the query includes. All devices are read at once, however many messages there are. */
async function showAll({ session, query }: DialectCall, messages: readonly Message[]): Promise<SentMessage[]> {
  const include = query.many('include') ?? []
  const [numbers, now] = [include.includes('device') ? await listNumbers(session) : [], Date.now()]
  const devices = new Map(numbers.map((number) => [number.id, deviceOf(number, now)]))
  return messages.map((message) => {
    const shown = sentMessageOf(message, devices.get(message.number) ?? shortIdOf(message.number))
    return include.includes('events') ? { ...shown, events: stepsOf(message) } : shown
  })
}

async function show(call: DialectCall, message: Message): Promise<SentMessage> {
  const [shown] = await showAll(call, [message])
  return shown as SentMessage
}

/** Replaces `forward` with a copy of that message's text or file, because the provider can't forward. */
async function withForwardedContent(session: Session, body: Fields): Promise<Fields> {
  const { forward, ...rest } = body
  if (forward === undefined) return body
  const idText = typeof forward === 'object' && forward !== null ? textOf(forward as Fields, 'message') : forward
  if (typeof idText !== 'string') failField('forward', 'must be the id of a message')
  const source = await session.ask(messaging.messages.get, { id: await findMessageId(session, idText) })
  const media = source.media?.file ? { file: source.media.file, filename: source.media.filename } : undefined
  if (!media && source.type !== 'text') {
    fail('feature:unsupported', { message: 'Only texts and files can be sent again as a copy.' })
  }
  return { ...rest, ...(source.message ? { message: source.message } : {}), ...(media ? { media } : {}) }
}

/**
 * Sends a message, then applies its actions that need the accepted message. The response names those that failed: after an error, a program
 * would send the message again.
 */
async function send(call: DialectCall): Promise<SentMessage> {
  const { session } = call
  const given = fieldsOf(call.body)
  // An empty reaction removes one, so it does not count as absent.
  const body = (call.body as Fields)['reaction'] === '' ? { ...given, reaction: '' } : given
  const { contact, ...target } = await targetOf(session, body)
  const content = await sentContent(session, await withForwardedContent(session, body))
  const { control, labels, changes } = await controlOf(session, body, { ...target, ...defined({ contact }) })
  const names = labels.length > 0 ? { labels: await labelIds(session, labels) } : {}
  if (body['enqueue'] === 'never') await refusePaused(session, { ...target, ...control })
  const sent = await sendWithText(session, { ...target, ...content, ...control, ...names } as SendInput, call.body)
  const ignored: string[] = []
  for (const { path, change } of changes) await change(session, sent).catch(() => ignored.push(path))
  // What the query includes may fail to be read, too.
  const shown = await show(call, sent).catch(() => sentMessageOf(sent, shortIdOf(sent.number)))
  return ignored.length > 0 ? { ...shown, meta: { ignored } } : shown
}

/** Returns the statuses that the query asks for by `status`, by `deliveryStatus`, or by both. */
function statusesOf(query: Query): MessageStatus[] | undefined {
  const read = (name: string, words: string[] | undefined, find: (word: string) => MessageStatus[] | undefined) =>
    words?.flatMap((word) => find(word) ?? failField(name, `has an unknown status: ${shortened(word, 40)}`))
  const status = read('status', query.many('status'), statusesOfStatus)
  const delivery = read('deliveryStatus', query.many('deliveryStatus'), statusesOfDelivery)
  return status && delivery ? status.filter((status) => delivery.includes(status)) : (status ?? delivery)
}

type ListInput = InputOf<typeof messaging.messages.list>

/** Returns a message list's filters. Only outgoing messages are listed. */
async function filtersOf({ session, query }: DialectCall): Promise<ListInput> {
  const devices = query.many('devices', 'device')
  const [phone, group, channel] = [query.text('phone'), query.text('group'), query.text('channel')]
  const chat = query.text('chat')
  const named = [phone, group, channel, chat].filter((each) => each !== undefined)
  if (chat !== undefined && named.length > 1) failField('chat', 'cannot be given beside another target')
  const { userId, ...inChat } = chat === undefined ? {} : await targetOf(session, { chat })
  // A user id names no chat whose messages could be listed.
  if (userId !== undefined) fail('chat:not_found')
  // One after another, so that the first look-up fills the cache for the others.
  const number: NonNullable<ListInput['number']> = []
  for (const each of devices ?? []) number.push((await findDevice(session, each)).id)
  const given = {
    direction: 'out',
    status: statusesOf(query),
    number: devices && number,
    phone: phone && requirePhone(phone, 'phone'),
    group: group && (await findGroup(session, readGroup(group))).id,
    channel: channel && (await findChannel(session, readChannel(channel))).id,
    type: typesOf(query.many('type')),
    ...inChat,
    reference: query.text('reference'),
    search: query.text('search'),
    createdAfter: justAfter(query.time('after', 'createdAfter')),
    createdBefore: query.time('before', 'createdBefore'),
    sort: ascendingOf(query, ['date', 'createdAt']) ? 'createdAt:asc' : 'createdAt:desc',
  }
  return defined(given) as ListInput
}

/**
 * Returns a filter for conditions that the main API's list doesn't support; undefined if none are given. All messages have the source `api`
 * and the webhook status `pending`, as `sentMessageOf` shows them.
 */
function laterFilter(query: Query): ((message: Message) => boolean) | undefined {
  const [priorities, sources, webhooks] = [query.many('priority'), query.many('source'), query.many('webhookStatus')]
  const agents = query.many('agents', 'agent')?.map((text) => readShortId('mem', text))
  const targets = query.many('target')
  if (!priorities && !sources && !webhooks && !agents && !targets) return undefined
  const kindOf = ({ group, channel }: Pick<Message, 'group' | 'channel'>) =>
    group ? 'group' : channel ? 'channel' : 'user'
  return ({ by, ...message }) =>
    (!priorities || priorities.includes(message.priority ?? 'normal')) &&
    (!sources || sources.includes('api')) &&
    (!webhooks || webhooks.includes('pending')) &&
    (!agents || (by?.type === 'member' && agents.includes(shortIdOf(by.id)))) &&
    (!targets || targets.includes(kindOf(message)))
}

/** Reads messages by id. Those that don't exist are left out. */
export async function byIds(session: Session, ids: readonly string[]): Promise<Message[]> {
  const found = await askEach(ids, async (text) => {
    const id = await findId(session, 'msg', text)
    const message = id && (await session.ask(messaging.messages.get, { id }).catch(absentFor('message:not_found')))
    return message || []
  })
  return found.flat()
}

/** Reads the page of messages that the query asks for. */
async function rowsOf(call: DialectCall): Promise<Message[]> {
  const { session, query } = call
  const ids = query.many('ids', 'waIds')
  if (ids) return byIds(session, ids)
  const input = await filtersOf(call)
  if (input.status?.length === 0) return []
  return pageOfItems(session, messaging.messages.list, { input, ...windowOf(query), fits: laterFilter(query) })
}

const list = async (call: DialectCall): Promise<SentMessage[]> => showAll(call, await rowsOf(call))

/** Shows a message, and with `include=agent` the member who sent it in place of the id. */
async function get(call: DialectCall): Promise<SentMessage> {
  const id = await findMessageId(call.session, call.parameters['id'] ?? '')
  const message = await call.session.ask(messaging.messages.get, { id })
  const shown = await show(call, message)
  if (!call.query.many('include')?.includes('agent')) return shown
  return {
    ...shown,
    agent: (await listMembers(call.session)).map(memberOf).find(({ id: member }) => member === shown.agent),
  }
}

const removable = ['reference', 'media', 'location']

/** Refuses a change of a message's recipient or device. Programs may repeat the present ones. */
async function refuseOtherTarget(session: Session, message: Message, body: Fields): Promise<void> {
  const device = textOf(body, 'device')
  if (device !== undefined && (await findDevice(session, device)).id !== message.number) fail('message:target_fixed')
  const named = ['phone', 'group', 'channel', 'chat'].filter((name) => body[name] !== undefined)
  if (named.length === 0) return
  const { userId, contact, ...target } = await targetOf(session, body)
  // A message to a user id has neither the user id nor the contact. Its chat has the contact.
  const isSame =
    userId === undefined
      ? Object.entries(target).every(([name, value]) => (message as Record<string, unknown>)[name] === value)
      : (await session.ask(messaging.chats.get, { id: message.chat })).contact === contact
  if (!isSame) fail('message:target_fixed')
}

/**
 * Returns the fields that a change removes. Refuses the removal of content that the same request doesn't replace, and an option that only a
 * new message has.
 */
function removedBy({ remove = [] }: Fields, sent: Partial<SendInput>): string[] {
  const names = Array.isArray(remove) ? remove.map(String) : failField('remove', 'must be an array')
  if (names.some((name) => !removable.includes(name))) failField('remove', `may name ${removable.join(', ')}`)
  // A text alone replaces only the text or the caption.
  const isReplaced = contentKinds.some((name) => sent[name] !== undefined)
  const kept = names.find((name) => name !== 'reference' && !isReplaced)
  if (kept !== undefined) failField('remove', `may name ${kept} only if this request replaces it`)
  if (sent.previewUrl !== undefined)
    failField('deliveryOptions.previewUrl', 'cannot be changed; cancel the message and send another one')
  return names
}

/** Changes a waiting message. New content replaces the old, so `remove` may name only content that this replaces. */
async function change(call: DialectCall): Promise<SentMessage> {
  const { session } = call
  const body = fieldsOf(call.body)
  const id = await findMessageId(session, call.parameters['id'] ?? '')
  const before = await session.ask(messaging.messages.get, { id })
  await refuseOtherTarget(session, before, body)
  const { remove: _remove, ...rest } = body
  const content = await sentContent(session, await withForwardedContent(session, rest))
  const { control } = await controlOf(session, rest)
  const removed = removedBy(body, { ...content, ...control })
  const { priority, reference = removed.includes('reference') ? null : undefined } = control
  const changes = defined({ ...content, ...changedTimes(rest, control, before), priority, reference })
  return show(call, await session.ask(messaging.messages.update, { id, ...changes }))
}

async function cancel(call: DialectCall): Promise<SentMessage> {
  const id = await findMessageId(call.session, call.parameters['id'] ?? '')
  return show(call, await call.session.ask(messaging.messages.cancel, { id }))
}

export const messageRoutes: readonly DialectRoute[] = [
  route(
    'POST /messages',
    {
      answer: sentMessageSchema,
      status: 201,
      fields: `${target} ${contentFields} ${timing} typing order label actions enqueue`,
      inert: 'live retries sendReadAck retentionPolicy agent',
      strict: true,
      differs:
        'Votes, events and view-once media cannot be sent; `product` names its `catalog`. `meta.ignored` names the actions that failed after the message was accepted.',
    },
    send,
  ),
  route('GET /messages', { answer: z.array(sentMessageSchema) }, list),
  route('GET /messages/{id}', { answer: sentMessageSchema }, get),
  route(
    'PATCH /messages/{id}',
    {
      answer: sentMessageSchema,
      fields: `${target} ${contentFields} ${timing} remove`,
      inert: 'typing order label actions agent enqueue live retries sendReadAck retentionPolicy',
      differs: '`remove` accepts `reference`, and fields that other content replaces.',
    },
    change,
  ),
  route('DELETE /messages/{id}', { answer: sentMessageSchema }, cancel),
]
