import { type FilterQuery, LockMode, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, type Verb, type VerbContext, within } from '@posthorn/chassis'
import {
  type chatConditions,
  closingHours,
  type ErrorCode,
  fail,
  failField,
  keyOfName,
  type messaging,
  newId,
  refuseLimited,
  refuseUnknown,
  type Unfilled,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { type Author, type ChatRow, ConnectedNumber } from '../entities/chat.ts'
import { Label, Member, View, type ViewRow } from '../entities/team.ts'
import { chatsMentioning } from '../matches/matches.sql.ts'
import { lockCopies } from '../messages/lock-order.sql.ts'

const presentView = (row: ViewRow): Unfilled<z.output<typeof messaging.views.update.output>> => ({
  id: row.id,
  name: row.name,
  shared: row.owner === '',
  filter: row.filter,
  sort: row.sort,
  by: row.author,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Refuses a name already used by another view of the same owner. */
async function refuseDuplicate(
  em: EntityManager,
  { id, nameKey, owner }: Pick<ViewRow, 'id' | 'nameKey' | 'owner'>,
): Promise<void> {
  if ((await em.count(View, { id: { $ne: id }, nameKey, owner })) === 0) return
  fail('view:duplicate', { errors: [{ path: 'name', code: 'view:duplicate', message: 'is taken by another view' }] })
}

type Context = Pick<VerbContext, 'em' | 'call'>

/** An id in a filter, and where it is. */
type Named = { path: string; id: string }

/**
 * Refuses a filter whose label, number or member doesn't exist for the caller: the view would be empty without explanation. Accepts those
 * named `before`. Otherwise a view whose label was deleted could no longer be edited.
 */
async function refuseUnknownIn(
  { em, call }: Context,
  filter: ViewRow['filter'],
  before: ViewRow['filter'] = {},
): Promise<void> {
  const named = (name: 'label' | 'labelExclude' | 'number' | 'assignee'): Named[] => {
    const kept: string[] = before[name] ?? []
    return (filter[name] ?? []).flatMap((id, i) => (kept.includes(id) ? [] : [{ path: `filter.${name}.${i}`, id }]))
  }
  const labels = [...named('label'), ...named('labelExclude')]
  const knownLabels = labels.length === 0 ? [] : await em.find(Label, { id: { $in: idsOf(labels) } })
  refuseMissing('label:not_found', labels, knownLabels)
  const numbers = named('number')
  const knownNumbers = numbers.length === 0 ? [] : await em.find(ConnectedNumber, { id: { $in: idsOf(numbers) } })
  const seen = knownNumbers.filter(({ id }) => call.numbers === undefined || call.numbers.includes(id as never))
  refuseMissing('number:not_found', numbers, seen)
  const { mentioned: member } = filter
  const mentioned =
    member === undefined || member === before.mentioned ? [] : [{ path: 'filter.mentioned', id: member }]
  const members = [...named('assignee'), ...mentioned].filter(({ id }) => id !== 'none' && id !== 'me')
  const present = { id: { $in: idsOf(members) }, removed: false }
  refuseMissing('member:not_found', members, members.length === 0 ? [] : await em.find(Member, present))
}

const idsOf = (named: Named[]) => named.map(({ id }) => id)

/** Refuses ids that aren't among the known rows, with an error for each. */
function refuseMissing(code: ErrorCode, named: Named[], known: { id: string }[]): void {
  refuseUnknown(
    code,
    named.flatMap(({ path, id }) => (known.some((row) => row.id === id) ? [] : [path])),
  )
}

const viewsMax = 500

export const create: Verb<typeof messaging.views.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace, call } = ctx
  const { name, shared, sort } = input
  await lockCopies(em, [workspace], 'shared')
  const filter = await withIds(em, input.filter)
  const key = { id: newId('view'), nameKey: keyOfName(name), owner: shared ? '' : call.actor.id }
  await refuseUnknownIn(ctx, filter)
  await refuseDuplicate(em, key)
  if ((await em.count(View, {})) >= viewsMax) fail('view:too_many')
  const now = new Date()
  const own = { ...key, name, filter, sort, author: call.actor }
  const row = em.create(View, { workspaceId: workspace, ...own, version: 1, createdAt: now, updatedAt: now })
  await em.flush()
  return presentView(row)
}

export const get: Verb<typeof messaging.views.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentView((await ctx.em.findOne(View, { $and: [{ id: input.id }, viewsSeenBy(ctx)] })) ?? fail('view:not_found'))

export const list: Verb<typeof messaging.views.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { shared } = input
  const owner = shared === undefined ? {} : { owner: shared ? '' : ctx.call.actor.id }
  const order = { column: 'nameKey', direction: 'asc' } as const
  const where = { $and: [viewsSeenBy(ctx), owner] }
  const page = await listPage<ViewRow>(ctx, input, { entity: View, list: 'views', order, where })
  return { items: page.rows.map(presentView), next: page.next }
}

