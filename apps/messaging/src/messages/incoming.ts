import type { Tx } from '@posthorn/chassis'
import { identifiersOf, newId } from '@posthorn/contracts'
import { takeRating } from '../automations/ratings.sql.ts'
import { queueRuns } from '../automations/runs.sql.ts'
import { announceChat, recordChanges } from '../chats/change.ts'
import { extendWindow, type GroupPlace, type TouchedChat, touchChat } from '../chats/touch.sql.ts'
import { addAnswer, incomingContent, incomingText, withQuote } from '../content/incoming.ts'
import { countVote, looksLikeVote, readVote, type Voter } from '../content/poll.ts'
import type { Author, ChatRow, MessageRow, StoredContent } from '../entities/chat.ts'
import { queueMedia } from '../files/files.sql.ts'
import { personTest } from '../people/identifiers.sql.ts'
import { linkPeople, type Proof } from '../people/link.ts'
import { announceUpdate, applyAmendment, applyPending, lockMessage } from './amend.ts'
import { callbackOf, chatFieldsOf, type MessageContext, messageEventData, personAt } from './present.ts'
import { groupKey, groupsOf, type Incoming, insertIncoming, lastPoll } from './reported.sql.ts'
import { contextOf, findByProviderId } from './rows.sql.ts'

type IncomingMessage = { event: Incoming; row: MessageRow; group: GroupPlace | null }

/**
 * Marks messages from blocked contacts, so that they are stored without reopening the chat, counting as unread or alerting anyone. Doesn't
 * apply to groups, where blocked contacts write to everyone.
 */
export function markBlocked(planned: IncomingMessage, blocked: Set<string>): IncomingMessage {
  const { event, row, group } = planned
  const isBlocked = identifiersOf(event.data.from).some(({ value }) => blocked.has(`${row.workspaceId} ${value}`))
  if (group || !isBlocked) return planned
  return { ...planned, row: { ...row, content: { ...row.content, blocked: true } } }
}

/** Links the senders' identifiers, which may merge chats. Assigns direct messages to their senders' chats, by the current identifier. */
export async function withRecipients(tx: Tx, messages: IncomingMessage[]): Promise<IncomingMessage[]> {
  const known = messages.filter(({ event }) => identifiersOf(event.data.from).length > 0)
  const proofs = known.map(({ event }) => proofOf(event))
  const recipients = await linkPeople(tx, proofs)
  const ofDirect = new Map(known.map(({ event, row }, i) => [row.id, event.data.groupId ? undefined : recipients[i]]))
  return messages.map((each) => {
    const recipient = ofDirect.get(each.row.id)
    return recipient === undefined ? each : { ...each, row: { ...each.row, recipient } }
  })
}

/** Returns what a message proves about its sender: which identifiers are theirs, and which they had before. */
function proofOf({ workspace, data, traceparent }: Incoming): Proof {
  const { from, previous = {}, timestamp } = data
  const evidence = { current: identifiersOf(from), previous: identifiersOf(previous), at: Date.parse(timestamp) }
  return { workspace, evidence, speaks: true, traceparent }
}

/** Whether the message only reports changed user ids. It isn't stored, because it has nothing for people to read. */
export const reportsOnlyUserIds = ({ data: { type, previous, content } }: Incoming): boolean =>
  type === 'system' && previous !== undefined && content?.system?.phone === undefined

/** Builds the rows of incoming messages. What depends on other rows, such as the chat, is set when they are stored. */
export async function planIncoming(em: Tx['em'], events: Incoming[]): Promise<IncomingMessage[]> {
  const groups = await groupsOf(em, events)
  return events.map((event) => incomingMessageOf(event, groups))
}

