import type { BatchVerb } from '@posthorn/chassis'
import {
  expiresInSeconds,
  Fault,
  fail,
  failField,
  failUnknown,
  fieldProblem,
  isBlank,
  type messaging,
  newId,
  placeholderFaults,
  providerBounds,
  refusalOfDeliverAt,
  refuseUnknown,
} from '@posthorn/contracts'
import { refuseSnoozeOutOfRange } from '../chats/chats.ts'
import type { MessagingRuntime } from '../config.ts'
import type { StorableContent } from '../content/accept.ts'
import type { Author, ChatRow, ConnectedNumberRow, LabelView, MessageRow, StoredContent } from '../entities/chat.ts'
import { type ChannelTarget, type GroupTarget, memberKey, type Targets } from './targets.sql.ts'

/** A message to send, with the post or automation that sends it. */
export type Call = Parameters<
  BatchVerb<typeof messaging.messages.send, MessagingRuntime>['together']
>[0]['calls'][number] & { post?: string; automation?: Author }

/**
 * Where a message goes: its number, its chat, and the recipient's address. `chatId` is used only for a new chat; the statement that stores
 * the message finds an existing chat itself.
 */
export type Destination = {
  number: ConnectedNumberRow
  chatId: string
  chat: { type: ChatRow['type']; name: string | null }
  recipient: string
  groupId: string | null
}

/** Resolves the phone number, group, channel or chat in a call. Refuses destinations that can't receive messages. */
export function destinationOf(call: Call, targets: Targets): Destination {
  const { input, workspace } = call
  if (input.chat) return toChat(call, targets, input.chat)
  if (input.group) return toGroup(call, targets, targets.group(workspace, input.group))
  if (input.channel) return toChannel(call, targets, targets.channel(workspace, input.channel))
  const number = chooseNumber(call, targets)
  const recipient = targets.recipient(workspace, (input.phone ?? input.userId) as string)
  return { number, recipient, chatId: newId('chat'), chat: { type: 'direct', name: null }, groupId: null }
}

/**
 * Resolves a chat. Its own number sends the message, because a chat belongs to one number. Refuses a chat that the call's key can't see, and
 * one of a group that isn't active.
 */
function toChat(call: Call, targets: Targets, id: string): Destination {
  const chat = targets.chat(call.workspace, id)
  if (!chat || call.call.numbers?.every((number) => number !== chat.numberId)) failUnknown('chat:not_found', 'chat')
  const number = chooseNumber(call, targets, { id: chat.numberId, of: 'chat' })
  if (chat.type === 'channel') return toChannel(call, targets, targets.channel(call.workspace, chat.recipient))
  if (chat.groupStatus !== null && chat.groupStatus !== 'active') throw new Fault('group:not_active')
  const { recipient, groupId, type } = chat
  return { number, recipient, chatId: id, chat: { type, name: null }, groupId }
}

/** Resolves a group. Its recipient is the provider's id for it. Refuses an unknown group and one that isn't active. */
function toGroup(call: Call, targets: Targets, group: GroupTarget | undefined): Destination {
  const { numbers } = call.call
  if (!group || numbers?.every((id) => id !== group.numberId)) failUnknown('group:not_found', 'group')
  if (group.status !== 'active' || group.providerId === null) throw new Fault('group:not_active')
  const number = chooseNumber(call, targets, { id: group.numberId, of: 'group' })
  const { providerId: recipient, name } = group
  return { number, recipient, chatId: newId('chat'), chat: { type: 'group', name }, groupId: group.id }
}

/** Resolves a channel. Its recipient is the channel's id, because a post is created from the message. */
function toChannel(call: Call, targets: Targets, channel: ChannelTarget | undefined): Destination {
  const { input } = call
  const { numbers } = call.call
  if (!channel || numbers?.every((id) => id !== channel.numberId))
    failUnknown('channel:not_found', input.chat ? 'chat' : 'channel')
  const number = chooseNumber(call, targets, { id: channel.numberId, of: 'channel' })
  refuseFaultyPlaceholders(input)
  const { id: recipient, name } = channel
  return { number, recipient, chatId: newId('chat'), chat: { type: 'channel', name }, groupId: null }
}

/** Refuses faulty placeholders in a message to a channel. With the channel's chat as the target, the contract can't check this. */
export function refuseFaultyPlaceholders(input: object): void {
  const faults = placeholderFaults({ ...input })
  if (faults.length === 0) return
  const errors = faults.map(({ path, message }) => fieldProblem(path.join('.'), message))
  throw new Fault('request:invalid', { errors })
}

/**
 * Chooses the sending number: the number of the chat, group or channel (`own`), the number in the request, or the workspace's default. A
 * restricted key may use only its own numbers. Refuses a disconnected number, one that isn't `own`, and one whose queue refuses new messages;
 * such a queue still takes those of posts.
 */
