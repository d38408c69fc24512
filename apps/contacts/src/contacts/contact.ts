import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Verb, VerbContext } from '@posthorn/chassis'
import {
  attributeNames,
  type contacts,
  type EventData,
  fail,
  fieldsMax,
  fromAttributes,
  type OutputOf,
  refuseLimited,
  tagsMax,
} from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow, ContactTombstone, Identity, type IdentityRow } from '../entities/contact.ts'
import { moveChats, moveIdentifiers, resolveMerged } from './identities.sql.ts'

type Context = VerbContext<ContactsRuntime>
type ContactView = OutputOf<typeof contacts.contacts.get>

type WorkspaceContext = Pick<Context, 'em' | 'workspace'>

/** Returns the contact that an id leads to, as `findByAnyId` does. Fails with `contact:not_found`. */
export async function findContact(
  ctx: WorkspaceContext,
  id: string,
  opts: { lock?: boolean } = {},
): Promise<ContactRow> {
  return (await findByAnyId(ctx, id, opts)) ?? fail('contact:not_found')
}

/** Finds a contact by its own id, or by one that leads to it: an alias, or the id of a contact that was merged into it. */
export async function findByAnyId(
  { em, workspace }: WorkspaceContext,
  id: string,
  opts: { lock?: boolean } = {},
): Promise<ContactRow | null> {
  const lock = opts.lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {}
  const row = await em.findOne(Contact, { id }, lock)
  if (row) return row
  const target = (await resolveMerged(em, workspace, [id])).get(id)
  return target === undefined ? null : em.findOne(Contact, { id: target }, lock)
}

/** Fails with `contact:not_found` unless the id is the contact's own: a merged contact's id must not delete the remaining contact. */
export const refuseMerged = (row: ContactRow, id: string): ContactRow =>
  row.id === id ? row : fail('contact:not_found')

/** Fails if the contact also belongs to a number that the caller may not use, whose users the change would affect. */
export function refuseShared({ call }: Pick<Context, 'call'>, { numberIds }: ContactRow): void {
  if (numberIds.some((id) => !call.numbers?.includes(id as never))) refuseLimited(call)
}

/** Whether the caller may see the contact: a caller who is limited to some numbers sees only their contacts. */
export const isSeen = async ({ em, call }: Context, contactId: string): Promise<boolean> =>
  !call.numbers || (await em.findOne(Contact, { id: contactId })) !== null

/** Fails because another contact has the phone number. Names that contact if the caller may see it. */
export async function refuseTaken(ctx: Context, ownerId: string): Promise<never> {
  const message = (await isSeen(ctx, ownerId))
    ? `belongs to ${ownerId}`
    : 'belongs to a contact of other numbers; once you write to it, it is yours too'
  return fail('contact:duplicate', { errors: [{ path: 'phone', code: 'contact:duplicate', message }] })
}

/** Locks a contact, stores the changes that `apply` returns and announces them, unless nothing changed. */
export async function changeContact(
  ctx: Context,
  contactId: string,
  apply: (row: ContactRow) => Partial<ContactRow>,
): Promise<ContactView> {
  const row = await findContact(ctx, contactId, { lock: true })
  const changes = Object.entries(apply(row)).filter(
    ([name, value]) => JSON.stringify(row[name as keyof ContactRow] ?? null) !== JSON.stringify(value ?? null),
  )
  if (changes.length > 0) {
    Object.assign(row, Object.fromEntries(changes), { updatedAt: new Date(), version: row.version + 1 })
    return announce(ctx, row, 'contact:updated')
  }
  return presentOne(ctx.em, row)
}

/** Stores and announces a new or changed row, whose version the caller has set, and returns the contact as the API presents it. */
export async function announce(
  ctx: Context,
  row: ContactRow,
  kind: 'contact:created' | 'contact:updated',
): Promise<ContactView> {
  await ctx.em.flush()
  const data = await presentOne(ctx.em, row)
  ctx.emit({ kind, data, aggregate: { id: row.id, version: row.version } })
  return data
}

/** Returns a contact with its identities, as the API shows it. */
export const presentOne = async (em: EntityManager, row: ContactRow): Promise<ContactView> =>
  (await presentContacts(em, [row]))[0] as ContactView

/** Adds tags, each once. Fails if the contact would have too many. */
export function tagsWith(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...new Set([...tags, ...added])]
  return all.length > tagsMax ? fail('contact:too_many') : all
}

/** Sets fields, and removes those given as null. Fails if the contact would have too many. */
export function fieldsWith(
  fields: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const kept = Object.entries({ ...fields, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null)
  return kept.length > fieldsMax ? fail('contact:too_many') : Object.fromEntries(kept)
}

/** Blocks a contact: messages to them fail, and messages from them no longer ask for attention. */
export const block: Verb<typeof contacts.contacts.block, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ blocked: true }))

/** Ends a block. */
export const unblock: Verb<typeof contacts.contacts.unblock, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ blocked: false }))

/** Records when a contact opted out; an earlier time stays. `stopped` is false, so that a later preference doesn't end the opt-out. */
export const optOut: Verb<typeof contacts.contacts.optOut, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({ optedOutAt: row.optedOutAt ?? new Date(), stopped: false }))

/** Ends any opt-out, whether by word, by preference or through the API. */
export const optIn: Verb<typeof contacts.contacts.optIn, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ optedOutAt: null, stopped: false }))