function incomingMessageOf(event: Incoming, groups: Map<string, GroupPlace>): IncomingMessage {
  const { workspace, data } = event
  const [person] = identifiersOf(data.from)
  // Drops nothing: a message without a sender gets a separate chat, which can't be replied to.
  const recipient = data.groupId || (person?.value ?? data.providerId)
  const group = data.groupId ? (groups.get(groupKey(data.number, data.groupId)) ?? null) : null
  return {
    event,
    group,
    row: {
      workspaceId: workspace,
      id: newId('msg'),
      numberId: data.number,
      chatId: newId('chat'),
      direction: 'in',
      recipient,
      phone: group ? null : (data.from.phone ?? null),
      groupId: group?.id ?? null,
      ...incomingContent(data),
      body: incomingText(data),
      status: 'received',
      statusAt: { received: data.timestamp },
      outcomeUnknown: false,
      providerId: data.providerId,
      attempts: 0,
      sender: data.from,
      version: 1,
      createdAt: new Date(),
    } as MessageRow,
  }
}

/**
 * Stores and announces an incoming message. Starts what follows from it: an alert, a counted answer, a download, automations and a rating.
 * `awaited` means that amendments arrived before it.
 */
export async function storeIncoming(
  tx: Tx,
  { event, row: reported, group }: IncomingMessage,
  { awaited }: { awaited: boolean },
): Promise<void> {
  const { data, workspace, traceparent } = event
  const { row, customerAt } = awaited ? await applyPending(tx, reported) : { row: reported, customerAt: undefined }
  const quoteId = data.quotedProviderId ? await findByProviderId(tx.em, data.number, data.quotedProviderId) : null
  const planned: MessageRow = { ...row, quoteId, content: withQuote(row, quoteId ? undefined : data.quotedProviderId) }
  const touched = touchChat(tx, { row: planned, at: data.timestamp, group })
  const [chat] = await Promise.all([
    touched,
    insertIncoming(tx.em, planned, planned.content?.deletedAt ? null : data.raw),
  ])
  if (customerAt) await extendWindow(tx, planned, customerAt)
  const stored = inChat(planned, chat)
  const around = (customerAt ? null : contextIn(chat, stored)) ?? (await contextOf(tx.em, stored))
  tx.emit({
    kind: 'message:in',
    workspace,
    data: messageEventData(stored, around),
    aggregate: { id: row.id, version: 1 },
    traceparent,
    // After an amendment, a message no longer matches the provider's original.
    callback: awaited ? undefined : callbackOf('messages', data),
  })
  alertAssignee(tx, { row: stored, chat, traceparent })
  if (!stored.content?.blocked) await countAnswer(tx, stored, traceparent)
  await queueMedia(tx, stored)
  if (chat.automated && !isQuiet(stored)) await queueAutomations(tx, stored, chat)
  const changes = [...changesOf(chat), ...((await takeRating(tx, stored, chat)) ? (['rated'] as const) : [])]
  const recorded = changes.map((change) => ({ chat, change }))
  recordChanges(tx.em, recorded)
  for (const change of changes) announceChat(tx, chat, { change, ...snoozedBy(change, chat), traceparent })
}

/** Whether the message needs no answer: the provider wrote it, it is a rating, or its sender is blocked. */
const isQuiet = ({ type, content }: MessageRow) =>
  type === 'system' || content?.blocked === true || content?.rating !== undefined

/** Alerts the member to whom the chat is assigned, unless the chat is muted or the message needs no answer. */
function alertAssignee(
  tx: Tx,
  { row, chat, traceparent }: { row: MessageRow; chat: TouchedChat; traceparent: string | undefined },
): void {
  const member = chat.assignee?.id
  if (member === undefined || chat.muted || isQuiet(row)) return
  const data = { member, kind: 'message' as const, chat: chat.id, number: row.numberId, message: row.id }
  tx.emit({
    kind: 'member:alerted',
    workspace: row.workspaceId,
    data,
    aggregate: { id: member, version: 1 },
    traceparent,
  })
}

