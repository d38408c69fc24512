import { identifiersOf } from '@posthorn/contracts'
import { readIdentifiers } from './callback-person.ts'
import { type ErrorRule, listedRule, ruleFor, ruleForStatus } from './error-rule.ts'
import type { ExchangeResult } from './exchange.ts'
import { asId, asNumber, asObject, asText, itemsOf, parseJson } from './json.ts'
import type {
  CallFailure,
  ForwardedError,
  GroupOutcome,
  ProviderError,
  SendOutcome,
  UploadOutcome,
} from './provider.ts'

type Answer = Extract<ExchangeResult, { kind: 'answer' }>
type GraphError = { error: ProviderError; rule: ErrorRule }

/**
 * Classifies a send's outcome. Only a response that proves acceptance is `sent`; only proof of the opposite is `not_sent`, `throttled`, or
 * `refused`. Anything else is `unknown`, because a message sent again by mistake reaches a person twice.
 */
export const sendOutcome = (result: ExchangeResult, now: Date): SendOutcome => decideOutcome(result, now, accepted)

/**
 * Classifies a group request's outcome as strictly as a send's, because a request repeated by mistake creates a second group. `take` reads
 * proof of acceptance from a successful response's body; undefined if there is none.
 */
export function groupOutcome(
  result: ExchangeResult,
  now: Date,
  take: (body: unknown) => GroupOutcome | undefined,
): GroupOutcome {
  const outcome = decideOutcome(result, now, take)
  // A token without permission for groups can still send messages.
  if (outcome.outcome !== 'refused' || listedRule(outcome.error.code)?.class !== 'deny') return outcome
  return { ...outcome, suspendsNumber: false }
}

/**
 * Classifies an upload's outcome as a send's, so that an error means the same for a message with a file and for a text. An unknown outcome
 * becomes `not_sent`, because a second upload reaches no person.
 */
export function uploadOutcome(result: ExchangeResult, now: Date): UploadOutcome {
  const outcome = decideOutcome(result, now, uploaded)
  if (outcome.outcome !== 'unknown') return outcome
  return { outcome: 'not_sent', error: { ...outcome.error, errorCode: 'provider:unavailable', retryable: true } }
}

/** Decides what the result of a call proves. `take` reads proof of acceptance in a successful body; undefined without. */
function decideOutcome<T>(result: ExchangeResult, now: Date, take: (body: unknown) => T | undefined): T | CallFailure {
  if (result.kind === 'not_written') return notWritten(result)
  if (result.kind === 'broken') return { outcome: 'unknown', error: lostAnswer(result.reason) }
  const body = parseJson(result.body)
  const graph = graphError(body, result.status)
  // A server's error with a code that isn't listed doesn't prove that nothing was sent.
  if (graph !== undefined && (result.status < 500 || listedRule(graph.error.code) !== undefined))
    return fromRule(graph, result, now)
  if (result.status >= 200 && result.status <= 299) {
    const lost: CallFailure = { outcome: 'unknown', error: lostAnswer('the response has no id', result.status) }
    return take(body) ?? lost
  }
  // A redirect, a server's error or a timeout may come from a proxy, after the provider accepted the request.
  if (result.status < 400 || result.status >= 500 || result.status === 408)
    return {
      outcome: 'unknown',
      error: lostAnswer(graph?.error.title ?? 'the response has no error body', result.status),
    }
  return fromRule(bareError(result), result, now)
}

type BodyOutcome = { ok: true; body: unknown } | { ok: false; error: ProviderError }

/** Classifies a call that is safe to retry, about something other than the number: if that is not found, the number isn't suspended. */
export function callOutcome(result: ExchangeResult): BodyOutcome {
  const outcome = numberOutcome(result)
  if (outcome.ok || outcome.error.code !== 100) return outcome
  return { ok: false, error: { ...outcome.error, errorCode: 'provider:refused', retryable: false } }
}

/** Classifies a call about the number itself that is safe to retry: the body if it succeeded (undefined if it isn't JSON), else the error. */
export function numberOutcome(result: ExchangeResult): BodyOutcome {
  if (result.kind !== 'answer') return { ok: false, error: unreachable(result.reason) }
  const body = parseJson(result.body)
  const graph = graphError(body, result.status)
  if (graph !== undefined) return { ok: false, error: graph.error }
  if (result.status < 200 || result.status > 299) return { ok: false, error: bareError(result).error }
  return { ok: true, body }
}

/** Classifies the error in the response to a forwarded call; null for none. An object that isn't found says nothing about the number. */
export function forwardedError(answer: Answer): ForwardedError | null {
  const outcome = callOutcome(answer)
  if (outcome.ok) return null
  const { code, httpStatus, errorCode } = outcome.error
  const rule = listedRule(code) ?? ruleForStatus(httpStatus ?? 400)
  return { errorCode, isTokenRejected: errorCode === 'number:unauthorized' && rule.class === 'suspend' }
}

/** Returns the error for a forwarded call without a response. A POST that may have had an effect isn't repeated; other calls may be. */
export const unanswered = (result: Exclude<ExchangeResult, Answer>, method: string): ProviderError =>
  method === 'POST' && result.kind === 'broken'
    ? { ...lostAnswer(result.reason), errorCode: 'provider:outcome_unknown' }
    : unreachable(result.reason)

/** Reads a provider error from a callback or a response's entry. Undefined without a valid code; anything else may be missing. */
export const providerError = (value: unknown): ProviderError | undefined => readError(value)?.error

