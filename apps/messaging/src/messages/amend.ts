import type { Tx } from '@posthorn/chassis'
import { defined, type EventData, type ProviderChange } from '@posthorn/contracts'
import { showLastMessage } from '../chats/chats.sql.ts'
import { extendWindow } from '../chats/touch.sql.ts'
import {
  type Amendment,
  type AmendmentChange,
  amendmentOf,
  mayChange,
  reactedBy,
  type SamePerson,
} from '../content/incoming.ts'
import type { MessageRow } from '../entities/chat.ts'
import { removeReceived } from '../files/files.sql.ts'
import { personTest } from '../people/identifiers.sql.ts'
import { compareChats, lockChatsInOrder, lockMessagesByProviderId } from './lock-order.sql.ts'
import { type AmendingEvent, keepPending, pendingOf, removePending } from './pending.sql.ts'
import { callbackOf, messageEventData } from './present.ts'
import {
  contextOf,
  findByProviderId,
  lockMessages,
  type MessageInContext,
  markExtra,
  type ProviderReference,
  rememberProviderIds,
  saveContent,
} from './rows.sql.ts'

/** A message or amendment reported by the provider, from a customer or from the provider's own app, and the row planned for it. */
type Reported = { event: AmendingEvent; row: MessageRow }

/**
 * Stores the provider ids of reports and of the messages that they are about. Returns our ids for the new reports, and for each one whether
 * amendments are waiting for it. The provider repeats callbacks, so any other report has been stored before.
 */
export function rememberReported(tx: Tx, reported: Reported[]): Promise<Map<string, boolean>> {
  const references = reported.flatMap(({ event, row }): ProviderReference[] => {
    const { numberId, workspaceId: workspace, providerId, id: messageId } = row
    const own = { numberId, workspace, providerId: providerId ?? '', messageId }
    const subject = event.data.content?.about?.providerId
    return subject === undefined ? [own] : [own, { ...own, providerId: subject, messageId: null }]
  })
  return rememberProviderIds(tx.em, references)
}

/** Locks the chats, then the messages to change, in the common lock order. A single chat is locked by its own update. */
export async function lockReported(tx: Tx, reported: Reported[]): Promise<void> {
  const named = reported.flatMap(({ event: { data } }) => {
    const providerId = data.content?.about?.providerId ?? data.quotedProviderId
    return providerId ? [{ numberId: data.number, providerId }] : []
  })
  if (reported.length <= 1 && named.length === 0) return
  const chats = reported.map(({ row }) => row)
  await lockChatsInOrder(tx.em, chats, named)
  await lockMessagesByProviderId(tx.em, named)
}

/** Sorts reports for processing: new chats in lock order, each chat's messages in order, and amendments after their messages. */
export function inOrder<R extends Reported>(reported: R[]): R[] {
  const sorted = reported.toSorted((a, b) => compareChats(a.row, b.row))
  const isChange = ({ event }: R) => changeOf(event) !== null
  return [...sorted.filter((each) => !isChange(each)), ...sorted.filter(isChange)]
}

/**
 * Applies a reaction, edit or deletion to its message and announces it, or keeps it until the message arrives. A customer's extends their
 * window. Returns false if the report must be stored as a message: it isn't an amendment, a customer changed a message that isn't theirs, or
 * reacted to one that was removed.
 */
export async function amend(tx: Tx, { event, row }: Reported): Promise<boolean> {
  const { workspace, data, traceparent } = event
  const change = changeOf(event)
  const providerId = data.content?.about?.providerId
  if (!change || providerId === undefined) return false
  const isOurs = change.by === 'business'
  const id = await findByProviderId(tx.em, data.number, providerId)
  const target = id === null ? undefined : await lockMessage(tx, workspace, id)
  // A message removed by retention stays removed, but a customer's new reaction to it is shown.
  if (id !== null && !target) return isOurs || change.kind !== 'reaction'
  const isSame = await samePersonFor(tx, change, target)
  const isAllowed = !target || mayChange(target, change, isSame)
  if (target && (isAllowed || isOurs))
    await markExtra(tx.em, [{ numberId: data.number, providerId: data.providerId, messageId: target.id }])
  if (!isAllowed) return isOurs
  if (!isOurs) await extendWindow(tx, row, data.timestamp)
  const callback = callbackOf(isOurs ? 'message_echoes' : 'messages', data)
  if (target) await applyChange(tx, target, { change, isSame, traceparent, callback })
  else await keepPending(tx.em, { workspace, number: data.number, providerId }, event)
  return true
}