/** Builds a message's event context from the stored chat, which saves a query. Returns null if the chat doesn't have all of it. */
function contextIn(chat: TouchedChat, row: MessageRow): MessageContext | null {
  if (chat.type !== 'direct' || row.quoteId || chat.lastMessage?.id !== row.id) return null
  const { numberPhone, numberName, providerIds, contactFields, contactBlocked } = chat
  return {
    chatName: chat.name ?? null,
    contactId: chat.contactId ?? null,
    numberPhone,
    numberName,
    providerIds,
    chatFields: chatFieldsOf(chat, row),
    contactFields,
    contactBlocked,
  }
}

/** Returns what the message changed in its chat. Version 1 means that the message created it. */
function changesOf({ version, reopened, woken }: TouchedChat): ('created' | 'reopened' | 'woken')[] {
  if (version === 1) return ['created']
  return [...(reopened ? (['reopened'] as const) : []), ...(woken ? (['woken'] as const) : [])]
}

/** Queues the automations triggered by a customer's message. Automations act only in direct chats. */
async function queueAutomations(tx: Tx, { id, statusAt }: MessageRow, chat: TouchedChat): Promise<void> {
  if (chat.type !== 'direct') return
  const triggers = ['message_received', ...(chat.begins ? ['conversation_started'] : [])]
  const at = statusAt.received ?? new Date().toISOString()
  await queueRuns(tx, { workspace: chat.workspaceId, chat: chat.id, message: id, triggers, at })
}

/** Names who had snoozed a chat that this message woke, because that member is notified. */
const snoozedBy = (change: string, { snoozedBy: by }: TouchedChat): { snoozedBy?: Author } =>
  change === 'woken' && by ? { snoozedBy: by } : {}

/** Returns the message as it is stored: in its chat and, if that is direct, from the chat's contact. */
function inChat(row: MessageRow, { id, type, contactId }: ChatRow): MessageRow {
  const sender = type === 'direct' && contactId ? { ...row.sender, contact: contactId } : row.sender
  return { ...row, chatId: id, sender } as MessageRow
}

/** Links a customer's answer to its message: counts a vote, or records the answer to buttons or a list. */
async function countAnswer(tx: Tx, answer: MessageRow, traceparent: string | undefined): Promise<void> {
  const reply = answer.content?.reply
  const text = reply?.text ?? answer.body ?? undefined
  const isTypedVote = answer.type === 'text' && text !== undefined && looksLikeVote(text)
  const isQuoting = answer.type === 'text' && Boolean(answer.quoteId)
  if (!reply && !isTypedVote && !isQuoting) return
  const id = answer.quoteId ?? (isTypedVote ? await lastPoll(tx.em, answer) : null)
  const target = id ? await lockMessage(tx, answer.workspaceId, id) : undefined
  if (!target || target.direction !== 'out' || target.content?.deletedAt) return
  const at = answer.statusAt.received ?? answer.createdAt.toISOString()
  const content = target.content ?? {}
  if (content.poll) {
    const chosen = readVote(content.poll, { id: reply?.id, text })
    const counted = chosen && countVote(content, await voterOf(tx, answer, content), { chosen, at })
    if (!counted) return
    await announceUpdate(tx, await applyAmendment(tx, target, { content: counted }), { change: 'vote', traceparent })
  } else if (reply) {
    const noted = { message: answer.id, at, ...(reply.id && { id: reply.id }), ...(text && { text }) }
    await announceUpdate(tx, await applyAmendment(tx, target, addAnswer(target, noted)), {
      change: 'answered',
      traceparent,
    })
  }
}

/** Returns the voter, with a function that recognizes votes made under another identifier. */
async function voterOf({ em }: Tx, answer: MessageRow, content: StoredContent): Promise<Voter> {
  const { workspaceId, sender, recipient } = answer
  const person = sender ?? personAt(recipient)
  const key = identifiersOf(person)[0]?.value ?? recipient
  const isSame = await personTest(em, workspaceId, [person, ...Object.keys(content.votes ?? {}).map(personAt)])
  return { key, isSame: (other) => isSame(person, personAt(other)) }
}
