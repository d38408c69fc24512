import {
  type BatchWork,
  type ChassisConfig,
  createBatcher,
  inTransaction,
  isUnavailable,
  type Runtime,
  type Tx,
} from '@posthorn/chassis'
import { identifierOf } from '@posthorn/contracts'
import type { SendOutcome } from '@posthorn/provider'
import { queueActions } from '../../chats/jobs.sql.ts'
import { closeWindowsOf } from '../../chats/touch.sql.ts'
import type { StoredError } from '../../entities/chat.ts'
import { forgetUploads } from '../../files/upload.sql.ts'
import {
  type Advance,
  advance,
  announce,
  announceStatusChanges,
  type StatusChange,
  storedProviderError,
} from '../../messages/advance.ts'
import { lockChatsOf } from '../../messages/lock-order.sql.ts'
import { isPerson } from '../../messages/present.ts'
import {
  lockMessages,
  type MessageInContext,
  repeatsAcceptance,
  saveContent,
  storeStatusChanges,
} from '../../messages/rows.sql.ts'
import type { SendMetrics } from '../../metrics.ts'
import { knownPeople } from '../../people/identifiers.sql.ts'
import { isNews } from '../../people/link.ts'
import type { CalledJob, CallResult } from '../claim/claimed-job.ts'
import { type PairSettings, throttlePair } from '../claim/delays.sql.ts'
import { updateQueues } from '../pace/number-queues.sql.ts'
import { createOutages, type Outages, type Silences } from '../pace/outages.ts'
import { suspendedMs } from '../pace/pacer.ts'
import { endAttempts, type JobUpdate, requeue } from './settle.sql.ts'

const batchSizeMax = 64
/** If this many calls end while others are being settled, the next batch waits for more. */
const busyFrom = 2

type SettlerRuntime = Runtime<
  ChassisConfig & PairSettings & { UNKNOWN_HOLD_SECONDS: number },
  { metrics: SendMetrics; silences: Silences }
>

/**
 * Creates a function that stores the outcome of a call, and rejects if it can't. Calls that end at about the same time share a transaction, so
 * a process needs one settler.
 */
export function createSettler(runtime: SettlerRuntime): (ended: CallResult) => Promise<void> {
  const settling = { ...runtime, outages: createOutages(runtime.log, runtime.deps.silences) }
  const settle: BatchWork<CallResult, void> = async (batch) => {
    try {
      await settleTogether(settling, batch)
      return batch.map(() => ({ ok: true, value: undefined }))
    } catch (err) {
      if (batch.length === 1 || isUnavailable(err)) return batch.map(() => ({ ok: false, error: err }))
      // One outcome that can't be stored must not cost the others theirs.
      runtime.log.warn({ calls: batch.length, err }, 'message.settle_batch_failed')
      const settled = []
      for (const ended of batch) settled.push(...(await settle([ended])))
      return settled
    }
  }
  return createBatcher(settle, { batchSizeMax, concurrency: 1, busyFrom })
}

type Settling = SettlerRuntime & { outages: Outages }

/** Stores a batch of outcomes, including those that arrive after their lease expired. */
async function settleTogether(runtime: Settling, batch: CallResult[]): Promise<void> {
  const missed = await inTransaction(runtime, (tx) => settleBatch(tx, runtime, batch))
  // Retried, because a statement that waits for a job whose lease is ending may miss it, and a call that was certainly not made would
  // count as unknown.
  const late = missed.length > 0 ? await inTransaction(runtime, (tx) => settleBatch(tx, runtime, missed)) : missed
  const { outcomes, leases } = runtime.deps.metrics
  for (const { job } of late) runtime.log.warn({ message: job.messageId }, 'message.lease_lost')
  for (const { outcome } of batch) outcomes.add(1, { class: outcome.outcome })
  // In a separate transaction, because each batch locks messages in id order.
  const applied = late.length > 0 ? await inTransaction(runtime, (tx) => applyLateAnswers(tx, late)) : 0
  if (applied < late.length) leases.lost.add(late.length - applied)
}

