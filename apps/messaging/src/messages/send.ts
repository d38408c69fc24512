import { type BatchVerb, derivedId } from '@posthorn/chassis'
import { Fault, type messaging, newId } from '@posthorn/contracts'
import { presentChat } from '../chats/present.ts'
import type { MessagingRuntime } from '../config.ts'
import type { MessageRow } from '../entities/message.ts'
import type { NumberLineRow } from '../entities/number-line.ts'
import { type AcceptedMessage, insertAccepted, loadTargets, type Targets, touchChats } from './accept.sql.ts'
import { presentMessage } from './present.ts'
import { hasRoom } from './queue-room.ts'
import { dueTimes } from './validity.ts'

type Send = typeof messaging.messages.send
type Call = Parameters<BatchVerb<Send, MessagingRuntime>['together']>[0]['calls'][number]

/** Calls that share one transaction at most: enough to carry 64 connections, small enough to keep the transaction short. */
const batchSizeMax = 64

/**
 * Accepts messages: chat, message and send job of every call in one transaction. Nothing is sent here; the dispatcher is woken after
 * the commit.
 */
export const send: BatchVerb<Send, MessagingRuntime> = {
  batchSizeMax,
  together: async ({ tx, runtime, calls }) => {
    const targets = await loadTargets(tx.em, calls)
    const waiting = await hasRoom(tx.em, runtime, calls)
    const now = new Date()
    const planned = calls.map((call) => {
      try {
        return { ok: true as const, value: plan({ call, targets, now, hasRoom: waiting(call.workspace) }) }
      } catch (error) {
        return { ok: false as const, error }
      }
    })
    const accepted = planned.flatMap((result) => (result.ok ? [result.value] : []))
    if (accepted.length > 0) {
      const created = await touchChats(tx.em, accepted)
      await insertAccepted(tx.em, accepted)
      for (const chat of created) {
        const data = { ...presentChat(chat), change: 'created' as const }
        tx.emit({
          kind: 'chat:updated',
          workspace: chat.workspaceId,
          data,
          aggregate: { id: chat.id, version: chat.version },
        })
      }
      tx.wake('dispatch')
    }
    return planned.map((result) =>
      result.ok ? { ok: true, value: presentMessage(result.value.row, result.value.queue) } : result,
    )
  },
}

type Plan = { call: Call; targets: Targets; now: Date; hasRoom: boolean }

/** What will be stored for one call, or the refusal it ends with. */
function plan({ call, targets, now, hasRoom: room }: Plan): AcceptedMessage {
  const { input, workspace } = call
  if (!room) throw new Fault('queue:full', { retryAfter: 5 })
  const chat = input.chat ? targets.chat(workspace, input.chat) : undefined
  if (input.chat && !chat) throw new Fault('chat:not_found')
  const number = chooseNumber(call, targets, chat?.numberId)
  const recipient = chat?.recipient ?? (input.phone as string)
  if (input.quote && !targets.hasMessage(workspace, input.quote)) throw new Fault('message:not_found')
  const { scheduled, dueAt, expiresAt } = dueTimes(input, now)
  const status = scheduled ? 'scheduled' : 'queued'
  const row: MessageRow = {
    workspaceId: workspace,
    id: newId('msg'),
    numberId: number.id,
    chatId: chat?.id ?? derivedId('chat', workspace, number.id, recipient),
    direction: 'out',
    recipient,
    phone: recipient.startsWith('+') ? recipient : null,
    type: 'text',
    body: input.message,
    previewUrl: input.previewUrl ?? null,
    quoteId: input.quote || null,
    reference: input.reference ?? null,
    priority: input.priority,
    ordered: input.order === 'chat',
    onUnknown: input.onUnknown,
    status,
    statusAt: { [status]: now.toISOString() },
    outcomeUnknown: false,
    error: null,
    providerId: null,
    attempts: 0,
    sender: null,
    deliverAt: scheduled ? dueAt : null,
    expiresAt,
    version: 1,
    createdAt: now,
  }
  return { row, dueAt, queue: scheduled ? { waiting: { reason: 'schedule', until: dueAt.toISOString() } } : {} }
}

/** The number that sends: the one named, the chat's own, or the workspace's default; a key limited to numbers may use only those. */
function chooseNumber(
  { call, input, workspace }: Call,
  targets: Targets,
  chatNumber: string | undefined,
): NumberLineRow {
  const named = input.number || chatNumber
  const number = named ? targets.number(workspace, named) : targets.defaultNumber(workspace)
  if (!number && input.number) throw new Fault('number:not_found')
  if (!number?.connected) throw new Fault('number:none')
  if (call.numbers && !call.numbers.includes(number.id as (typeof call.numbers)[number]))
    throw new Fault('number:not_found')
  return number
}
