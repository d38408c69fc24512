import type { Tx } from '@posthorn/chassis'
import type { BusEvent, EventData } from '@posthorn/contracts'
import { extendWindow } from '../chats/touch.sql.ts'
import { type Amendment, addReaction, authorOf, deletionOf, editOf } from '../content/amendments.ts'
import type { MessageRow, Sender } from '../entities/message.ts'
import { messageEventData } from './present.ts'
import { findByProviderId, lockMessages, type MessageInContext, saveContent } from './rows.sql.ts'

type Incoming = BusEvent<'provider:message'>

/**
 * Applies a reaction, an edit or a deletion to the message it is about, and announces it. False: it is none, or that message is not
 * known, and it is to be taken in as a message of its own.
 */
export async function amend(tx: Tx, { data, workspace, traceparent }: Incoming, row: MessageRow): Promise<boolean> {
  const about = data.content?.about
  if (!about) return false
  const id = await findByProviderId(tx.em, data.number, about.providerId)
  const target = id === null ? undefined : await lockMessage(tx, workspace, id)
  if (!target) return false
  await extendWindow(tx.em, row, data.timestamp)
  if (data.type === 'reaction') {
    const emoji = about.emoji ?? ''
    const after = await applyAmendment(
      tx,
      target,
      addReaction(target, emoji, { sender: row.sender as Sender, at: data.timestamp }),
    )
    const event = { ...messageEventData(after, after), emoji }
    tx.emit({ kind: 'message:reaction', workspace, data: event, aggregate: aggregateOf(after), traceparent })
    return true
  }
  // Who wrote a message may change it, nobody else.
  if (target.direction !== 'in' || authorOf(target) !== authorOf(row)) return false
  const isEdit = data.type === 'edit'
  const after = await applyAmendment(
    tx,
    target,
    isEdit ? editOf(target, about.text, data.timestamp) : deletionOf(data.timestamp),
  )
  announceUpdate(tx, after, { change: isEdit ? 'edited' : 'deleted', traceparent })
  return true
}

/** A message of the workspace, locked. */
export async function lockMessage(tx: Tx, workspace: string, id: string): Promise<MessageInContext | undefined> {
  return (await lockMessages(tx.em, [{ workspace, id }]))[0]
}

/** Stores an amendment; the message as it is then. */
export async function applyAmendment(
  tx: Tx,
  before: MessageInContext,
  amendment: Amendment,
): Promise<MessageInContext> {
  const after = { ...before, ...amendment, version: before.version + 1 }
  await saveContent(tx.em, [after])
  return after
}

type Update = { change: EventData<'message:updated'>['change']; traceparent: string | undefined }

/** Announces that a message changed. */
export function announceUpdate(tx: Tx, after: MessageInContext, { change, traceparent }: Update): void {
  const data = { ...messageEventData(after, after), change }
  tx.emit({ kind: 'message:updated', workspace: after.workspaceId, data, aggregate: aggregateOf(after), traceparent })
}

function aggregateOf({ id, version }: MessageInContext): { id: string; version: number } {
  return { id, version }
}
