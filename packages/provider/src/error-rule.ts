import type { ErrorCode } from '@posthorn/contracts'
import type { ProviderError } from './provider.ts'

/**
 * What a provider's error code means for the message. `retry`: the same request may succeed later.
 * `number` and `pair`: throttled. `refuse`: never succeeds. `suspend`: a problem with the number or its token. `deny`: the token lacks a
 * permission for this kind of request, which without it fails for the entire number.
 */
type ErrorClass = 'retry' | 'number' | 'pair' | 'refuse' | 'suspend' | 'deny'

export type ErrorRule = { class: ErrorClass; errorCode: ErrorCode }

const unavailable: ErrorRule = { class: 'retry', errorCode: 'provider:unavailable' }
const throttled: ErrorRule = { class: 'number', errorCode: 'provider:throttled' }
const refused: ErrorRule = { class: 'refuse', errorCode: 'provider:refused' }
const denied: ErrorRule = { class: 'deny', errorCode: 'number:unauthorized' }
const suspended: ErrorRule = { class: 'suspend', errorCode: 'number:suspended' }
const unauthorized: ErrorRule = { class: 'suspend', errorCode: 'number:unauthorized' }
const unregistered: ErrorRule = { class: 'suspend', errorCode: 'number:not_registered' }

/** The meaning of single codes. Those outside `listedRule` are judged by HTTP status, or count as refusals without one. */
const rules: Readonly<Record<number, ErrorRule>> = {
  0: unauthorized,
  1: unavailable,
  2: unavailable,
  3: denied,
  4: throttled,
  10: denied,
  17: throttled,
  32: throttled,
  33: suspended,
  100: refused,
  104: unauthorized,
  190: unauthorized,
  368: suspended,
  613: throttled,
  803: refused,
  80007: throttled,
  80008: throttled,
  130429: throttled,
  131000: unavailable,
  131005: denied,
  131016: unavailable,
  131020: { class: 'refuse', errorCode: 'group:empty' },
  131021: { class: 'refuse', errorCode: 'phone:same_as_sender' },
  131026: { class: 'refuse', errorCode: 'phone:undeliverable' },
  131031: suspended,
  131037: suspended,
  131041: { class: 'refuse', errorCode: 'group:not_active' },
  131042: suspended,
  131044: suspended,
  131045: unregistered,
  131047: { class: 'refuse', errorCode: 'window:closed' },
  131048: suspended,
  131050: { class: 'refuse', errorCode: 'contact:opted_out' },
  131056: { class: 'pair', errorCode: 'provider:pair_limited' },
  131057: unavailable,
  131064: suspended,
  131203: { class: 'refuse', errorCode: 'phone:undeliverable' },
  131204: { class: 'refuse', errorCode: 'group:full' },
  131207: { class: 'refuse', errorCode: 'group:suspended' },
  131208: throttled,
  131209: { class: 'refuse', errorCode: 'group:image_invalid' },
  131210: { class: 'refuse', errorCode: 'group:image_invalid' },
  131211: { class: 'refuse', errorCode: 'group:too_many' },
  131212: { class: 'refuse', errorCode: 'participant:not_found' },
  131213: { class: 'refuse', errorCode: 'join_request:not_found' },
  131214: unavailable,
  131215: { class: 'refuse', errorCode: 'number:no_groups' },
  133000: unavailable,
  133004: unavailable,
  133005: { class: 'refuse', errorCode: 'number:pin_wrong' },
  133006: { class: 'refuse', errorCode: 'number:not_verified' },
  133008: { class: 'refuse', errorCode: 'number:pin_wrong' },
  133009: { class: 'refuse', errorCode: 'number:pin_wrong' },
  133010: unregistered,
  133015: unavailable,
  133016: { class: 'refuse', errorCode: 'number:register_limited' },
  134101: unavailable,
  136024: { class: 'refuse', errorCode: 'number:code_not_sent' },
  136025: { class: 'refuse', errorCode: 'number:code_wrong' },
}

/** Subcode 33 of code 100: the number id in the path doesn't exist, or the token has no access. */
const unknownObjectSubcode = 33

/** Looks up a provider error by code. The HTTP status isn't stable: it decides unlisted codes only. Callbacks have none. */
export function ruleFor(
  code: number,
  hints: { subcode?: number | undefined; httpStatus?: number | undefined } = {},
): ErrorRule {
  if (code === 100 && hints.subcode === unknownObjectSubcode) return suspended
  return listedRule(code) ?? ruleForStatus(hints.httpStatus ?? 400)
}

/** Returns the rule that is listed for a code, which no HTTP status changes. Codes from 200 to 299 mean that a permission is missing. */
export function listedRule(code: number | null): ErrorRule | undefined {
  if (code === null) return undefined
  return rules[code] ?? (code >= 200 && code <= 299 ? denied : undefined)
}

/** Whether an error of a message concerns its entire number. */
export function suspendsNumber({ code }: Pick<ProviderError, 'code'>): boolean {
  const rule = listedRule(code)
  return rule?.class === 'suspend' || rule?.class === 'deny'
}

/** Rule for a response without known details, by its HTTP status. */
export function ruleForStatus(httpStatus: number): ErrorRule {
  if (httpStatus >= 500) return unavailable
  if (httpStatus === 429) return throttled
  if (httpStatus === 401) return unauthorized
  return refused
}
