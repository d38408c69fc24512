import type { EntityManager } from '@mikro-orm/postgresql'
import { type Announcement, isoTime, type Tx } from '@posthorn/chassis'
import { type messaging, newId, type OutputOf, type Unfilled } from '@posthorn/contracts'
import {
  type Assignee,
  type Author,
  type Change,
  type ChangeDetail,
  ChatChange,
  type ChatRow,
  type RunView,
  type Snooze,
} from '../entities/chat.ts'

/** Returns a chat as the API and events show it. */
export function presentChat(row: ChatRow): Unfilled<OutputOf<typeof messaging.chats.update>> {
  return {
    id: row.id,
    number: row.numberId,
    type: row.type,
    name: row.name ?? null,
    phone: row.phone ?? null,
    contact: row.contactId ?? null,
    group: row.groupId ?? null,
    channel: row.type === 'channel' ? row.recipient : null,
    status: row.status,
    unread: row.unreadCount > 0,
    unreadCount: row.unreadCount,
    pinned: row.pinned,
    muted: row.muted,
    assignee: row.assignee ?? null,
    labels: row.labels,
    snooze: row.snooze ?? null,
    rating: row.rating ?? null,
    failed: row.failed,
    lastMessage: row.lastMessage ?? null,
    waitingSince: isoTime(row.waitingSince),
    lastInboundAt: isoTime(row.lastInboundAt),
    lastOutboundAt: isoTime(row.lastOutboundAt),
    windowClosesAt: isoTime(row.windowClosesAt),
    version: row.version,
    createdAt: isoTime(row.createdAt) as string,
    updatedAt: isoTime(row.updatedAt) as string,
  }
}

type Announced = Omit<Announcement<'chat:updated'>['data'], keyof ReturnType<typeof presentChat>> &
  Pick<Announcement, 'traceparent'>

/**
 * Announces a change to a chat. The event shows the chat as it is in `row`, whose version the caller has raised. It names the recipient of a new
 * or moved chat without a phone number or a known contact, so that contacts finds the contact.
 */
export function announceChat({ emit }: Pick<Tx, 'emit'>, row: ChatRow, { traceparent, ...change }: Announced): void {
  const hasNewRecipient = row.type === 'direct' && (change.change === 'created' || change.change === 'phone')
  emit({
    kind: 'chat:updated',
    workspace: row.workspaceId,
    data: { ...presentChat(row), ...change },
    aggregate: { id: row.id, version: row.version },
    ...(hasNewRecipient && !row.phone && !row.contactId && { recipient: row.recipient }),
    ...(traceparent && { traceparent }),
  })
}

/** A note as shown in events. Omits its text, because webhooks deliver events to third parties. */
export type AnnouncedNote = { id: string; mentions: string[]; deleted: boolean }

/** New values for a chat, and the resulting changes. If there are no changes, nothing is stored. */
export type Plan = { set: Partial<ChatRow>; changes: Change[]; note?: AnnouncedNote; run?: RunView }

type Fields = {
  status?: ChatRow['status'] | undefined
  unread?: boolean | undefined
  pinned?: boolean | undefined
  muted?: boolean | undefined
  snooze?: { until: string | null } | null | undefined
}

const nameOfStatus = { open: 'reopened', pending: 'pending', resolved: 'resolved', archived: 'archived' } as const

const ended = { waitingSince: null, snooze: null, snoozedUntil: null }

/** Values to set along with each status. In resolved and archived chats, no one is waiting and no reminder is needed. */
const atRest = { open: {}, pending: {}, resolved: ended, archived: ended } as const

