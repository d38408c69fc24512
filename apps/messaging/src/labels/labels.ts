import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, type Verb } from '@posthorn/chassis'
import { fail, type label, type messaging, newId, refuseUnknown } from '@posthorn/contracts'
import type { z } from 'zod'
import { type ChangeContext, changeChat, type Plan } from '../chats/change.ts'
import { lockChat } from '../chats/find.ts'
import { refreshChats } from '../chats/refresh.ts'
import type { MessagingRuntime } from '../config.ts'
import { type ChatRow, Label, type LabelRow, type LabelView } from '../entities/chat.ts'

/** A label as answers show it. */
function presentLabel(row: LabelRow): z.output<typeof label> {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    description: row.description ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The name as it is compared: two names that differ in case only are one. */
export function keyOfName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}

/**
 * The labels of these ids or names, each once and in this order, as chats show them; one that is unknown is named by its path, unless the path of the request names it. An id is
 * never taken for the name of another label.
 */
export async function findLabels(em: EntityManager, named: string[], path?: string): Promise<LabelView[]> {
  if (named.length === 0) return []
  const rows = await em.find(Label, { $or: [{ id: { $in: named } }, { nameKey: { $in: named.map(keyOfName) } }] })
  const views = rows.map(({ id, name, color, nameKey }) => ({ nameKey, view: { id, name, color } }))
  const byId = new Map(views.map(({ view }) => [view.id, view]))
  const byName = new Map(views.map(({ nameKey, view }) => [nameKey, view]))
  const found = named.map((each) => byId.get(each) ?? byName.get(keyOfName(each)))
  if (path === undefined && found.includes(undefined)) fail('label:not_found')
  refuseUnknown(
    'label:not_found',
    found.flatMap((label, i) => (label ? [] : [`${path}.${i}`])),
  )
  return [...new Set(found.filter((label) => label !== undefined))]
}

/** Labels of one chat. */
export const labelsMaxOfChat = 50

/** Returns what changes about a chat that gets these labels. */
export function planLabels(row: ChatRow, labels: LabelView[]): Plan {
  const ids = labels.map(({ id }) => id)
  if (ids.length === row.labelIds.length && ids.every((id) => row.labelIds.includes(id)))
    return { set: {}, changes: [] }
  if (labels.length > labelsMaxOfChat) fail('chat:too_many_labels')
  return { set: { labels, labelIds: ids }, changes: ['labeled'] }
}

/** Puts labels on a chat beside those it has. */
export const add: Verb<typeof messaging.labels.add, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return addLabels(ctx, row, await findLabels(ctx.em, input.labels, 'labels'))
}

/** Adds labels to a locked chat and announces those that it did not have. */
export function addLabels(ctx: ChangeContext, row: ChatRow, labels: LabelView[]): ReturnType<typeof changeChat> {
  const fresh = labels.filter(({ id }) => !row.labelIds.includes(id))
  return changeChat(ctx, row, planLabels(row, [...row.labels, ...fresh]))
}

const labelsMaxOfWorkspace = 500

/** Creates a label. */
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
    createdAt: now,
    updatedAt: now,
  })
  await em.flush()
  return presentLabel(row)
}

/** Shows one label. */
export const get: Verb<typeof messaging.labels.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentLabel((await ctx.em.findOne(Label, { id: input.id })) ?? fail('label:not_found'))

/** All labels, by name. */
export const list: Verb<typeof messaging.labels.list, MessagingRuntime> = async ({ ctx, input }) => {
  const page = await listPage<LabelRow>(ctx, input, {
    entity: Label,
    list: 'labels',
    order: { column: 'nameKey', direction: 'asc' },
    where: {},
  })
  return { items: page.rows.map(presentLabel), next: page.next }
}

/** Removes a label from a chat. */
export const removeFromChat: Verb<typeof messaging.labels.removeFromChat, MessagingRuntime> = async ({
  ctx,
  input,
}) => {
  const row = await lockChat(ctx, input.id)
  await findLabels(ctx.em, [input.label])
  const kept = row.labels.filter(({ id }) => id !== input.label)
  return changeChat(ctx, row, planLabels(row, kept))
}

/** Deletes a label and takes it off all chats. */
export const remove: Verb<typeof messaging.labels.remove, MessagingRuntime> = async ({ ctx, input }) => {
  if ((await ctx.em.nativeDelete(Label, { id: input.id })) === 0) fail('label:not_found')
  await refreshChats(ctx, { workspaceId: ctx.workspace, subjectId: input.id, shown: null, author: ctx.call.actor })
  return { id: input.id, deleted: true }
}

/** Changes a label, here and on the chats that have it. */
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
