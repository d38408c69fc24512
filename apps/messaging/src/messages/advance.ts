import { isDeepStrictEqual } from 'node:util'
import type { Announcement, Tx } from '@posthorn/chassis'
import {
  type ErrorCode,
  errorCatalog,
  isErrorCode,
  isLater,
  type MessageEvent,
  newId,
  nextStatus,
  type ProviderChange,
  statusesPassed,
} from '@posthorn/contracts'
import { cutText } from '@posthorn/provider'
import { queueActions } from '../chats/jobs.sql.ts'
import type { Author, MessageRow, StoredError, StoredPricing } from '../entities/chat.ts'
import { isPerson, type MessageContext, messageEventData, personAt } from './present.ts'
import { contextsOf, lockMessages, type MessageInContext, saveStatuses } from './rows.sql.ts'

export type Advance = {
  event: MessageEvent
  at: string
  error?: StoredError
  outcomeUnknown?: boolean
  providerId?: string
  pricing?: StoredPricing | undefined
}

/** Moves a message along its state machine; null if the event is late, repeated or out of order. Skipped statuses get its time. */
export function advance<R extends MessageRow>(row: R, change: Advance): R | null {
  const status = nextStatus(row.status, change.event, { outcomeUnknown: row.outcomeUnknown })
  if (!status || isOfEndedCall(row, change)) return null
  const statusAt = { ...row.statusAt }
  // The provider's times are in whole seconds, so a status could appear to precede the previous one.
  const at = Object.values(row.statusAt).reduce((latest, time) => (time > latest ? time : latest), change.at)
  for (const passed of statusesPassed(status)) statusAt[passed] ??= at
  if (change.event === 'requeued') delete statusAt.sending
  const succeeded = statusAt.sent !== undefined && status !== 'failed' && status !== 'expired'
  return {
    ...row,
    status,
    statusAt,
    error: succeeded ? null : (change.error ?? row.error ?? null),
    outcomeUnknown: change.outcomeUnknown ?? false,
    providerId: change.providerId ?? row.providerId ?? null,
    ...(change.pricing && { pricing: change.pricing }),
    version: row.version + 1,
  }
}

/**
 * Whether the provider's acceptance or refusal is of a call that ended before: the message has the call's id, but waits for another call or
 * is in one. That call isn't settled by it.
 */
function isOfEndedCall({ status, providerId }: MessageRow, change: Advance): boolean {
  if (change.event !== 'accepted' && change.event !== 'failed') return false
  return (
    (status === 'queued' || status === 'sending') && change.providerId !== undefined && change.providerId === providerId
  )
}

/**
 * A message before and after an event, with the event's trace if the message has none. `byParticipant` means that the receipts of a group
 * message are announced per participant. `callback`: the status as the provider sent it, for webhooks in its format.
 */
export type StatusChange = {
  before: MessageRow
  after: MessageInContext
  traceparent?: string | undefined
  byParticipant?: boolean
  callback?: ProviderChange | undefined
}

/** The provider's error for a marketing message to a customer who stopped them. */
const stoppedMarketing = 131050

/**
 * Announces changes; a requeued message has no event. `refused`: ids of messages that the provider refused because the chat's window is
 * closed. Their events show the chat as it is now, with that window.
 */
export async function announceStatusChanges(
  tx: Tx,
  changes: StatusChange[],
  refused: ReadonlySet<string>,
): Promise<void> {
  const rows = changes.flatMap(({ after }) => (refused.has(after.id) ? [after] : []))
  const contexts = await contextsOf(tx.em, rows)
  for (const change of changes)
    announce(tx, { ...change, after: { ...change.after, ...contexts.get(change.after.id) } })
}

/**
 * Publishes the events for a change, which the caller stores: `message:out` once the message is sent, then one for an acknowledgment or the
 * failure. A message that is delivered before it was reported as sent has both events, and only the second has the callback, which reports
 * the delivery. A failure may also show that the customer stopped marketing messages.
 */
export function announce(tx: Tx, { before, after, traceparent, byParticipant, callback }: StatusChange): void {
  const data = messageEventData(after, after)
  const base = {
    workspace: after.workspaceId,
    aggregate: { id: after.id, version: after.version },
    traceparent: before.traceparent ?? traceparent,
  }
  if (!before.statusAt.sent && after.statusAt.sent)
    tx.emit({ kind: 'message:out', data, ...base, callback: after.status === 'sent' ? callback : undefined })
  if (!byParticipant && (after.status === 'delivered' || after.status === 'read' || after.status === 'played')) {
    tx.emit({ kind: 'message:ack', data: { ...data, ack: after.status }, ...base, callback })
  }
  if (after.status === 'failed' || after.status === 'expired')
    tx.emit({ kind: 'message:failed', data, ...base, callback })
  if (after.status !== 'failed' || after.error?.providerCode !== stoppedMarketing) return
  if (isPerson(after.recipient)) announceStop(tx, after)
}

type Transition = (row: MessageInContext, at: string) => MessageInContext | null

