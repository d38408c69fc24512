import type { FilterQuery } from '@mikro-orm/core'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  type BusEvent,
  type EventData,
  type EventKind,
  fail,
  failUnknown,
  type Id,
  type messaging,
  type OutputOf,
  type Scope,
  type Unfilled,
  webhooks,
} from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, ConnectedNumber } from '../entities/chat.ts'
import { Member, Notification, type NotificationRow } from '../entities/team.ts'
import { callerAsMember } from '../views/views.sql.ts'

export const concerningKinds = [
  'chat:updated',
  'message:failed',
  'number:updated',
  'webhook:failing',
  'webhook:disabled',
] as const satisfies EventKind[]

type Actor = NonNullable<EventData<'chat:updated'>['by']>

/** Subject of a notification. Missing fields are null. */
type About = Partial<
  Pick<NotificationRow, 'chatId' | 'numberId' | 'messageId' | 'noteId' | 'webhookId' | 'reason' | 'author'>
>

/** A reason to notify a member, or all members of the workspace if `member` is missing. */
type Reason = About & { kind: NotificationRow['kind']; member?: string; sourceId?: string }

/** A reason to notify one member, or all if none is named, together with the event that caused it. */
export type Concern = Reason & { workspace: string; sourceId: string; at: string }

const reasonsOf: { [K in (typeof concerningKinds)[number]]: (data: EventData<K>) => Reason[] } = {
  'chat:updated': reasonsOfChat,
  'message:failed': ({ chat, number, id, by, error, post, reference }) => {
    // A broadcast shows how many of its messages failed, so individual failures don't notify anyone.
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

/** Returns the reasons to notify members about an event. Members aren't notified about their own actions. */
export function concernsOf(event: BusEvent): Concern[] {
  const reasons = (reasonsOf as Partial<Record<EventKind, (data: unknown) => Reason[]>>)[event.event]?.(event.data)
  return (reasons ?? []).map((reason) => ({
    workspace: event.workspace,
    sourceId: event.id,
    at: event.occurredAt,
    ...reason,
  }))
}

/** Returns who to notify about a chat's change: a new assignee, people in a note, or at a snooze's end the assignee and its setter. */
function reasonsOfChat({ id, number, change, by, assignee, note, snoozedBy }: EventData<'chat:updated'>): Reason[] {
  const author = by && { type: by.type, id: by.id, ...(by.name !== null && { name: by.name }) }
  const about = { chatId: id, numberId: number, author }
  if (change === 'assigned') return others([assignee?.id], by, (member) => ({ kind: 'assigned', member, ...about }))
  if (change === 'noted' && note)
    return others(note.mentions, by, (member) => ({
      kind: 'mention',
      member,
      noteId: note.id,
      sourceId: note.id,
      ...about,
    }))
  if (change !== 'woken') return []
  const snoozer = snoozedBy?.type === 'member' ? snoozedBy.id : undefined
  return others([assignee?.id, snoozer], by, (member) => ({ kind: 'woken', member, ...about }))
}

/** Returns a reason for each of these members, without duplicates and without the member who caused the event. */
function others(members: (string | undefined)[], by: Actor | null, reasonFor: (member: string) => Reason): Reason[] {
  const concerned = new Set(members.filter((member) => member !== undefined && member !== by?.id))
  return [...concerned].map((member) => reasonFor(member as string))
}

/** Returns a number's new problem after a change, or null if there is none. */
function troubleOf({ change, status, session }: EventData<'number:updated'>): string | null {
  if (change === 'account') return 'reported'
  if (change === 'restricted') return 'restricted'
  if (change !== 'session') return null
  if (session.status === 'offline' || session.status === 'error') return session.status
  return status === 'error' ? 'error' : null
}

type Listed = Unfilled<OutputOf<typeof messaging.notifications.list>['items'][number]>

/** Returns the values without null and duplicates. */
const distinct = <T>(values: (T | null | undefined)[]) => [...new Set(values.flatMap((value) => value ?? []))] as T[]

/** Returns notifications as the API shows them, with the current name of their chat or, without one, of their number. */
async function presentNotifications({ em }: Pick<VerbContext, 'em'>, rows: NotificationRow[]): Promise<Listed[]> {
  const chatIds = distinct(rows.map(({ chatId }) => chatId))
  const numberIds = distinct(rows.map(({ chatId, numberId }) => (chatId ? null : numberId)))
  const chats =
    chatIds.length > 0 ? await em.find(Chat, { id: { $in: chatIds } }, { fields: ['id', 'name', 'phone'] }) : []
  const numbers = numberIds.length > 0 ? await em.find(ConnectedNumber, { id: { $in: numberIds } }) : []
  const names = new Map([...chats, ...numbers].map(({ id, name, phone }) => [id, name ?? phone ?? null]))
  return rows.map((row) => ({
    id: row.id,
    member: row.memberId,
    kind: row.kind,
    chat: row.chatId ?? null,
    number: row.numberId ?? null,
    name: names.get(row.chatId ?? row.numberId ?? '') ?? null,
    message: row.messageId ?? null,
    note: row.noteId ?? null,
    webhook: row.webhookId ?? null,
    reason: row.reason ?? null,
    by: row.author ?? null,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }))
}

/** Hides notifications about webhooks from callers who don't manage webhooks. The entity's own filter already restricts them by number. */
function visibleNotifications({ call }: Pick<VerbContext, 'call'>): FilterQuery<NotificationRow> {
  const needed = webhooks.webhooks.update.scope as Scope
  return call.scopes.includes(needed) ? {} : { kind: { $ne: 'webhook' } }
}

/** Returns a notification. Members can read their own notifications; keys can read any member's. */
export const get: Verb<typeof messaging.notifications.get, MessagingRuntime> = async ({ ctx, input }) => {
  const { actor } = ctx.call
  const own = actor.type === 'member' ? { memberId: actor.id } : {}
  const row = await ctx.em.findOne(Notification, { $and: [{ id: input.id }, own, visibleNotifications(ctx)] })
  const [shown] = row ? await presentNotifications(ctx, [row]) : []
  return shown ?? fail('notification:not_found')
}

/** Returns the member whose notifications to show: the caller, or for a key the one it names. `memberOrMe`: a member's id or `me`. */
async function whoseNotifications({ call, em }: Pick<VerbContext, 'call' | 'em'>, memberOrMe: string): Promise<string> {
  const { actor } = call
  if (memberOrMe === 'me') return callerAsMember(actor, 'member')
  if (actor.type === 'member') {
    if (actor.id === memberOrMe) return memberOrMe
    return fail('role:insufficient', { message: 'A member sees their own notifications only.' })
  }
  return (await em.findOne(Member, { id: memberOrMe, removed: false }))?.id ?? failUnknown('member:not_found', 'member')
}

export const list: Verb<typeof messaging.notifications.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { unread, kind } = input
  const filters: FilterQuery<NotificationRow>[] = [
    { memberId: await whoseNotifications(ctx, input.member) },
    visibleNotifications(ctx),
    ...(unread === undefined ? [] : [{ readAt: unread ? null : { $ne: null } }]),
    ...(kind === undefined ? [] : [{ kind: { $in: kind } }]),
  ]
  const page = await listPage<NotificationRow>(ctx, input, {
    entity: Notification,
    list: 'notifications',
    order: { column: 'id', direction: 'desc' },
    where: { $and: filters },
    ids: 'ntf',
  })
  return { items: await presentNotifications(ctx, page.rows), next: page.next }
}

/** Marks a member's notifications as read, all or the given ones, and updates the member's other browsers. */
export const read: Verb<typeof messaging.notifications.read, MessagingRuntime> = async ({ ctx, input }) => {
  const { actor, scopes } = ctx.call
  if (actor.type === 'key' && !scopes.includes('send'))
    fail('scope:missing', { message: 'To mark notifications of a member as read, a key needs the scope send.' })
  const member = await whoseNotifications(ctx, input.member)
  const chosen = input.ids ? { id: { $in: input.ids } } : {}
  const unread = { $and: [{ memberId: member, readAt: null }, chosen, visibleNotifications(ctx)] }
  const count = await ctx.em.nativeUpdate(Notification, unread, { readAt: new Date() })
  if (count > 0) {
    const members = [member as Id<'mem'>]
    ctx.emit({ kind: 'member:notified', data: { members }, aggregate: { id: member, version: 1 } })
  }
  return { read: count }
}
