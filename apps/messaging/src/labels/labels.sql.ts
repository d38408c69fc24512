import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, sql, type Tx, type Verb } from '@posthorn/chassis'
import {
  Fault,
  fail,
  failUnknown,
  keyOfName,
  type messaging,
  newId,
  type OutputOf,
  refuseUnknown,
} from '@posthorn/contracts'
import { announceChat, type ChangeContext, changeChat, type Plan, recordChanges } from '../chats/change.ts'
import { lockChat } from '../chats/chats.sql.ts'
import { refreshChats } from '../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow, LabelView } from '../entities/chat.ts'
import { Automation, Label, type LabelRow, View } from '../entities/team.ts'
import type { AcceptedMessage, PlanResult } from '../messages/accept.sql.ts'
import { type ChatKey, chatKey, lockCopies } from '../messages/lock-order.sql.ts'

const presentLabel = (row: LabelRow): OutputOf<typeof messaging.labels.get> => ({
  id: row.id,
  name: row.name,
  color: row.color,
  description: row.description ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/**
 * Finds labels by id or name, in the given order and without duplicates. Refuses unknown ones, with errors at `path`, but leaves out
 * those `kept`. An id never matches the name of another label. Call `lockCopies` first if they are stored.
 */
export async function findLabels(
  em: EntityManager,
  idsOrNames: string[],
  path: string,
  kept: readonly string[] = [],
): Promise<LabelView[]> {
  if (idsOrNames.length === 0) return []
  const rows = await em.find(Label, {
    $or: [{ id: { $in: idsOrNames } }, { nameKey: { $in: idsOrNames.map(keyOfName) } }],
  })
  const views = rows.map(({ id, name, color, nameKey }) => ({ nameKey, view: { id, name, color } }))
  const byId = new Map(views.map(({ view }) => [view.id, view]))
  const byName = new Map(views.map(({ nameKey, view }) => [nameKey, view]))
  const found = idsOrNames.map((each) => byId.get(each) ?? byName.get(keyOfName(each)))
  const unknown = found.flatMap((label, i) => (label || kept.includes(idsOrNames[i] ?? '') ? [] : [`${path}.${i}`]))
  refuseUnknown('label:not_found', unknown)
  return [...new Set(found.filter((label) => label !== undefined))]
}

/** Each event about a chat or its messages contains all labels of the chat. */
const labelsMaxOfChat = 50

/**
 * Plans the labels of a chat. The same labels in another order are no change. Refuses more than a chat can have. A chat that took over the
 * labels of another in a merge may have more, which it keeps.
 */
export function planLabels(row: ChatRow, labels: LabelView[]): Plan {
  const ids = labels.map(({ id }) => id)
  if (ids.length === row.labelIds.length && ids.every((id) => row.labelIds.includes(id)))
    return { set: {}, changes: [] }
  if (labels.length > Math.max(labelsMaxOfChat, row.labelIds.length)) fail('chat:too_many_labels')
  return { set: { labels, labelIds: ids }, changes: ['labeled'] }
}

export const add: Verb<typeof messaging.labels.add, MessagingRuntime> = async ({ ctx, input }) => {
  await lockCopies(ctx.em, [ctx.workspace], 'shared')
  const row = await lockChat(ctx, input.id)
  return addLabels(ctx, row, await findLabels(ctx.em, input.labels, 'labels'))
}

/** Adds labels to a locked chat, and announces the chat if any are new to it. */
export function addLabels(ctx: ChangeContext, row: ChatRow, labels: LabelView[]): ReturnType<typeof changeChat> {
  const fresh = labels.filter(({ id }) => !row.labelIds.includes(id))
  return changeChat(ctx, row, planLabels(row, [...row.labels, ...fresh]))
}

const labelsMaxOfWorkspace = 500

export const create: Verb<typeof messaging.labels.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const nameKey = keyOfName(input.name)
  if (await em.findOne(Label, { nameKey })) fail('label:duplicate')
  if ((await em.count(Label, {})) >= labelsMaxOfWorkspace) fail('label:too_many')
  const now = new Date()
  const row = em.create(Label, {
    workspaceId: workspace,
    id: newId('lbl'),
    name: input.name,
    nameKey,
    color: input.color,
    description: input.description || null,
    mergedIds: [],
    createdAt: now,
    updatedAt: now,
  })
  await em.flush()
  return presentLabel(row)
}

export const get: Verb<typeof messaging.labels.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentLabel((await ctx.em.findOne(Label, { id: input.id })) ?? fail('label:not_found'))

export const list: Verb<typeof messaging.labels.list, MessagingRuntime> = async ({ ctx, input }) => {
  const page = await listPage<LabelRow>(ctx, input, {
    entity: Label,
    list: 'labels',
    order: { column: 'nameKey', direction: 'asc' },
    where: {},
  })
  return { items: page.rows.map(presentLabel), next: page.next }
}

/** Removes a label from a chat. Refuses a label that doesn't exist, unless the chat still has it. */
export const removeFromChat: Verb<typeof messaging.labels.removeFromChat, MessagingRuntime> = async ({
  ctx,
  input,
}) => {
  const row = await lockChat(ctx, input.id)
  const isOnChat = row.labelIds.includes(input.label)
  if (!isOnChat && (await ctx.em.count(Label, { id: input.label })) === 0) fail('label:not_found')
  const kept = row.labels.filter(({ id }) => id !== input.label)
  return changeChat(ctx, row, planLabels(row, kept))
}

/** Deletes a label, and its copies in chats; in those beyond the first batch, the `refresh` loop does it later. */
export const remove: Verb<typeof messaging.labels.remove, MessagingRuntime> = async ({ ctx, input }) => {
  await lockCopies(ctx.em, [ctx.workspace], 'exclusive')
  if ((await ctx.em.nativeDelete(Label, { id: input.id })) === 0) fail('label:not_found')
  await refreshChats(ctx, { workspaceId: ctx.workspace, subjectId: input.id, shown: null, author: ctx.call.actor })
  return { id: input.id, deleted: true }
}

/** Changes a label, and its copies in chats like `remove`. */
export const update: Verb<typeof messaging.labels.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  await lockCopies(em, [ctx.workspace], 'exclusive')
  // Without a lock, a concurrent change of the other field would be missing from the chats.
  const found = await em.findOne(Label, { id: input.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const row = found ?? fail('label:not_found')
  const name = input.name ?? row.name
  const nameKey = keyOfName(name)
  if (nameKey !== row.nameKey && (await em.findOne(Label, { nameKey }))) fail('label:duplicate')
  const description = input.description === undefined ? row.description : input.description || null
  em.assign(row, { name, nameKey, color: input.color ?? row.color, description, updatedAt: new Date() })
  await em.flush()
  const shown = { id: row.id, name: row.name, color: row.color }
  await refreshChats(ctx, { workspaceId: ctx.workspace, subjectId: row.id, shown, author: ctx.call.actor })
  return presentLabel(row)
}

type Merge = { into: string; from: string }

/** Replaces a label with another one everywhere it is used, and deletes it; in chats like `remove`. */
export const merge: Verb<typeof messaging.labels.merge, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  await lockCopies(em, [workspaceId], 'exclusive')
  // Locked in a fixed order, so that two merges of the same pair don't deadlock.
  const locked = await em.find(
    Label,
    { id: { $in: [input.into, input.from] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
  const labelAt = (path: keyof Merge) =>
    locked.find(({ id }) => id === input[path]) ?? failUnknown('label:not_found', path)
  const into = labelAt('into')
  const from = labelAt('from')
  // By these ids, the refresh loop finds the label that chats get, also after further merges.
  em.assign(into, { mergedIds: [...into.mergedIds, ...from.mergedIds, from.id], updatedAt: new Date() })
  em.remove(from)
  await replaceInViews(em, input)
  await em.flush()
  const shown = { id: into.id, name: into.name, color: into.color }
  await refreshChats(ctx, { workspaceId, subjectId: from.id, shown, author: ctx.call.actor })
  // Uses the same lock order as automation runs: the chat before the automation.
  await replaceInAutomations(em, input)
  await em.flush()
  return presentLabel(into)
}

type Conditions = { label?: string[] | undefined; labelExclude?: string[] | undefined }

const containsLabel = ({ label = [], labelExclude = [] }: Conditions, id: string) =>
  [...label, ...labelExclude].includes(id)

const replacedIds = (ids: string[], { into, from }: Merge) => [...new Set(ids.map((id) => (id === from ? into : id)))]

/** Returns conditions that name the remaining label in place of the merged one, each label once. */
function replacedIn<T extends Conditions>(conditions: T, labels: Merge): T {
  const { label, labelExclude } = conditions
  return {
    ...conditions,
    ...(label && { label: replacedIds(label, labels) }),
    ...(labelExclude && { labelExclude: replacedIds(labelExclude, labels) }),
  }
}

/** In one order, so that two merges don't deadlock. */
const locking = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const

async function replaceInViews(em: EntityManager, labels: Merge): Promise<void> {
  for (const view of await em.find(View, {}, locking)) {
    if (!containsLabel(view.filter, labels.from)) continue
    em.assign(view, { filter: replacedIn(view.filter, labels), version: view.version + 1, updatedAt: new Date() })
  }
}

async function replaceInAutomations(em: EntityManager, labels: Merge): Promise<void> {
  for (const automation of await em.find(Automation, {}, locking)) {
    const { conditions, actions } = automation
    if (!containsLabel(conditions, labels.from) && !actions.labels?.includes(labels.from)) continue
    em.assign(automation, {
      conditions: replacedIn(conditions, labels),
      actions: { ...actions, ...(actions.labels && { labels: replacedIds(actions.labels, labels) }) },
      version: automation.version + 1,
      updatedAt: new Date(),
    })
  }
}

/** Returns the ids of the labels that chats have, by `chatKey`. Doesn't lock the chats. Chats that don't exist yet are missing. */
async function labelIdsOfChats(em: EntityManager, chats: ChatKey[]): Promise<Map<string, string[]>> {
  const rows = await sql<ChatKey & { labelIds: string[] }>(
    em,
    `select workspace_id as "workspaceId", number_id as "numberId", recipient, c.label_ids as "labelIds"
     from unnest($1::text[], $2::text[], $3::text[]) as p (workspace_id, number_id, recipient) join chat c using (workspace_id, number_id, recipient)`,
    [
      chats.map(({ workspaceId }) => workspaceId),
      chats.map(({ numberId }) => numberId),
      chats.map(({ recipient }) => recipient),
    ],
  )
  return new Map(rows.map((row) => [chatKey(row), row.labelIds]))
}

/** Stores the labels of locked chats and increments the chats' versions, including in the given rows. */
async function saveLabels(em: EntityManager, chats: ChatRow[]): Promise<void> {
  for (const chat of chats) chat.version += 1
  await sql(
    em,
    `update chat c set labels = l.labels::jsonb, version = l.version, updated_at = now(),
       label_ids = (select array_agg(e->>'id' order by place) from jsonb_array_elements(l.labels::jsonb) with ordinality as t (e, place))
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as l (workspace_id, id, labels, version)
     where c.workspace_id = l.workspace_id and c.id = l.id`,
    [
      chats.map(({ workspaceId }) => workspaceId),
      chats.map(({ id }) => id),
      chats.map(({ labels }) => JSON.stringify(labels)),
      chats.map(({ version }) => version),
    ],
  )
}

/** Refuses messages that would give their chat, with those before them, more labels than a chat can have. */
export async function refuseTooManyLabels<P extends PlanResult>(
  em: EntityManager,
  planned: P[],
): Promise<(P | PlanResult)[]> {
  const labeled = planned.flatMap((plan) => (plan.ok && plan.value.labels.length > 0 ? [plan.value] : []))
  if (labeled.length === 0) return planned
  const chats = labeled.map(({ row }) => row)
  const known = await labelIdsOfChats(em, chats)
  return planned.map((plan) => {
    if (!plan.ok || plan.value.labels.length === 0) return plan
    const key = chatKey(plan.value.row)
    const before = known.get(key) ?? []
    const ids = [...new Set([...before, ...plan.value.labels.map(({ id }) => id)])]
    if (ids.length > Math.max(labelsMaxOfChat, before.length))
      return { ok: false, error: new Fault('chat:too_many_labels') }
    known.set(key, ids)
    return plan
  })
}

/** Adds the labels of messages to their locked chats. Records and announces the chats that gained labels. */
export async function labelChats(tx: Tx, chats: ChatRow[], accepted: AcceptedMessage[]): Promise<void> {
  const changed: { chat: ChatRow; by: AcceptedMessage['by'] }[] = []
  for (const { row, labels, by } of accepted) {
    if (labels.length === 0) continue
    const known = chats.find(({ workspaceId, id }) => workspaceId === row.workspaceId && id === row.chatId)
    const fresh = labels.filter(({ id }) => !known?.labelIds.includes(id))
    if (!known || fresh.length === 0) continue
    known.labels = [...known.labels, ...fresh]
    known.labelIds = known.labels.map(({ id }) => id)
    if (!changed.some(({ chat }) => chat === known)) changed.push({ chat: known, by })
  }
  if (changed.length === 0) return
  const labeled = changed.map(({ chat }) => chat)
  await saveLabels(tx.em, labeled)
  const changes = changed.map((each) => ({ ...each, change: 'labeled' as const }))
  recordChanges(tx.em, changes)
  for (const { chat, change, by } of changes) announceChat(tx, chat, { change, by })
}
