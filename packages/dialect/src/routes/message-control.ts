import {
  contacts,
  defined,
  expiresInSeconds,
  Fault,
  fail,
  failField,
  groups,
  type InputOf,
  messaging,
  phoneFault,
} from '@posthorn/contracts'
import {
  findChannel,
  findDevice,
  findGroup,
  findLabel,
  findMember,
  findPersonId,
  listLabels,
  listNumbers,
  type Message,
} from '../api/lookups.ts'
import { dateOf, type Fields, fieldsIn, flagOf, numberOf, secondsOf, textOf, textsOf } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { readChannel, readGroup, readWid } from '../ids.ts'
import { metadataOf, replacedMetadata } from './contacts.ts'
import { labelIds } from './labels.ts'
import type { SendInput } from './message-content.ts'

const targets = ['phone', 'group', 'channel', 'chat'] as const

const noTarget = 'Give exactly one target: phone, group, channel or chat.'

/**
 * Returns how to send to a person by the digits of a wid: to their chat, else to an identity of their contact, if possible one that is not
 * shared by all of a business's accounts. Fails if there is neither.
 */
async function personTarget(
  session: Session,
  digits: string,
): Promise<{ chat: string } | { phone: string } | { userId: string; contact: string }> {
  const chat = await findPersonId(session, 'chat', digits)
  if (chat !== undefined) return { chat }
  const id = (await findPersonId(session, 'con', digits)) ?? fail('chat:not_found')
  const { identities } = await session.ask(contacts.contacts.get, { id })
  const { type, value } =
    identities.find((each) => each.type !== 'provider_parent_user') ?? identities[0] ?? fail('chat:not_found')
  return type === 'phone' ? { phone: value } : { userId: value, contact: id }
}

/** The recipient of a message. `contact`: the contact with the user id, if that names a person. */
type Recipient = Partial<SendInput> & { contact?: string }

/** Returns the recipient that a body names. Refuses none, several, or an unknown one. */
export async function targetOf(session: Session, body: Fields): Promise<Recipient> {
  const [name, ...more] = targets.filter((target) => body[target] !== undefined)
  if (name === undefined || more.length > 0) {
    const errors = targets.map((path) => ({ path, code: 'target:ambiguous', message: noTarget }))
    fail('request:invalid', { message: noTarget, errors })
  }
  const text = textOf(body, name) ?? ''
  const readers = { phone: readWid, chat: readWid, group: readGroup, channel: readChannel }
  const target = readers[name](text)
  if (target === undefined || (name === 'phone' && !('phone' in target || 'person' in target))) {
    if (name === 'phone')
      fail('phone:invalid', { errors: [{ path: name, code: 'phone:invalid', message: phoneFault(text) }] })
    return failField(name, `must be the wid of a ${name}`)
  }
  if ('phone' in target) return { phone: target.phone }
  if ('chat' in target) return { chat: target.chat }
  if ('group' in target) return { group: (await findGroup(session, target)).id }
  if ('channel' in target) return { channel: (await findChannel(session, target)).id }
  return personTarget(session, target.person)
}

/** The longest that the main API shows a typing indicator. */
const typingSecondsMax = 25

/** Returns when to send a message, as stated: a time, or a duration from now; undefined if neither. Refuses a `schedule` without any. */
function statedDue(body: Fields): string | undefined {
  const schedule = body['schedule'] === undefined ? undefined : fieldsIn(body['schedule'], 'schedule')
  const now = Date.now()
  const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  if (schedule && !['date', 'delayTo', 'delay'].some((name) => schedule[name] !== undefined))
    failField('schedule', 'needs date, delay or delayTo')
  if (schedule && body['deliverAt']) failField('schedule', 'cannot be given with deliverAt')
  return (
    dateOf(body, 'deliverAt') ??
    dateOf(schedule ?? {}, 'date', 'schedule.date') ??
    (schedule?.['delayTo'] === undefined ? undefined : inSeconds(secondsOf(schedule['delayTo'], 'schedule.delayTo'))) ??
    (schedule?.['delay'] === undefined ? undefined : inSeconds(secondsOf(schedule['delay'], 'schedule.delay')))
  )
}

/** Returns when to send a message; undefined for a time that has passed, which means now. */
function dueOf(body: Fields): string | undefined {
  const date = statedDue(body)
  return date !== undefined && Date.parse(date) > Date.now() ? date : undefined
}

/**
 * Returns the times that a body changes for a waiting message. A time that has passed sends it at once. A duration becomes a date, counted
 * from the new due time, because the main API changes only the date.
 */
