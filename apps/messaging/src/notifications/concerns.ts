import type { BusEvent, EventData, EventKind } from '@posthorn/contracts'
import type { NotificationRow } from '../entities/notification.ts'

/** Kinds of events that may concern single members. */
export const concerningKinds = [
  'chat:updated',
  'message:failed',
  'number:updated',
  'webhook:failing',
  'webhook:disabled',
] as const satisfies EventKind[]

type Actor = NonNullable<EventData<'chat:updated'>['by']>

/** Things that a notification is about; absent: null. */
type About = Partial<
  Pick<NotificationRow, 'chatId' | 'numberId' | 'messageId' | 'noteId' | 'webhookId' | 'reason' | 'author'>
>

/** A reason to notify a member; without `member`, all members of the workspace. */
type Reason = About & { kind: NotificationRow['kind']; member?: string; sourceId?: string }

/** A reason to notify someone, of which workspace and when. */
export type Concern = Reason & { workspace: string; sourceId: string; at: string }

const reasonsOf: { [K in (typeof concerningKinds)[number]]: (data: EventData<K>) => Reason[] } = {
  'chat:updated': ofChat,
  'message:failed': ({ chat, number, id, by, error, post, reference }) => {
    // Each person of a broadcast has a message; how many of them failed is shown with the broadcast.
    if (by?.type !== 'member' || post !== null || reference?.startsWith('pst_')) return []
    const reason = error?.errorCode ?? null
    return [{ kind: 'failed', member: by.id, chatId: chat, numberId: number, messageId: id, reason }]
  },
  'number:updated': (data) => {
    const reason = troubleOf(data)
    return reason === null ? [] : [{ kind: 'number', numberId: data.id, reason }]
  },
  'webhook:failing': ({ webhook }) => [{ kind: 'webhook', webhookId: webhook, reason: 'failing' }],
  'webhook:disabled': ({ webhook }) => [{ kind: 'webhook', webhookId: webhook, reason: 'disabled' }],
}

/** Returns whom an event concerns, and why. No one is notified of what they did themselves. */
export function concernsOf(event: BusEvent): Concern[] {
  const reasons = (reasonsOf as Partial<Record<EventKind, (data: unknown) => Reason[]>>)[event.event]?.(event.data)
  return (reasons ?? []).map((reason) => ({
    workspace: event.workspace,
    sourceId: event.id,
    at: event.occurredAt,
    ...reason,
  }))
}

function ofChat({ id, number, change, by, assignee, note, snoozedBy }: EventData<'chat:updated'>): Reason[] {
  const author = by && { type: by.type, id: by.id, ...(by.name !== null && { name: by.name }) }
  const place = { chatId: id, numberId: number, author }
  if (change === 'assigned') return others([assignee?.id], by, (member) => ({ kind: 'assigned', member, ...place }))
  if (change === 'noted' && note)
    return others(note.mentions, by, (member) => ({
      kind: 'mention',
      member,
      noteId: note.id,
      sourceId: note.id,
      ...place,
    }))
  if (change !== 'woken') return []
  const rester = snoozedBy?.type === 'member' ? snoozedBy.id : undefined
  return others([assignee?.id, rester], by, (member) => ({ kind: 'woken', member, ...place }))
}

/** Returns a reason for each of these members once, except the one who did it. */
function others(members: (string | undefined)[], by: Actor | null, reason: (member: string) => Reason): Reason[] {
  const concerned = new Set(members.filter((member) => member !== undefined && member !== by?.id))
  return [...concerned].map((member) => reason(member as string))
}

/** Returns what is wrong with a number since this change; null: nothing that is new. */
function troubleOf({ change, status, session }: EventData<'number:updated'>): string | null {
  if (change === 'account') return 'reported'
  if (change === 'restricted') return 'restricted'
  if (change !== 'session') return null
  if (session.status === 'offline' || session.status === 'error') return session.status
  return status === 'error' ? 'error' : null
}
