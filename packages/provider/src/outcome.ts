import { identifiersOf } from '@posthorn/contracts'
import { readIdentifiers } from './callback-person.ts'
import type { ErrorRule } from './error-codes.ts'
import { ruleFor, ruleForStatus } from './error-codes.ts'
import type { ExchangeResult } from './exchange.ts'
import { asNumber, asObject, asText, itemsOf, parseJson } from './json.ts'
import type { CallFailure, GroupOutcome, ProviderError, SendOutcome } from './provider.ts'

type Answer = Extract<ExchangeResult, { kind: 'answer' }>
type GraphError = { error: ProviderError; rule: ErrorRule }

/**
 * Classifies a send's outcome. Only a response that proves acceptance is `sent`; only proof of the opposite is `not_sent`, `throttled`, or
 * `refused`. Anything else is `unknown`, because a message sent again by mistake reaches a person twice.
 */
export function sendOutcome(result: ExchangeResult, now: Date): SendOutcome {
  return decideOutcome(result, now, accepted)
}

/**
 * Classifies a group request's outcome as strictly as a send's, because a request repeated by mistake creates a second group. `take` reads
 * proof of acceptance from a successful response's body; undefined if there is none.
 */
export function groupOutcome(
  result: ExchangeResult,
  now: Date,
  take: (body: unknown) => GroupOutcome | undefined,
): GroupOutcome {
  return decideOutcome(result, now, take)
}

/** `take` reads proof of acceptance from a successful response's body; undefined if there is none. */
function decideOutcome<T>(result: ExchangeResult, now: Date, take: (body: unknown) => T | undefined): T | CallFailure {
  if (result.kind === 'not_written') return notWritten(result)
  if (result.kind === 'broken') return { outcome: 'unknown', error: lostAnswer(result.reason) }
  const body = parseJson(result.body)
  const graph = graphError(body, result.status)
  if (graph !== undefined) return fromRule(graph, result, now)
  if (result.status >= 200 && result.status <= 299) {
    const lost: CallFailure = { outcome: 'unknown', error: lostAnswer('the response has no id', result.status) }
    return take(body) ?? lost
  }
  if (result.status < 400 || result.status >= 500 || result.status === 408)
    return { outcome: 'unknown', error: lostAnswer('the response has no error body', result.status) }
  return fromRule(bareError(result), result, now)
}

/** Classifies a call that is safe to retry: the parsed body if it succeeded, else the error. */
export function callOutcome(result: ExchangeResult): { ok: true; body: unknown } | { ok: false; error: ProviderError } {
  if (result.kind !== 'answer') return { ok: false, error: unreachable(result.reason) }
  const body = parseJson(result.body)
  const graph = graphError(body, result.status)
  if (graph !== undefined) return { ok: false, error: graph.error }
  if (result.status < 200 || result.status > 299) return { ok: false, error: bareError(result).error }
  return { ok: true, body }
}

/** Reads a provider error from a response or callback, leniently (cloud-api.md 3.1). */
export function providerError(value: unknown, httpStatus?: number): ProviderError | undefined {
  return readError(value, httpStatus)?.error
}

function readError(value: unknown, httpStatus: number | undefined): GraphError | undefined {
  const item = asObject(value)
  const code = asNumber(item?.code)
  if (item === undefined || code === undefined || !Number.isInteger(code) || Math.abs(code) >= 2 ** 31) return undefined
  const rule = ruleFor(code, { subcode: asNumber(item.error_subcode), httpStatus })
  const title = asText(item.title) ?? asText(item.message)?.replace(/^\(#\d+\) /, '') ?? `Provider error ${code}`
  const details = asText(asObject(item.error_data)?.details) ?? asText(item.details)
  return {
    rule,
    error: { code, title, ...(details && { details }), ...(httpStatus && { httpStatus }), ...named(rule) },
  }
}

function graphError(body: unknown, httpStatus: number): GraphError | undefined {
  return readError(asObject(body)?.error, httpStatus)
}

function bareError(answer: Answer): GraphError {
  const rule = ruleForStatus(answer.status)
  return { rule, error: { code: null, title: `HTTP ${answer.status}`, httpStatus: answer.status, ...named(rule) } }
}

function named(rule: ErrorRule): Pick<ProviderError, 'errorCode' | 'retryable'> {
  return {
    errorCode: rule.errorCode,
    retryable: rule.class === 'retry' || rule.class === 'number' || rule.class === 'pair',
  }
}

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
      return { outcome: 'refused', error, suspendsNumber: rule.class === 'suspend' }
  }
}

function accepted(body: unknown): SendOutcome | undefined {
  const answer = asObject(body)
  const providerId = asText(asObject(itemsOf(answer?.messages)[0])?.id)
  if (!providerId) return undefined
  const { wa_id: phone, user_id: userId, parent_user_id: parentUserId } = asObject(itemsOf(answer?.contacts)[0]) ?? {}
  return { outcome: 'sent', providerId, recipient: identifiersOf(readIdentifiers({ phone, userId, parentUserId })) }
}

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

export function unreachable(reason: string): ProviderError {
  return {
    code: null,
    title: 'The provider could not be reached',
    details: reason,
    errorCode: 'provider:unreachable',
    retryable: true,
  }
}

function lostAnswer(reason: string, httpStatus?: number): ProviderError {
  return {
    code: null,
    title: 'The answer of the provider was lost',
    details: `Reason: ${reason}.`,
    ...(httpStatus !== undefined && { httpStatus }),
    errorCode: 'message:outcome_unknown',
    retryable: false,
  }
}

/**
 * Returns the wait that the provider asks for, in milliseconds: from `Retry-After` (seconds or a date), else from the usage header
 * (minutes); see cloud-api.md section 1.
 */
function waitAsked(headers: Answer['headers'], now: Date): number | undefined {
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined) {
    const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
    if (Number.isFinite(ms)) return Math.max(0, ms)
  }
  const usage = asObject(parseJson(headers['x-business-use-case-usage'] ?? ''))
  const minutes = Object.values(usage ?? {})
    .flatMap(itemsOf)
    .map((item) => asNumber(asObject(item)?.estimated_time_to_regain_access) ?? 0)
  const longest = Math.max(0, ...minutes)
  return longest > 0 ? longest * 60_000 : undefined
}
