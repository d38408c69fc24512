import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { forWorkspace, listPage, type Person, type Verb, type VerbContext } from '@posthorn/chassis'
import { type ContactFilter, type contacts, fail, failUnknown, newId, type OutputOf } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { presentContacts } from '../contacts/contact.ts'
import { type Condition, callerOf, countContacts, filterCondition, selectContacts } from '../contacts/select.sql.ts'
import { Contact, Segment, type SegmentRow } from '../entities/contact.ts'

type Context = Pick<VerbContext<ContactsRuntime>, 'em' | 'workspace' | 'call'>

/** Returns a list's condition for the segment in its field `segment`, if any. Fails with `segment:not_found`. */
export async function segmentConditions({ em }: Context, segment: string | undefined): Promise<Condition[]> {
  if (!segment) return []
  const { filter } = (await em.findOne(Segment, { id: segment })) ?? failUnknown('segment:not_found', 'segment')
  return [filterCondition(filter)]
}

/** Finds a segment and locks it, so that no one else changes or deletes it before this change is announced. */
const lockSegment = async ({ em }: Context, id: string): Promise<SegmentRow> =>
  (await em.findOne(Segment, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? fail('segment:not_found')

/** Presents a segment with the number of contacts that it has for this caller at the moment. */
const presentSegment = async (ctx: Context, row: SegmentRow): Promise<OutputOf<typeof contacts.segments.get>> => ({
  id: row.id,
  name: row.name,
  description: row.description ?? null,
  filter: row.filter,
  count: await countContacts(ctx.em, callerOf(ctx), [filterCondition(row.filter)]),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Fails if another segment has the name. */
async function refuseTakenName({ em }: Context, segmentName: string, ownId?: string): Promise<void> {
  const other = await em.findOne(Segment, { name: segmentName })
  if (!other || other.id === ownId) return
  fail('segment:duplicate', {
    errors: [{ path: 'name', code: 'segment:duplicate', message: `belongs to ${other.id}` }],
  })
}

/** Tells the groups service, whose channels use segments, of a new, changed or deleted one. Segments have no version, so the time is the version. */
function announceSegment(
  ctx: Pick<VerbContext, 'emit'>,
  { id, updatedAt }: SegmentRow,
  { deleted } = { deleted: false },
): void {
  const version = deleted ? Date.now() : updatedAt.getTime()
  ctx.emit({ kind: 'segment:updated', data: { id, deleted }, aggregate: { id, version } })
}

/** Creates a segment. Refuses a name that another one has. */
export const create: Verb<typeof contacts.segments.create, ContactsRuntime> = async ({ ctx, input }) => {
  await refuseTakenName(ctx, input.name)
  const now = new Date()
  const row = ctx.em.create(Segment, {
    workspaceId: ctx.workspace,
    id: newId('seg'),
    name: input.name,
    description: input.description ?? null,
    filter: input.filter,
    createdAt: now,
    updatedAt: now,
  })
  await ctx.em.flush()
  announceSegment(ctx, row)
  return presentSegment(ctx, row)
}

export const get: Verb<typeof contacts.segments.get, ContactsRuntime> = async ({ ctx, input }) =>
  presentSegment(ctx, (await ctx.em.findOne(Segment, { id: input.id })) ?? fail('segment:not_found'))

export const list: Verb<typeof contacts.segments.list, ContactsRuntime> = async ({ ctx, input }) => {
  const { rows, next } = await listPage<SegmentRow>(ctx, input, {
    entity: Segment,
    list: 'segments',
    order: { column: 'id', direction: 'desc' },
    where: {},
  })
  const items = []
  // One at a time, so that a page of counts doesn't use every connection.
  for (const row of rows) items.push(await presentSegment(ctx, row))
  return { items, next }
}

/** Counts the contacts that match a filter, and lists the newest ones. */
export const preview: Verb<typeof contacts.segments.preview, ContactsRuntime> = async ({ ctx, input }) => {
  const where = [filterCondition(input.filter)]
  const { rows } = await selectContacts(ctx.em, {
    ...callerOf(ctx),
    where,
    sort: 'createdAt:desc',
    page: { size: input.size },
    cursors: ctx.cursors('preview'),
  })
  return { count: await countContacts(ctx.em, callerOf(ctx), where), contacts: await presentContacts(ctx.em, rows) }
}

/** Replaces a person's names in filters, so that they name no one. */
const erasedName = 'erased'

/** Removes a person from filters: their phone number, provider id, and each name and email address that no other contact has. */
export async function redactPerson(tx: EntityManager, person: Person): Promise<void> {
  const em = forWorkspace(tx, person.workspace)
  const rows = await em.find(Segment, {}, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE })
  const compared = new Set(rows.flatMap(({ filter }) => valuesOf(filter)).map(folded))
  const texts = await ownTexts(
    em,
    person.texts.filter((text) => compared.has(folded(text))),
  )
  const phones = person.phones.map(digitsOf)
  const exact = new Set([...person.userIds, ...texts].map(folded))
  const isNamed = (value: string) => exact.has(folded(value)) || phones.includes(digitsOf(value))
  for (const row of rows) {
    const filter = withoutPerson(row.filter, isNamed)
    if (JSON.stringify(filter) !== JSON.stringify(row.filter)) row.filter = filter
  }
  await em.flush()
}

/** Returns the digits of a phone number in any format. */
const digitsOf = (value: string) => value.replace(/\D/g, '')
/** Makes texts comparable regardless of case and outer spaces. */
const folded = (value: string) => value.trim().toLowerCase()

/** Returns the names and email addresses that no other contact has. A filter with a shared one stays: it finds others too. */
async function ownTexts(em: EntityManager, texts: string[]): Promise<string[]> {
  const own: string[] = []
  // One namesake is enough: there may be thousands.
  for (const text of texts)
    if ((await em.findOne(Contact, { $or: [{ name: text }, { email: text }] })) === null) own.push(text)
  return own
}

/** Returns the texts that a filter compares with. */
function valuesOf(filter: ContactFilter): string[] {
  const values: string[] = []
  withoutPerson(filter, (value) => values.push(value) === 0)
  return values
}

/** Returns a filter with the values that name the person replaced, at any depth. */
function withoutPerson(node: ContactFilter, isNamed: (value: string) => boolean): ContactFilter {
  const redacted = (value: string) => (isNamed(value) ? erasedName : value)
  const entries = Object.entries(node).map(([name, value]: [string, unknown]): [string, unknown] => {
    if (name === 'all' || name === 'any')
      return [name, (value as ContactFilter[]).map((part) => withoutPerson(part, isNamed))]
    if (name === 'not') return [name, withoutPerson(value as ContactFilter, isNamed)]
    if (name === 'in') return [name, [...new Set((value as string[]).map(redacted))]]
    const isComparison = name === 'is' || name === 'contains' || name === 'startsWith'
    return [name, isComparison && typeof value === 'string' ? redacted(value) : value]
  })
  return Object.fromEntries(entries)
}

/** Deletes a segment. Channels with this segment as their audience then reach no one. */
export const remove: Verb<typeof contacts.segments.remove, ContactsRuntime> = async ({ ctx, input }) => {
  const row = await lockSegment(ctx, input.id)
  const { id } = row
  await ctx.em.nativeDelete(Segment, { id })
  announceSegment(ctx, row, { deleted: true })
  return { id, deleted: true }
}

/** Changes the given fields. A new filter applies at once, wherever the segment is used. */
export const update: Verb<typeof contacts.segments.update, ContactsRuntime> = async ({ ctx, input }) => {
  const row = await lockSegment(ctx, input.id)
  if (input.name !== undefined) {
    await refuseTakenName(ctx, input.name, row.id)
    row.name = input.name
  }
  if (input.description !== undefined) row.description = input.description
  if (input.filter !== undefined) row.filter = input.filter
  row.updatedAt = new Date()
  await ctx.em.flush()
  announceSegment(ctx, row)
  return presentSegment(ctx, row)
}