/** Plans changes to fields. Fields that already have the requested value don't change. `by` is the author of the changes. */
export function planFields(row: ChatRow, { status, unread, pinned, muted, snooze }: Fields, by: Author): Plan {
  const plan: Plan = { set: {}, changes: [] }
  const add = (set: Partial<ChatRow>, change: Change) => {
    Object.assign(plan.set, set)
    plan.changes.push(change)
  }
  if (status !== undefined && status !== row.status) add({ status, ...atRest[status] }, nameOfStatus[status])
  if (unread !== undefined && unread !== row.unreadCount > 0)
    add({ unreadCount: unread ? 1 : 0 }, unread ? 'unread' : 'read')
  if (pinned !== undefined && pinned !== row.pinned) add({ pinned }, pinned ? 'pinned' : 'unpinned')
  if (muted !== undefined && muted !== row.muted) add({ muted }, muted ? 'muted' : 'unmuted')
  if (snooze === undefined) return plan
  return joinPlans(plan, planSnooze(row, snooze && { until: snooze.until, by }))
}

/** Plans a snooze, or the end of one if `snooze` is null. A snooze that ends at the same time is no change, no matter who set it. */
function planSnooze(row: ChatRow, snooze: Snooze | null): Plan {
  const known = row.snooze ?? null
  if (snooze?.until === known?.until) return { set: {}, changes: [] }
  const snoozedUntil = snooze?.until ? new Date(snooze.until) : null
  return { set: { snooze, snoozedUntil }, changes: [snooze ? 'snoozed' : 'unsnoozed'] }
}

/** Plans the assignment of a chat, or its end if `assignee` is null. The same member is no change. */
export function planAssignee(row: ChatRow, assignee: Assignee | null): Plan {
  if ((row.assigneeId ?? null) === (assignee?.id ?? null)) return { set: {}, changes: [] }
  return { set: { assignee, assigneeId: assignee?.id ?? null }, changes: [assignee ? 'assigned' : 'unassigned'] }
}

/** Joins the values and changes of plans, so that one update stores them all. Leaves out their notes and runs. */
export function joinPlans(...plans: Plan[]): Plan {
  return { set: Object.assign({}, ...plans.map(({ set }) => set)), changes: plans.flatMap(({ changes }) => changes) }
}

export type ChangeContext = Pick<Tx, 'em' | 'emit'> & { call: { actor: Author } }

/** Applies a plan to a chat that the caller has locked, records and announces each change with its author, and returns the chat. */
export function changeChat(
  ctx: ChangeContext,
  row: ChatRow,
  { set, changes, note, run }: Plan,
): ReturnType<typeof presentChat> {
  if (changes.length === 0) return presentChat(row)
  ctx.em.assign(row, { ...set, updatedAt: new Date(), version: row.version + 1 })
  recordChanges(
    ctx.em,
    changes.map((change) => ({ chat: row, change, by: ctx.call.actor, ...(run && { run }) })),
  )
  for (const change of changes)
    announceChat(ctx, row, { change, by: ctx.call.actor, note, run: change === 'automated' ? run : null })
  return presentChat(row)
}

/** Changes stored for a chat's timeline. The others, such as `read` or `pinned`, are only announced. */
const recorded: ReadonlySet<Change> = new Set([
  'reopened',
  'pending',
  'resolved',
  'archived',
  'muted',
  'unmuted',
  'snoozed',
  'unsnoozed',
  'woken',
  'assigned',
  'unassigned',
  'labeled',
  'automated',
  'rated',
])

type MadeChange = { chat: ChatRow; change: Change; by?: Author; run?: RunView }

/** Returns what the timeline shows with a change: its new assignee, snooze or rating, or its run. */
function detailOf({ chat, change, run }: MadeChange): ChangeDetail | null {
  if (change === 'automated') return run ? { run } : null
  if (change === 'assigned' || change === 'unassigned') return { assignee: chat.assignee ?? null }
  if (change === 'rated') return { rating: chat.rating ?? null }
  return change === 'snoozed' ? { snooze: chat.snooze ?? null } : null
}

/** Stores those changes that the chat's timeline shows. */
export function recordChanges(em: EntityManager, changes: MadeChange[]): void {
  for (const each of changes) {
    const { chat, change, by } = each
    if (!recorded.has(change)) continue
    em.create(ChatChange, {
      workspaceId: chat.workspaceId,
      id: newId('chg'),
      chatId: chat.id,
      change,
      author: by ?? null,
      detail: detailOf(each),
      createdAt: new Date(),
    })
  }
}
