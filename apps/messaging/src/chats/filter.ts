import type { FilterQuery } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { within } from '@posthorn/chassis'
import { type chatConditions, closingHours, failField } from '@posthorn/contracts'
import type { z } from 'zod'
import { type Author, type ChatRow } from '../entities/chat.ts'
import { Label, Member } from '../entities/team.ts'
import { keyOfName } from '../labels/labels.ts'
import { chatsMentioning } from '../matches/search.sql.ts'

type ChatConditions = z.output<z.ZodObject<typeof chatConditions>>

/**
 * The caller and the context of a filter. `place` is the path of the conditions in the input, with a trailing dot. Customers who have been
 * waiting since `overdueSince` or longer are overdue.
 */
type Origin = { by: Author; workspace: string; place?: string; overdueSince: Date | null }

const isNull = { $eq: null }
const isSet = { $ne: null }

function ofColumns(input: ChatConditions): FilterQuery<ChatRow>[] {
  const filters: FilterQuery<ChatRow>[] = []
  if (input.status) filters.push({ status: { $in: input.status } })
  if (input.unread !== undefined) filters.push({ unreadCount: input.unread ? { $gt: 0 } : 0 })
  if (input.pinned !== undefined) filters.push({ pinned: input.pinned })
  if (input.muted !== undefined) filters.push({ muted: input.muted })
  if (input.failed !== undefined) filters.push({ failed: input.failed })
  if (input.written !== undefined) filters.push({ lastInboundAt: input.written ? isSet : isNull })
  if (input.waiting !== undefined) filters.push({ waitingSince: input.waiting ? isSet : isNull })
  if (input.snoozed !== undefined) filters.push({ snooze: input.snoozed ? isSet : isNull })
  if (input.number) filters.push({ numberId: { $in: input.number } })
  if (input.type) filters.push({ type: { $in: input.type } })
  if (input.group) filters.push({ groupId: input.group })
  if (input.phone) filters.push({ phone: input.phone })
  if (input.lastMessageAfter) filters.push({ lastMessageAt: { $gte: new Date(input.lastMessageAfter) } })
  if (input.lastMessageBefore) filters.push({ lastMessageAt: { $lt: new Date(input.lastMessageBefore) } })
  return [...filters, ...(within(input, 'chat') as FilterQuery<ChatRow>[])]
}

export function filtersOf(input: ChatConditions, origin: Origin): FilterQuery<ChatRow>[] {
  const filters = ofColumns(input)
  if (input.window) filters.push(inWindow(input.window, new Date()))
  if (input.label) filters.push({ labelIds: { $overlap: input.label } })
  if (input.labelExclude) filters.push({ $not: { labelIds: { $overlap: input.labelExclude } } })
  if (input.assignee) filters.push(assignedTo(input.assignee, origin))
  if (input.overdue !== undefined) filters.push(inOverdue(input.overdue, origin.overdueSince))
  if (input.mentioned) filters.push(mentioning(input.mentioned, origin))
  return filters
}

function inWindow(status: NonNullable<ChatConditions['window']>, now: Date): FilterQuery<ChatRow> {
  if (status === 'closed') return { windowClosesAt: { $lte: now } }
  if (status === 'open') return { windowClosesAt: { $gt: now } }
  return { windowClosesAt: { $gt: now, $lte: new Date(now.getTime() + closingHours * 3_600_000) } }
}

/** Returns the filter for chats that are overdue or aren't. Without `since`, the workspace has no goal, and none is overdue. */
function inOverdue(isOverdue: boolean, since: Date | null): FilterQuery<ChatRow> {
  if (since === null) return isOverdue ? { id: { $in: [] } } : {}
  return isOverdue
    ? { waitingSince: { $lte: since } }
    : { $or: [{ waitingSince: null }, { waitingSince: { $gt: since } }] }
}

function assignedTo(assignees: string[], { by, place = '' }: Origin): FilterQuery<ChatRow> {
  const nobody = assignees.includes('none') ? [{ assigneeId: null }] : []
  const members = assignees
    .filter((assignee) => assignee !== 'none')
    .map((assignee) => (assignee === 'me' ? callerAsMember(by, `${place}assignee`) : assignee))
  return { $or: [...nobody, ...(members.length > 0 ? [{ assigneeId: { $in: members } }] : [])] }
}

function mentioning(member: string, { by, workspace, place = '' }: Origin): FilterQuery<ChatRow> {
  return chatsMentioning(workspace, member === 'me' ? callerAsMember(by, `${place}mentioned`) : member)
}

/** Returns the member who is calling. Refuses API keys with an error for this path. */
export function callerAsMember(by: Author, path: string): string {
  if (by.type === 'member') return by.id
  const message = 'me is the member who is signed in; with an API key, name a member'
  return failField(path, message)
}

type References = {
  label?: string[] | undefined
  labelExclude?: string[] | undefined
  assignee?: string[] | undefined
}

/** Replaces label names and members' email addresses with ids. Unknown names and addresses are left unchanged and match nothing. */
export async function withIds<T extends References>(em: EntityManager, conditions: T): Promise<T> {
  const { label = [], labelExclude = [], assignee = [] } = conditions
  const names = [...label, ...labelExclude].filter((each) => !each.startsWith('lbl_'))
  const emails = assignee.filter((each) => each.includes('@'))
  if (names.length === 0 && emails.length === 0) return conditions
  const labels = await idsOfLabels(em, names)
  const members = await idsOfMembers(em, emails)
  const labelIds = (namesOrIds: string[]) => namesOrIds.map((each) => labels.get(keyOfName(each)) ?? each)
  return {
    ...conditions,
    ...(conditions.label && { label: labelIds(label) }),
    ...(conditions.labelExclude && { labelExclude: labelIds(labelExclude) }),
    ...(conditions.assignee && { assignee: assignee.map((each) => members.get(each.toLowerCase()) ?? each) }),
  }
}

async function idsOfLabels(em: EntityManager, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await em.find(Label, { nameKey: { $in: names.map(keyOfName) } }, { fields: ['id', 'nameKey'] })
  return new Map(rows.map(({ id, nameKey }) => [nameKey, id]))
}

async function idsOfMembers(em: EntityManager, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const known = { email: { $in: emails.map((email) => email.toLowerCase()) }, removed: false }
  const rows = await em.find(Member, known, { fields: ['id', 'email'] })
  return new Map(rows.map(({ id, email }) => [email, id]))
}