export function changedTimes(
  body: Fields,
  { deliverAt, expiresAt, expiresIn }: Partial<SendInput>,
  before: Pick<Message, 'deliverAt'>,
): Pick<InputOf<typeof messaging.messages.update>, 'deliverAt' | 'expiresAt'> {
  const isAtOnce = deliverAt === undefined && statedDue(body) !== undefined
  const dueAt = isAtOnce ? null : deliverAt
  if (expiresIn === undefined) return defined({ deliverAt: dueAt, expiresAt })
  const due = dueAt === undefined ? before.deliverAt : dueAt
  const start = Math.max(Date.now(), due ? Date.parse(due) : 0)
  return defined({ deliverAt: dueAt, expiresAt: new Date(start + expiresIn * 1000).toISOString() })
}

/** Returns until when a message may be sent. A duration is brought within the main API's limits; a date outside them is refused there. */
function validityOf(body: Fields): Partial<SendInput> {
  const { expiration } = body
  if (expiration === undefined) return {}
  const fields: Fields = typeof expiration === 'object' ? fieldsIn(expiration, 'expiration') : { duration: expiration }
  if (fields['date'] !== undefined) return { expiresAt: dateOf(fields, 'date', 'expiration.date') as string }
  const seconds = secondsOf(fields['seconds'] ?? fields['duration'], 'expiration')
  return { expiresIn: Math.round(Math.min(expiresInSeconds.max, Math.max(expiresInSeconds.min, seconds))) }
}

/** Returns the fields that control when and how a message is sent, the names of labels to add, and the changes that follow its acceptance. */
export async function controlOf(
  session: Session,
  body: Fields,
  target: Recipient = {},
): Promise<{ control: Partial<SendInput> } & Pick<Actions, 'labels' | 'changes'>> {
  const device = textOf(body, 'device')
  const order = flagOf(body, 'order')
  const typing = numberOf(body['typing'], 'typing')
  const delivery = fieldsIn(body['deliveryOptions'] ?? {}, 'deliveryOptions')
  const deliverAt = dueOf(body)
  const { actions, labels, changes } = await actionsOf(session, body, target)
  const given = {
    number: device === undefined ? undefined : (await findDevice(session, device)).id,
    reference: textOf(body, 'reference'),
    priority: textOf(body, 'priority'),
    order: order === undefined ? undefined : order ? 'chat' : 'none',
    deliverAt,
    typing: typing !== undefined && typing >= 1 ? Math.min(typingSecondsMax, Math.round(typing)) : undefined,
    previewUrl: flagOf(delivery, 'previewUrl', 'deliveryOptions.previewUrl'),
    actions: Object.keys(actions).length > 0 ? actions : undefined,
    ...validityOf(body),
  }
  return { control: defined(given) as Partial<SendInput>, labels, changes }
}

/** Returns the number that sends a message: the stated one, that of its chat, group or channel, or the workspace's default if it has one. */
async function sendingNumber(session: Session, input: Partial<SendInput>): Promise<string | undefined> {
  const { number, chat, group, channel } = input
  if (number) return number
  if (chat) return (await session.ask(messaging.chats.get, { id: chat })).number
  if (group) return (await session.ask(groups.groups.get, { id: group })).number
  if (channel) return (await session.ask(groups.channels.get, { id: channel })).number
  return (await listNumbers(session)).find((each) => each.default)?.id
}

/** Refuses a message that must not wait in a queue, if the queue of its number is paused. */
export async function refusePaused(session: Session, input: Partial<SendInput>): Promise<void> {
  const id = await sendingNumber(session, input)
  if (id === undefined) return
  const queue = await session.ask(messaging.queues.get, { id })
  if (queue.status === 'active') return
  throw new Fault('service:unavailable', { message: 'The queue of this device is paused.', retryAfter: 60 })
}

type Change = (session: Session, message: Message) => Promise<unknown>

/** Side effects of a message: actions on its chat once it is sent, names of labels to add, and changes after acceptance, by their paths. */
type Actions = { actions: Record<string, unknown>; labels: string[]; changes: { path: string; change: Change }[] }

const simpleActions: Readonly<Record<string, object>> = {
  'chat:resolve': { status: 'resolved' },
  'chat:unresolve': { status: 'open' },
  'chat:read': { unread: false },
  'chat:unread': { unread: true },
  'chat:unassign': { assignee: null },
}

const metadataActions = ['metadata:set', 'metadata:add', 'metadata:remove']

/**
 * Returns the contact whose metadata a message changes; undefined for the one with its phone number. Refuses, before the message is sent, a
 * group, a channel and a person without a contact.
 */
