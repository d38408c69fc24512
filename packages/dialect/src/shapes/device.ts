import { z } from 'zod'
import type { PhoneNumber, Queue } from '../api/lookups.ts'
import { shortIdOf, widOfPhone } from '../ids.ts'

const plan = 'io-enterprise'

export const queueSchema = z.object({
  status: z.enum(['active', 'pause', 'reject', 'freeze']),
  size: z.int(),
  messages: z.int(),
  scheduled: z.int(),
  total: z.int(),
})

/** A device, which is a number. */
export const deviceSchema = z.object({
  id: z.string(),
  phone: z.string(),
  wid: z.string(),
  alias: z.string(),
  description: z.string(),
  createdAt: z.string(),
  connector: z.literal('cloud'),
  version: z.literal(3),
  status: z.enum(['operative', 'pending', 'disabled']),
  session: z.object({
    status: z.enum(['online', 'offline', 'authorizing', 'blocked', 'error']),
    uptime: z.int(),
    lastSyncAt: z.string(),
    error: z.string().optional(),
  }),
  queue: queueSchema.optional(),
  billing: z.object({
    subscription: z.object({ plan: z.string(), planCode: z.string(), product: z.literal('io'), status: z.string() }),
  }),
  profile: z.object({ name: z.string(), status: z.string(), image: z.null(), info: z.object({}) }),
  waba: z.object({
    displayPhoneNumber: z.string(),
    qualityRating: z.string().optional(),
    messagingLimit: z.string().optional(),
  }),
  settings: z.object({
    deliverySpeed: z.number(),
    retentionPolicy: z.literal('plan_defaults'),
    rebootPolicy: z.literal('disabled'),
  }),
  metrics: z
    .object({
      unreadChats: z.int(),
      unreadMessages: z.int(),
      unreadGroupChats: z.int(),
      unreadGroupMessages: z.int(),
      openChats: z.int(),
    })
    .optional(),
  agents: z.array(z.unknown()).optional(),
  labels: z.array(z.unknown()).optional(),
  quickReplies: z.array(z.unknown()).optional(),
  departments: z.array(z.unknown()).optional(),
})

export type DeviceView = z.output<typeof deviceSchema>

/** A draining queue sends its messages and holds new ones. The dialect's closest word is `pause`, because it also holds new ones. */
const queueWords = { active: 'active', paused: 'pause', draining: 'pause' } as const

/** Presents a number's queue. One word says both whether it sends and whether it refuses. */
export function queueOf(
  queue: Pick<Queue, 'status' | 'refuses' | 'waiting' | 'scheduled' | 'sending'>,
): z.output<typeof queueSchema> {
  const { status, refuses, waiting, scheduled, sending } = queue
  const refusing = status === 'active' ? 'reject' : 'freeze'
  return {
    status: refuses ? refusing : queueWords[status],
    size: waiting,
    messages: waiting,
    scheduled,
    total: waiting + scheduled + sending,
  }
}

const sessionWords = { online: 'online', offline: 'offline', pending: 'authorizing', error: 'error' } as const

/** Returns the dialect's word for a number's session. */
export function sessionStatusOf({
  status,
  session,
}: Pick<PhoneNumber, 'status' | 'session'>): DeviceView['session']['status'] {
  return status === 'restricted' ? 'blocked' : sessionWords[session.status]
}

/** Presents a number's session. `nowMs`: the current time, to compute how long the session has had its status. */
export function sessionOf(number: Pick<PhoneNumber, 'status' | 'session'>, nowMs: number): DeviceView['session'] {
  const { since, lastError } = number.session
  return {
    status: sessionStatusOf(number),
    uptime: Math.max(0, Math.floor((nowMs - Date.parse(since)) / 1000)),
    lastSyncAt: since,
    ...(lastError ? { error: lastError.message } : {}),
  }
}

/** Messages per second for a number without a custom limit, while its queue cannot be read. */
const usualRate = 76
const secondsOfMinute = 60

/** Presents a number as a device. Its speed is in messages per minute. */
export function deviceOf(number: PhoneNumber, nowMs: number): DeviceView {
  const phone = number.phone ?? ''
  const { qualityRating, messagingLimit, verifiedName } = number.device
  const rate = number.settings.ratePerSecond ?? number.queue?.ratePerSecond ?? usualRate
  return {
    id: shortIdOf(number.id),
    phone,
    wid: widOfPhone(phone),
    alias: number.name,
    description: '',
    createdAt: number.createdAt,
    connector: 'cloud',
    version: 3,
    status: number.status === 'disconnected' ? 'disabled' : number.status === 'connecting' ? 'pending' : 'operative',
    session: sessionOf(number, nowMs),
    queue: number.queue ? queueOf(number.queue) : undefined,
    billing: { subscription: { plan, planCode: plan, product: 'io', status: 'active' } },
    profile: { name: verifiedName ?? number.name, status: '', image: null, info: {} },
    waba: {
      displayPhoneNumber: phone,
      qualityRating: qualityRating ?? undefined,
      messagingLimit: messagingLimit ?? undefined,
    },
    settings: {
      deliverySpeed: Math.round(rate * secondsOfMinute),
      retentionPolicy: 'plan_defaults',
      rebootPolicy: 'disabled',
    },
  }
}

const eventDeviceSchema = z.object({
  id: z.string(),
  phone: z.string(),
  alias: z.string(),
  plan: z.literal(plan),
  version: z.literal(3),
})

/** Presents the device of an event, with only the fields that events have. */
export function eventDeviceOf(number: {
  id: string
  phone: string | null
  name: string | null
}): z.output<typeof eventDeviceSchema> {
  return { id: shortIdOf(number.id), phone: number.phone ?? '', alias: number.name ?? '', plan, version: 3 }
}
