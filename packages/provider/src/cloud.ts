import { textCharactersMax } from '@posthorn/contracts'
import { Pool } from 'undici'
import { accountCalls } from './account-calls.ts'
import { type ExchangeResult, exchange } from './exchange.ts'
import { groupCalls } from './group-calls.ts'
import { asObject, asText, itemsOf, parseJson, pickTexts } from './json.ts'
import { type GraphCall, mediaCalls } from './media-calls.ts'
import { forwardedError, numberOutcome, sendOutcome, unanswered } from './outcome.ts'
import type {
  BusinessProfile,
  CallOutcome,
  Capabilities,
  NumberAccess,
  NumberCalls,
  NumberHealth,
  PictureCalls,
  Provider,
} from './provider.ts'
import { sendBody } from './send-body.ts'
import { templateCalls, uploadForHandle } from './template-calls.ts'

/** Calls the provider for a number: GET without a body, POST with one. `path` is appended to the number's id. */
type NumberCall = (
  access: NumberAccess,
  rest: { path?: string; body?: unknown; timeoutMs?: number },
) => Promise<ExchangeResult>

const numberFields =
  'id,display_phone_number,verified_name,quality_rating,status,throughput,whatsapp_business_manager_messaging_limit,name_status,code_verification_status,health_status'
const profileFields = 'about,address,description,email,profile_picture_url,websites,vertical'
const profilePath = '/whatsapp_business_profile'
const product = { messaging_product: 'whatsapp' }

/** Returns the calls that read or change a number. */
function numberCalls(call: NumberCall): NumberCalls {
  const post = async (access: NumberAccess, path: string, body: unknown): Promise<CallOutcome> => {
    const outcome = numberOutcome(await call(access, { path, body }))
    return outcome.ok ? { ok: true } : outcome
  }
  return {
    describeNumber: async (access) => {
      const outcome = numberOutcome(await call(access, { path: `?fields=${numberFields}` }))
      return outcome.ok ? { ok: true, number: numberHealth(access, outcome.body) } : outcome
    },
    responds: async (access, timeoutMs) => (await call(access, { path: '?fields=id', timeoutMs })).kind === 'answer',
    requestCode: (access, { method, language }) => post(access, '/request_code', { code_method: method, language }),
    verifyCode: (access, code) => post(access, '/verify_code', { code }),
    register: (access, pin) => post(access, '/register', { ...product, pin }),
    deregister: (access) => post(access, '/deregister', {}),
    readProfile: async (access) => {
      const outcome = numberOutcome(await call(access, { path: `${profilePath}?fields=${profileFields}` }))
      return outcome.ok ? { ok: true, profile: businessProfile(outcome.body) } : outcome
    },
    changeProfile: (access, changes) => post(access, profilePath, { ...product, ...changes }),
  }
}

/** Reads the provider's state of a number. Fields that are missing or not texts are left out; `raw` has all. */
function numberHealth(access: NumberAccess, body: unknown): NumberHealth {
  const raw = asObject(body) ?? {}
  return {
    phoneNumberId: asText(raw.id) ?? access.phoneNumberId,
    ...pickTexts({
      displayPhoneNumber: raw.display_phone_number,
      verifiedName: raw.verified_name,
      qualityRating: raw.quality_rating,
      status: raw.status,
      throughputLevel: asObject(raw.throughput)?.level,
      messagingLimit: raw.whatsapp_business_manager_messaging_limit,
      nameStatus: raw.name_status,
      codeVerificationStatus: raw.code_verification_status,
      canSend: asObject(raw.health_status)?.can_send_message,
    }),
    raw,
  }
}

/** Reads a business profile, without empty fields. */
function businessProfile(body: unknown): BusinessProfile {
  const found = asObject(itemsOf(asObject(body)?.data)[0]) ?? {}
  const websites = itemsOf(found.websites).flatMap((site) => asText(site) ?? [])
  return {
    ...pickTexts({
      about: found.about,
      address: found.address,
      description: found.description,
      email: found.email,
      // The provider's word for none, which it doesn't take back.
      vertical: found.vertical === 'UNDEFINED' ? undefined : found.vertical,
      pictureUrl: found.profile_picture_url,
    }),
    ...(websites.length > 0 && { websites }),
  }
}

/** Returns the call that uploads and sets a profile picture. */
const pictureCalls = (call: GraphCall): PictureCalls => ({
  changePicture: async (access, picture) => {
    const uploaded = await uploadForHandle(call, access, picture)
    if (!uploaded.ok) return uploaded
    const shown = numberOutcome(
      await call(access, {
        method: 'POST',
        path: `/${encodeURIComponent(access.phoneNumberId)}${profilePath}`,
        body: JSON.stringify({ ...product, profile_picture_handle: uploaded.handle }),
      }),
    )
    return shown.ok ? { ok: true } : shown
  },
})

