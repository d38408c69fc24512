import type { FilterQuery } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, listPage, type Verb } from '@posthorn/chassis'
import { chatsCountedMax, fail, failField, failUnknown, type messaging, newId } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { type Assignee, Chat, type ChatRow, type LabelView } from '../entities/chat.ts'
import { Member } from '../entities/team.ts'
import { addLabels, findLabels, planLabels } from '../labels/labels.sql.ts'
import { calledFilter, chatsWithWords, countChats } from '../matches/matches.sql.ts'
import { lockCopies } from '../messages/lock-order.sql.ts'
import { loadTargets } from '../messages/targets.sql.ts'
import { announceCanceled } from '../posts/known-posts.sql.ts'
import { cancelMessages } from '../queues/queues.ts'
import { filtersOf, withIds } from '../views/views.sql.ts'
import { announceChat, changeChat, joinPlans, planAssignee, planFields, presentChat } from './change.ts'
import {
  findChat,
  lockChat,
  lockChats,
  markIncomingRead,
  openChat,
  presentChats,
  queueNewestReceipt,
  withChatSummaries,
} from './chats.sql.ts'
import { overdueNow } from './overdue.ts'
import { removeChat, waitingOf } from './remove-chat.sql.ts'

/**
 * Finds a member by id or email address. If there is none, the error names the field that was used. `place` is the path of the object that
 * contains the field, with a trailing dot. Call `lockCopies` first.
 */
async function findMember(
  em: EntityManager,
  { member, email }: { member?: string | undefined; email?: string | undefined },
  place = '',
): Promise<Assignee> {
  const where = member === undefined ? { email: email?.trim().toLowerCase() ?? '' } : { id: member }
  const row = await em.findOne(Member, { ...where, removed: false })
  if (row) return { id: row.id, name: row.name, email: row.email }
  const path = `${place}${member === undefined ? 'email' : 'member'}`
  return failUnknown('member:not_found', path)
}

export const archive: Verb<typeof messaging.chats.archive, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planFields(row, { status: 'archived' }, ctx.call.actor))
}

export const assign: Verb<typeof messaging.chats.assign, MessagingRuntime> = async ({ ctx, input }) => {
  await lockCopies(ctx.em, [ctx.workspace], 'shared')
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planAssignee(row, await findMember(ctx.em, input)))
}

/**
 * Counts the chats that match each named filter and those of them that are unread, and finds the longest wait. Counting stops at
 * `chatsCountedMax`; `more` means that there are more than that.
 */
export const counts: Verb<typeof messaging.chats.counts, MessagingRuntime> = async ({ ctx, input }) => {
  const names = Object.keys(input.filters)
  const usesOverdue = Object.values(input.filters).some(({ overdue }) => overdue !== undefined)
  const overdueSince = usesOverdue ? await overdueNow(ctx) : null
  const wheres: FilterQuery<ChatRow>[] = []
  for (const [name, filter] of Object.entries(input.filters)) {
    const origin = { by: ctx.call.actor, workspace: ctx.workspace, place: `filters.${name}.`, overdueSince }
    wheres.push({ $and: filtersOf(await withIds(ctx.em, filter), origin) })
  }
  const counted = await countChats(ctx.em, wheres)
  return Object.fromEntries(
    counted.map(({ total, unread, oldestWaitingAt }, i) => {
      const more = total > chatsCountedMax
      const shown = { unread: Math.min(unread, chatsCountedMax), oldestWaitingAt: isoTime(oldestWaitingAt), more }
      return [names[i] as string, { total: Math.min(total, chatsCountedMax), ...shown }]
    }),
  )
}