async function recipientContact(session: Session, target: Recipient): Promise<string | undefined> {
  const chat = target.chat === undefined ? undefined : await session.ask(messaging.chats.get, { id: target.chat })
  if (target.group ?? target.channel ?? (chat && chat.type !== 'direct'))
    fail('request:invalid', { message: 'Only messages to a person can change metadata.' })
  if (chat === undefined || chat.phone !== null) return target.contact
  return (await session.ask(contacts.contacts.get, { id: chat.contact ?? fail('contact:not_found') })).id
}

/** Returns a list of texts in an action's values. Refuses other types, because an action that sets all would set none. */
function listIn(params: Fields, name: string, path: string): string[] {
  const list = params[name]
  return Array.isArray(list) ? textsOf(list, `${path}.${name}`) : failField(`${path}.${name}`, 'must be an array')
}

/**
 * Returns the change that an action about metadata makes to a contact once the message is accepted. Without an id, this is the contact with
 * the message's phone number, which is created if there is none.
 */
function metadataChange(actionName: string, params: Fields, { path, id }: { path: string; id?: string }): Change {
  const keys = actionName === 'metadata:remove' ? listIn(params, 'keys', path) : []
  const metadata = actionName === 'metadata:remove' ? {} : metadataOf(params['metadata'], `${path}.metadata`)
  return async (session, { phone }) => {
    const contact =
      id === undefined
        ? await session.ask(contacts.contacts.create, { phone: phone ?? fail('contact:not_found'), upsert: true })
        : await session.ask(contacts.contacts.get, { id })
    const removed = Object.fromEntries(keys.map((key) => [key, null]))
    const fields = actionName === 'metadata:set' ? replacedMetadata(contact, metadata) : { ...metadata, ...removed }
    return session.ask(contacts.contacts.update, { id: contact.id, fields })
  }
}

/** Returns the change that sets a chat's labels. Missing ones are created at once: a key that may not create them sends no message. */
async function labelSetting(session: Session, names: string[]): Promise<Change> {
  const labels = await labelIds(session, names)
  return (_, { chat }) => session.ask(messaging.chats.update, { id: chat, labels })
}

/** Returns the change that removes labels from a chat. Unknown ones are left out. The message itself may create some of them. */
const labelRemoval =
  (session: Session, names: string[]): Change =>
  async (_, { chat }) => {
    const known = await listLabels(session)
    const labels = names.flatMap((text) => findLabel(known, text)?.id ?? [])
    for (const label of labels) await session.ask(messaging.labels.removeFromChat, { id: chat, label })
  }

/** Returns the member to whom an action assigns the chat. */
async function assigneeOf(session: Session, params: Fields): Promise<{ member: string }> {
  const agent = textOf(params, 'agent')
  if (agent === undefined) fail('feature:unsupported', { message: 'Chats are assigned to people here; send agent.' })
  return { member: (await findMember(session, agent)).id }
}

/** Adds to `found` what one action of a message does. `path`: the action's place in the body, for errors. */
async function readAction(
  session: Session,
  found: Actions,
  { action, path, target }: { action: Fields; path: string; target: Recipient },
): Promise<void> {
  const name = textOf(action, 'action') ?? ''
  const given = action['params'] ?? {}
  const params = typeof given === 'object' && given !== null ? (given as Fields) : {}
  const labels = () => listIn(params, 'labels', `${path}.params`)
  const add = (change: Change) => found.changes.push({ path, change })
  if (Object.hasOwn(simpleActions, name)) Object.assign(found.actions, simpleActions[name])
  else if (name === 'chat:assign') found.actions['assignee'] = await assigneeOf(session, params)
  else if (name === 'labels:add') found.labels.push(...labels())
  else if (name === 'labels:set') add(await labelSetting(session, labels()))
  else if (name === 'labels:remove') add(labelRemoval(session, labels()))
  else if (metadataActions.includes(name)) {
    // Refused now, because the change follows only once the message is accepted.
    session.refuseWithout('manage')
    const id = await recipientContact(session, target)
    add(metadataChange(name, params, { path: `${path}.params`, ...defined({ id }) }))
  } else failField(`${path}.action`, 'is not an action')
}

/** Reads the actions of a message, and its `label`, which is one more label to add. */
async function actionsOf(session: Session, body: Fields, target: Recipient): Promise<Actions> {
  const found: Actions = { actions: {}, labels: [], changes: [] }
  const label = textOf(body, 'label')
  if (label !== undefined) found.labels.push(label)
  const actions = body['actions'] ?? []
  if (!Array.isArray(actions)) failField('actions', 'must be an array')
  for (const [i, action] of (actions as unknown[]).entries()) {
    const path = `actions.${i}`
    if (typeof action !== 'object' || action === null) failField(path, 'must be an object')
    await readAction(session, found, { action: action as Fields, path, target })
  }
  return found
}
