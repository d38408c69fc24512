import { inTransaction, type Runtime, type Tx } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { DeliveryState } from '../entities/delivery.ts'
import type { DeliveryFigures } from '../figures.ts'
import { afterFailure, afterSuccess } from './breaker.ts'
import type { ClaimedJob } from './claim.sql.ts'
import { type Completion, heldLeases, type LockedEndpoint, lockEndpoints, writeCompletions } from './complete.sql.ts'
import { type News, newsOf } from './disabling.ts'
import { disableEndpoints, writeHealth } from './endpoints.sql.ts'
import { parkJobs } from './jobs.sql.ts'
import { judge, type Verdict } from './outcome.ts'
import type { PostResult } from './post.ts'
import { nextPauseMs, parseRetryAfter } from './schedule.ts'

/** An attempt that has ended. */
export type Attempted = { job: ClaimedJob; result: PostResult }

/** What a batch stands on: its transaction, the database's clock, the locked endpoints by id, and what their owners must be told. */
type Ledger = {
  nowMs: number
  scale: number
  endpoints: Map<string, LockedEndpoint>
  news: { endpoint: LockedEndpoint; news: News; reason: string }[]
}

/**
 * Records attempts that ended together, and in the same transaction what comes next: done, waiting for the next attempt, or parked. Also the
 * health of their endpoints, and the news about them. A result whose lease was lost changes nothing.
 */
export async function completeTogether(
  runtime: Runtime,
  { retryScale, figures }: { retryScale: number; figures: Pick<DeliveryFigures, 'disabled'> },
  attempts: Attempted[],
): Promise<{ ok: true; value: boolean }[]> {
  const { held, disabled } = await inTransaction(runtime, async (tx) => {
    const leases = await heldLeases(
      tx.em,
      attempts.map(({ job }) => job),
    )
    const mine = attempts.filter(({ job }) => leases.has(job.deliveryId))
    const recorded = mine.length > 0 ? await record(tx, retryScale, mine) : { goesOn: false, disabled: 0 }
    if (recorded.goesOn) tx.wake('deliver')
    if (mine.some(({ job }) => job.replay)) tx.wake('replay')
    return { held: leases, disabled: recorded.disabled }
  })
  if (disabled > 0) figures.disabled.add(disabled)
  return attempts.map(({ job }) => ({ ok: true, value: held.has(job.deliveryId) }))
}

