import { on, sql, type Tx } from '@posthorn/chassis'
import type { BusEvent, MessageEvent } from '@posthorn/contracts'
import { suspendsNumber } from '@posthorn/provider'
import { markRatings } from '../automations/ratings.sql.ts'
import { queueActions } from '../chats/jobs.sql.ts'
import { closeWindowsOf, releaseHeld } from '../chats/touch.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { forgetUploads } from '../files/upload.sql.ts'
import {
  advance,
  announceStatusChanges,
  mergePricing,
  type StatusChange,
  storedError,
  storedProviderError,
} from '../messages/advance.ts'
import { amend, inOrder, lockReported, rememberReported } from '../messages/amend.ts'
import { markBlocked, planIncoming, reportsOnlyUserIds, storeIncoming, withRecipients } from '../messages/incoming.ts'
import { lockChatsOf } from '../messages/lock-order.sql.ts'
import { recordParticipantStatuses } from '../messages/participants.sql.ts'
import { callbackOf } from '../messages/present.ts'
import { blockedAmong, planEcho, storeEcho, withCustomers } from '../messages/reported.sql.ts'
import {
  lockMessages,
  type MessageInContext,
  repeatsAcceptance,
  saveContent,
  storeStatusChanges,
} from '../messages/rows.sql.ts'
import { readdress, requeueMessage } from '../messages/waiting-job.sql.ts'
import { type NumberFailure, pauseFailed } from '../sending/pace/number-queues.sql.ts'

/**
 * Stores actions that the business took in the provider's own app. Messages become outgoing messages, one per provider id; reactions, edits
 * and deletions amend their targets.
 */
export const messageFromEcho = on<'provider:echo', MessagingRuntime>('provider:echo', async ({ tx, events }) => {
  const planned = events.map(planEcho)
  const fresh = await rememberReported(tx, planned)
  const taken = await withCustomers(
    tx,
    planned.filter(({ row }) => fresh.has(row.id)),
  )
  await lockReported(tx, taken)
  for (const each of inOrder(taken)) {
    if (await amend(tx, each)) continue
    await storeEcho(tx, each, { awaited: fresh.get(each.row.id) === true })
  }
})

/** Stores incoming messages, or applies reactions, edits and deletions to theirs, once however often the provider repeats a callback. */
export const messageFromProvider = on<'provider:message', MessagingRuntime>(
  'provider:message',
  async ({ tx, events }) => {
    const planned = await planIncoming(tx.em, events)
    // Two independent queries in one round trip.
    const [blocked, fresh] = await Promise.all([blockedAmong(tx.em, events), rememberReported(tx, planned)])
    const news = planned.filter(({ row }) => fresh.has(row.id)).map((each) => markBlocked(each, blocked))
    const readable = (await withRecipients(tx, news)).filter(({ event }) => !reportsOnlyUserIds(event))
    const taken = await markRatings(tx.em, readable)
    await lockReported(tx, taken)
    for (const each of inOrder(taken)) {
      if (await amend(tx, each)) continue
      await storeIncoming(tx, each, { awaited: fresh.get(each.row.id) === true })
    }
  },
)

type Status = BusEvent<'provider:status'>

const events: Record<Status['data']['status'], MessageEvent> = {
  sent: 'accepted',
  delivered: 'delivered',
  read: 'read',
  played: 'played',
  failed: 'failed',
}

/**
 * Updates messages from the provider's statuses. Finds a message by the tag sent with our call, so a status that arrives before the
 * response, or without one, also settles the message and ends its job. A group message advances with its first participant. A failure for
 * one participant is recorded only for that participant. A failure because of the number pauses it.
 */