export type CloudProviderOptions = {
  name: 'cloud' | 'simulator'
  /** The API's base URL, such as `https://graph.facebook.com`. */
  baseUrl: string
  /** Graph API version in every path. Default: v24.0. */
  version?: string
  /** Timeout for a whole exchange in milliseconds. Default: 15,000. */
  timeoutMs?: number
  /** Maximum open connections. Default: 64. */
  connections?: number
}

const defaults = { version: 'v24.0', timeoutMs: 15_000, connections: 64 }
const connectTimeoutMs = 5_000
const keepAliveTimeoutMs = 30_000

const capabilities: Capabilities = {
  messageTypes: [
    'text',
    'image',
    'video',
    'document',
    'audio',
    'voice',
    'sticker',
    'location',
    'location_request',
    'contacts',
    'reaction',
    'buttons',
    'link',
    'list',
    'product',
    'products',
    'catalog',
    'template',
    'native',
  ],
  groupMessageTypes: ['text', 'image', 'video', 'document', 'audio', 'voice', 'template'],
  textCharactersMax,
  buttons: { repliesMax: 3, linksMax: 1, phonesMax: 0 },
  listRowsMax: 10,
  readReceipts: true,
  typing: 'inbound-only',
  customerWindowHours: 24,
  polls: false,
  edits: false,
  deletions: false,
  channels: false,
}

/**
 * The WhatsApp Cloud API over HTTP. The request is passed to undici in the same tick; on a reused connection, undici first
 * checks for a pending close (one turn of the event loop), which avoids unknown outcomes.
 */
export function cloudProvider(opts: CloudProviderOptions): Provider {
  const base = new URL(opts.baseUrl)
  const timeoutMs = opts.timeoutMs ?? defaults.timeoutMs
  const prefix = `${base.pathname.replace(/\/$/, '')}/${opts.version ?? defaults.version}`
  const pool = openPool(base.origin, opts.connections ?? defaults.connections)

  const graph: GraphCall = (access, { method, path, body, contentType = 'application/json', ...rest }) =>
    exchange(pool, {
      method,
      path: `${prefix}${path}`,
      headers: {
        authorization: `Bearer ${access.accessToken}`,
        ...(body !== undefined && { 'content-type': contentType }),
        ...rest.headers,
      },
      ...(body !== undefined && { body }),
      timeoutMs: rest.timeoutMs ?? timeoutMs,
    })
  const call: NumberCall = (access, { path = '', body, ...rest }) =>
    graph(access, {
      ...rest,
      method: body === undefined ? 'GET' : 'POST',
      path: `/${encodeURIComponent(access.phoneNumberId)}${path}`,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  return {
    name: opts.name,
    capabilities,
    send: async (access, message) =>
      sendOutcome(await call(access, { path: '/messages', body: sendBody(message) }), new Date()),
    markRead: async (access, providerMessageId, { typing = false } = {}) => {
      const outcome = numberOutcome(
        await call(access, { path: '/messages', body: markReadBody(providerMessageId, typing) }),
      )
      return outcome.ok ? { ok: true } : outcome
    },
    forward: async (access, { method, path, body }) => {
      const sent = await graph(access, { method, path, ...(body !== undefined && { body: JSON.stringify(body) }) })
      if (sent.kind !== 'answer') return { ok: false, error: unanswered(sent, method) }
      return { ok: true, status: sent.status, body: parseJson(sent.body) ?? null, error: forwardedError(sent) }
    },
    ...numberCalls(call),
    ...accountCalls(graph),
    ...pictureCalls(graph),
    ...templateCalls(graph),
    ...mediaCalls(graph, base.host),
    ...groupCalls(graph),
    close: () => pool.close(),
  }
}

/** Opens connections to the provider. One connection carries one call at a time. */
function openPool(origin: string, connections: number): Pool {
  // Our timeout covers head and body, while undici's timeouts only measure inactivity. With HTTP/2, a lost connection would affect all
  // calls.
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

/** Returns the body that marks a received message as read and, if requested, shows that an answer is being written. */
const markReadBody = (messageId: string, showsTyping: boolean): Record<string, unknown> => ({
  ...product,
  status: 'read',
  message_id: messageId,
  ...(showsTyping && { typing_indicator: { type: 'text' } }),
})
