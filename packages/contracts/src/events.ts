import { z } from 'zod'
import { auditRecord } from './accounts/audit.ts'
import { workspaceChanged } from './accounts/workspace.ts'
import { contact } from './contacts/contact.ts'
import { erasureDone, erasureRequested } from './contacts/erasures.ts'
import { contactImport } from './contacts/imports.ts'
import { channelUpdated } from './groups/channel.ts'
import { groupUpdated } from './groups/group-updated.ts'
import {
  post,
  postMessagesCanceled,
  postRefused,
  postRequested,
  postUpdated,
  segmentMembersListed,
  segmentMembersRequested,
} from './groups/post.ts'
import { idOf, newId } from './ids.ts'
import { assignee, chatUpdate } from './messaging/chat.ts'
import { messageEvents } from './messaging/message-events.ts'
import { messageRefused, messageRequest } from './messaging/message-request.ts'
import { queue } from './messaging/queue.ts'
import { accountReport, number } from './numbers/number.ts'
import { templateChange } from './numbers/template.ts'
import { time } from './primitives.ts'
import { providerEvents } from './provider-events.ts'

const webhookAlert = z.object({
  webhook: idOf('whk'),
  endpoint: idOf('end'),
  url: z.string(),
  since: time,
  reason: z.string(),
})

/**
 * A kind of the catalogue: when it happens and what its `data` is. `internal`: it never reaches a webhook. `explicit`: wildcards do not
 * cover it, only webhooks that name it get it.
 */
export type EventKindEntry = { when: string; data: z.ZodType; internal?: true; explicit?: true }

/** Every event there is. The event on the bus is the event in the webhook; internal kinds never reach a webhook. */
export const eventCatalogue = {
  ...messageEvents,
  'chat:updated': {
    when: 'A chat was created or changed; `change` says how',
    data: chatUpdate,
  },
  'contact:created': { when: 'A contact was created', data: contact },
  'contact:updated': { when: 'A contact was changed', data: contact },
  'import:finished': { when: 'An import of contacts ended, finished or failed', data: contactImport },
  'contact:deleted': {
    when: 'A contact was deleted, or merged into another; `mergedInto` says which',
    data: z.object({ id: idOf('con'), deletedAt: time, mergedInto: idOf('con').nullable() }),
  },
  'contact:identified': {
    when: 'It became known to which contacts these addresses belong: a chat has begun, contacts were imported, or an id turned out to be that of a contact',
    data: z.object({
      contacts: z
        .array(z.object({ contact: idOf('con'), recipient: z.string(), name: z.string().nullable() }))
        .max(500),
    }),
    internal: true,
  },
  'contact:opted_out': {
    when: 'Contacts are known to have opted out that no `contact:updated` says so of: they were imported so, or did before other services kept it',
    data: z.object({
      contacts: z.array(z.object({ contact: idOf('con'), recipients: z.array(z.string()), version: z.int() })).max(500),
    }),
    internal: true,
  },
  'erasure:requested': {
    when: 'A person is to be forgotten by these services; who it is stands sealed in it',
    data: erasureRequested,
    internal: true,
  },
  'erasure:done': {
    when: 'A service has nothing left of a person who is to be forgotten',
    data: erasureDone,
    internal: true,
  },
  'group:updated': {
    when: 'A group was created or changed; `change` says how',
    data: groupUpdated,
  },
  'number:updated': {
    when: 'A number was connected or changed; `change` says how',
    data: number.extend({
      change: z.enum([
        'connected',
        'session',
        'restricted',
        'quality',
        'limit',
        'name',
        'device',
        'settings',
        'queue',
        'account',
        'disconnected',
      ]),
      account: accountReport.optional().describe('Restriction, violation, ban or alert; with `change: account` only'),
    }),
  },
  'queue:updated': {
    when: 'The queue of a number was paused, drained or resumed',
    data: queue,
    internal: true,
  },
  'template:updated': {
    when: 'The provider judged a template, or changed its quality or category; `change` says which',
    data: templateChange,
  },
  'channel:posted': {
    when: 'A post to a channel ended: it was sent, or failed, for everybody, or it was stopped',
    data: post,
  },
  'channel:updated': {
    when: 'A channel was created, changed or deleted: messages may be addressed to it, or no more',
    data: channelUpdated,
    internal: true,
  },
  'segment:updated': {
    when: 'A segment was saved or deleted: channels can have it as their audience, or no more',
    data: z.object({ id: idOf('seg'), deleted: z.boolean() }),
    internal: true,
  },
  'segment:asked': {
    when: 'A post needs a page of the people of a segment',
    data: segmentMembersRequested,
    internal: true,
  },
  'segment:told': { when: 'A page of the people of a segment', data: segmentMembersListed, internal: true },
  'post:wanted': { when: 'A message to a channel is due: it is to be posted', data: postRequested, internal: true },
  'post:updated': {
    when: 'A post was made, fed into the queue, paused, resumed, stopped or ended',
    data: postUpdated,
    internal: true,
  },
  'post:messages_canceled': {
    when: 'Messages of a post were canceled in the queue of the number',
    data: postMessagesCanceled,
    internal: true,
  },
  'post:refused': { when: 'A message to a channel could not be posted', data: postRefused, internal: true },
  'message:wanted': { when: 'A service wants a message sent to these people', data: messageRequest, internal: true },
  'message:refused': {
    when: 'Some of what a service wanted sent could not be queued',
    data: messageRefused,
    internal: true,
  },
  'webhook:failing': { when: 'A webhook endpoint has not answered 2xx for 24 h or 72 h', data: webhookAlert },
  'webhook:exhausted': {
    when: 'A delivery was given up after its last attempt; it can be retried or replayed',
    data: webhookAlert.omit({ since: true }).extend({
      delivery: idOf('dlv'),
      event: z.object({ id: idOf('evt'), kind: z.string() }),
      attempts: z.int(),
    }),
  },
  'webhook:disabled': { when: 'A webhook endpoint was disabled; its deliveries are parked', data: webhookAlert },
  ...providerEvents,
  'number:credentials': {
    when: 'A number was connected, changed or disconnected: what the senders need, credentials as ciphertext',
    data: z.object({ number, businessAccountId: z.string().nullable(), ciphertext: z.string().nullable() }),
    internal: true,
  },
  'number:check_requested': {
    when: 'The provider refuses calls for a number because of the number or its token; its session is to be checked',
    data: z.object({ number: idOf('num'), errorCode: z.string() }),
    internal: true,
  },
  'member:updated': {
    when: 'A member was added to a workspace, or changed: chats can be assigned to them',
    data: assignee,
    internal: true,
  },
  'member:removed': {
    when: 'A member was removed from a workspace: their chats are assigned to nobody',
    data: z.object({ id: idOf('mem') }),
    internal: true,
  },
  'audit:recorded': {
    when: 'An operator or a key with the scope manage has done something: it belongs in the audit log',
    data: auditRecord,
    internal: true,
  },
  'workspace:updated': {
    when: 'The settings of a workspace were changed',
    data: workspaceChanged,
    internal: true,
  },
  'key:revoked': {
    when: 'An API key was revoked: gateways forget it at once',
    data: z.object({ key: idOf('key') }),
    internal: true,
  },
} as const satisfies Record<string, EventKindEntry>