export const stateFromStatus = on<'provider:status', MessagingRuntime>(
  'provider:status',
  async ({ tx, events: statuses }) => {
    const places = await findMessages(tx, statuses)
    const ids = [...new Map([...places.values()].map((place) => [place.id, place])).values()]
    await lockChatsOf(
      tx.em,
      statuses.filter(closesWindow).flatMap((status) => places.get(status) ?? []),
    )
    const rows = new Map((await lockMessages(tx.em, ids)).map((row) => [row.id, row]))
    const changed = new Map<string, MessageInContext>()
    const refusedAt = new Map<string, string>()
    const ofParticipants: Status[] = []
    const changes: StatusChange[] = []
    const ended = new Set<string>()
    for (const status of statuses) {
      const before = rows.get(places.get(status)?.id ?? '')
      if (!before || before.numberId !== status.data.number) continue
      const { recipientParticipant } = status.data
      if (recipientParticipant) ofParticipants.push(status)
      if (recipientParticipant && status.data.status === 'failed' && !closesWindow(status)) continue
      const { status: state, providerId } = status.data
      const isRepeated = state === 'sent' && (await repeatsAcceptance(tx.em, before, providerId))
      const after = isRepeated ? null : applyStatus(before, status)
      if (!after) {
        const pricing = mergePricing(before.pricing, status.data, status.data.timestamp)
        const priced = pricing && { ...before, pricing, version: before.version + 1 }
        if (priced) rows.set(priced.id, priced)
        if (priced) changed.set(priced.id, priced)
        continue
      }
      if (after.error?.errorCode === 'window:closed') refusedAt.set(after.id, status.data.timestamp)
      const again = after.error?.errorCode === 'window:closed' ? resendOf(after, status) : null
      if (again) {
        rows.set(again.id, again)
        changed.set(again.id, again)
        ended.add(again.id)
        continue
      }
      changes.push({
        before,
        after,
        traceparent: status.traceparent,
        byParticipant: Boolean(recipientParticipant),
        callback: callbackOf('statuses', status.data),
      })
      rows.set(after.id, after)
      changed.set(after.id, after)
      ended.add(after.id)
    }
    const refused = [...changed.values()].filter(({ id }) => refusedAt.has(id))
    await closeWindowsOf(
      tx.em,
      refused.map(({ workspaceId: workspace, id }) => ({ workspace, id, at: refusedAt.get(id) ?? '' })),
    )
    await announceStatusChanges(tx, changes, new Set(refusedAt.keys()))
    await queueActions(tx, changes)
    await forgetUploads(tx.em, changes)
    await recordParticipantStatuses(
      tx,
      ofParticipants.flatMap((status) => {
        const row = rows.get(places.get(status)?.id ?? '')
        return row ? [{ status, row }] : []
      }),
    )
    // The provider has accepted these messages, so their jobs can end even if the response was lost.
    const unblocks = await storeStatusChanges(tx.em, { changed: [...changed.values()], ended: [...ended] })
    if (unblocks) tx.wake('dispatch')
    await requeueRefused(tx, refused)
    await pauseFailed(tx, statuses.flatMap(numberFailureOf))
  },
)

/** Returns the failure of the number that a failed message shows, if its error concerns the number. */
function numberFailureOf({ workspace, data }: Status): NumberFailure[] {
  const { number, status, error, furtherErrors = [], timestamp: at } = data
  const cause = status === 'failed' ? [error, ...furtherErrors].find((each) => each && suspendsNumber(each)) : undefined
  return cause ? [{ workspace, number, at, errorCode: cause.errorCode }] : []
}

/** Whether a status shows that the chat's window is closed. One for a participant does, too: a window covers the entire group. */
function closesWindow({ data }: Status): boolean {
  return data.error?.errorCode === 'window:closed'
}

/** Returns the message after a status, or null if the status changes nothing. */
function applyStatus(before: MessageInContext, { data }: Status): MessageInContext | null {
  if (data.status === 'failed' && isOfEarlierCall(before, data)) return null
  const unexplained = data.status === 'failed' ? storedError('provider:refused') : undefined
  const error = data.error ? storedProviderError(data.error, data.furtherErrors) : unexplained
  return advance(before, {
    event: events[data.status],
    at: data.timestamp,
    providerId: data.providerId,
    pricing: mergePricing(before.pricing, data, data.timestamp) ?? undefined,
    ...(error ? { error } : {}),
  })
}

