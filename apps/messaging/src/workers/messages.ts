import {
  createLeasedQueue,
  createRests,
  inTransaction,
  type LeasedJob,
  runLeased,
  runTogether,
  type Tx,
  type Worker,
} from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { priorityRank } from '../messages/accept.sql.ts'
import { amend, lockMessage, lockReported } from '../messages/amend.ts'
import { markBlocked, planIncoming, storeIncoming } from '../messages/incoming.ts'
import {
  type AmendingEvent,
  findDue,
  lockPending,
  type Pending,
  removePending,
  waitOn,
} from '../messages/pending.sql.ts'
import { messageEventData } from '../messages/present.ts'
import { isQueueServed, recordAnnounced, unannouncedWaits } from '../messages/queue-view.sql.ts'
import { blockedAmong, planEcho } from '../messages/reported.sql.ts'
import { findByProviderId, lockMessages } from '../messages/rows.sql.ts'
import { type QueueQuietHours, quietUntil } from '../sending/claim/delays.sql.ts'

/** `quietHours` and `recipient` are those of a waiting message that a typing indicator precedes. `nowMs`: the database's clock. */
type ReceiptJob = LeasedJob & {
  messageId: string
  providerId: string | null
  typing: boolean
  quietHours: QueueQuietHours | null
  recipient: string | null
  nowMs: number
  numberId: string
  provider: string
  version: number
  ciphertext: string | null
}

/** Selects the customer's last message, if a typing indicator precedes a message that is still waiting and may be sent. */
const lastReceived = `(
  select i.provider_id from message o join number_queue l on l.number_id = o.number_id and ${isQueueServed}
  join message i on i.workspace_id = o.workspace_id and i.chat_id = o.chat_id and i.direction = 'in' and i.provider_id is not null
  where o.workspace_id = job.workspace_id and o.id = job.message_id and o.status in ('scheduled', 'queued') order by i.id desc limit 1)`

export const receiptQueue = createLeasedQueue<ReceiptJob>({
  table: 'receipt_job',
  key: { message_id: 'messageId' },
  // It precedes a message that may be scheduled.
  scheduled: 'typing',
  leaseSeconds: 30,
  retries: { attemptsMax: 6, pausesMs: [1_000, 5_000, 30_000, 120_000, 600_000] },
  columns: `coalesce(job.provider_id, ${lastReceived}) as "providerId", job.typing,
    case when j.priority <= ${priorityRank.normal} then q.quiet_hours end as "quietHours", j.recipient,
    (extract(epoch from now()) * 1000)::float8 as "nowMs", n.id as "numberId", n.provider, n.version, n.ciphertext`,
  from: `job join known_number n on n.workspace_id = job.workspace_id and n.id = job.number_id
    left join send_job j on j.message_id = job.message_id left join number_queue q on q.number_id = j.number_id`,
})

const pollMs = 5_000
const batchSizeMax = 20

/**
 * Sends read receipts and typing indicators to the provider. A receipt is idempotent, so it is retried if the response is lost. A typing
 * indicator is tried only once, because it would be wrong later.
 */
export const receipts: Worker<MessagingRuntime> = {
  name: 'receipts',
  pollMs,
  outward: true,
  run: (runtime) => runLeased(runtime, receiptQueue, { limit: batchSizeMax, work: (job) => sendReceipt(runtime, job) }),
}

/** Sends a receipt. Drops one that the provider refuses or that has failed too often, because nothing else depends on it. */
async function sendReceipt(runtime: MessagingRuntime, job: ReceiptJob): Promise<void> {
  const { deps, db } = runtime
  const result = await markRead(deps, job)
  const isRetried = result.retryable && (await receiptQueue.retry(db.em(), job))
  if (!isRetried) await receiptQueue.end(db.em(), job)
}

/**
 * Passes a receipt to the provider. Fails for good if the number is disconnected, if there is no message to mark as read, and for a typing
 * indicator before a message that quiet hours hold.
 */