/**
 * Settles a batch, including calls whose lease expired while nothing else has decided their outcome. Returns the calls whose job was taken
 * over since.
 */
async function settleBatch(tx: Tx, runtime: Settling, batch: CallResult[]): Promise<CallResult[]> {
  // Also lock the chats of calls that were refused before they were made, because their window may be opening right now.
  await lockChatsOf(
    tx.em,
    refusedForWindow(batch).map(({ job }) => messageOf(job)),
  )
  const rows = await endAttempts(tx, batch)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const changes: StatusChange[] = []
  const replaced: MessageInContext[] = []
  const updates: JobUpdate[] = []
  const leased = batch.filter(({ job }) => byId.get(job.messageId)?.isLeased)
  const overtaken: CallResult[] = []
  for (const { job, outcome } of batch) {
    const before = byId.get(job.messageId)
    if (!before) {
      overtaken.push({ job, outcome })
      continue
    }
    const { change, update, sentInstead } = consequencesOf(job, outcome, runtime.config.UNKNOWN_HOLD_SECONDS)
    // A status arrived first and advanced the message, so the response has no effect.
    if (before.status !== 'sending') {
      updates.push({ messageId: job.messageId, fate: 'done' })
      continue
    }
    const advanced = change && advance(before, change)
    const after = advanced && sentInstead ? { ...advanced, content: { ...advanced.content, sentInstead } } : advanced
    if (after) {
      changes.push({ before, after })
      if (sentInstead) replaced.push(after)
    }
    updates.push(update)
  }
  await saveContent(tx.em, replaced)
  const at = new Date().toISOString()
  const windowRefusals = refusedForWindow(leased).filter(({ job }) => !job.windowClosed)
  await closeWindowsOf(
    tx.em,
    windowRefusals.map(({ job }) => ({ ...messageOf(job), at })),
  )
  await announceStatusChanges(tx, changes, new Set(windowRefusals.map(({ job }) => job.messageId)))
  await queueActions(tx, changes)
  const ended = updates.filter(({ fate }) => fate === 'done').map(({ messageId }) => messageId)
  const changed = changes.map(({ after }) => after)
  await forgetUploads(tx.em, changes)
  const unblocks = await storeStatusChanges(tx.em, { changed, ended })
  await requeue(tx, updates)
  if (unblocks || ended.length < updates.length) tx.wake('dispatch')
  await updateQueues(tx, { results: leased, all: batch }, runtime.outages)
  await throttlePair(tx.em, leased, runtime.config)
  // A response proves whose identifiers these are, even if it arrives late.
  await announcePeople(
    tx,
    batch.filter(({ job }) => byId.has(job.messageId)),
  )
  return overtaken
}

/** Announces identifiers that a response from the provider links for the first time, so that services keep one person's chats together. */
async function announcePeople({ em, emit }: Tx, ended: CallResult[]): Promise<void> {
  const at = Date.now()
  const proofs = ended.flatMap(({ job, outcome }) => {
    if (outcome.outcome !== 'sent' || !isPerson(job.recipient)) return []
    const all = [identifierOf(job.recipient), ...outcome.recipient]
    const current = all.filter(({ value }, i) => all.findIndex((each) => each.value === value) === i)
    return current.length > 1 ? [{ workspace: job.workspaceId, evidence: { current, previous: [], at } }] : []
  })
  if (proofs.length === 0) return
  const known = await knownPeople(
    em,
    proofs.map(({ workspace, evidence }) => ({ workspace, identifiers: evidence.current })),
  )
  for (const proof of proofs.filter((each) => isNews(each, known.get(each.workspace) ?? []))) {
    const { workspace, evidence } = proof
    const data = { timestamp: new Date(at).toISOString(), identifiers: evidence.current }
    emit({ kind: 'provider:person', workspace, data, aggregate: { id: evidence.current[0]?.value ?? '', version: 1 } })
  }
}

const refusedForWindow = (ended: CallResult[]): CallResult[] =>
  ended.filter(({ outcome }) => outcome.outcome === 'refused' && outcome.error.errorCode === 'window:closed')