/**
 * Whether another call than the status's decides: a later one, or the next one of a queued message. Without a tag, the provider's id is known
 * from an earlier status or response, so it names the latest call only if the message has it.
 */
function isOfEarlierCall({ status, attempts, providerId }: MessageInContext, { callbackTag, ...data }: Status['data']) {
  const attempt = tagOf(callbackTag)?.attempt
  if (attempt === undefined) return status === 'queued' || data.providerId !== providerId
  return status === 'queued' ? attempt <= attempts : attempt < attempts
}

/** Reads the tag of our calls, `<message id>:<attempt>`. */
function tagOf(callbackTag = ''): { id: string; attempt: number } | undefined {
  const [, id, attempt] = callbackTag.match(/^(msg_[0-9a-z]{26}):(\d+)$/) ?? []
  return id === undefined ? undefined : { id, attempt: Number(attempt) }
}

/**
 * Returns a message to resend, requeued according to its own rule, if the provider accepted it but then refused it because its window was
 * closed. Keeps the error as that of the last attempt. Drops the times of the refused call, so that the next one is announced as sent again.
 * Returns null if the message fails.
 */
function resendOf(failed: MessageInContext, { data }: Status): MessageInContext | null {
  const policy = failed.content?.onWindowClosed
  const hasTemplate = typeof policy === 'object' && !failed.content?.sentInstead
  if (policy !== 'hold' && !hasTemplate) return null
  const { sending: _sending, sent: _sent, failed: _failed, ...kept } = failed.statusAt
  const queued = advance({ ...failed, statusAt: kept }, { event: 'retried', at: data.timestamp })
  return queued && hasTemplate ? { ...queued, content: { ...queued.content, sentInstead: 'template' } } : queued
}

/** Requeues those of the messages refused for their window that can be resent. */
async function requeueRefused(tx: Tx, refused: MessageInContext[]): Promise<void> {
  const again = refused.filter(({ status }) => status === 'queued')
  if (again.length === 0) return
  await saveContent(tx.em, again)
  for (const row of again)
    await requeueMessage(tx.em, row, { waitsFor: row.content?.sentInstead ? null : 'window_closed' })
  await readdress(
    tx,
    again.map(({ id }) => id),
  )
  await releaseHeld(
    tx.em,
    again.map(({ chatId }) => chatId),
  )
  tx.wake('dispatch')
}

/** Finds the message for each status by our tag, which isn't checked, or else by the provider's id. Leaves out statuses of unknown messages. */
async function findMessages(tx: Tx, statuses: Status[]): Promise<Map<Status, { workspace: string; id: string }>> {
  const found = new Map<Status, { workspace: string; id: string }>()
  const untagged: Status[] = []
  for (const status of statuses) {
    const tag = tagOf(status.data.callbackTag)
    if (tag) found.set(status, { workspace: status.workspace, id: tag.id })
    else untagged.push(status)
  }
  if (untagged.length === 0) return found
  const rows = await sql<{ number_id: string; provider_id: string; message_id: string; workspace_id: string }>(
    tx.em,
    `select r.* from unnest($1::text[], $2::text[]) as wanted (number_id, provider_id) join provider_reference r using (number_id, provider_id)`,
    [untagged.map(({ data }) => data.number), untagged.map(({ data }) => data.providerId)],
  )
  const byKey = new Map(rows.map((row) => [`${row.number_id} ${row.provider_id}`, row]))
  for (const status of untagged) {
    const row = byKey.get(`${status.data.number} ${status.data.providerId}`)
    if (row && row.workspace_id === status.workspace)
      found.set(status, { workspace: row.workspace_id, id: row.message_id })
  }
  return found
}
