import { inTransaction, type Runtime, type Tx } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { DeliveryStatus } from '../entities/webhook.ts'
import type { DeliveryMetrics } from '../metrics.sql.ts'
import { type AttemptOutcome, type AttemptResult, classifyStatus, computePauseMs, parseRetryAfter } from './attempt.ts'
import { type Failure, type Health, recordFailure, recordSuccess, recordUnprepared } from './breaker.ts'
import type { ClaimedJob } from './claim.sql.ts'
import {
  type Completion,
  countReplayAnswers,
  type LockedEndpoint,
  lockAttempted,
  writeCompletions,
} from './complete.sql.ts'
import { disableEndpoints } from './endpoints.sql.ts'
import { parkJobs } from './jobs.sql.ts'

const hourMs = 3_600_000
const disableAfterMs = 5 * 24 * hourMs
const disableAttemptsMin = 20
/** Longest first, because only the longest that has passed is announced. */
const warningHours = [72, 24]

/** Alert for an endpoint's owner: a warning after `hours` without a 2xx response, or a notice that the endpoint was disabled. */
type EndpointAlert = { kind: 'failing'; hours: number } | { kind: 'disabled' }

/** Returns the alert due after a failed attempt: a warning once after 24 and 72 hours, the end after 5 days and 20 attempts without a 2xx. */
export function decideAlert(health: Health, nowMs: number): EndpointAlert | null {
  if (health.failingSinceMs === null) return null
  const failingMs = nowMs - health.failingSinceMs
  if (failingMs >= disableAfterMs && health.failedAttempts >= disableAttemptsMin) return { kind: 'disabled' }
  const hours = warningHours.find((after) => failingMs >= after * hourMs)
  return hours !== undefined && hours > health.warnedHours ? { kind: 'failing', hours } : null
}

export type FinishedAttempt = { job: ClaimedJob; result: AttemptResult }

/** Attempts recorded together, with the database's clock, the locked endpoints by id, and the alerts to send to their owners. */
type CompletionBatch = {
  nowMs: number
  scale: number
  endpoints: Map<string, LockedEndpoint>
  alerts: { endpoint: LockedEndpoint; alert: EndpointAlert; reason: string }[]
}

/**
 * Records, in one transaction, attempts that ended together, along with the next status of their deliveries, the health of their endpoints,
 * and alerts. Ignores a result whose lease was lost. `value`: whether the attempt was recorded.
 */
export async function completeAttempts(
  runtime: Runtime,
  { retryScale, metrics }: { retryScale: number; metrics: Pick<DeliveryMetrics, 'disabled'> },
  attempts: FinishedAttempt[],
): Promise<{ ok: true; value: boolean }[]> {
  const { leases, hasMore, disabled } = await inTransaction(runtime, async (tx) => {
    const { leases, endpoints, nowMs } = await lockAttempted(
      tx.em,
      attempts.map(({ job }) => job),
    )
    const valid = attempts.filter(({ job }) => leases.has(job.deliveryId))
    const batch = { nowMs, scale: retryScale, endpoints: new Map(endpoints.map((each) => [each.id, each])), alerts: [] }
    const recorded = valid.length > 0 ? await record(tx, batch, valid) : { hasMore: false, disabled: 0 }
    if (valid.some(({ job }) => job.replay)) tx.wake('replay')
    return { leases, ...recorded }
  })
  // The attempts belong to this process's shards, so no other process needs to wake.
  if (hasMore) runtime.wakeHere('deliver')
  if (disabled > 0) metrics.disabled.add(disabled)
  return attempts.map(({ job }) => ({ ok: true, value: leases.has(job.deliveryId) }))
}

/**
 * Stores results whose leases are valid, disables endpoints that are gone or failed for too long, and announces alerts and exhausted
 * deliveries. `hasMore`: more deliveries are due, now or at a new time. `disabled`: number of disabled endpoints.
 */
async function record(
  tx: Tx,
  batch: CompletionBatch,
  attempts: FinishedAttempt[],
): Promise<{ hasMore: boolean; disabled: number }> {
  const { endpoints } = batch
  const completions = attempts.map((attempted) => buildCompletion(batch, attempted))
  await countReplayAnswers(tx.em, attempts)
  const due = await writeCompletions(tx.em, completions, [...endpoints.values()])
  const disabled = batch.alerts.filter(({ alert }) => alert.kind === 'disabled').map(({ endpoint }) => endpoint.id)
  if (disabled.length > 0) {
    await disableEndpoints(tx.em, disabled)
    await parkJobs(tx.em, disabled)
    tx.wake('reconcile')
  }
  for (const alert of batch.alerts) announceAlert(tx, alert)
  announceExhausted(tx, endpoints, completions)
  return { hasMore: due || completions.some(({ status }) => status === 'waiting'), disabled: disabled.length }
}

/** Returns what to store for an attempt, after counting what it says about its endpoint in the endpoint's health. */
function buildCompletion(batch: CompletionBatch, { job, result }: FinishedAttempt): Completion {
  const answered = classifyStatus(result.status)
  const endpoint = batch.endpoints.get(job.endpointId)
  // An answer from an endpoint's previous URL says nothing about the new one.
  const isMoved = endpoint !== undefined && endpoint.url !== job.url
  const outcome = isMoved && answered === 'gone' ? 'failed' : answered
  const retryAfterMs = parseRetryAfter(result.responseHeaders['retry-after'], result.startedAt.getTime())
  if (endpoint && !isMoved) countOutcome(batch, endpoint, { outcome, result, retryAfterMs })
  const attempt = job.attempt + 1
  const pauseMs = computePauseMs({ attemptsMade: attempt, random: Math.random(), retryAfterMs, scale: batch.scale })
  const status = decideStatus(outcome, endpoint, pauseMs)
  return {
    workspaceId: job.workspaceId,
    deliveryId: job.deliveryId,
    endpointId: job.endpointId,
    event: { id: job.eventId, kind: job.kind },
    attemptId: newId('att'),
    number: job.number + 1,
    attempt,
    url: job.url,
    status,
    delayMs: status === 'waiting' ? pauseMs : null,
    result,
  }
}