/** A kind of the catalogue. */
export type EventKind = keyof typeof eventCatalogue
/** Former names of internal kinds. Events under them may still lie in an outbox or in the stream, and are read as the kind of today. */
export const formerKinds: Readonly<Record<string, EventKind>> = {
  'contact:named': 'contact:identified',
  'number:suspected': 'number:check_requested',
}

/** Returns the names under which events of these kinds may be published: those of today and former ones. */
export function namesOfKinds(kinds: readonly EventKind[]): string[] {
  const former = Object.entries(formerKinds).filter(([, kind]) => kinds.includes(kind))
  return [...kinds, ...former.map(([name]) => name)]
}

/** The `data` of events of that kind. */
export type EventData<K extends EventKind> = z.infer<(typeof eventCatalogue)[K]['data']>

/** Returns true for a kind that never reaches a webhook. */
export function isInternal(kind: EventKind): boolean {
  return 'internal' in eventCatalogue[kind]
}

/** The kinds that a webhook can subscribe to. */
export const publicKinds = (Object.keys(eventCatalogue) as EventKind[]).filter((kind) => !isInternal(kind))

/** An event on the bus: the public envelope without its sequence, and what consumers need to apply it once and in order. */
export type BusEvent<K extends EventKind = EventKind> = {
  id: string
  event: K
  workspace: string
  occurredAt: string
  version: 1
  data: EventData<K>
  /** The thing it is about and that thing's version: an older version than the one applied changes nothing. */
  aggregate: { id: string; version: number }
  traceparent?: string
}

/** The envelope customers receive; its bytes are frozen when the event is recorded. */
export const eventEnvelope = z.object({
  id: idOf('evt'),
  event: z.string(),
  workspace: idOf('ws'),
  sequence: z.int().describe('Position in the log of the workspace, without gaps'),
  occurredAt: time,
  version: z.literal(1),
  data: z.record(z.string(), z.json()),
  truncated: z
    .array(z.string())
    .optional()
    .describe(
      'Fields of `data` left out of an event of more than 64 KiB, the longest first; ask for the thing by its id',
    ),
})

/** Largest event in bytes, as it is posted, streamed and kept in the log. */
export const payloadBytesMax = 64 * 1024

/** Returns true when a subscription covers the kind: an exact kind, or `*` and the likes of `message:*` unless the kind is explicit. */
export function subscriptionCovers(subscription: string, kind: string): boolean {
  if (subscription === kind) return true
  if (isExplicit(kind)) return false
  return subscription === '*' || (subscription.endsWith(':*') && kind.startsWith(subscription.slice(0, -1)))
}

/** Returns true for a kind that wildcards do not cover: it came after webhooks that subscribed by wildcard. */
function isExplicit(kind: string): boolean {
  return Object.hasOwn(eventCatalogue, kind) && 'explicit' in eventCatalogue[kind as EventKind]
}

/** Makes a new event id. */
export function newEventId(): string {
  return newId('evt')
}