/** Opens a chat without a message, for example to migrate one. An existing chat keeps its status and gets the labels. */
export const create: Verb<typeof messaging.chats.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace, call } = ctx
  const targets = await loadTargets(em, [{ workspace, input: { phone: input.phone, number: input.number } }])
  const number = input.number ? targets.number(workspace, input.number) : targets.defaultNumber(workspace)
  if (!number || call.numbers?.every((id) => id !== number.id))
    return input.number ? failUnknown('number:not_found', 'number') : fail('number:none')
  await lockCopies(em, [workspace], 'shared')
  const labels = await findLabels(em, input.labels, 'labels')
  const recipient = targets.recipient(workspace, input.phone)
  const { created, ...row } = await openChat(em, {
    workspaceId: workspace,
    id: newId('chat'),
    numberId: number.id,
    recipient,
    phone: recipient.startsWith('+') ? recipient : null,
    status: input.status,
    labels,
  })
  if (!created) return { ...addLabels(ctx, await lockChat(ctx, row.id), labels), created }
  announceChat(ctx, row, { change: 'created', by: call.actor })
  return { ...presentChat(row), created }
}

export const get: Verb<typeof messaging.chats.get, MessagingRuntime> = async ({ ctx, input }) => {
  const chats = await presentChats(ctx, [await findChat(ctx, input.id)])
  const [shown] = await withChatSummaries(ctx, chats, input.include)
  return shown ?? fail('chat:not_found')
}

/** Lists chats. When sorted by a time field, omits chats without a value for it. */
export const list: Verb<typeof messaging.chats.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { search, size, cursor, sort, include, ...conditions } = input
  const [column, direction] = sort.split(':') as ['lastMessageAt' | 'waitingSince' | 'windowClosesAt', 'asc' | 'desc']
  const overdueSince = conditions.overdue === undefined ? null : await overdueNow(ctx)
  const origin = { by: ctx.call.actor, workspace: ctx.workspace, overdueSince }
  const filters = filtersOf(await withIds(ctx.em, conditions), origin)
  if (search !== undefined) {
    const words = { workspace: ctx.workspace, search, numbers: ctx.call.numbers ?? null }
    filters.push(await calledFilter(ctx, search, () => chatsWithWords(ctx.em, words)))
  }
  if (column !== 'lastMessageAt') filters.push({ [column]: { $ne: null } })
  const found = await listPage<ChatRow>(
    ctx,
    { size, cursor },
    {
      entity: Chat,
      list: sort === 'lastMessageAt:desc' ? 'chats' : `chats ${sort}`,
      order: { column, direction },
      where: { $and: filters },
    },
  )
  const chats = await presentChats(ctx, found.rows)
  return { items: await withChatSummaries(ctx, chats, include), next: found.next }
}

/** Reports that the caller views the chat, writes in it or has left. Returns who else is there, so that two people don't answer at once. */
export const presence: Verb<typeof messaging.chats.presence, MessagingRuntime> = async ({ ctx, input }) => {
  const { workspace, call, deps } = ctx
  const { id } = await findChat(ctx, input.id)
  const place = `${workspace} ${id}`
  deps.presences.report({ place, by: call.actor, status: input.status })
  const others = deps.presences.at(place).filter(({ by }) => by.id !== call.actor.id)
  return { others: others.map(({ by, status, atMs }) => ({ by, status, at: new Date(atMs).toISOString() })) }
}

/** Marks a chat and its incoming messages read. The receipts loop reports this to the provider. */
export const read: Verb<typeof messaging.chats.read, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  const place = { workspace: ctx.workspace, chat: row.id }
  // The provider accepts no read receipts for groups.
  if ((await markIncomingRead(ctx.em, place)) && row.type === 'direct') {
    await queueNewestReceipt(ctx.em, place, { typing: false })
    ctx.wake('receipts')
  }
  return changeChat(ctx, row, planFields(row, { unread: false }, ctx.call.actor))
}

/** Removes only our copy: the customer keeps theirs. Cancels waiting messages; refuses while one is being sent. */
export const remove: Verb<typeof messaging.chats.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  const jobs = await waitingOf(ctx.em, ctx.workspace, row.id)
  await cancelMessages(ctx, { workspace: ctx.workspace, ids: jobs.map(({ id }) => id), by: ctx.call.actor })
  await removeChat(ctx, ctx.workspace, row.id)
  announceCanceled(ctx, { workspace: ctx.workspace, jobs })
  announceChat(ctx, { ...row, version: row.version + 1 }, { change: 'deleted', by: ctx.call.actor })
  ctx.wake('dispatch')
  return { id: row.id, deleted: true }
}

