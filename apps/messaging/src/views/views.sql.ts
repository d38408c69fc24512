import { type FilterQuery, LockMode, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  type ErrorCode,
  fail,
  type messaging,
  newId,
  refuseLimited,
  refuseUnknown,
  type Unfilled,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { withIds } from '../chats/filter.ts'
import type { MessagingRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/chat.ts'
import { Label, Member, View, type ViewRow } from '../entities/team.ts'
import { keyOfName } from '../labels/labels.ts'

function presentView(row: ViewRow): Unfilled<z.output<typeof messaging.views.update.output>> {
  return {
    id: row.id,
    name: row.name,
    shared: row.owner === '',
    filter: row.filter,
    sort: row.sort,
    by: row.author,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

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
 * Refuses a filter with a label, number or member that doesn't exist for the caller, because the view would be empty without explanation.
 */
async function refuseUnknownIn({ em, call }: Context, filter: ViewRow['filter']): Promise<void> {
  const named = (name: 'label' | 'labelExclude' | 'number' | 'assignee'): Named[] =>
    (filter[name] ?? []).map((id, i) => ({ path: `filter.${name}.${i}`, id }))
  const labels = [...named('label'), ...named('labelExclude')]
  const knownLabels = labels.length === 0 ? [] : await em.find(Label, { id: { $in: idsOf(labels) } })
  refuseMissing('label:not_found', labels, knownLabels)
  const numbers = named('number')
  const knownNumbers = numbers.length === 0 ? [] : await em.find(ConnectedNumber, { id: { $in: idsOf(numbers) } })
  const seen = knownNumbers.filter(({ id }) => call.numbers === undefined || call.numbers.includes(id as never))
  refuseMissing('number:not_found', numbers, seen)
  const mentioned = filter.mentioned === undefined ? [] : [{ path: 'filter.mentioned', id: filter.mentioned }]
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

export const remove: Verb<typeof messaging.views.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(View, { $and: [{ id: input.id }, viewsSeenBy(ctx)] })) ?? fail('view:not_found')
  if (row.owner === '') refuseLimited(ctx.call)
  await ctx.em.remove(row).flush()
  return { id: input.id, deleted: true }
}

export const update: Verb<typeof messaging.views.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, call } = ctx
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const seen = { $and: [{ id: input.id }, viewsSeenBy(ctx)] }
  const row = (await em.findOne(View, seen, { lockMode })) ?? fail('view:not_found')
  if (row.owner === '') refuseLimited(call)
  const { name = row.name, sort = row.sort, shared } = input
  const filter = input.filter ? await withIds(em, input.filter) : row.filter
  const key = { id: row.id, nameKey: keyOfName(name), owner: shared ? '' : row.owner }
  if (input.filter) await refuseUnknownIn(ctx, filter)
  await refuseDuplicate(em, key)
  em.assign(row, { ...key, name, sort, version: row.version + 1, updatedAt: new Date() })
  // `assign` would merge the new conditions into the old ones.
  row.filter = filter
  await em.flush()
  return presentView(row)
}

/** Returns a filter for the team's views and the caller's own. Excludes views with a number that the caller may not use. */
function viewsSeenBy({ call: { actor, numbers } }: Pick<VerbContext, 'call'>): FilterQuery<ViewRow> {
  const owner = { $in: ['', actor.id] }
  if (!numbers) return { owner }
  return { owner, [raw(`coalesce(filter->'number', '[]') <@ ?::jsonb`, [JSON.stringify(numbers)])]: true }
}
