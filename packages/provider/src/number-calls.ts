import type { ExchangeResult } from './exchange.ts'
import { asObject, asText, itemsOf } from './json.ts'
import { callOutcome } from './outcome.ts'
import type { BusinessProfile, CallOutcome, Line, NumberCalls, NumberHealth } from './provider.ts'

/** Makes a call for a number: GET without a body, POST with one. `path` follows the number's id. */
export type NumberCall = (line: Line, rest: { path?: string; body?: unknown }) => Promise<ExchangeResult>

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

/** Calls about a number itself, made with `call`. */
export function numberCalls(call: NumberCall): NumberCalls {
  const post = async (line: Line, path: string, body: unknown): Promise<CallOutcome> => {
    const outcome = callOutcome(await call(line, { path, body }))
    return outcome.ok ? { ok: true } : outcome
  }
  return {
    describeNumber: async (line) => {
      const outcome = callOutcome(await call(line, { path: `?fields=${numberFields.join(',')}` }))
      return outcome.ok ? { ok: true, number: numberHealth(line, outcome.body) } : outcome
    },
    requestCode: (line, { method, language }) => post(line, '/request_code', { code_method: method, language }),
    verifyCode: (line, code) => post(line, '/verify_code', { code }),
    register: (line, pin) => post(line, '/register', { ...product, pin }),
    deregister: (line) => post(line, '/deregister', {}),
    readProfile: async (line) => {
      const outcome = callOutcome(await call(line, { path: `${profilePath}?fields=${profileFields.join(',')}` }))
      return outcome.ok ? { ok: true, profile: businessProfile(outcome.body) } : outcome
    },
    changeProfile: (line, changes) => post(line, profilePath, { ...product, ...changes }),
  }
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
