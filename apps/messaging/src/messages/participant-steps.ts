import type { Tx } from '@posthorn/chassis'
import { type BusEvent, statusesPassed } from '@posthorn/contracts'
import { storedProviderError } from './advance.ts'
import { callbackOf } from './incoming.sql.ts'
import { type ParticipantReceipt, participantsOf, saveParticipants } from './participants.sql.ts'
import { messageEventData } from './present.ts'
import { participantIdentity } from './receipts.ts'
import type { MessageInContext } from './rows.sql.ts'

/** A participant's status of a group message, and the message after it. */
export type ParticipantStep = { status: BusEvent<'provider:status'>; row: MessageInContext }

/** Records the status of group messages for each participant, and announces new ones. The caller must lock the messages. */
export async function recordParticipantSteps(tx: Tx, steps: ParticipantStep[]): Promise<void> {
  if (steps.length === 0) return
  const messages = [...new Map(steps.map(({ row }) => [row.id, row])).values()]
  const known = await participantsOf(tx.em, messages)
  const receipts = new Map(known.map((receipt) => [keyOf(receipt), receipt]))
  const changed = new Set<ParticipantReceipt>()
  for (const step of steps) {
    const receipt = applyStep(receipts, step)
    if (!receipt) continue
    changed.add(receipt)
    announceStep(tx, step, receipt.participant)
  }
  await saveParticipants(tx.em, [...changed])
}

const keyOf = ({ messageId, participant }: { messageId: string; participant: string }) => `${messageId} ${participant}`

/** Adds a status to a receipt; null if it is already known. */
function applyStep(
  receipts: Map<string, ParticipantReceipt>,
  { status: { data }, row }: ParticipantStep,
): ParticipantReceipt | null {
  const fresh: ParticipantReceipt = {
    workspaceId: row.workspaceId,
    messageId: row.id,
    participant: data.recipientParticipant ?? '',
    statusAt: {},
    error: null,
  }
  const receipt = receipts.get(keyOf(fresh)) ?? fresh
  if (receipt.statusAt[data.status]) return null
  for (const passed of data.status === 'failed' ? (['failed'] as const) : statusesPassed(data.status))
    receipt.statusAt[passed] ??= data.timestamp
  // A delivery outranks an error, in whichever order they are reported.
  if (receipt.statusAt.delivered) receipt.error = null
  else if (data.status === 'failed' && data.error) receipt.error = storedProviderError(data.error, data.furtherErrors)
  receipts.set(keyOf(receipt), receipt)
  return receipt
}

function announceStep(tx: Tx, { status, row }: ParticipantStep, participant: string): void {
  const ack = status.data.status
  if (ack === 'sent' || ack === 'failed') return
  tx.emit({
    kind: 'message:ack',
    workspace: row.workspaceId,
    data: { ...messageEventData(row, row), ack, participant: participantIdentity(participant) },
    aggregate: { id: row.id, version: row.version },
    traceparent: status.traceparent,
    callback: callbackOf('statuses', status.data),
  })
}
