import type { BatchVerb } from '@posthorn/chassis'
import { Fault, fail, failField, failUnknown, type messaging, newId } from '@posthorn/contracts'
import { announceChat } from '../chats/change.ts'
import type { MessagingRuntime } from '../config.ts'
import { acceptContent } from '../content/accept.ts'
import { checkCapabilities } from '../content/capabilities.ts'
import type { MessageRow, StoredContent } from '../entities/chat.ts'
import { giveFilesToNumbers } from '../files/files.sql.ts'
import { labelChats, refuseTooManyLabels } from '../labels/labels.sql.ts'
import {
  type AcceptedMessage,
  countJobs,
  type PlanResult,
  refuseInOthersChats,
  showTypingBefore,
  storeAccepted,
} from './accept.sql.ts'
import { announceChange } from './advance.ts'
import type { MessageContext } from './present.ts'
import { addControls, type Call, controlsOf, type Destination, destinationOf, dueTimes, labelsOf } from './request.ts'
import { contextsOf } from './rows.sql.ts'
import { fileTargetsOf, loadTargets, type MessageTarget, type Targets } from './targets.sql.ts'

type BatchContext = Parameters<BatchVerb<typeof messaging.messages.send, MessagingRuntime>['together']>[0]

type Acceptance = Pick<BatchContext, 'tx' | 'runtime'> & { calls: Call[] }

/**
 * Checks the references in each call, and if they are right, reserves a place in its queue. Returns the message or refusal of each call, at
 * its position. Stores nothing: the same transaction passes the messages to `storeMessages`, so that people's chats don't move in between.
 */
export async function planMessages({ tx, runtime, calls }: Acceptance): Promise<PlanResult[]> {
  const targets = await loadTargets(tx.em, calls)
  const now = new Date()
  const planned = calls.map((call): PlanResult => {
    try {
      return { ok: true, value: planMessage({ call, runtime, targets, now }) }
    } catch (error) {
      return { ok: false, error }
    }
  })
  const permitted = await refuseTooManyLabels(tx.em, await refuseInOthersChats(tx.em, planned))
  // Reserved last, because a refused message needs no place.
  const hasCapacity = await runtime.deps.queueCapacity.reserve(
    calls.map(({ workspace }) => workspace),
    (workspaces) => countJobs(tx.em, workspaces, runtime.config.QUEUE_SIZE_MAX),
  )
  return permitted.map((plan): PlanResult => {
    if (!plan.ok || hasCapacity(plan.value.row.workspaceId)) return plan
    return { ok: false, error: new Fault('queue:full', { retryAfter: 5 }) }
  })
}

export const acceptedAmong = (planned: readonly PlanResult[]): AcceptedMessage[] =>
  planned.flatMap((result) => (result.ok ? [result.value] : []))

/**
 * Stores messages with their chats, jobs, labels and typing indicators. Announces chats that are new, that count as read because they were
 * answered, or that get labels, and scheduled messages. Wakes the dispatcher.
 */
export async function storeMessages(tx: BatchContext['tx'], accepted: AcceptedMessage[]): Promise<void> {
  if (accepted.length === 0) return
  const chats = await storeAccepted(tx.em, accepted)
  const messages = accepted.map(({ row }) => row)
  for (const chat of chats)
    if (chat.created || chat.read) announceChat(tx, chat, { change: chat.created ? 'created' : 'read' })
  await giveFilesToNumbers(tx.em, messages)
  await labelChats(tx, chats, accepted)
  await announceScheduled(tx, accepted)
  await scheduleTyping(tx, accepted)
  tx.wake('dispatch')
}

/** Announces the messages that are to be sent later. The others are announced when they are sent. */
async function announceScheduled(tx: BatchContext['tx'], accepted: AcceptedMessage[]): Promise<void> {
  const scheduled = accepted.filter(({ row }) => row.status === 'scheduled')
  const rows = scheduled.map(({ row }) => row)
  const contexts = await contextsOf(tx.em, rows)
  for (const { row, by } of scheduled)
    announceChange(tx, { ...row, ...(contexts.get(row.id) as MessageContext) }, { kind: 'message:scheduled', by })
}

/** Lets a typing indicator precede each message that asks for one. */
async function scheduleTyping({ em, wake }: BatchContext['tx'], accepted: AcceptedMessage[]): Promise<void> {
  const typed = accepted.flatMap(({ row: { id, content } }) =>
    content?.typing === undefined ? [] : [{ id, seconds: content.typing }],
  )
  if (typed.length === 0) return
  await showTypingBefore(em, typed)
  wake('receipts')
}