/** Returns a delivery's status after an attempt. `endpoint`: undefined if deleted meanwhile. `pauseMs`: null after the last attempt. */
function decideStatus(
  outcome: AttemptOutcome,
  endpoint: LockedEndpoint | undefined,
  pauseMs: number | null,
): DeliveryStatus {
  if (outcome === 'succeeded') return 'succeeded'
  if (!endpoint) return 'canceled'
  // A delivery to a receiver that is gone is kept even after its last attempt, since the owner may enable the endpoint again.
  if (outcome === 'gone') return 'parked'
  if (pauseMs === null) return 'exhausted'
  return endpoint.active ? 'waiting' : 'parked'
}

/** Counts an outcome in an endpoint's health. Adds an alert to the batch if one is due; one that disables the endpoint marks it inactive. */
function countOutcome(
  batch: CompletionBatch,
  endpoint: LockedEndpoint,
  { outcome, result, retryAfterMs }: Outcome,
): void {
  const { nowMs } = batch
  if (outcome === 'succeeded') {
    endpoint.health = recordSuccess(endpoint.health, nowMs)
    return
  }
  endpoint.health = result.isUnprepared
    ? recordUnprepared(endpoint.health, nowMs)
    : recordFailure(endpoint.health, failureFrom(batch, { outcome, result, retryAfterMs }))
  if (!endpoint.active) return
  const alert: EndpointAlert | null = outcome === 'gone' ? { kind: 'disabled' } : decideAlert(endpoint.health, nowMs)
  if (alert === null) return
  batch.alerts.push({ endpoint, alert, reason: explainAlert(outcome, alert, result) })
  if (alert.kind === 'disabled') endpoint.active = false
  else endpoint.health = { ...endpoint.health, warnedHours: alert.hours }
}

type Outcome = { outcome: AttemptOutcome; result: AttemptResult; retryAfterMs: number | null }

/** Returns what a failed attempt says about its receiver. One that does not answer in time is taken for overloaded. */
function failureFrom({ nowMs, scale }: CompletionBatch, { outcome, result, retryAfterMs }: Outcome): Failure {
  const throttled = outcome === 'throttled' || result.error?.startsWith('timeout') === true
  const requestedPauseMs = result.status === 429 || result.status === 503 ? retryAfterMs : null
  // Like the pause before a second attempt: at least 5 s and at most an hour.
  const postponeMs =
    requestedPauseMs === null
      ? null
      : computePauseMs({ attemptsMade: 1, random: 0, retryAfterMs: requestedPauseMs, scale })
  return { nowMs, throttled, postponeMs, scale }
}

/** Returns the reason in an alert, for the people who run the receiver. */
function explainAlert(outcome: AttemptOutcome, alert: EndpointAlert, { status, error }: AttemptResult): string {
  if (outcome === 'gone') return 'It answered 410 Gone.'
  const last = describeLast({ status, error })
  return alert.kind === 'disabled'
    ? `No 2xx for 5 days; last: ${last}.`
    : `No 2xx for ${alert.hours} hours; last: ${last}.`
}

/** Returns how the last attempt ended: its status, or the error if there was no response. */
const describeLast = ({ status, error }: Pick<AttemptResult, 'status' | 'error'>): string =>
  status === null ? (error ?? 'no answer') : `status ${status}`

/** Announces an alert, so that the webhook's owner learns of it. Only disabling the endpoint gives it a new version. */
function announceAlert(tx: Tx, { endpoint, alert, reason }: CompletionBatch['alerts'][number]): void {
  const isDisabled = alert.kind === 'disabled'
  tx.emit({
    kind: isDisabled ? 'webhook:disabled' : 'webhook:failing',
    workspace: endpoint.workspaceId,
    data: {
      webhook: endpoint.webhookId,
      endpoint: endpoint.id,
      url: endpoint.url,
      since: new Date(endpoint.health.failingSinceMs ?? Date.now()).toISOString(),
      reason,
    },
    aggregate: { id: endpoint.id, version: endpoint.version + Number(isDisabled) },
  })
}

/** Announces exhausted deliveries, except those of `webhook:` events: two failing webhooks would report each other forever. */
function announceExhausted(tx: Tx, endpoints: CompletionBatch['endpoints'], completions: Completion[]): void {
  for (const { status, workspaceId, deliveryId, endpointId, event, url, number, result } of completions) {
    const endpoint = endpoints.get(endpointId)
    if (status !== 'exhausted' || !endpoint || event.kind.startsWith('webhook:')) continue
    tx.emit({
      kind: 'webhook:exhausted',
      workspace: workspaceId,
      data: {
        webhook: endpoint.webhookId,
        endpoint: endpointId,
        url,
        reason: `No attempt is left; last: ${describeLast(result)}.`,
        delivery: deliveryId,
        event: { id: event.id, event: event.kind },
        attempts: number,
      },
      aggregate: { id: deliveryId, version: number },
    })
  }
}