/** Reads the errors of a callback's item or a response's entry. */
export const providerErrors = (errors: unknown): ProviderError[] =>
  itemsOf(errors).flatMap((cause) => providerError(cause) ?? [])

/** Reads an error with the rule for it; undefined without a code. */
function readError(value: unknown, httpStatus?: number): GraphError | undefined {
  const item = asObject(value)
  const code = asNumber(item?.code)
  if (item === undefined || code === undefined || !Number.isInteger(code) || Math.abs(code) >= 2 ** 31) return undefined
  const rule = ruleFor(code, { subcode: asNumber(item.error_subcode), httpStatus })
  const heading = asText(item.error_user_title) ?? asText(item.title) ?? asText(item.message)?.replace(/^\(#\d+\) /, '')
  const title = heading ?? `Provider error ${code}`
  const details = asText(asObject(item.error_data)?.details) ?? asText(item.details) ?? asText(item.error_user_msg)
  return {
    rule,
    error: { code, title, ...(details && { details }), ...(httpStatus && { httpStatus }), ...named(rule) },
  }
}

/** Reads the error in a response's body; undefined if it has none. */
const graphError = (body: unknown, httpStatus: number): GraphError | undefined =>
  readError(asObject(body)?.error, httpStatus)

/** Returns an error for a response that has no details. */
function bareError(answer: Answer): GraphError {
  const rule = ruleForStatus(answer.status)
  return { rule, error: { code: null, title: `HTTP ${answer.status}`, httpStatus: answer.status, ...named(rule) } }
}

/** Returns a rule's error code, and whether the same request may succeed later. */
const named = (rule: ErrorRule): Pick<ProviderError, 'errorCode' | 'retryable'> => ({
  errorCode: rule.errorCode,
  retryable: rule.class === 'retry' || rule.class === 'number' || rule.class === 'pair',
})

/** Returns the outcome that an error means, by its class. */
function fromRule({ error, rule }: GraphError, answer: Answer, now: Date): CallFailure {
  switch (rule.class) {
    case 'retry':
      return { outcome: 'not_sent', error }
    case 'number':
    case 'pair': {
      const retryAfterMs = waitAsked(answer.headers, now)
      return { outcome: 'throttled', scope: rule.class, ...(retryAfterMs !== undefined && { retryAfterMs }), error }
    }
    case 'refuse':
    case 'suspend':
    case 'deny':
      return { outcome: 'refused', error, suspendsNumber: rule.class !== 'refuse' }
  }
}

/** Reads the proof that a message was accepted: its id, with the recipient's identifiers; undefined without an id. */
function accepted(body: unknown): SendOutcome | undefined {
  const answer = asObject(body)
  const { id, message_status: status = 'accepted' } = asObject(itemsOf(answer?.messages)[0]) ?? {}
  const providerId = asId(id)
  if (!providerId) return undefined
  const { wa_id: phone, user_id: userId, parent_user_id: parentUserId } = asObject(itemsOf(answer?.contacts)[0]) ?? {}
  const recipient = identifiersOf(readIdentifiers({ phone, userId, parentUserId }))
  return { outcome: 'sent', providerId, recipient, ...(status !== 'accepted' && { isHeld: true }) }
}

/** Reads the proof that an upload was accepted: the file's id; undefined without one. */
function uploaded(body: unknown): UploadOutcome | undefined {
  const mediaId = asText(asObject(body)?.id)
  return mediaId ? { outcome: 'uploaded', mediaId } : undefined
}

/** Returns the outcome of a call that sent nothing. If it can't be written as HTTP, the number's settings are wrong. */
function notWritten(result: Extract<ExchangeResult, { kind: 'not_written' }>): CallFailure {
  if (!result.invalid) return { outcome: 'not_sent', error: unreachable(result.reason) }
  const error: ProviderError = {
    code: null,
    title: 'The number id or its token cannot be sent in a request',
    details: result.reason,
    errorCode: 'number:unauthorized',
    retryable: false,
  }
  return { outcome: 'refused', error, suspendsNumber: true }
}

/** Returns the error for a call that can be repeated: it didn't reach the provider, or does no harm twice. */
const unreachable = (reason: string): ProviderError => ({
  code: null,
  title: 'The provider could not be reached',
  details: reason,
  errorCode: 'provider:unreachable',
  retryable: true,
})

/** Returns the error for a call that the provider may have accepted, so that it isn't repeated. */
const lostAnswer = (reason: string, httpStatus?: number): ProviderError => ({
  code: null,
  title: 'The answer of the provider was lost',
  details: `Reason: ${reason}.`,
  ...(httpStatus !== undefined && { httpStatus }),
  errorCode: 'message:outcome_unknown',
  retryable: false,
})

/** Longest wait to follow, in milliseconds. A limit that lasts longer is asked for again. */
export const waitMsMax = 3_600_000

/** Returns the milliseconds to wait, up to an hour, if any: by `Retry-After` (seconds or a date), else the usage header (minutes). */
function waitAsked(headers: Answer['headers'], now: Date): number | undefined {
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined) {
    const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
    if (!Number.isNaN(ms)) return Math.min(Math.max(0, ms), waitMsMax)
  }
  const usage = asObject(parseJson(headers['x-business-use-case-usage'] ?? ''))
  const minutes = Object.values(usage ?? {})
    .flatMap(itemsOf)
    .map((item) => asNumber(asObject(item)?.estimated_time_to_regain_access) ?? 0)
  const longest = Math.max(0, ...minutes)
  return longest > 0 ? Math.min(longest * 60_000, waitMsMax) : undefined
}