/** Returns a contact and its identities as the API and its events show them. What it lacks is null. */
const presentContact = (row: ContactRow, identities: Pick<IdentityRow, 'type' | 'value'>[]): ContactView => ({
  id: row.id,
  ...fromAttributes((_, name) => row[name] ?? null),
  phone: row.phone ?? null,
  identities: identities.map(({ type, value }) => ({ type, value })),
  tags: [...row.tags],
  fields: { ...row.fields },
  blocked: row.blocked,
  optedOutAt: row.optedOutAt?.toISOString() ?? null,
  source: row.source,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
  unlistedAt: row.unlistedAt?.toISOString() ?? null,
})

/** Returns contacts with their identities, in the order of the rows. Reads identities again, because statements bypass the EntityManager. */
export async function presentContacts(em: EntityManager, rows: ContactRow[]): Promise<ContactView[]> {
  const identities = await em.find(
    Identity,
    { contactId: { $in: rows.map((row) => row.id) } },
    { orderBy: { type: 'asc', since: 'asc', value: 'asc' }, refresh: true },
  )
  const byContact = Map.groupBy(identities, ({ contactId }) => contactId)
  return rows.map((row) => presentContact(row, byContact.get(row.id) ?? []))
}

/** Attributes that the surviving contact takes from the other one if it lacks them. */
const gaps = [...attributeNames, 'phone'] as const

/**
 * Merges two locked contacts of one person, and flushes. The stricter setting wins: blocked or opted out if either was. Returns the deletion of
 * `from`. The caller announces it, and after it the remaining contact.
 */
export async function joinContacts(
  em: EntityManager,
  { into, from }: { into: ContactRow; from: ContactRow },
): Promise<{ data: EventData<'contact:deleted'>; aggregate: { id: string; version: number } }> {
  const { workspaceId } = into
  const { id: fromId } = from
  const [version, goneAt] = [from.version + 1, new Date()]
  Object.assign(into, joinedAttributes(into, from), { updatedAt: goneAt, version: into.version + 1 })
  await moveIdentifiers(em, { workspace: workspaceId, from: fromId, into: into.id })
  em.create(ContactTombstone, { workspaceId, id: fromId, version, mergedInto: into.id, goneAt })
  await em.flush()
  await em.nativeDelete(Contact, { id: fromId })
  await moveChats(em, workspaceId, { id: fromId, contact: into.id })
  return {
    data: { id: fromId, deletedAt: goneAt.toISOString(), mergedInto: into.id },
    aggregate: { id: fromId, version },
  }
}

/**
 * Returns the attributes of the merged contact. `stopped` holds only if neither contact was opted out by anything but a preference. Drops the
 * other contact's tags and fields beyond the limit, because the provider's report of one person can't be refused; a caller that can fail checks
 * the limit earlier.
 */
const joinedAttributes = (into: ContactRow, from: ContactRow): Partial<ContactRow> => ({
  ...Object.fromEntries(gaps.map((name) => [name, into[name] ?? from[name] ?? null])),
  tags: [...new Set([...into.tags, ...from.tags])].slice(0, tagsMax),
  numberIds: [...new Set([...into.numberIds, ...from.numberIds])],
  // `into` comes first for the limit, and last for its values.
  fields: Object.fromEntries(Object.entries({ ...into.fields, ...from.fields, ...into.fields }).slice(0, fieldsMax)),
  blocked: into.blocked || from.blocked,
  optedOutAt: into.optedOutAt ?? from.optedOutAt ?? null,
  stopped: (into.stopped || from.stopped) && ![into, from].some((row) => row.optedOutAt && !row.stopped),
  ...newestConsent(into, from),
  ...newestUsername(into, from),
  lastMessageAt: (timeOf(from.lastMessageAt) > timeOf(into.lastMessageAt) ? from : into).lastMessageAt ?? null,
  unlistedAt: into.unlistedAt && from.unlistedAt ? into.unlistedAt : null,
})

/** Returns a time as a number. A missing time is older than any other. */
const timeOf = (at: Date | null | undefined) => at?.getTime() ?? 0

/**
 * Returns the newest word (such as STOP) and the newest preference of the two contacts, because only the newest of each counts; of two with
 * the same time, the opt-out wins.
 */
function newestConsent(into: ContactRow, from: ContactRow): Partial<ContactRow> {
  const word = timeOf(from.wordAt) - timeOf(into.wordAt)
  const preference = timeOf(from.preferenceAt) - timeOf(into.preferenceAt)
  const said = word > 0 || (word === 0 && from.saidOut) ? from : into
  const preferred = preference > 0 || (preference === 0 && from.prefersOut) ? from : into
  const { wordAt = null, saidOut } = said
  const { preferenceAt = null, prefersOut } = preferred
  return { wordAt, saidOut, preferenceAt, prefersOut }
}

/** Returns the username that the provider reported last: people change theirs. */
function newestUsername(...rows: [ContactRow, ContactRow]): Partial<ContactRow> {
  const [newest] = rows
    .filter(({ username }) => username)
    .toSorted((a, b) => timeOf(b.usernameAt) - timeOf(a.usernameAt))
  return { username: newest?.username ?? null, usernameAt: newest?.usernameAt ?? null }
}
