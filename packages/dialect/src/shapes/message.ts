import { sparse } from '@posthorn/contracts'
import { z } from 'zod'
import type { Message, SparseMessage } from '../api/lookups.ts'
import { longIdOf, shortIdOf, widOf, widOfChannel, widOfGroup } from '../ids.ts'
import { sendStatuses } from '../words.ts'
import { agentOf } from './chat-message.ts'

const date = z.string()

export const sentMessageSchema = z.object({
  id: z.string(),
  waId: z.string(),
  wabaWid: z.string().optional(),
  phone: z.string().optional(),
  group: z.string().optional(),
  channel: z.string().optional(),
  wid: z.string(),
  chat: z.string(),
  status: z.enum(['invalid', 'removed', 'expired', 'failed', 'queued', 'processing', 'processed']),
  deliveryStatus: z.enum([
    'queued',
    'processing',
    'sent',
    'delivered',
    'read',
    'played',
    'failed',
    'cancelled',
    'revoked',
  ]),
  webhookStatus: z.literal('pending'),
  message: z.string().optional(),
  media: z
    .object({
      file: z.string().optional(),
      url: z.string().optional(),
      format: z.string(),
      message: z.string().optional(),
      filename: z.string().optional(),
    })
    .optional(),
  header: z.unknown().optional(),
  footer: z.string().optional(),
  buttons: z.array(z.unknown()).optional(),
  list: z.unknown().optional(),
  product: z.object({ id: z.string(), catalog: z.string() }).optional(),
  poll: z.object({ name: z.string(), options: z.array(z.string()), multiple: z.boolean() }).optional(),
  location: z
    .object({
      name: z.string().optional(),
      address: z.string().optional(),
      coordinates: z.array(z.number()).optional(),
    })
    .optional(),
  contacts: z.array(z.unknown()).optional(),
  reaction: z.string().optional(),
  reactionMessage: z.string().optional(),
  template: z.unknown().optional(),
  quote: z.string().optional(),
  priority: z.enum(['low', 'normal', 'high', 'urgent']),
  reference: z.string().optional(),
  device: z.unknown(),
  agent: z.unknown().optional(),
  source: z.literal('api'),
  entity: z.literal('message'),
  retry: z.object({ count: z.int(), lastRetryAt: date.optional() }),
  retentionPolicy: z.literal('plan_defaults'),
  createdAt: date,
  deliverAt: date,
  sentAt: date.optional(),
  processedAt: date.optional(),
  failedAt: date.optional(),
  expiredAt: date.optional(),
  expiresAt: date.optional(),
  failureReason: z.string().optional(),
  events: z.array(z.object({ event: z.string(), date })).optional(),
  meta: z.object({ ignored: z.array(z.string()) }).optional(),
})

export type SentMessage = z.output<typeof sentMessageSchema>

/** Presents sent media: a stored file, else a URL. The dialect calls a voice message push-to-talk (`ptt`). */
function sentMediaOf({ media, message }: SparseMessage): SentMessage['media'] {
  if (!media) return undefined
  return {
    file: media.file && shortIdOf(media.file),
    url: media.file ? undefined : media.url,
    format: media.kind === 'voice' ? 'ptt' : 'native',
    message,
    filename: media.filename,
  }
}

/** Presents a location. The dialect writes coordinates as a list: latitude, then longitude. */
function locationOf({ location }: SparseMessage): SentMessage['location'] {
  if (!location) return undefined
  const { name, address, latitude, longitude } = location
  const coordinates = latitude === undefined || longitude === undefined ? undefined : [latitude, longitude]
  return { name, address, coordinates }
}

/** Returns the product that a message offers. The dialect names it by its id and its catalog, so both are needed. */
function productOf({ product }: SparseMessage): SentMessage['product'] {
  if (product?.productId === undefined || product.catalogId === undefined) return undefined
  return { id: product.productId, catalog: product.catalogId }
}

/** Returns a message's content as it was sent. */
function contentAsSent(message: SparseMessage) {
  const { poll, quote, reactionMessage } = message
  return {
    message: message.message,
    media: sentMediaOf(message),
    header: message.header,
    footer: message.footer,
    buttons: message.buttons,
    list: message.list,
    product: productOf(message),
    poll: poll && { name: poll.name, options: poll.options, multiple: poll.multiple },
    location: locationOf(message),
    contacts: message.contacts,
    reaction: message.reaction,
    reactionMessage: reactionMessage && longIdOf(reactionMessage),
    template: message.template,
    quote: quote && longIdOf(quote),
  }
}

/** Returns a message's times, and why it failed. Here it is processed at the moment it is sent. */
const timesOf = ({ createdAt, deliverAt, expiresAt, statusAt, error }: SparseMessage) => ({
  createdAt,
  deliverAt: deliverAt ?? createdAt,
  sentAt: statusAt.sent,
  processedAt: statusAt.sent,
  failedAt: statusAt.failed,
  expiredAt: statusAt.expired,
  expiresAt,
  failureReason: error?.message,
})

/** Presents an outgoing message in the dialect's form for what is to be sent, with its queue status. `device`: its id, or all of it. */
export function sentMessageOf(fullMessage: Message, device: unknown): SentMessage {
  const message = sparse(fullMessage)
  const [status, deliveryStatus] = sendStatuses[message.status]
  const wid = widOf(message)
  return {
    id: shortIdOf(message.id),
    waId: longIdOf(message.id),
    wabaWid: message.providerId,
    phone: message.phone,
    group: message.group && widOfGroup(message.group),
    channel: message.channel && widOfChannel(message.channel),
    wid,
    chat: wid,
    status,
    deliveryStatus,
    webhookStatus: 'pending',
    ...contentAsSent(message),
    priority: message.priority ?? 'normal',
    reference: message.reference,
    device,
    agent: agentOf(message),
    source: 'api',
    entity: 'message',
    retry: { count: message.retry?.count ?? 0 },
    retentionPolicy: 'plan_defaults',
    ...timesOf(message),
  }
}

/** Returns the statuses that a message has reached, in chronological order. */
export const stepsOf = ({ statusAt }: Message): { event: string; date: string }[] =>
  Object.entries(statusAt)
    .flatMap(([event, at]) => (at === undefined ? [] : [{ event, date: at }]))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
