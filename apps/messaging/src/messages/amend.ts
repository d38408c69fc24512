import type { Tx } from '@posthorn/chassis'
import type { BusEvent, EventData } from '@posthorn/contracts'
import { extendWindow } from '../chats/touch.sql.ts'
import { type Amendment, authorOf, deleted, edited, withReaction } from '../content/amended.ts'
import type { MessageRow, Sender } from '../entities/message.ts'
import { messageEventData } from './present.ts'
import { findByProviderId, lockMessages, type MessageInPlace, saveContent } from './rows.sql.ts'

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
    const after = await apply(
      tx,
      target,
      withReaction(target, emoji, { sender: row.sender as Sender, at: data.timestamp }),
    )
    const event = { ...messageEventData(after, after), emoji }
    tx.emit({ kind: 'message:reaction', workspace, data: event, aggregate: aggregateOf(after), traceparent })
    return true
  }
  // Who wrote a message may change it, nobody else.
  if (target.direction !== 'in' || authorOf(target) !== authorOf(row)) return false
  const isEdit = data.type === 'edit'
  const after = await apply(tx, target, isEdit ? edited(target, about.text, data.timestamp) : deleted(data.timestamp))
  announceUpdate(tx, after, { change: isEdit ? 'edited' : 'deleted', traceparent })
  return true
}

/** A message of the workspace, locked. */
export async function lockMessage(tx: Tx, workspace: string, id: string): Promise<MessageInPlace | undefined> {
  return (await lockMessages(tx.em, [{ workspace, id }]))[0]
}

/** Stores an amendment; the message as it is then. */
export async function apply(tx: Tx, before: MessageInPlace, amendment: Amendment): Promise<MessageInPlace> {
  const after = { ...before, ...amendment, version: before.version + 1 }
  await saveContent(tx.em, [after])
  return after
}

type Update = { change: EventData<'message:updated'>['change']; traceparent: string | undefined }

/** Announces that a message changed. */
export function announceUpdate(tx: Tx, after: MessageInPlace, { change, traceparent }: Update): void {
  const data = { ...messageEventData(after, after), change }
  tx.emit({ kind: 'message:updated', workspace: after.workspaceId, data, aggregate: aggregateOf(after), traceparent })
}

function aggregateOf({ id, version }: MessageInPlace): { id: string; version: number } {
  return { id, version }
}
