import type { EventData, WebhookFormat } from '@posthorn/contracts'
import type { Message, Summaries } from './api/lookups.ts'
import { longIdOf, shortIdOf, widOf, widOfPerson, widOfPhone } from './ids.ts'
import { type ChatFacts, chatOf, groupOf, inviteCodeOf } from './shapes/chat.ts'
import { chatMessageOf } from './shapes/chat-message.ts'
import { type ContactFacts, contactOf } from './shapes/contact.ts'
import { eventDeviceOf, sessionOf } from './shapes/device.ts'
import { sentMessageOf } from './shapes/message.ts'
import { type EventName, eventNames, eventNamesOf, isEventName, unknownEvent } from './words.ts'

export type StoredEvent = { id: string; event: string; occurredAt: string; data: Record<string, unknown> }

type Person = { phone: string | null; userId: string | null; contact?: string | null; via?: 'app' | null }
type MessageEvent = Message & {
  summaries: Summaries
  change?: string
  ack?: string
  emoji?: string
  reactedBy?: Person
}

const updates = ['edited', 'vote', 'answered', 'deleted']
const sessionChanges = ['session', 'connected', 'disconnected', 'restricted']

/** Whether a message's file is still being downloaded. Receivers expect the file, so they get the event afterward. */
const waitsForMedia = ({ media }: Message) => media !== undefined && media.file === null && media.error === null

/** Returns an event's possible names in the dialect; none for one that the dialect doesn't have, or that comes again with its file. */
function candidatesOf({ event, data }: Pick<StoredEvent, 'event' | 'data'>): EventName[] {
  const message = data as unknown as MessageEvent
  if (event === 'message:in') {
    // A reaction to a message that isn't stored here is a separate message.
    if (message.type === 'reaction') return ['message:reaction']
    return waitsForMedia(message) ? [] : ['message:in:new']
  }
  if (event === 'message:updated') {
    if (message.change === 'media') return message.direction === 'in' ? ['message:in:new'] : []
    return updates.includes(message.change ?? '') ? ['message:update'] : []
  }
  // Each event becomes one request. A receiver subscribed to both names gets the first one, when the message is sent.
  if (event === 'message:out') return ['message:out:new', 'message:out:sent']
  if (event === 'message:ack') return message.direction === 'out' ? ['message:out:ack'] : []
  if (event === 'number:updated') return sessionChanges.includes(String(data['change'])) ? ['number:session'] : []
  const named = Object.entries(eventNames).filter(([, kinds]) => (kinds as readonly string[]).includes(event))
  return named.map(([name]) => name as EventName)
}

/** Returns the event's name for a receiver subscribed to these names; undefined if it doesn't get the event. */
function dialectNameOf(
  event: Pick<StoredEvent, 'event' | 'data'>,
  subscribed: readonly string[],
): EventName | undefined {
  return candidatesOf(event).find((name) => subscribed.includes(name))
}

/**
 * Returns what a message event says about its chat, in the form of a chat. Its kind is that of the message, and so is the time of the
 * last message sent from here if the summary has none: a summary may have neither.
 */
function chatFactsOf(message: MessageEvent): ChatFacts {
  const { chat } = message.summaries
  const kind = message.group ? 'group' : message.channel ? 'channel' : 'direct'
  const lastOutboundAt = message.direction === 'out' ? message.createdAt : undefined
  const places = { group: message.group ?? null, channel: message.channel ?? null }
  return { ...chat, type: kind, lastOutboundAt: chat.lastOutboundAt ?? lastOutboundAt, ...places } as ChatFacts
}

const unixSeconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/** Returns the wid of the person who reacted: a customer or, in the provider's own app or if no one is named, the business. */
function reactorOf(message: MessageEvent): string {
  const person: Partial<Person> = message.reactedBy ?? message.from ?? {}
  const { phone = null, userId = null, via } = person
  if (via === 'app' || (phone === null && userId === null)) return widOfPhone(message.summaries.number.phone ?? '')
  return message.group === null ? widOf(message) : widOfPerson(person)
}

/** Returns a message event's data: the message as shown in chats, and a reaction with the person who reacted. */
function messageDataOf(message: MessageEvent) {
  const { number, contact, chat: summary } = message.summaries
  const device = shortIdOf(number.id)
  const chat = chatOf(chatFactsOf(message), { device, contact: (contact as ContactFacts | null) ?? undefined })
  const isFirstMessage = summary.first ?? false
  const { quoted } = message.summaries
  const shown = chatMessageOf(message, {
    device,
    devicePhone: number.phone ?? '',
    chat,
    isFirstMessage,
    quoted: quoted ?? undefined,
  })
  const emoji = message.emoji ?? (message.type === 'reaction' ? message.reaction : undefined)
  return emoji === undefined ? shown : { ...shown, reaction: { emoji, from: reactorOf(message) } }
}