/** Answers whether there is more to deliver, now or at a time that was not known before, and how many receivers were disabled. */
async function record(tx: Tx, scale: number, attempts: Attempted[]): Promise<{ goesOn: boolean; disabled: number }> {
  const locked = await lockEndpoints(tx.em, [...new Set(attempts.map(({ job }) => job.endpointId))])
  const endpoints = new Map(locked.endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const ledger: Ledger = { nowMs: locked.nowMs, scale, endpoints, news: [] }
  const completions = attempts.map((attempted) => complete(ledger, attempted))
  const due = await writeCompletions(tx.em, completions)
  if (endpoints.size > 0) await writeHealth(tx.em, [...endpoints.values()])
  const disabled = ledger.news.filter(({ news }) => news.kind === 'disabled').map(({ endpoint }) => endpoint.id)
  if (disabled.length > 0) {
    await disableEndpoints(tx.em, disabled)
    await parkJobs(tx.em, disabled)
  }
  for (const told of ledger.news) announce(tx, told)
  announceExhausted(tx, endpoints, completions)
  return { goesOn: due || completions.some(({ state }) => state === 'waiting'), disabled: disabled.length }
}

function complete(ledger: Ledger, { job, result }: Attempted): Completion {
  const verdict = judge(result.status)
  const endpoint = ledger.endpoints.get(job.endpointId)
  const retryAfterMs = parseRetryAfter(result.responseHeaders['retry-after'], result.startedAt.getTime())
  if (endpoint) note(ledger, endpoint, { verdict, result, retryAfterMs })
  const made = job.attempt + 1
  const pauseMs = nextPauseMs({ attemptsMade: made, random: Math.random(), retryAfterMs, scale: ledger.scale })
  const state = stateAfter(verdict, endpoint, pauseMs)
  return {
    workspaceId: job.workspaceId,
    deliveryId: job.deliveryId,
    endpointId: job.endpointId,
    event: { id: job.eventId, kind: job.kind },
    attemptId: newId('att'),
    number: job.number + 1,
    attempt: made,
    url: job.url,
    state,
    delayMs: state === 'waiting' ? pauseMs : null,
    result,
  }
}

function stateAfter(verdict: Verdict, endpoint: LockedEndpoint | undefined, pauseMs: number | null): DeliveryState {
  if (verdict === 'succeeded') return 'succeeded'
  if (!endpoint) return 'canceled'
  // A receiver that is gone keeps its delivery even after the last attempt: it may be enabled again.
  if (verdict === 'gone') return 'parked'
  if (pauseMs === null) return 'exhausted'
  return endpoint.active ? 'waiting' : 'parked'
}

type Noted = { verdict: Verdict; result: PostResult; retryAfterMs: number | null }

/** Applies one outcome to the endpoint's health, and collects what its owner must be told. */
function note(ledger: Ledger, endpoint: LockedEndpoint, { verdict, result, retryAfterMs }: Noted): void {
  const { nowMs, scale } = ledger
  if (verdict === 'succeeded') {
    endpoint.health = afterSuccess(endpoint.health, nowMs)
    return
  }
  const throttled = verdict === 'throttled' || result.error?.startsWith('timeout') === true
  const silentMs = result.status === 429 || result.status === 503 ? retryAfterMs : null
  const holdMs = silentMs === null ? null : nextPauseMs({ attemptsMade: 1, random: 0, retryAfterMs: silentMs, scale })
  endpoint.health = afterFailure(endpoint.health, { nowMs, throttled, holdMs, scale })
  if (!endpoint.active) return
  const news: News | null = verdict === 'gone' ? { kind: 'disabled' } : newsOf(endpoint.health, nowMs)
  if (news === null) return
  ledger.news.push({ endpoint, news, reason: reasonOf(verdict, news, result) })
  if (news.kind === 'disabled') endpoint.active = false
  else endpoint.health = { ...endpoint.health, warnedHours: news.hours }
}

function reasonOf(verdict: Verdict, news: News, { status, error }: PostResult): string {
  if (verdict === 'gone') return 'It answered 410 Gone.'
  const last = lastOf({ status, error })
  return news.kind === 'disabled'
    ? `No 2xx for 5 days; last: ${last}.`
    : `No 2xx for ${news.hours} hours; last: ${last}.`
}

function lastOf({ status, error }: Pick<PostResult, 'status' | 'error'>): string {
  return status === null ? (error ?? 'no answer') : `status ${status}`
}

function announce(tx: Tx, { endpoint, news, reason }: Ledger['news'][number]): void {
  tx.emit({
    kind: news.kind === 'disabled' ? 'webhook:disabled' : 'webhook:failing',
    workspace: endpoint.workspaceId,
    data: {
      webhook: endpoint.webhookId,
      endpoint: endpoint.id,
      url: endpoint.url,
      since: new Date(endpoint.health.failingSinceMs ?? Date.now()).toISOString(),
      reason,
    },
    aggregate: { id: endpoint.id, version: endpoint.version + 1 },
  })
}

/** Tells of deliveries that were given up, but for news of webhooks: two that are dead would tell each other for ever. */
function announceExhausted(tx: Tx, endpoints: Ledger['endpoints'], completions: Completion[]): void {
  for (const { state, workspaceId, deliveryId, endpointId, event, url, number, result } of completions) {
    const endpoint = endpoints.get(endpointId)
    if (state !== 'exhausted' || !endpoint || event.kind.startsWith('webhook:')) continue
    tx.emit({
      kind: 'webhook:exhausted',
      workspace: workspaceId,
      data: {
        webhook: endpoint.webhookId,
        endpoint: endpointId,
        url,
        reason: `No attempt is left; last: ${lastOf(result)}.`,
        delivery: deliveryId,
        event,
        attempts: number,
      },
      aggregate: { id: deliveryId, version: number },
    })
  }
}
