import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, type Verb } from '@posthorn/chassis'
import { fail, failUnknown, type messaging, newId, type OutputOf, refuseUnknown } from '@posthorn/contracts'
import { type ChangeContext, changeChat, type Plan } from '../chats/change.ts'
import { lockChat } from '../chats/chats.sql.ts'
import { refreshChats } from '../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { type ChatRow, type LabelView } from '../entities/chat.ts'
import { Automation, Label, type LabelRow, View } from '../entities/team.ts'

function presentLabel(row: LabelRow): OutputOf<typeof messaging.labels.get> {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    description: row.description ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Normalizes a name for comparison, so that names are unique regardless of case. */
export function keyOfName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}

/**
 * Finds labels by id or name, in the given order and without duplicates. The error at `path` names an unknown label, unless it comes from
 * the URL. An id never matches the name of another label.
 */
export async function findLabels(em: EntityManager, idsOrNames: string[], path?: string): Promise<LabelView[]> {
  if (idsOrNames.length === 0) return []
  const rows = await em.find(Label, {
    $or: [{ id: { $in: idsOrNames } }, { nameKey: { $in: idsOrNames.map(keyOfName) } }],
  })
  const views = rows.map(({ id, name, color, nameKey }) => ({ nameKey, view: { id, name, color } }))
  const byId = new Map(views.map(({ view }) => [view.id, view]))
  const byName = new Map(views.map(({ nameKey, view }) => [nameKey, view]))
  const found = idsOrNames.map((each) => byId.get(each) ?? byName.get(keyOfName(each)))
  if (path === undefined && found.includes(undefined)) fail('label:not_found')
  refuseUnknown(
    'label:not_found',
    found.flatMap((label, i) => (label ? [] : [`${path}.${i}`])),
  )
  return [...new Set(found.filter((label) => label !== undefined))]
}

export const labelsMaxOfChat = 50

/** Plans the labels of a chat. The same labels in another order are no change. */
export function planLabels(row: ChatRow, labels: LabelView[]): Plan {
  const ids = labels.map(({ id }) => id)
  if (ids.length === row.labelIds.length && ids.every((id) => row.labelIds.includes(id)))
    return { set: {}, changes: [] }
  if (labels.length > labelsMaxOfChat) fail('chat:too_many_labels')
  return { set: { labels, labelIds: ids }, changes: ['labeled'] }
}

export const add: Verb<typeof messaging.labels.add, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return addLabels(ctx, row, await findLabels(ctx.em, input.labels, 'labels'))
}

/** Adds labels to a locked chat, and announces those that are new to it. */
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

/** Removes a label from a chat. Refuses a label that doesn't exist. */
export const removeFromChat: Verb<typeof messaging.labels.removeFromChat, MessagingRuntime> = async ({
  ctx,
  input,
}) => {
  const row = await lockChat(ctx, input.id)
  await findLabels(ctx.em, [input.label])
  const kept = row.labels.filter(({ id }) => id !== input.label)
  return changeChat(ctx, row, planLabels(row, kept))
}

export const remove: Verb<typeof messaging.labels.remove, MessagingRuntime> = async ({ ctx, input }) => {
  if ((await ctx.em.nativeDelete(Label, { id: input.id })) === 0) fail('label:not_found')
  await refreshChats(ctx, { workspaceId: ctx.workspace, subjectId: input.id, shown: null, author: ctx.call.actor })
  return { id: input.id, deleted: true }
}

export const update: Verb<typeof messaging.labels.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const row = (await em.findOne(Label, { id: input.id })) ?? fail('label:not_found')
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

/** Replaces a label with another label everywhere it is used. */
export const merge: Verb<typeof messaging.labels.merge, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
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

/** Whether the conditions contain the label with this id. */
const containsLabel = ({ label = [], labelExclude = [] }: Conditions, id: string) =>
  [...label, ...labelExclude].includes(id)

const replacedIds = (ids: string[], { into, from }: Merge) => [...new Set(ids.map((id) => (id === from ? into : id)))]

function replacedIn<T extends Conditions>(conditions: T, labels: Merge): T {
  const { label, labelExclude } = conditions
  return {
    ...conditions,
    ...(label && { label: replacedIds(label, labels) }),
    ...(labelExclude && { labelExclude: replacedIds(labelExclude, labels) }),
  }
}

const locking = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const

async function replaceInViews(em: EntityManager, labels: Merge): Promise<void> {
  for (const view of await em.find(View, {}, locking)) {
    if (!containsLabel(view.filter, labels.from)) continue
    em.assign(view, { version: view.version + 1, updatedAt: new Date() })
    // `assign` would merge the new conditions into the old ones.
    view.filter = replacedIn(view.filter, labels)
  }
}

async function replaceInAutomations(em: EntityManager, labels: Merge): Promise<void> {
  for (const automation of await em.find(Automation, {}, locking)) {
    const { conditions, actions } = automation
    if (!containsLabel(conditions, labels.from) && !actions.labels?.includes(labels.from)) continue
    em.assign(automation, { version: automation.version + 1, updatedAt: new Date() })
    automation.conditions = replacedIn(conditions, labels)
    automation.actions = { ...actions, ...(actions.labels && { labels: replacedIds(actions.labels, labels) }) }
  }
}
