import type { Tx } from '@posthorn/chassis'
import {
  type ErrorCode,
  errorCatalog,
  isErrorCode,
  type MessageEvent,
  nextStatus,
  type ProviderChange,
  statusesPassed,
} from '@posthorn/contracts'
import type { MessageRow, StoredError, StoredPricing } from '../entities/message.ts'
import { messageEventData } from './present.ts'
import type { MessageInContext } from './rows.sql.ts'

/** Details of an event in a message's life. */
export type Advance = {
  event: MessageEvent
  at: string
  error?: StoredError
  outcomeUnknown?: boolean
  providerId?: string
  /** Price as it is then. */
  pricing?: StoredPricing | undefined
}

/**
 * Moves a message along its table of statuses. Returns the row as it is then, or null when the event changes nothing: late, repeated or
 * out of order. States that were skipped get the same time.
 */
export function advance<R extends MessageRow>(row: R, change: Advance): R | null {
  const status = nextStatus(row.status, change.event, { outcomeUnknown: row.outcomeUnknown })
  if (!status) return null
  const statusAt = { ...row.statusAt }
  // The provider's times are whole seconds: no status may seem to come before the one it follows.
  const at = Object.values(row.statusAt).reduce((latest, time) => (time > latest ? time : latest), change.at)
  for (const passed of statusesPassed(status)) statusAt[passed] ??= at
  if (change.event === 'requeued') delete statusAt.sending
  const succeeded = statusAt.sent !== undefined && status !== 'failed'
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

/** A message before and after an event, and the trace of what moved it, where the message has none of its own. `byParticipant`: of a group, whose acknowledgements are announced one by one. */
export type Move = {
  before: MessageRow
  after: MessageInContext
  traceparent?: string | undefined
  byParticipant?: boolean
  /** What the provider sent of the status. */
  callback?: ProviderChange | undefined
}

/** Announces what a move means to the outside: sent, acknowledged, or failed. */
export function announce(tx: Tx, { before, after, traceparent, byParticipant, callback }: Move): void {
  const data = messageEventData(after, after)
  const base = {
    workspace: after.workspaceId,
    aggregate: { id: after.id, version: after.version },
    traceparent: before.traceparent ?? traceparent,
  }
  if (!before.statusAt.sent && after.statusAt.sent)
    tx.emit({ kind: 'message:out', data, ...base, callback: after.status === 'sent' ? callback : undefined })
  if (byParticipant) return
  if (after.status === 'delivered' || after.status === 'read' || after.status === 'played') {
    tx.emit({ kind: 'message:ack', data: { ...data, ack: after.status }, ...base, callback })
  }
  if (after.status === 'failed' || after.status === 'expired')
    tx.emit({ kind: 'message:failed', data, ...base, callback })
}

/** An error of the catalog as a message keeps it. */
export function storedError(code: ErrorCode): StoredError {
  const { message, ...entry } = errorCatalog[code]
  return { errorCode: code, message, retryable: 'retryable' in entry }
}

/** An error as the adapter or a callback reports it. */
export type ReportedError = {
  code: number | null
  title: string
  details?: string | undefined
  errorCode: string
  retryable: boolean
}

/** The provider's error as a message keeps it: our code and sentence, the provider's number, and what was reported beside it. */
export function storedProviderError(error: ReportedError, further: ReportedError[] = []): StoredError {
  const others = further.map((each) => {
    const { retryable: _retryable, ...kept } = storedProviderError(each)
    return kept
  })
  const known = isErrorCode(error.errorCode) ? errorCatalog[error.errorCode].message : undefined
  const detail = error.details ?? error.title
  return {
    errorCode: error.errorCode,
    message: [known, detail].filter(Boolean).join(' ').slice(0, 500),
    ...(error.code === null ? {} : { providerCode: error.code }),
    retryable: error.retryable,
    ...(others.length > 0 && { further: others }),
  }
}
