import { defined, fail, failField, type InputOf, messaging, sparse } from '@posthorn/contracts'
import { z } from 'zod'
import {
  absentFor,
  deviceInPath,
  findChat,
  findFileId,
  findGroup,
  findMessageId,
  firstItems,
  type Message,
  pageOfItems,
  type StoredFile,
} from '../api/lookups.ts'
import { ascendingOf, cut, fieldsOf, justAfter, type Query, textOf, windowOf } from '../api/request.ts'
import { type Device, type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { readId, readShortId, readWid, widOf, widOfPerson } from '../ids.ts'
import { mediaOf, mediaOfFile, mediaSchema } from '../shapes/chat-content.ts'
import { chatMessageOf, chatMessageSchema } from '../shapes/chat-message.ts'
import { ackOf, statusesOfAck, typesOf } from '../words.ts'
import { storedFile } from './files.ts'
import { withContacts } from './groups.ts'
import { byIds } from './messages.ts'

/** Presents a message of a device. `known`: what was read in addition to it. */
const view = (
  { device, phone: devicePhone }: Device,
  message: Message,
  known: { file?: StoredFile | undefined; quoted?: Message | undefined } = {},
) => chatMessageOf(message, { device, devicePhone, ...known })

type ListInput = InputOf<typeof messaging.messages.list>

/** Whether two texts name the same chat of a device, each in any format. */
async function isSameChat(session: Session, device: Device, [a, b]: readonly [string, string]): Promise<boolean> {
  if (JSON.stringify(readWid(a)) === JSON.stringify(readWid(b))) return true
  const [one, other] = [await findChat(session, device, a), await findChat(session, device, b)]
  return one !== undefined && one.id === other?.id
}

/** Returns the filter for a chat's messages, empty without `text`; undefined if there is no such chat, so that nothing can match. */
async function chatFilter(session: Session, device: Device, text: string | undefined): Promise<ListInput | undefined> {
  if (text === undefined) return {}
  const target = readWid(text)
  if (target === undefined) return failField('chat', 'must be a wid')
  if ('phone' in target) return { phone: target.phone }
  if ('group' in target) return { group: (await findGroup(session, target, device.id)).id }
  const chat = await findChat(session, device, text)
  return chat && { chat: chat.id }
}

/** Returns the direction that the query asks for. */
function flowOf(query: Query): 'in' | 'out' | undefined {
  const flow = query.text('flow')
  if (flow === undefined) return undefined
  if (['inbound', 'in'].includes(flow)) return 'in'
  return ['outbound', 'out'].includes(flow) ? 'out' : failField('flow', 'must be inbound or outbound')
}

type Ends = { flow: 'in' | 'out' | undefined; person: string | undefined }

/**
 * Returns the direction and the other side that the query asks for by `flow`, `from` and `to`, one of which may be the device's own phone
 * number; undefined if they contradict each other.
 */
function endsOf(query: Query, device: Device): Ends | undefined {
  const ownPhone = device.phone.replace(/\D/g, '')
  const isOwn = (text: string) => ownPhone !== '' && text.replace(/\D/g, '') === ownPhone
  const [from, to] = [query.text('from'), query.text('to')]
  const flows = [flowOf(query), from && (isOwn(from) ? 'out' : 'in'), to && (isOwn(to) ? 'in' : 'out')] as const
  const [flow, ...others] = new Set(flows.filter((each) => each !== undefined && each !== ''))
  if (others.length > 0) return undefined
  return { flow, person: [from, to].find((text) => text !== undefined && !isOwn(text)) }
}

/**
 * Returns the time that bounds a list: the time that the query names, or that of a message, which the list includes. `offsetMs` is added to
 * the message's time, so that the list does include it.
 */
async function boundOf({ session, query }: DialectCall, name: 'begin' | 'end', offsetMs: number) {
  const text = query.text(name)
  if (text === undefined || readId('msg', text) === undefined) return query.time(name)
  const { createdAt } = await session.ask(messaging.messages.get, { id: await findMessageId(session, text) })
  return new Date(Date.parse(createdAt) + offsetMs).toISOString()
}

/** Returns a message list's filters; undefined if no message can match. */
async function filtersOf(call: DialectCall, device: Device): Promise<ListInput | undefined> {
  const { session, query } = call
  const statuses = query.many('ack')?.flatMap((word) => statusesOfAck(word) ?? failField('ack', 'is not a status'))
  const ends = endsOf(query, device)
  if (ends === undefined) return undefined
  const { person } = ends
  const chatText = query.text('chat') ?? person
  if (chatText !== undefined && person !== undefined && !(await isSameChat(session, device, [chatText, person])))
    failField('chat', 'cannot be given with from or to of someone else')
  const chat = await chatFilter(session, device, chatText)
  if (chat === undefined) return undefined
  const given = {
    number: [device.id],
    ...chat,
    direction: ends.flow,
    status: statuses && [...new Set(statuses)],
    type: typesOf(query.many('kind')),
    reference: query.text('reference'),
    search: query.text('search'),
    createdAfter: (await boundOf(call, 'begin', 0)) ?? justAfter(query.time('after')),
    createdBefore: (await boundOf(call, 'end', 1)) ?? query.time('before'),
    sort: ascendingOf(query, ['date', 'createdAt']) ? 'createdAt:asc' : 'createdAt:desc',
  }
  return defined(given) as ListInput
}

/** Lists a device's messages by the query's conditions. With ids, lists those messages, whatever else the query says. */
async function list(call: DialectCall) {
  const { session, query, parameters } = call
  const device = await deviceInPath({ session, parameters })
  const ids = query.many('wid', 'ids')
  if (ids) {
    const ofDevice = (await byIds(session, ids)).filter(({ number }) => number === device.id)
    return ofDevice.map((message) => view(device, message))
  }
  const input = await filtersOf(call, device)
  if (input === undefined) return []
  const window = windowOf(query)
  // With the largest page, as many rows as one request reads.
  const skip = query.int('skip', { min: 0, max: 9_500 })
  const rows =
    skip === undefined
      ? await pageOfItems(session, messaging.messages.list, { input, ...window })
      : (await firstItems(session, messaging.messages.list, { input, max: skip + window.size })).slice(skip)
  return rows.map((message) => view(device, message, { quoted: rows.find(({ id }) => id === message.quote) }))
}

/** Finds the message of a device that a text identifies. Fails for a message of another device. */
async function messageOfDevice(session: Session, device: Device, text: string): Promise<Message> {
  const message = await session.ask(messaging.messages.get, { id: await findMessageId(session, text) })
  return message.number === device.id ? message : fail('message:not_found')
}

/** Finds the device and the message in the path. */
async function messageInPath({ session, parameters }: DialectCall) {
  const device = await deviceInPath({ session, parameters })
  return { device, message: await messageOfDevice(session, device, parameters['id'] ?? '') }
}

/** Shows a message with its file and the message that it quotes, if these still exist. */
async function get(call: DialectCall) {
  const { device, message } = await messageInPath(call)
  const { ask } = call.session
  const { quote, media } = message
  const [file, quoted] = await Promise.all([
    media?.file && ask(messaging.files.get, { id: media.file }).catch(absentFor('file:not_found')),
    quote && ask(messaging.messages.get, { id: quote }).catch(absentFor('message:not_found')),
  ])
  return view(device, message, { file: file || undefined, quoted: quoted || undefined })
}

/** Lists how far a message got, for each person. */
async function acknowledgments(call: DialectCall) {
  const { message } = await messageInPath(call)
  const receipts = await call.session.ask(messaging.messages.receipts, { id: message.id })
  const people = message.group === null ? receipts : await withContacts(call.session, receipts)
  return people.map(({ phone, status, statusAt, ...person }) => ({
    wid: phone || message.group !== null ? widOfPerson({ phone, ...person }) : widOf(message),
    ...(phone ? { phone } : {}),
    ack: ackOf(status),
    date: statusAt[status] ?? message.createdAt,
  }))
}

const isWaiting = ({ status }: Message) => status === 'queued' || status === 'scheduled'
const sentAlready = 'The official channel cannot change or revoke a message that was sent; send another one.'

/** Changes the text of a message that waits. Refuses one that was sent, because the provider can't change it. */
async function change(call: DialectCall) {
  const { device, message } = await messageInPath(call)
  if (!isWaiting(message)) fail('feature:unsupported', { message: sentAlready })
  const text = textOf(fieldsOf(call.body), 'message') ?? failField('message', 'is required')
  return view(device, await call.session.ask(messaging.messages.update, { id: message.id, message: text }))
}

/** Cancels a message that waits. Refuses one that was sent, because the provider can't revoke it. */
async function remove(call: DialectCall) {
  const { device, message } = await messageInPath(call)
  if (!isWaiting(message)) fail('feature:unsupported', { message: sentAlready })
  return view(device, await call.session.ask(messaging.messages.cancel, { id: message.id }))
}

const mediaTypes = ['image', 'video', 'audio', 'voice', 'document', 'sticker']

/** Lists the media in the message that the query names, else in the messages that match its other conditions. */
async function listFiles(call: DialectCall) {
  const { session, query, parameters } = call
  const device = await deviceInPath({ session, parameters })
  const wanted = typesOf(query.many('type'))
  const type = wanted ? mediaTypes.filter((each) => wanted.includes(each)) : mediaTypes
  const input = await filtersOf(call, device)
  if (input === undefined || type.length === 0) return []
  const ids = query.many('ids')?.map((text) => readShortId('file', text))
  const mediaIn = (message: Message) => {
    const media = mediaOf(sparse(message), device.device)
    return media?.id !== undefined && (!ids || ids.includes(media.id)) ? media : undefined
  }
  const { page, size } = windowOf(query)
  const idText = query.text('message')
  if (idText) return cut([mediaIn(await messageOfDevice(session, device, idText)) ?? []].flat(), { page, size })
  const rows = await pageOfItems(session, messaging.messages.list, {
    input: { ...input, type },
    page,
    // Once all ids are found, nothing more is read.
    size: Math.min(size, ids?.length ?? size),
    fits: (message) => mediaIn(message) !== undefined,
  })
  return rows.flatMap((message) => mediaIn(message) ?? [])
}

/** Shows a stored file as media. Files belong to the workspace, so any device will do. */
async function getFile({ session, parameters }: DialectCall) {
  const { device } = await deviceInPath({ session, parameters })
  const id = await findFileId(session, parameters['id'] ?? '')
  return mediaOfFile(await session.ask(messaging.files.get, { id }), device)
}

/** Responds with a stored file's bytes. Files belong to the workspace, so any device will do. */
async function download({ session, parameters }: DialectCall) {
  await deviceInPath({ session, parameters })
  return storedFile(session, await findFileId(session, parameters['id'] ?? ''))
}

const one = { answer: chatMessageSchema }
const ackSchema = z.object({ wid: z.string(), phone: z.string().optional(), ack: z.string(), date: z.string() })

export const chatMessageRoutes: readonly DialectRoute[] = [
  route('GET /chat/{d}/messages', { answer: z.array(chatMessageSchema) }, list),
  route('GET /chat/{d}/messages/{id}', one, get),
  route('GET /chat/{d}/messages/{id}/ackinfo', { answer: z.array(ackSchema) }, acknowledgments),
  route(
    'PATCH /chat/{d}/messages/{id}',
    { ...one, fields: 'message', differs: 'Only while the message waits; then 501.' },
    change,
  ),
  route('DELETE /chat/{d}/messages/{id}', { ...one, differs: 'Only while the message waits; then 501.' }, remove),
  route('GET /chat/{d}/files', { answer: z.array(mediaSchema) }, listFiles),
  route('GET /chat/{d}/files/{id}', { answer: mediaSchema }, getFile),
  route('GET /chat/{d}/files/{id}/download', { download: true }, download),
]