/** Applies `step`, which gets the time, to messages whose jobs have ended. Announces and stores the changes, and queues their chat actions. */
export async function endMessages(tx: Tx, ended: { workspace: string; id: string }[], step: Transition): Promise<void> {
  if (ended.length === 0) return
  const at = new Date().toISOString()
  const changes: StatusChange[] = []
  for (const before of await lockMessages(tx.em, ended)) {
    const after = step(before, at)
    if (!after) continue
    announce(tx, { before, after })
    changes.push({ before, after })
  }
  await queueActions(tx, changes)
  const changed = changes.map(({ after }) => after)
  await saveStatuses(tx.em, changed)
}

/** Announces that the customer stops marketing messages, because the provider refused one for that reason. */
function announceStop(
  tx: Tx,
  { workspaceId: workspace, numberId: number, recipient, statusAt, traceparent }: MessageRow,
) {
  const timestamp = statusAt.failed ?? new Date().toISOString()
  const data = { number, from: personAt(recipient), timestamp, preference: 'stop' as const }
  const aggregate = { id: newId('evt'), version: 1 }
  tx.emit({ kind: 'provider:preference', workspace, data, aggregate, traceparent: traceparent ?? undefined })
}

/** Returns an error of our catalog in the form stored with a message. */
export function storedError(code: ErrorCode): StoredError {
  const { message, ...entry } = errorCatalog[code]
  return { errorCode: code, message, retryable: 'retryable' in entry }
}

/** Returns the error of a message whose outcome is unknown, with the reason. */
export function unknownOutcome(reason: string): StoredError {
  const title = `Reason: ${reason}.`
  return storedProviderError({ code: null, title, errorCode: 'message:outcome_unknown', retryable: false })
}

export type ReportedError = {
  code: number | null
  title: string
  details?: string | undefined
  errorCode: string
  retryable: boolean
}

/** Returns a provider error as stored with a message: our code, both texts cut to a limit, the provider's code, and errors reported with it. */
export function storedProviderError(error: ReportedError, further: ReportedError[] = []): StoredError {
  const others = further.map((each) => {
    const { retryable: _retryable, ...kept } = storedProviderError(each)
    return kept
  })
  const known = isErrorCode(error.errorCode) ? errorCatalog[error.errorCode].message : undefined
  const detail = error.details ?? error.title
  return {
    errorCode: error.errorCode,
    message: cutText([known, detail].filter(Boolean).join(' '), 500),
    ...(error.code === null ? {} : { providerCode: error.code }),
    retryable: error.retryable,
    ...(others.length > 0 && { further: others }),
  }
}

/** A caller's change to a message that hasn't been sent yet. */
type CallerChange =
  | { kind: 'message:scheduled' | 'message:canceled' }
  | { kind: 'message:changed'; changed: string[]; movedFrom?: { number: string; chat: string } }

/** Publishes a caller's change, with the whole message. */
export function announceChange(
  tx: Pick<Tx, 'emit'>,
  row: MessageRow & MessageContext,
  change: CallerChange & { by: Author },
): void {
  const { kind, ...more } = change
  const announcement = {
    kind,
    workspace: row.workspaceId,
    data: { ...messageEventData(row, row), ...more },
    aggregate: { id: row.id, version: row.version },
    traceparent: row.traceparent ?? undefined,
  }
  tx.emit(announcement as Announcement<CallerChange['kind']>)
}

/**
 * Merges the price reported with a status. Returns null if nothing changes. The newest status by the provider's time wins, so that statuses
 * can arrive in any order; at equal times, the text that sorts last wins. The end of a conversation is the latest one reported, because
 * only the first status contains it.
 */
export function mergePricing(
  before: StoredPricing | null | undefined,
  { pricing, conversation }: Pick<StoredPricing, 'pricing' | 'conversation'>,
  at: string,
): StoredPricing | null {
  const after: StoredPricing = { ...before }
  const { reportedAt } = after
  if (pricing && isLater({ at, text: textOf(pricing) }, { at: reportedAt?.pricing, text: textOf(before?.pricing) })) {
    after.pricing = pricing
    after.reportedAt = { ...reportedAt, pricing: at }
  }
  if (conversation) {
    const { expiresAt, ...named } = conversation
    const { expiresAt: knownEnd, ...known } = before?.conversation ?? {}
    const isNamedNewer = isLater({ at, text: textOf(named) }, { at: reportedAt?.conversation, text: textOf(known) })
    const end = expiresAt && knownEnd ? [expiresAt, knownEnd].toSorted().at(-1) : (expiresAt ?? knownEnd)
    after.conversation = { ...(isNamedNewer ? named : known), ...(end && { expiresAt: end }) }
    if (isNamedNewer) after.reportedAt = { ...after.reportedAt, conversation: at }
  }
  return isDeepStrictEqual(after, before ?? {}) ? null : after
}

/** Returns the same text for equal values. Needed because Postgres reorders the keys of JSON objects. */
const textOf = (value: object = {}): string =>
  JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