/** Returns the reaction, edit or deletion in an event, or null if the event is a message. */
function changeOf({ event, data }: AmendingEvent): AmendmentChange | null {
  const { type, about } = data.content ?? {}
  if (!about || (type !== 'reaction' && type !== 'edit' && type !== 'revoke')) return null
  const by = event === 'provider:echo' ? ('business' as const) : data.from
  return { kind: type, at: data.timestamp, by, emoji: about.emoji ?? '', text: about.text ?? null }
}

/** Returns a function that tells whether two people are the same, of those who made a change, wrote the message, or reacted to it. */
async function samePersonFor({ em }: Tx, { by }: AmendmentChange, target: MessageRow | undefined): Promise<SamePerson> {
  if (by === 'business' || !target) return () => false
  const reactors = (target.content?.reactions ?? []).map(({ from }) => from)
  return personTest(em, target.workspaceId, [by, target.sender, ...reactors])
}

type Traced = { change: AmendmentChange; isSame: SamePerson } & Cause

/** Applies a change to its message and announces it, unless the message was deleted or a later change has already been applied. */
async function applyChange(tx: Tx, target: MessageInContext, { change, isSame, ...cause }: Traced): Promise<void> {
  const amendment = amendmentOf(target, change, isSame)
  if (!amendment) return
  const after = await applyAmendment(tx, target, amendment)
  const { kind, by, emoji } = change
  if (kind !== 'reaction')
    return announceUpdate(tx, after, { change: kind === 'edit' ? 'edited' : 'deleted', ...cause })
  const { from, via } = reactedBy(by)
  const data = {
    ...messageEventData(after, await contextOf(tx.em, after)),
    emoji,
    reactedBy: { ...from, ...defined({ contact: by === 'business' ? undefined : by.contact, via }) },
  }
  const { workspaceId: workspace } = after
  tx.emit({ kind: 'message:reaction', workspace, data, aggregate: aggregateOf(after), ...cause })
}

/** A new message with the amendments that arrived before it, and the time of the customer's last amendment. */
type Amended = { row: MessageRow; customerAt: string | undefined }

/** Applies the amendments that were waiting for a message. Called before the message is stored, so that deleted text is never stored. */
export async function applyPending(tx: Tx, row: MessageRow): Promise<Amended> {
  const { workspaceId: workspace, numberId: number, providerId } = row
  const amended: Amended = { row, customerAt: undefined }
  const applied = []
  for (const pending of await pendingOf(tx.em, { workspace, number, providerId: providerId ?? '' })) {
    const change = changeOf(pending.event)
    if (!change) continue
    const isSame = await samePersonFor(tx, change, amended.row)
    if (!mayChange(amended.row, change, isSame)) continue
    applied.push(pending)
    amended.row = { ...amended.row, ...amendmentOf(amended.row, change, isSame) }
    if (change.by !== 'business' && !(amended.customerAt && amended.customerAt > change.at))
      amended.customerAt = change.at
  }
  await removePending(tx.em, applied)
  const extra = applied.map(({ numberId, id }) => ({ numberId, providerId: id, messageId: row.id }))
  await markExtra(tx.em, extra)
  return amended
}

export const lockMessage = async (tx: Tx, workspace: string, id: string): Promise<MessageInContext | undefined> =>
  (await lockMessages(tx.em, [{ workspace, id }]))[0]

/**
 * Stores an amended message, which the caller has locked and announces. Also updates its text in chat lists, and removes the media that came
 * with it if it is now deleted.
 */
export async function applyAmendment(
  tx: Tx,
  before: MessageInContext,
  amendment: Amendment,
): Promise<MessageInContext> {
  const after = { ...before, ...amendment, version: before.version + 1 }
  await saveContent(tx.em, [after])
  if (after.body !== before.body) await showLastMessage(tx.em, after)
  if (after.content?.deletedAt && !before.content?.deletedAt) await removeReceived(tx, before)
  return after
}

type Cause = { traceparent: string | undefined; callback?: ProviderChange | undefined }

type Update = { change: EventData<'message:updated'>['change'] } & Cause

/** Announces a stored change of a message, with its cause and the whole message in its chat as it is now. */
export async function announceUpdate(tx: Tx, after: MessageInContext, { change, ...cause }: Update): Promise<void> {
  const data = { ...messageEventData(after, await contextOf(tx.em, after)), change }
  tx.emit({ kind: 'message:updated', workspace: after.workspaceId, data, aggregate: aggregateOf(after), ...cause })
}

const aggregateOf = ({ id, version }: MessageInContext): { id: string; version: number } => ({ id, version })