/** Resolves the message that a call quotes or reacts to, and its files. A restricted key can't name messages of other numbers. */
function referencesOf({ input, workspace, call: { numbers } }: Call, targets: Targets, destination: Destination) {
  const named = input.quote || input.reactionMessage
  const found = named ? targets.message(workspace, named) : undefined
  const message = found && numbers && !numbers.includes(found.numberId as never) ? undefined : found
  // The provider may know a message that isn't stored here.
  const quoteProviderId = !message && named?.startsWith('wamid.') ? named : undefined
  if (named && !quoteProviderId) checkRelated(message, destination, input.quote ? 'quote' : 'reactionMessage')
  return {
    related: message?.messageId ?? null,
    quoteProviderId,
    files: fileTargetsOf(targets, { workspace, numbers }, input),
  }
}

/** Refuses to quote or react to a message that is unknown or in another chat. */
function checkRelated(message: MessageTarget | undefined, { number, recipient }: Destination, path: string): void {
  if (!message) failUnknown('message:not_found', path)
  if (message.numberId === number.id && message.recipient === recipient) return
  failField(path, 'must be a message of the same chat')
}

type Addressed = Pick<Destination, 'chat' | 'recipient'> &
  Pick<ReturnType<typeof referencesOf>, 'files' | 'quoteProviderId'>

/** Returns the content to store: what is sent, and the controls that apply before or after sending. */
function contentOf(call: Call, targets: Targets, { chat, recipient, files, quoteProviderId }: Addressed) {
  const controls = {
    ...controlsOf(call, targets, chat.type),
    ...optedOutMark(call, targets, { chat, recipient }),
    ...(quoteProviderId === undefined ? {} : { quoteProviderId }),
  }
  return addControls(acceptContent(call.input, files), controls)
}

const unsent = {
  outcomeUnknown: false,
  error: null,
  providerId: null,
  pricing: null,
  history: null,
  attempts: 0,
  sender: null,
  version: 1,
}

/** Checks one call and builds its message. Throws the reason if the message is refused. */
function planMessage({
  call,
  runtime,
  targets,
  now,
}: {
  call: Call
  runtime: MessagingRuntime
  targets: Targets
  now: Date
}): AcceptedMessage {
  const { input, workspace } = call
  const destination = destinationOf(call, targets)
  const { number, recipient, chatId, chat, groupId } = destination
  const { related, ...references } = referencesOf(call, targets, destination)
  const content = contentOf(call, targets, { chat, recipient, ...references })
  const capabilities = runtime.deps.provider(number.provider)?.capabilities
  checkCapabilities(input, capabilities, { type: content.type, to: chat.type })
  const { scheduled, dueAt, expiresAt } = dueTimes(input, now)
  const status = scheduled ? 'scheduled' : 'queued'
  const by = call.automation ?? call.call.actor
  const row: MessageRow = {
    workspaceId: workspace,
    id: newId('msg'),
    numberId: number.id,
    chatId,
    direction: 'out',
    recipient,
    phone: recipient.startsWith('+') ? recipient : null,
    groupId,
    ...content,
    previewUrl: input.previewUrl ?? null,
    quoteId: related,
    reference: input.reference ?? null,
    priority: input.priority,
    ordered: input.order === 'chat',
    // Resending a partly delivered post is safe, so always resend.
    onUnknown: chat.type === 'channel' ? 'resend' : input.onUnknown,
    status,
    statusAt: { [status]: now.toISOString() },
    ...unsent,
    author: call.post === undefined ? by : null,
    traceparent: call.call.traceparent ?? null,
    deliverAt: scheduled ? dueAt : null,
    expiresAt,
    createdAt: now,
  }
  return {
    row,
    chat,
    dueAt,
    post: call.post ?? null,
    labels: labelsOf(call, targets),
    by,
    queue: scheduled ? { waiting: { reason: 'schedule', until: dueAt.toISOString() } } : {},
  }
}

/**
 * Refuses messages of posts and automations to a recipient who opted out. An opt-out is from broadcasts, so other messages are only marked,
 * unless the workspace's setting refuses them too.
 */
function optedOutMark(
  { workspace, post, automation }: Call,
  targets: Targets,
  { chat, recipient }: Pick<Destination, 'chat' | 'recipient'>,
): Pick<StoredContent, 'optedOut'> {
  if (chat.type !== 'direct' || !targets.hasOptedOut(workspace, recipient)) return {}
  if (post !== undefined || automation || targets.optedOutMessages(workspace) === 'refuse') fail('contact:opted_out')
  return { optedOut: true }
}