function chooseNumber(
  { call, input, workspace, post }: Call,
  targets: Targets,
  own?: { id: string; of: 'chat' | 'group' | 'channel' },
): ConnectedNumberRow {
  const named = input.number || own?.id
  const number = named ? targets.number(workspace, named) : targets.defaultNumber(workspace)
  if (!number && input.number) failUnknown('number:not_found', 'number')
  if (!number) throw new Fault('number:none')
  if (call.numbers && !call.numbers.includes(number.id as (typeof call.numbers)[number]))
    failUnknown('number:not_found', 'number')
  if (!number.connected) throw new Fault('number:disconnected')
  if (own && own.id !== number.id)
    failField('number', `must be the number of this ${own.of}; no other number can send to it`)
  if (number.refuses && post === undefined) throw new Fault('queue:refusing')
  return number
}

type Controls = Pick<StoredContent, 'typing' | 'actions' | 'optedOut' | 'quoteProviderId'>

/** Returns the controls stored with the content: the typing indicator, which is shown only in direct chats, and the actions on the chat. */
export function controlsOf(call: Call, targets: Targets, type: ChatRow['type']): Controls {
  const { typing, actions } = call.input
  return {
    ...(typing !== undefined && type === 'direct' ? { typing } : {}),
    ...(actions && Object.keys(actions).length > 0 ? { actions: requestedActions(call, targets) } : {}),
  }
}

/**
 * Returns the actions to apply to the chat once the message is sent, with the member's id if the caller gave an email address. Refuses an
 * unknown member, and a snooze that isn't within the next year.
 */
function requestedActions({ input, workspace, call }: Call, targets: Targets): NonNullable<Controls['actions']> {
  const { assignee, ...fields } = input.actions ?? {}
  refuseSnoozeOutOfRange(fields.snooze, 'actions.')
  const by = call.actor
  if (assignee === undefined) return { ...fields, by }
  if (assignee === null) return { ...fields, assignee, by }
  const member = targets.member(workspace, memberKey(assignee) ?? '')
  if (member) return { ...fields, assignee: { member: member.id as `mem_${string}` }, by }
  const path = `actions.assignee.${assignee.member === undefined ? 'email' : 'member'}`
  return failUnknown('member:not_found', path)
}

export const addControls = (accepted: StorableContent, controls: Controls): StorableContent =>
  Object.keys(controls).length === 0 ? accepted : { ...accepted, content: { ...accepted.content, ...controls } }

/** Returns the labels that a call adds to its chat, without duplicates. Refuses unknown labels, with their paths. */
export function labelsOf({ input, workspace }: Call, targets: Targets): LabelView[] {
  const labels = new Map<string, LabelView>()
  const unknown = (input.labels ?? []).flatMap((named, i) => {
    const label = targets.label(workspace, named)
    if (!label) return [`labels.${i}`]
    labels.set(label.id, { id: label.id, name: label.name, color: label.color })
    return []
  })
  refuseUnknown('label:not_found', unknown)
  return [...labels.values()]
}

/** Message types other than `text` that contain text. */
const withText = ['image', 'video', 'document', 'buttons', 'list', 'product', 'products', 'catalog', 'location_request']

/** Refuses new text that is too long or blank for a message's type, or whose type has none. The contract checks that of a plain text. */
export function checkText({ type }: MessageRow, message: string): void {
  if (type === 'text') return
  if (!withText.includes(type))
    fail('message:not_editable', { message: `A message of type ${type} has no text that could be changed.` })
  const { max } = providerBounds.bodyText
  const isCaption = ['image', 'video', 'document'].includes(type)
  if (message.length > max) failField('message', `must be at most ${max} characters with ${type}`)
  if (!isCaption && isBlank(message)) failField('message', 'must not be blank')
}

export type RequestedTimes = {
  deliverAt?: string | null | undefined
  expiresIn?: number | undefined
  expiresAt?: string | undefined
}

export type DueTimes = { scheduled: boolean; dueAt: Date; expiresAt: Date }

/** Returns when a message is due (now unless scheduled) and until when it may be sent. Refuses times outside their limits. */
export function dueTimes(input: RequestedTimes, now: Date): DueTimes {
  const deliverAt = input.deliverAt ? new Date(input.deliverAt) : now
  const refusal = refusalOfDeliverAt(deliverAt, now)
  if (refusal !== null) failField('deliverAt', refusal)
  const scheduled = deliverAt > now
  const dueAt = scheduled ? deliverAt : now
  const validSeconds = input.expiresIn ?? expiresInSeconds.default
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : new Date(dueAt.getTime() + validSeconds * 1000)
  if (input.expiresAt) checkExpiry(expiresAt, dueAt)
  return { scheduled, dueAt, expiresAt }
}

/** Refuses an `expiresAt` outside `expiresInSeconds`. The contract checks `expiresIn`. */
export function checkExpiry(expiresAt: Date, dueAt: Date): void {
  const seconds = (expiresAt.getTime() - dueAt.getTime()) / 1000
  if (seconds < expiresInSeconds.min || seconds > expiresInSeconds.max) {
    failField('expiresAt', 'must be 60 seconds to 72 hours after the message is due')
  }
}
