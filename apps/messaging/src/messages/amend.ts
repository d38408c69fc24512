import type { Tx } from '@posthorn/chassis'
import type { EventData, ProviderChange } from '@posthorn/contracts'
import { showLastMessage } from '../chats/last-message.sql.ts'
import { extendWindow } from '../chats/touch.sql.ts'
import {
  type Amendment,
  amendmentOf,
  type Change,
  mayChange,
  reactedBy,
  type SamePerson,
} from '../content/amendments.ts'
import type { MessageRow } from '../entities/message.ts'
import { removeReceived } from '../files/received-media.sql.ts'
import { personTest } from '../people/identifiers.sql.ts'
import { callbackOf } from './incoming.sql.ts'
import { compareChats, lockChats, lockMessagesByProviderId } from './lock-order.sql.ts'
import { type AmendingEvent, keepPending, pendingOf, removePending } from './pending.sql.ts'
import { messageEventData } from './present.ts'
import {
  contextOf,
  findByProviderId,
  lockMessages,
  type MessageInContext,
  type ProviderReference,
  rememberProviderIds,
  saveContent,
} from './rows.sql.ts'

/** A message or an amendment as the provider reported it, from the customer or from its own app, with its row as planned. */
export type Reported = { event: AmendingEvent; row: MessageRow }

/** Remembers the provider ids of what is reported. Returns our ids of what is new, each with whether amendments wait for it. */
export function rememberReported(tx: Tx, reported: Reported[]): Promise<Map<string, boolean>> {
  const references = reported.map(({ row }) =>
    referenceOf(row, { providerId: row.providerId ?? '', messageId: row.id }),
  )
  const subjects = reported.flatMap(({ event, row }) => {
    const providerId = event.data.content?.about?.providerId
    return providerId === undefined ? [] : [referenceOf(row, { providerId, messageId: null })]
  })
  return rememberProviderIds(tx.em, [...references, ...subjects])
}

function referenceOf(
  { numberId, workspaceId: workspace }: MessageRow,
  named: Pick<ProviderReference, 'providerId' | 'messageId'>,
): ProviderReference {
  return { numberId, workspace, ...named }
}

/** Locks what is changed: the chats, then the messages that are named. One chat alone is locked by its change. */
export async function lockReported(tx: Tx, reported: Reported[]): Promise<void> {
  const named = reported.flatMap(({ event: { data } }) => {
    const providerId = data.content?.about?.providerId ?? data.quotedProviderId
    return providerId ? [{ numberId: data.number, providerId }] : []
  })
  if (reported.length <= 1 && named.length === 0) return
  await lockChats(
    tx.em,
    reported.map(({ row }) => row),
    named,
  )
  await lockMessagesByProviderId(tx.em, named)
}

/**
 * Reports in the order in which they are taken in: new chats are made in the order of their locks, what was written in one stays in
 * its order, and amendments find their messages stored.
 */
export function inOrder<R extends Reported>(reported: R[]): R[] {
  const sorted = reported.toSorted((a, b) => compareChats(a.row, b.row))
  const isChange = ({ event }: R) => changeOf(event) !== null
  return [...sorted.filter((each) => !isChange(each)), ...sorted.filter(isChange)]
}

/**
 * Applies a reaction, an edit or a deletion to the message it is about, and announces it; before that message it waits for it. False: it
 * is none, or one of a customer that belongs to no message of ours, so it is stored as a message of its own.
 */
export async function amend(tx: Tx, { event, row }: Reported): Promise<boolean> {
  const { workspace, data, traceparent } = event
  const change = changeOf(event)
  const providerId = data.content?.about?.providerId
  if (!change || providerId === undefined) return false
  const isOurs = change.by === 'business'
  const id = await findByProviderId(tx.em, data.number, providerId)
  const target = id === null ? undefined : await lockMessage(tx, workspace, id)
  // What retention has removed does not come back as a message, but a customer's reaction to it is still shown.
  if (id !== null && !target) return isOurs || change.kind !== 'reaction'
  const isSame = await samePersonFor(tx, change, target)
  if (target && !mayChange(target, change, isSame)) return isOurs
  if (!isOurs) await extendWindow(tx, row, data.timestamp)
  const callback = callbackOf(isOurs ? 'message_echoes' : 'messages', data)
  if (target) await applyChange(tx, target, { change, isSame, traceparent, callback })
  else await keepPending(tx.em, { workspace, number: data.number, providerId }, event)
  return true
}

function changeOf({ event, data }: AmendingEvent): Change | null {
  const { type, about } = data.content ?? {}
  if (!about || (type !== 'reaction' && type !== 'edit' && type !== 'revoke')) return null
  const by = event === 'provider:echo' ? ('business' as const) : data.from
  return { kind: type, at: data.timestamp, by, emoji: about.emoji ?? '', text: about.text ?? null }
}

/** Returns the test whether the maker of a change is the author of a message, or one of those who reacted to it. */
async function samePersonFor({ em }: Tx, { by }: Change, target: MessageRow | undefined): Promise<SamePerson> {
  if (by === 'business' || !target) return () => false
  const reactors = (target.content?.reactions ?? []).map(({ from }) => from)
  return personTest(em, target.workspaceId, [by, target.sender, ...reactors])
}

type Traced = { change: Change; isSame: SamePerson } & Cause

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
    reactedBy: { ...from, ...(via && { via }) },
  }
  const { workspaceId: workspace } = after
  tx.emit({ kind: 'message:reaction', workspace, data, aggregate: aggregateOf(after), ...cause })
}

/** A message that has just come, with the amendments in it that came before, and the time of the last one of the customer. */
export type Amended = { row: MessageRow; customerAt: string | undefined }

/** Applies what has waited for a message, before it is stored: text that was deleted is never kept. */
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
  return amended
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
  if (after.body !== before.body) await showLastMessage(tx.em, after)
  if (after.content?.deletedAt && !before.content?.deletedAt) await removeReceived(tx, before)
  return after
}

/** What a change follows from: its trace, and what the provider sent. */
type Cause = { traceparent: string | undefined; callback?: ProviderChange | undefined }

type Update = { change: EventData<'message:updated'>['change'] } & Cause

/** Announces that a message changed. */
export async function announceUpdate(tx: Tx, after: MessageInContext, { change, ...cause }: Update): Promise<void> {
  const data = { ...messageEventData(after, await contextOf(tx.em, after)), change }
  tx.emit({ kind: 'message:updated', workspace: after.workspaceId, data, aggregate: aggregateOf(after), ...cause })
}

function aggregateOf({ id, version }: MessageInContext): { id: string; version: number } {
  return { id, version }
}
