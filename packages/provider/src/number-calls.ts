import type { ExchangeResult } from './exchange.ts'
import { asObject, asText, itemsOf } from './json.ts'
import { callOutcome } from './outcome.ts'
import type { BusinessProfile, CallOutcome, NumberAccess, NumberCalls, NumberHealth } from './provider.ts'

/** Calls the provider for a number: GET without a body, POST with one. `path` is appended to the number's id. */
export type NumberCall = (
  access: NumberAccess,
  rest: { path?: string; body?: unknown; timeoutMs?: number },
) => Promise<ExchangeResult>

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
  'health_status',
]
const profileFields = ['about', 'address', 'description', 'email', 'profile_picture_url', 'websites', 'vertical']
const profilePath = '/whatsapp_business_profile'
const product = { messaging_product: 'whatsapp' }

export function numberCalls(call: NumberCall): NumberCalls {
  const post = async (access: NumberAccess, path: string, body: unknown): Promise<CallOutcome> => {
    const outcome = callOutcome(await call(access, { path, body }))
    return outcome.ok ? { ok: true } : outcome
  }
  return {
    describeNumber: async (access) => {
      const outcome = callOutcome(await call(access, { path: `?fields=${numberFields.join(',')}` }))
      return outcome.ok ? { ok: true, number: numberHealth(access, outcome.body) } : outcome
    },
    responds: async (access, timeoutMs) => (await call(access, { path: '?fields=id', timeoutMs })).kind === 'answer',
    requestCode: (access, { method, language }) => post(access, '/request_code', { code_method: method, language }),
    verifyCode: (access, code) => post(access, '/verify_code', { code }),
    register: (access, pin) => post(access, '/register', { ...product, pin }),
    deregister: (access) => post(access, '/deregister', {}),
    readProfile: async (access) => {
      const outcome = callOutcome(await call(access, { path: `${profilePath}?fields=${profileFields.join(',')}` }))
      return outcome.ok ? { ok: true, profile: businessProfile(outcome.body) } : outcome
    },
    changeProfile: (access, changes) => post(access, profilePath, { ...product, ...changes }),
  }
}

function numberHealth(access: NumberAccess, body: unknown): NumberHealth {
  const raw = asObject(body) ?? {}
  const read = (name: keyof NumberHealth, value: unknown) => {
    const text = asText(value)
    return text === undefined ? {} : { [name]: text }
  }
  return {
    phoneNumberId: asText(raw.id) ?? access.phoneNumberId,
    ...read('displayPhoneNumber', raw.display_phone_number),
    ...read('verifiedName', raw.verified_name),
    ...read('qualityRating', raw.quality_rating),
    ...read('status', raw.status),
    ...read('throughputLevel', asObject(raw.throughput)?.level),
    ...read('messagingLimit', raw.whatsapp_business_manager_messaging_limit),
    ...read('nameStatus', raw.name_status),
    ...read('codeVerificationStatus', raw.code_verification_status),
    ...read('canSend', asObject(raw.health_status)?.can_send_message),
    raw,
  }
}

function businessProfile(body: unknown): BusinessProfile {
  const found = asObject(itemsOf(asObject(body)?.data)[0]) ?? {}
  const read = (name: keyof BusinessProfile, value: unknown) => {
    const text = asText(value)
    return text ? { [name]: text } : {}
  }
  const websites = itemsOf(found.websites).flatMap((site) => asText(site) ?? [])
  return {
    ...read('about', found.about),
    ...read('address', found.address),
    ...read('description', found.description),
    ...read('email', found.email),
    ...read('vertical', found.vertical),
    ...read('pictureUrl', found.profile_picture_url),
    ...(websites.length > 0 && { websites }),
  }
}