const messageOf = ({ workspaceId, messageId }: CallResult['job']) => ({ workspace: workspaceId, id: messageId })

/**
 * Applies responses that arrived after their lease expired. An acceptance counts, like a status, unless the provider still holds the message.
 * Other outcomes don't: another call decides, or a result was already announced. Returns how many messages changed.
 */
async function applyLateAnswers(tx: Tx, late: CallResult[]): Promise<number> {
  const accepted = new Map(
    late.flatMap(({ job, outcome }) =>
      outcome.outcome === 'sent' && !outcome.isHeld ? [[job.messageId, { job, outcome }]] : [],
    ),
  )
  if (accepted.size === 0) return 0
  const ids = [...accepted.values()].map(({ job }) => ({ workspace: job.workspaceId, id: job.messageId }))
  const at = new Date().toISOString()
  const changes: StatusChange[] = []
  for (const before of await lockMessages(tx.em, ids)) {
    const providerId = accepted.get(before.id)?.outcome.providerId
    if (providerId === undefined || (await repeatsAcceptance(tx.em, before, providerId))) continue
    const after = advance(before, { event: 'accepted', at, providerId })
    if (!after) continue
    announce(tx, { before, after })
    changes.push({ before, after })
  }
  await queueActions(tx, changes)
  const changed = changes.map(({ after }) => after)
  const unblocks = await storeStatusChanges(tx.em, { changed, ended: changed.map(({ id }) => id) })
  if (unblocks) tx.wake('dispatch')
  await announcePeople(tx, late)
  return changes.length
}

/** Effect of an outcome on the message and its job, and whether its template is sent instead. */
type Consequences = { change: Advance | null; update: JobUpdate; sentInstead?: 'template' }

/** Delay before retrying a job that would be held, but whose window opened during its call. */
const windowRetryMs = 5_000

/**
 * Returns what an outcome does to the message and its job. A message that the provider holds stays `sending` until a status arrives.
 * `unknownHoldSeconds`: how long a job with an unknown outcome waits for a status.
 */
function consequencesOf(job: CalledJob, outcome: SendOutcome, unknownHoldSeconds: number): Consequences {
  const at = new Date().toISOString()
  const { messageId } = job
  const done: JobUpdate = { messageId, fate: 'done' }
  if (outcome.outcome === 'sent') {
    const { isHeld, providerId } = outcome
    return { change: isHeld ? null : { event: 'accepted', at, providerId }, update: done }
  }
  const error = storedProviderError(outcome.error)
  switch (outcome.outcome) {
    case 'refused':
      if (outcome.error.errorCode === 'window:closed') return windowConsequences(job, error, at)
      if (!outcome.suspendsNumber) return { change: { event: 'failed', at, error }, update: done }
      return {
        change: { event: 'requeued', at, error: { ...error, retryable: true } },
        update: { messageId, fate: 'wait', afterMs: suspendedMs },
      }
    case 'not_sent': {
      const update: JobUpdate = { messageId, fate: 'retry', failures: job.failures + 1 }
      return { change: { event: 'requeued', at, error }, update }
    }
    case 'throttled': {
      const update: JobUpdate = { messageId, fate: 'wait', afterMs: outcome.retryAfterMs ?? 0 }
      return { change: { event: 'requeued', at, error }, update }
    }
    case 'unknown':
      return { change: null, update: { messageId, fate: 'hold', afterMs: unknownHoldSeconds * 1000 } }
  }
}

/** Applies the message's own rule for a closed window. The window is closed according to our records or the provider's response. */
function windowConsequences({ messageId, content }: CalledJob, error: StoredError, at: string): Consequences {
  const policy = content?.onWindowClosed
  if (policy === 'hold')
    return { change: { event: 'requeued', at, error }, update: { messageId, fate: 'window', afterMs: windowRetryMs } }
  if (typeof policy === 'object' && !content?.sentInstead) {
    const update: JobUpdate = { messageId, fate: 'wait', afterMs: 0 }
    return { change: { event: 'requeued', at }, update, sentInstead: 'template' }
  }
  return { change: { event: 'failed', at, error }, update: { messageId, fate: 'done' } }
}
