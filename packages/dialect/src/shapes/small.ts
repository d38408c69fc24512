import { z } from 'zod'
import type { Channel, Delivery, Label, Member, Note, StoredFile, Webhook } from '../api/lookups.ts'
import { shortIdOf, widOfChannel } from '../ids.ts'
import { eventNamesOf, wordOfColor } from '../words.ts'
import { inviteCodeOf } from './chat.ts'
import { extensionOf } from './chat-content.ts'

export const labelSchema = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  description: z.string().optional(),
  scope: z.literal('chat'),
  active: z.literal(true),
})

/** Presents a label. The dialect names its color by a word. */
export const labelOf = ({ id, name, color, description }: Label): z.output<typeof labelSchema> => ({
  id: shortIdOf(id),
  name,
  color: wordOfColor(color),
  description: description ?? undefined,
  scope: 'chat',
  active: true,
})

export const noteSchema = z.object({ id: z.string(), message: z.string(), createdAt: z.string(), author: z.string() })

/** Presents a note. Its author is a short id, or a service's name, which is no id. */
export function noteOf({ id, message, createdAt, by }: Note): z.output<typeof noteSchema> {
  return { id: shortIdOf(id), message, createdAt, author: by.id.includes('_') ? shortIdOf(by.id) : by.id }
}

export const inviteSchema = z.object({
  code: z.string(),
  link: z.string(),
  inviteCode: z.string(),
  inviteLink: z.string(),
})

/** Presents a group's invite link. The dialect has two names each for the code and the link. */
export function inviteOf(inviteLink: string | null): z.output<typeof inviteSchema> {
  const link = inviteLink ?? ''
  const code = inviteCodeOf(link) ?? ''
  return { code, link, inviteCode: code, inviteLink: link }
}

export const fileSchema = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.int(),
  mime: z.string(),
  ext: z.string(),
  kind: z.enum(['image', 'video', 'audio', 'document', 'file']),
  sha2: z.string(),
  status: z.literal('active'),
  origin: z.enum(['remote', 'upload']),
  format: z.string(),
  permission: z.literal('public'),
  reference: z.string().optional(),
  tags: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  stats: z.object({ downloads: z.int(), deliveries: z.int() }),
})

/** Presents a stored file. Its `origin` isn't stored: only the response to its creation says that it was fetched from a URL. */
export function fileOf(file: StoredFile, origin: 'remote' | 'upload' = 'upload'): z.output<typeof fileSchema> {
  const { id, filename, size, mime, kind, sha256, createdAt, expiresAt } = file
  return {
    id: shortIdOf(id),
    filename,
    size,
    mime,
    ext: extensionOf(filename, mime) ?? '',
    kind: kind === 'sticker' ? 'image' : kind,
    sha2: sha256,
    status: 'active',
    origin,
    format: 'native',
    permission: 'public',
    tags: [],
    createdAt,
    expiresAt: expiresAt ?? undefined,
    stats: { downloads: 0, deliveries: 0 },
  }
}

export const channelSchema = z.object({
  id: z.string(),
  wid: z.string(),
  device: z.string(),
  kind: z.literal('channel'),
  name: z.string(),
  description: z.string().optional(),
  createdAt: z.string(),
  totalParticipants: z.int(),
})

export function channelOf(channel: Channel, deviceId: string): z.output<typeof channelSchema> {
  const wid = widOfChannel(channel.id)
  const { name, description, createdAt, subscribers } = channel
  return {
    id: wid,
    wid,
    device: deviceId,
    kind: 'channel',
    name,
    description: description ?? undefined,
    createdAt,
    totalParticipants: subscribers,
  }
}

export const webhookSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  device: z.string().optional(),
  status: z.enum(['active', 'pending', 'failed', 'error', 'removed']),
  retries: z.int(),
  lastRunAt: z.string().optional(),
  lastRetryAt: z.string().optional(),
  lastFailureAt: z.string().optional(),
})

/** Presents a webhook with the state of its first endpoint, because the dialect's webhooks have one URL only. */
export function webhookOf(webhook: Webhook): z.output<typeof webhookSchema> {
  const [endpoint] = webhook.endpoints
  const statuses = { active: 'active', paused: 'pending', disabled: 'failed' } as const
  const isFailing = endpoint?.status === 'disabled'
  return {
    id: shortIdOf(webhook.id),
    name: webhook.name ?? '',
    url: webhook.url,
    events: eventNamesOf(webhook.events),
    device: webhook.number === null ? undefined : shortIdOf(webhook.number),
    status: isFailing ? 'failed' : statuses[webhook.status],
    retries: 0,
    lastRunAt: endpoint?.lastSuccessAt ?? undefined,
    lastFailureAt: endpoint?.failingSince ?? undefined,
  }
}

const responseCharactersMax = 3000

export const webhookLogSchema = z.object({
  id: z.string(),
  webhook: z.string(),
  createdAt: z.string(),
  event: z.enum(['delivery', 'error']),
  objectId: z.string(),
  objectType: z.string(),
  objectEvent: z.string(),
  deviceId: z.string().optional(),
  responseStatus: z.int().optional(),
  responseTime: z.int().optional(),
  responseType: z.string().optional(),
  responseBody: z.string().optional(),
})

/** Presents a delivery with its last attempt, and the start of its response. `deviceId`: the webhook's device, if it is for one. */
export function webhookLogOf(delivery: Delivery, deviceId?: string): z.output<typeof webhookLogSchema> {
  const attempt = delivery.attemptLog.at(-1)
  const kind = delivery.event.event
  return {
    id: shortIdOf(delivery.id),
    webhook: shortIdOf(delivery.webhook),
    createdAt: delivery.createdAt,
    event: delivery.status === 'succeeded' ? 'delivery' : 'error',
    objectId: shortIdOf(delivery.event.id),
    objectType: kind.split(':')[0] ?? kind,
    objectEvent: eventNamesOf([kind])[0] ?? kind,
    deviceId,
    responseStatus: attempt?.httpStatus ?? undefined,
    responseTime: attempt?.latencyMs,
    responseType: attempt?.responseHeaders['content-type'],
    responseBody: attempt?.responseBody.slice(0, responseCharactersMax),
  }
}

export const memberSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'supervisor', 'agent']),
  status: z.enum(['active', 'invited', 'disabled', 'removed']),
  color: z.string(),
  availability: z.object({ mode: z.literal('auto') }),
  lastSeenAt: z.string(),
  /** Page where an invited member without a password joins the team. */
  link: z.string().optional(),
})

export type DialectMember = z.output<typeof memberSchema>

/**
 * Returns the role in the dialect. Bots assign chats to agents only, so all who answer and manage nothing are agents. No one is a supervisor,
 * because here that is an agent with all numbers.
 */
const roleOf = (role: Member['role']): DialectMember['role'] =>
  role === 'owner' || role === 'admin' ? 'admin' : 'agent'

/** Presents a member. A member who hasn't signed in yet is active, because chats can be assigned to them. */
export function memberOf(member: Member): DialectMember {
  const { id, name, email, role, status, color, lastSeenAt, createdAt } = member
  return {
    id: shortIdOf(id),
    displayName: name,
    email,
    role: roleOf(role),
    status: status === 'disabled' ? 'disabled' : 'active',
    color: wordOfColor(color ?? ''),
    availability: { mode: 'auto' },
    lastSeenAt: lastSeenAt ?? createdAt,
  }
}