async function markRead(deps: MessagingRuntime['deps'], job: ReceiptJob): Promise<{ retryable: boolean }> {
  const { numberId, version, provider: name, ciphertext, providerId, quietHours, recipient, nowMs } = job
  const provider = deps.provider(name)
  const isHeld = quietHours !== null && quietUntil(quietHours, recipient ?? '', new Date(nowMs)) !== null
  if (!provider || !ciphertext || providerId === null || isHeld) return { retryable: false }
  const access = deps.credentials({ numberId, version, ciphertext })
  const result = await provider.markRead(access, providerId, { typing: job.typing && job.attempt === 1 })
  return { retryable: !result.ok && result.error.retryable }
}

/** Applies amendments whose message has arrived. If it doesn't arrive in time, a customer's amendment becomes a separate message. */
export const amendments: Worker<MessagingRuntime> = {
  name: 'amendments',
  pollMs: 5_000,
  run: (runtime) =>
    runTogether(runtime, dueAmendments, { limit: 1, work: async (tx, [due]) => due && applyOrShow(tx, due) }),
}

const rests = createRests<Pending>(({ id }) => id)
const dueAmendments = { take: (em: Tx['em']) => findDue(em, rests.resting()), rest: rests.rest }

/**
 * Applies an amendment whose message has arrived, if its author may change that message. Shows any other as a message, except for the
 * deletion of a message that hasn't arrived, which has nothing to show.
 */
async function applyOrShow(tx: Tx, due: Pending): Promise<void> {
  const { event, numberId, subjectId } = due
  const planned = event.event === 'provider:echo' ? planEcho(event) : (await planIncoming(tx.em, [event]))[0]
  if (!planned) return
  await lockReported(tx, [planned])
  if (!(await lockPending(tx.em, due))) return
  if ((await findByProviderId(tx.em, numberId, subjectId)) !== null) {
    await removePending(tx.em, [due])
    if (await amend(tx, planned)) return
  } else {
    await waitOn(tx.em, due)
    if (event.data.content?.type === 'revoke') return
  }
  await showAsMessage(tx, event, due.id)
}

/** Turns a customer's amendment into a separate message, once, with the id reserved for it. Amendments by the business aren't shown. */
async function showAsMessage(tx: Tx, event: AmendingEvent, providerId: string): Promise<void> {
  if (event.event === 'provider:echo') return
  const [planned] = await planIncoming(tx.em, [event])
  const id = await findByProviderId(tx.em, event.data.number, providerId)
  if (!planned || id === null || (await lockMessage(tx, event.workspace, id))) return
  const message = markBlocked({ ...planned, row: { ...planned.row, id } }, await blockedAmong(tx.em, [event]))
  await storeIncoming(tx, message, { awaited: false })
}

/** Limits per round, so that a long queue costs little more than a short one. */
const roundLimits = { checkedMax: 500, announcedMax: 100 }

/** Announces waiting messages and why they wait. In rounds, because a reason can change without its message. */
export const waits: Worker<MessagingRuntime> = {
  name: 'waits',
  pollMs: 1_000,
  run: async (runtime) => {
    const { deps, db, quarantine, config } = runtime
    const holdSeconds = config.UNKNOWN_HOLD_SECONDS
    const limits = { ...roundLimits, holdSeconds, quarantinedSince: quarantine.known() }
    const found = await unannouncedWaits(db.em(), deps.waitsSeen.to, limits)
    deps.waitsSeen.to = found.next
    if (found.waits.length === 0) return { worked: 0 }
    await inTransaction(runtime, async (tx) => {
      const recorded = await recordAnnounced(tx.em, found.waits)
      const announced = new Map(found.waits.filter(({ id }) => recorded.has(id)).map((wait) => [wait.id, wait]))
      for (const row of await lockMessages(tx.em, [...announced.values()])) {
        const waiting = announced.get(row.id)?.waiting
        if (waiting === undefined) continue
        tx.emit({
          kind: 'message:waiting',
          workspace: row.workspaceId,
          data: { ...messageEventData(row, row), waiting },
          aggregate: { id: row.id, version: row.version },
          traceparent: row.traceparent ?? undefined,
        })
      }
    })
    return { worked: 0 }
  },
}
