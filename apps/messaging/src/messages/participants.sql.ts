import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx, type Verb } from '@posthorn/chassis'
import {
  type BusEvent,
  fail,
  type MessageStatus,
  type messaging,
  type OutputOf,
  statusesPassed,
  type Unfilled,
} from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Message, type StoredError } from '../entities/chat.ts'
import { storedProviderError } from './advance.ts'
import { callbackOf, isPerson, messageEventData, personAt } from './present.ts'
import type { MessageInContext } from './rows.sql.ts'

/** A participant's receipt for a group message. The participant is identified by phone number or by the provider's user id. */
type ParticipantReceipt = {
  workspaceId: string
  messageId: string
  participant: string
  statusAt: Partial<Record<MessageStatus, string>>
  error: StoredError | null
}

function receiptsOf(em: EntityManager, messages: { workspaceId: string; id: string }[]): Promise<ParticipantReceipt[]> {
  return sql<ParticipantReceipt>(
    em,
    `select p.workspace_id as "workspaceId", p.message_id as "messageId", p.participant, p.status_at as "statusAt", p.error
     from unnest($1::text[], $2::text[]) as m (workspace_id, message_id) join participant_receipt p using (workspace_id, message_id)
     order by p.participant`,
    [messages.map(({ workspaceId }) => workspaceId), messages.map(({ id }) => id)],
  )
}

async function saveReceipts(em: EntityManager, receipts: ParticipantReceipt[]): Promise<void> {
  if (receipts.length === 0) return
  await sql(
    em,
    `insert into participant_receipt (workspace_id, message_id, participant, status_at, error)
     select workspace_id, message_id, participant, status_at::jsonb, error::jsonb
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as r (workspace_id, message_id, participant, status_at, error)
     on conflict (workspace_id, message_id, participant) do update set status_at = excluded.status_at, error = excluded.error`,
    [
      receipts.map((receipt) => receipt.workspaceId),
      receipts.map((receipt) => receipt.messageId),
      receipts.map((receipt) => receipt.participant),
      receipts.map((receipt) => JSON.stringify(receipt.statusAt)),
      receipts.map((receipt) => (receipt.error ? JSON.stringify(receipt.error) : null)),
    ],
  )
}

type ParticipantStatus = { status: BusEvent<'provider:status'>; row: MessageInContext }

/** Records the status of group messages for each participant, and announces new statuses. The caller must lock the messages. */
export async function recordParticipantStatuses(tx: Tx, statuses: ParticipantStatus[]): Promise<void> {
  if (statuses.length === 0) return
  const messages = [...new Map(statuses.map(({ row }) => [row.id, row])).values()]
  const known = await receiptsOf(tx.em, messages)
  const receipts = new Map(known.map((receipt) => [receiptKey(receipt), receipt]))
  const changed = new Set<ParticipantReceipt>()
  for (const reported of statuses) {
    const receipt = addStatus(receipts, reported)
    if (!receipt) continue
    changed.add(receipt)
    announceReceipt(tx, reported, receipt.participant)
  }
  await saveReceipts(tx.em, [...changed])
}

const receiptKey = ({ messageId, participant }: { messageId: string; participant: string }) =>
  `${messageId} ${participant}`

/** Adds a status to its participant's receipt, and to `receipts` if that is new. Returns null for a status that the receipt has. */
function addStatus(
  receipts: Map<string, ParticipantReceipt>,
  { status: { data }, row }: ParticipantStatus,
): ParticipantReceipt | null {
  const fresh: ParticipantReceipt = {
    workspaceId: row.workspaceId,
    messageId: row.id,
    participant: data.recipientParticipant ?? '',
    statusAt: {},
    error: null,
  }
  const receipt = receipts.get(receiptKey(fresh)) ?? fresh
  if (receipt.statusAt[data.status]) return null
  for (const passed of data.status === 'failed' ? (['failed'] as const) : statusesPassed(data.status))
    receipt.statusAt[passed] ??= data.timestamp
  // A delivery outranks an error, in whichever order they are reported.
  if (receipt.statusAt.delivered) receipt.error = null
  else if (data.status === 'failed' && data.error) receipt.error = storedProviderError(data.error, data.furtherErrors)
  receipts.set(receiptKey(receipt), receipt)
  return receipt
}

/** Announces a participant's receipt. `message:out` has announced the sending for the entire group; a failure is only recorded. */
function announceReceipt(tx: Tx, { status, row }: ParticipantStatus, participant: string): void {
  const ack = status.data.status
  if (ack === 'sent' || ack === 'failed') return
  tx.emit({
    kind: 'message:ack',
    workspace: row.workspaceId,
    data: { ...messageEventData(row, row), ack, participant: personAt(participant) },
    aggregate: { id: row.id, version: row.version },
    traceparent: status.traceparent,
    callback: callbackOf('statuses', status.data),
  })
}

type Receipt = Unfilled<OutputOf<typeof messaging.messages.receipts>[number]>

/** Furthest progress first. `delivered` comes before `failed`, because a participant who was eventually reached has the message. */
const byProgress: MessageStatus[] = ['played', 'read', 'delivered', 'failed', 'sent']

/**
 * Lists the status of a sent message for each participant of its group, or for its only recipient. Empty for an incoming message, and for
 * one to a channel, whose post has a message for each subscriber.
 */
export const receipts: Verb<typeof messaging.messages.receipts, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  if (row.direction === 'in') return []
  const participants = await receiptsOf(ctx.em, [row])
  const { recipient, status, statusAt, error } = row
  if (participants.length > 0 || !isPerson(recipient)) return participants.map(receiptOfParticipant)
  return [{ ...personAt(recipient), status, statusAt, error }]
}

function receiptOfParticipant({ participant, statusAt, error }: ParticipantReceipt): Receipt {
  const status = byProgress.find((each) => statusAt[each]) ?? 'sent'
  return { ...personAt(participant), status, statusAt, error }
}