/** Deletes a view. A caller limited to some numbers can't delete the team's, which shows others the chats of all numbers. */
export const remove: Verb<typeof messaging.views.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(View, { $and: [{ id: input.id }, viewsSeenBy(ctx)] })) ?? fail('view:not_found')
  if (row.owner === '') refuseLimited(ctx.call)
  await ctx.em.remove(row).flush()
  return { id: input.id, deleted: true }
}

/** Changes a view, or shares it with the team; limited callers as in `remove`. */
export const update: Verb<typeof messaging.views.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, call } = ctx
  await lockCopies(em, [ctx.workspace], 'shared')
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const seen = { $and: [{ id: input.id }, viewsSeenBy(ctx)] }
  const row = (await em.findOne(View, seen, { lockMode })) ?? fail('view:not_found')
  if (row.owner === '') refuseLimited(call)
  const { name = row.name, sort = row.sort, shared } = input
  const filter = input.filter ? await withIds(em, input.filter) : row.filter
  const key = { id: row.id, nameKey: keyOfName(name), owner: shared ? '' : row.owner }
  if (input.filter) await refuseUnknownIn(ctx, filter, row.filter)
  await refuseDuplicate(em, key)
  em.assign(row, { ...key, name, filter, sort, version: row.version + 1, updatedAt: new Date() })
  await em.flush()
  return presentView(row)
}

/** Returns a filter for the team's views and the caller's own. Excludes views with a number that the caller may not use. */
function viewsSeenBy({ call: { actor, numbers } }: Pick<VerbContext, 'call'>): FilterQuery<ViewRow> {
  const owner = { $in: ['', actor.id] }
  if (!numbers) return { owner }
  return { owner, [raw(`coalesce(filter->'number', '[]') <@ ?::jsonb`, [JSON.stringify(numbers)])]: true }
}

type ChatConditions = z.output<z.ZodObject<typeof chatConditions>>

/**
 * The caller and the context of a filter. `place` is the path of the conditions in the input, with a trailing dot. Customers who have been
 * waiting since `overdueSince` or longer are overdue.
 */
type Origin = { by: Author; workspace: string; place?: string; overdueSince: Date | null }

const isNull = { $eq: null }
const isSet = { $ne: null }

/** Without a parameter, so that a plan for all values uses the partial index, too. */
const isUnread = () => ({ [raw('unread_count > 0')]: [] }) as FilterQuery<ChatRow>

/** Returns the filters that compare one column of chats. */
function columnFilters(input: ChatConditions): FilterQuery<ChatRow>[] {
  const filters: FilterQuery<ChatRow>[] = []
  if (input.status) filters.push({ status: { $in: input.status } })
  if (input.unread !== undefined) filters.push(input.unread ? isUnread() : { unreadCount: 0 })
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

/** Returns the filters for conditions from `withIds`. Refuses `me` from an API key. */
export function filtersOf(input: ChatConditions, origin: Origin): FilterQuery<ChatRow>[] {
  const filters = columnFilters(input)
  if (input.window) filters.push(inWindow(input.window, new Date()))
  if (input.label) filters.push({ labelIds: { $overlap: input.label } })
  if (input.labelExclude) filters.push({ $not: { labelIds: { $overlap: input.labelExclude } } })
  if (input.assignee) filters.push(assignedTo(input.assignee, origin))
  if (input.overdue !== undefined) filters.push(inOverdue(input.overdue, origin.overdueSince))
  if (input.mentioned) filters.push(mentioning(input.mentioned, origin))
  return filters
}

/** Returns the filter for chats whose window is open, closed, or about to close. Those that never had one match none of these. */
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

/** Returns the filter for chats assigned to any of these: `none` means no one, and `me` the caller. */
function assignedTo(assignees: string[], { by, place = '' }: Origin): FilterQuery<ChatRow> {
  const nobody = assignees.includes('none') ? [{ assigneeId: null }] : []
  const members = assignees
    .filter((assignee) => assignee !== 'none')
    .map((assignee) => (assignee === 'me' ? callerAsMember(by, `${place}assignee`) : assignee))
  return { $or: [...nobody, ...(members.length > 0 ? [{ assigneeId: { $in: members } }] : [])] }
}

const mentioning = (member: string, { by, workspace, place = '' }: Origin): FilterQuery<ChatRow> =>
  chatsMentioning(workspace, member === 'me' ? callerAsMember(by, `${place}mentioned`) : member)

/** Returns the member who is calling. Refuses API keys with an error for this path. */
export function callerAsMember(by: Author, path: string): string {
  if (by.type === 'member') return by.id
  const message = 'me is the member who is signed in; with an API key, name a member'
  return failField(path, message)
}

type References = { label?: string[] | undefined; labelExclude?: string[] | undefined; assignee?: string[] | undefined }

/** Replaces label names and email addresses with ids, which stay when these change. Unknown ones are left unchanged and match nothing. */
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
