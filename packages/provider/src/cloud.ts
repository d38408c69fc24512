import { textCharactersMax } from '@posthorn/contracts'
import { Pool } from 'undici'
import { exchange } from './exchange.ts'
import { asObject, asText } from './json.ts'
import { callOutcome, groupOutcome, sendOutcome } from './outcome.ts'
import type {
  Capabilities,
  DescribeOutcome,
  Line,
  NewGroup,
  NumberHealth,
  OutboundMessage,
  Provider,
} from './provider.ts'

/** How to reach the Graph API, or the simulator that speaks it. */
export type CloudProviderOptions = {
  name: 'cloud' | 'simulator'
  /** Such as `https://graph.facebook.com`. */
  baseUrl: string
  /** Graph API version in every path; v24.0 unless told. */
  version?: string
  /** Milliseconds for a whole exchange, 15 000 unless told. */
  timeoutMs?: number
  /** Connections kept open at most, 64 unless told. */
  connections?: number
}

const defaults = { version: 'v24.0', timeoutMs: 15_000, connections: 64 }
const connectTimeoutMs = 5_000
const keepAliveTimeoutMs = 30_000

const capabilities: Capabilities = {
  messageTypes: ['text'],
  textCharactersMax,
  readReceipts: true,
  typing: 'inbound-only',
  customerWindow: true,
  polls: false,
  edits: false,
  deletions: false,
  channels: false,
}

/** Fields asked of a number (cloud-api.md section 8). */
const numberFields = [
  'id',
  'display_phone_number',
  'verified_name',
  'quality_rating',
  'status',
  'throughput',
  'whatsapp_business_manager_messaging_limit',
  'name_status',
  'code_verification_status',
]

/**
 * The WhatsApp Cloud API over HTTP. No call throws. The request is handed to undici in the tick of the call; on a connection
 * used before, undici first looks for a pending close (one turn of the event loop), which spares us unknown outcomes.
 */
export function cloudProvider(opts: CloudProviderOptions): Provider {
  const base = new URL(opts.baseUrl)
  const timeoutMs = opts.timeoutMs ?? defaults.timeoutMs
  const prefix = `${base.pathname.replace(/\/$/, '')}/${opts.version ?? defaults.version}`
  const pool = openPool(base.origin, opts.connections ?? defaults.connections)

  const call = (line: Line, rest: { path?: string; body?: unknown }) =>
    exchange(pool, {
      method: rest.body === undefined ? 'GET' : 'POST',
      path: `${prefix}/${encodeURIComponent(line.phoneNumberId)}${rest.path ?? ''}`,
      headers: {
        authorization: `Bearer ${line.accessToken}`,
        ...(rest.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(rest.body !== undefined && { body: JSON.stringify(rest.body) }),
      timeoutMs,
    })

  return {
    name: opts.name,
    capabilities,
    send: async (line, message) =>
      sendOutcome(await call(line, { path: '/messages', body: sendBody(message) }), new Date()),
    markRead: async (line, providerMessageId, { typing = false } = {}) => {
      const outcome = callOutcome(await call(line, { path: '/messages', body: readBody(providerMessageId, typing) }))
      return outcome.ok ? { ok: true } : outcome
    },
    createGroup: async (line, group) =>
      groupOutcome(await call(line, { path: '/groups', body: groupBody(group) }), new Date()),
    describeNumber: async (line): Promise<DescribeOutcome> => {
      const outcome = callOutcome(await call(line, { path: `?fields=${numberFields.join(',')}` }))
      return outcome.ok ? { ok: true, number: numberHealth(line, outcome.body) } : outcome
    },
    close: () => pool.close(),
  }
}

function openPool(origin: string, connections: number): Pool {
  // Our own deadline covers head and body: undici's timers only measure silence. HTTP/2 would share one connection's fate among all calls.
  return new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveTimeoutMs,
    connect: { timeout: connectTimeoutMs },
  })
}

function sendBody(message: OutboundMessage): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(isUserId(message.to) ? { recipient: message.to } : { to: message.to }),
    ...(message.quotedProviderId !== undefined && { context: { message_id: message.quotedProviderId } }),
    type: message.type,
    text: { body: message.text, ...(message.previewUrl !== undefined && { preview_url: message.previewUrl }) },
    biz_opaque_callback_data: message.callbackTag,
  }
}

function readBody(messageId: string, typing: boolean): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: messageId,
    ...(typing && { typing_indicator: { type: 'text' } }),
  }
}

function groupBody({ subject, description, joinApproval }: NewGroup): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    subject,
    ...(description !== undefined && { description }),
    join_approval_mode: joinApproval ? 'approval_required' : 'auto_approve',
  }
}

/** A business-scoped user id, `<ISO2>.<alphanumerics>` or `<ISO2>.ENT.<alphanumerics>` (cloud-api.md section 10). */
function isUserId(to: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(to)
}

function numberHealth(line: Line, body: unknown): NumberHealth {
  const raw = asObject(body) ?? {}
  const read = (name: keyof NumberHealth, value: unknown) => {
    const text = asText(value)
    return text === undefined ? {} : { [name]: text }
  }
  return {
    phoneNumberId: asText(raw.id) ?? line.phoneNumberId,
    ...read('displayPhoneNumber', raw.display_phone_number),
    ...read('verifiedName', raw.verified_name),
    ...read('qualityRating', raw.quality_rating),
    ...read('status', raw.status),
    ...read('throughputLevel', asObject(raw.throughput)?.level),
    ...read('messagingLimit', raw.whatsapp_business_manager_messaging_limit),
    ...read('nameStatus', raw.name_status),
    ...read('codeVerificationStatus', raw.code_verification_status),
    raw,
  }
}