const snoozeDaysMax = 366

/** Refuses a snooze that ends in the past or too far ahead. `place`: path of the object with the field, ending in a dot. */
export function refuseSnoozeOutOfRange(snooze: { until: string | null } | null | undefined, place = ''): void {
  if (!snooze?.until) return
  const inMs = Date.parse(snooze.until) - Date.now()
  if (inMs > 0 && inMs < snoozeDaysMax * 86_400_000) return
  const message = inMs > 0 ? 'must be at most a year ahead' : 'must be in the future'
  failField(`${place}snooze.until`, message)
}

/** Shows the customer a typing indicator, which the provider shows only with a read receipt: the chat and its messages become read. */
export const typing: Verb<typeof messaging.chats.typing, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  if (row.type !== 'direct')
    fail('capability:unsupported', { message: 'The provider shows typing indicators in direct chats only.' })
  const place = { workspace: ctx.workspace, chat: row.id }
  if (!(await queueNewestReceipt(ctx.em, place, { typing: true }))) fail('chat:never_written')
  await markIncomingRead(ctx.em, place)
  changeChat(ctx, row, planFields(row, { unread: false }, ctx.call.actor))
  ctx.wake('receipts')
  return { shown: true }
}

/** Reopens an archived chat. Any other keeps its status: a resolved chat isn't archived. */
export const unarchive: Verb<typeof messaging.chats.unarchive, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planFields(row, row.status === 'archived' ? { status: 'open' } : {}, ctx.call.actor))
}

export const unassign: Verb<typeof messaging.chats.unassign, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planAssignee(row, null))
}

/** Updates up to 200 chats: either all of them or none. */
export const updateMany: Verb<typeof messaging.chats.updateMany, MessagingRuntime> = async ({ ctx, input }) => {
  const { ids, assignee, labels, ...fields } = input
  refuseSnoozeOutOfRange(fields.snooze)
  if (assignee || labels?.add) await lockCopies(ctx.em, [ctx.workspace], 'shared')
  const rows = await lockChats(ctx, ids)
  const member = assignee ? await findMember(ctx.em, assignee, 'assignee.') : assignee
  const add = await findLabels(ctx.em, labels?.add ?? [], 'labels.add')
  const remove = await findLabels(ctx.em, labels?.remove ?? [], 'labels.remove')
  return rows.map((row) => {
    const plans = [
      planFields(row, fields, ctx.call.actor),
      ...(member === undefined ? [] : [planAssignee(row, member)]),
    ]
    return changeChat(ctx, row, joinPlans(...plans, planLabels(row, relabeled(row, { add, remove }))))
  })
}

/** Returns the chat's labels after removing some and adding others, without duplicates. */
function relabeled(row: ChatRow, { add, remove }: { add: LabelView[]; remove: LabelView[] }): LabelView[] {
  const kept = row.labels.filter(({ id }) => !remove.some((label) => label.id === id))
  return [...kept, ...add.filter(({ id }) => !kept.some((label) => label.id === id))]
}

/** Changes a chat's fields, and replaces all its labels if `labels` is given. */
export const update: Verb<typeof messaging.chats.update, MessagingRuntime> = async ({ ctx, input }) => {
  refuseSnoozeOutOfRange(input.snooze)
  if (input.labels) await lockCopies(ctx.em, [ctx.workspace], 'shared')
  const row = await lockChat(ctx, input.id)
  const labels = input.labels && planLabels(row, await findLabels(ctx.em, input.labels, 'labels'))
  return changeChat(ctx, row, joinPlans(planFields(row, input, ctx.call.actor), ...(labels ? [labels] : [])))
}
