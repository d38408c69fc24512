import { type FilterQuery, LockMode } from '@mikro-orm/core'
import { likeText, listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import { fail, keyOfName, type messaging, newId, type OutputOf, type Unfilled } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Reply, type ReplyRow } from '../entities/team.ts'

const presentReply = (row: ReplyRow): Unfilled<OutputOf<typeof messaging.replies.create>> => ({
  id: row.id,
  name: row.name,
  shortcut: row.shortcut ?? null,
  folder: row.folder ?? null,
  message: row.message,
  by: row.author,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Refuses a name or shortcut already used by another reply. If both are, the error is about the name. */
async function refuseDuplicate(
  { em }: Pick<VerbContext, 'em'>,
  { id, nameKey, shortcut }: Pick<ReplyRow, 'id' | 'nameKey' | 'shortcut'>,
): Promise<void> {
  const same = [{ nameKey }, ...(shortcut ? [{ shortcut }] : [])]
  const others = await em.find(Reply, { id: { $ne: id }, $or: same })
  if (others.length === 0) return
  const path = others.some((other) => other.nameKey === nameKey) ? 'name' : 'shortcut'
  fail('reply:duplicate', { errors: [{ path, code: 'reply:duplicate', message: 'is taken by another saved reply' }] })
}

const repliesMax = 1_000

export const create: Verb<typeof messaging.replies.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const key = { id: newId('rep'), nameKey: keyOfName(input.name), shortcut: input.shortcut ?? null }
  await refuseDuplicate(ctx, key)
  if ((await em.count(Reply, {})) >= repliesMax) fail('reply:too_many')
  const now = new Date()
  const row = em.create(Reply, {
    workspaceId: workspace,
    ...key,
    name: input.name,
    folder: input.folder ?? null,
    message: input.message,
    author: ctx.call.actor,
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
  await em.flush()
  return presentReply(row)
}

export const get: Verb<typeof messaging.replies.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentReply((await ctx.em.findOne(Reply, { id: input.id })) ?? fail('reply:not_found'))

export const list: Verb<typeof messaging.replies.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { search, folder } = input
  const page = await listPage<ReplyRow>(ctx, input, {
    entity: Reply,
    list: 'replies',
    order: { column: 'nameKey', direction: 'asc' },
    where: { $and: [folder === undefined ? {} : { folder }, search === undefined ? {} : containing(search)] },
  })
  return { items: page.rows.map(presentReply), next: page.next }
}

/** Returns the filter for replies with this in their name, shortcut or text. It scans all replies: a workspace has at most a thousand. */
function containing(search: string): FilterQuery<ReplyRow> {
  const $ilike = `%${likeText(search)}%`
  return { $or: [{ name: { $ilike } }, { shortcut: { $ilike } }, { message: { $ilike } }] }
}

export const remove: Verb<typeof messaging.replies.remove, MessagingRuntime> = async ({ ctx, input }) => {
  if ((await ctx.em.nativeDelete(Reply, { id: input.id })) === 0) fail('reply:not_found')
  return { id: input.id, deleted: true }
}

export const update: Verb<typeof messaging.replies.update, MessagingRuntime> = async ({ ctx, input }) => {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = (await ctx.em.findOne(Reply, { id: input.id }, { lockMode })) ?? fail('reply:not_found')
  const name = input.name ?? row.name
  const shortcut = input.shortcut === undefined ? row.shortcut : input.shortcut
  const folder = input.folder === undefined ? row.folder : input.folder
  const key = { id: row.id, nameKey: keyOfName(name), shortcut }
  await refuseDuplicate(ctx, key)
  const message = input.message ?? row.message
  ctx.em.assign(row, { ...key, name, folder, message, version: row.version + 1, updatedAt: new Date() })
  await ctx.em.flush()
  return presentReply(row)
}