/** Returns the body for an event about a message. */
function messageEventOf(name: EventName, stored: StoredEvent): unknown {
  const message = stored.data as unknown as MessageEvent
  return {
    id: longIdOf(message.id),
    object: 'message',
    event: name,
    created: unixSeconds(stored.occurredAt),
    ...(name === 'message:out:ack' ? { ack: message.ack } : {}),
    device: eventDeviceOf(message.summaries.number),
    data: messageDataOf(message),
  }
}

/** Returns the body for an event that the dialect sends as an array. */
function listEventOf(name: EventName, stored: StoredEvent): unknown {
  const message = stored.data as unknown as MessageEvent
  const device = eventDeviceOf(message.summaries.number)
  const entityId = shortIdOf(message.id)
  return [
    {
      event: name,
      date: stored.occurredAt,
      entity: 'message',
      entityId,
      entityUrl: `/v1/messages/${entityId}`,
      user: device.id,
      data: sentMessageOf(message, device),
    },
  ]
}

/** Returns the dialect's word for a change of a group: what happened to the first of the people who changed, else `subject`. */
function groupActionOf({ change, people }: EventData<'group:updated'>): string {
  if (change !== 'participants') return 'subject'
  const status = people?.[0]?.status ?? 'joined'
  return { joined: 'add', invited: 'invite', left: 'leave' }[status as string] ?? 'remove'
}

/** Returns the data of an event that isn't about a message, and its number if it belongs to one. */
function otherDataOf({ event, data, occurredAt }: StoredEvent): {
  id: string
  object: string
  data: unknown
  number?: string
} {
  if (event === 'chat:updated') {
    const chat = data as EventData<'chat:updated'>
    const shown = chatOf(chat, { device: shortIdOf(chat.number) })
    return { id: shown.id, object: 'chat', data: shown, number: chat.number }
  }
  if (event.startsWith('contact:')) {
    const shown = contactOf(data as EventData<'contact:updated'>)
    return { id: shown.id, object: 'contact', data: shown }
  }
  if (event === 'group:updated') {
    const group = data as EventData<'group:updated'>
    const shown = groupOf(group, shortIdOf(group.number))
    const inviteCode = inviteCodeOf(group.inviteLink)
    const changed = { ...shown, action: groupActionOf(group), inviteCode }
    return { id: shown.id, object: 'group', data: changed, number: group.number }
  }
  const number = data as EventData<'number:updated'>
  const session = sessionOf(number, Date.parse(occurredAt))
  return { id: shortIdOf(number.id), object: 'device', data: session, number: number.id }
}

/** Returns the device that an event names. Events about chats and groups know only its id, and contacts belong to no device. */
function deviceOfEvent({ event, data }: StoredEvent, numberId: string | undefined) {
  if (event === 'number:updated') return eventDeviceOf(data as EventData<'number:updated'>)
  return numberId === undefined ? undefined : eventDeviceOf({ id: numberId, phone: null, name: null })
}

/** Renders an event in the dialect; undefined if none of the names is for it. Reads no clock, so that each attempt posts the same bytes. */
export function renderEvent(stored: StoredEvent, subscribed: readonly string[]): unknown {
  const name = dialectNameOf(stored, subscribed)
  if (name === undefined) return undefined
  if (name === 'message:out:sent' || name === 'message:out:failed') return listEventOf(name, stored)
  if (name.startsWith('message:')) return messageEventOf(name, stored)
  const { number, ...shown } = otherDataOf(stored)
  const device = deviceOfEvent(stored, number)
  return { ...shown, event: name, created: unixSeconds(stored.occurredAt), ...(device ? { device } : {}) }
}

/** False if an event's data was erased, was removed because of its size, or lacks what a message is shown with. */
function isComplete({ data, event }: StoredEvent): boolean {
  if (data['erased'] === true || typeof data['id'] !== 'string') return false
  return !event.startsWith('message:') || ['summaries', 'statusAt'].every((name) => data[name] !== undefined)
}

/** Presents an event without its data, under the closest of the subscribed names that mean its kind. */
function bareEventOf({ id, event, occurredAt }: StoredEvent, subscribed: readonly string[]) {
  const means = (name: string) => isEventName(name) && (eventNames[name] as readonly string[]).includes(event)
  const name = [...eventNamesOf([event]), ...subscribed].find((each) => subscribed.includes(each) && means(each))
  return { id, event: name ?? subscribed[0], created: unixSeconds(occurredAt), data: {} }
}

/** Webhooks in the dialect's format. An event that the dialect can't show, such as one about an erased person, is sent without data. */
export const webhookFormat: WebhookFormat = {
  name: 'dialect',
  kindsOf: (name) => (isEventName(name) ? eventNames[name] : undefined),
  unknownName: unknownEvent,
  onePerUrl: true,
  shows: (event, names) => dialectNameOf(event, names) !== undefined,
  render(payload, names) {
    const stored = JSON.parse(payload) as StoredEvent
    const rendered = isComplete(stored) ? renderEvent(stored, names) : undefined
    return { body: JSON.stringify(rendered ?? bareEventOf(stored, names)) }
  },
}
