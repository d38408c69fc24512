import { databaseTime, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  type contacts,
  countryOfPhone,
  defined,
  fail,
  failField,
  failUnknown,
  fromAttributes,
  type InputOf,
  newId,
  readPhone,
} from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow, ContactTombstone, Identity, PreviousAddress } from '../entities/contact.ts'
import { beginErasure, type ErasureContext } from '../erasures/erasures.ts'
import { segmentConditions } from '../segments/segments.ts'
import {
  announce,
  changeContact,
  fieldsWith,
  findByAnyId,
  findContact,
  isSeen,
  joinContacts,
  presentContacts,
  presentOne,
  refuseMerged,
  refuseShared,
  refuseTaken,
  tagsWith,
} from './contact.ts'
import { releaseIdentifiers } from './identities.sql.ts'
import { callerOf, filterConditions, searchContacts, selectContacts } from './select.sql.ts'

/** What a customer said about receiving messages, at the provider's time: a word such as STOP, or a preference about marketing messages. */
export type ConsentSignal = { kind: 'word' | 'preference'; out: boolean; at: Date }

type Consent = Pick<ContactRow, 'optedOutAt' | 'stopped' | 'wordAt' | 'saidOut' | 'preferenceAt' | 'prefersOut'>

/**
 * Applies a customer's consent signal. Returns whether it opted the customer out or in. Signals can arrive late, twice, or out of order, so
 * only the newest word and the newest preference count; of two of a kind with the same time, the opt-out wins. A preference to resume messages
 * ends only an opt-out that came from a preference.
 */
export function applyConsent(row: Consent, { kind, out, at }: ConsentSignal): boolean {
  const [before, wasSaid] = kind === 'word' ? [row.wordAt, row.saidOut] : [row.preferenceAt, row.prefersOut]
  if (before && (before > at || (before.getTime() === at.getTime() && (!out || wasSaid)))) return false
  const wasOut = Boolean(row.optedOutAt)
  const isOutWithoutPreference = kind === 'word' ? out : wasOut && !row.stopped
  if (kind === 'word') Object.assign(row, { wordAt: at, saidOut: out })
  else Object.assign(row, { preferenceAt: at, prefersOut: out })
  // After an opt-in through the API, a preference from before it is still known. A late word that opts in must not bring it back.
  row.stopped = !isOutWithoutPreference && (wasOut || out) && isStopped(row)
  row.optedOutAt = isOutWithoutPreference || row.stopped ? (row.optedOutAt ?? at) : null
  return Boolean(row.optedOutAt) !== wasOut
}

/** Whether the newest preference opts out and no later word opts in. */
function isStopped({ preferenceAt, prefersOut, wordAt, saidOut }: Consent): boolean {
  if (!preferenceAt || !prefersOut) return false
  return !(wordAt && !saidOut && wordAt > preferenceAt)
}

/**
 * Creates a contact. If one has the phone number already, updates that one instead, but only with `upsert`, or to list it in the address book again,
 * and only if the caller may see it; if not, fails with `contact:duplicate`.
 */
export const create: Verb<typeof contacts.contacts.create, ContactsRuntime> = async ({ ctx, input }) => {
  const { em, call, workspace: workspaceId } = ctx
  const { phone, upsert, tags = [], fields = {}, ...attributes } = input
  const known = await em.findOne(Identity, { type: 'phone', value: phone })
  const unlisted = known && (await em.findOne(Contact, { id: known.contactId, unlistedAt: { $ne: null } }))
  if (known && !unlisted && !(upsert && (await isSeen(ctx, known.contactId)))) await refuseTaken(ctx, known.contactId)
  if (known) {
    const changed = await changeContact(ctx, known.contactId, (row) => ({
      ...attributes,
      tags: tagsWith(row.tags, tags),
      fields: fieldsWith(row.fields, fields),
      unlistedAt: null,
    }))
    return { ...changed, created: false }
  }
  const id = newId('con')
  // Identities are compared with the times of the provider's reports.
  const now = await databaseTime(em)
  const row = em.create(Contact, {
    workspaceId,
    id,
    phone,
    country: countryOfPhone(phone),
    ...attributes,
    tags: tagsWith([], tags),
    numberIds: call.numbers ?? [],
    fields,
    source: 'api',
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
  await em.flush()
  em.create(Identity, { workspaceId, type: 'phone', value: phone, contactId: id, since: now })
  return { ...(await announce(ctx, row, 'contact:created')), created: true }
}

/** Deletes a locked contact, except its id, and starts erasing the person from all services. `erasure`: id of an erasure that a restore undid. */
export async function eraseContact(
  ctx: ErasureContext,
  row: ContactRow,
  opts: { erasure?: string } = {},
): Promise<{ deletedAt: string; erasure: string }> {
  const { em, workspace: workspaceId } = ctx
  // Compared with the times of imports, which other processes accept.
  const goneAt = await databaseTime(em)
  const version = row.version + 1
  em.create(ContactTombstone, { workspaceId, id: row.id, version, goneAt })
  const erasure = await beginErasure(ctx, row, { requestedAt: goneAt, ...(opts.erasure ? { id: opts.erasure } : {}) })
  await em.flush()
  await em.nativeDelete(Contact, { id: row.id })
  const data = { id: row.id, deletedAt: goneAt.toISOString(), mergedInto: null }
  ctx.emit({ kind: 'contact:deleted', data, aggregate: { id: row.id, version } })
  return { deletedAt: data.deletedAt, erasure: erasure.id }
}

export const get: Verb<typeof contacts.contacts.get, ContactsRuntime> = async ({ ctx, input }) =>
  presentOne(ctx.em, await findContact(ctx, input.id))

/** Lists the contacts in the address book that match every filter and the search. If the search finds none, lists one page of similar names. */
export const list: Verb<typeof contacts.contacts.list, ContactsRuntime> = async ({ ctx, input }) => {
  const { size, cursor, sort, segment, search, ...filters } = input
  const selection = {
    ...callerOf(ctx),
    where: [...filterConditions(filters), ...(await segmentConditions(ctx, segment))],
    sort,
    page: { size, cursor },
    cursors: ctx.cursors(`contacts ${sort}`),
  }
  const { rows, next } = await (search === undefined
    ? selectContacts(ctx.em, selection)
    : searchContacts(ctx.em, selection, search))
  return { items: await presentContacts(ctx.em, rows), next }
}

/** Merges two contacts for the same person. The stricter setting wins: if either is blocked or opted out, the merged contact is too. */
export const merge: Verb<typeof contacts.contacts.merge, ContactsRuntime> = async ({ ctx, input }) => {
  // Lock in a fixed order, so that two merges of the same pair don't deadlock.
  const locked = new Map<string, ContactRow>()
  for (const id of [input.into, input.from].toSorted()) {
    const row = await findByAnyId(ctx, id, { lock: true })
    locked.set(id, row ?? failUnknown('contact:not_found', id === input.into ? 'into' : 'from'))
  }
  const into = locked.get(input.into) as ContactRow
  const from = locked.get(input.from) as ContactRow
  if (into.id === from.id) failField('from', 'is merged with this contact already')
  for (const row of [into, from]) refuseShared(ctx, row)
  // These two fail if the merged contact would have too many.
  tagsWith(into.tags, from.tags)
  fieldsWith(from.fields, into.fields)
  ctx.emit({ kind: 'contact:deleted', ...(await joinContacts(ctx.em, { into, from })) })
  return announce(ctx, into, 'contact:updated')
}

/** Returns those of the given contacts that exist and that the caller may see, with their identities. The dialect shows them with their chats. */
export const ofIds: Verb<typeof contacts.contacts.ofIds, ContactsRuntime> = async ({ ctx, input }) =>
  presentContacts(ctx.em, await ctx.em.find(Contact, { id: { $in: input.ids } }))

/**
 * Removes a contact from the address book: clears its tags, fields and attributes, except the country of its phone number. Its addresses, block and
 * opt-out still apply to messages.
 */
export const remove: Verb<typeof contacts.contacts.remove, ContactsRuntime> = async ({ ctx, input: { id } }) => {
  await changeContact(ctx, id, (row) => {
    refuseShared(ctx, refuseMerged(row, id))
    return {
      ...fromAttributes(() => null),
      country: row.phone ? countryOfPhone(row.phone) : null,
      tags: [],
      fields: {},
      unlistedAt: row.unlistedAt ?? new Date(),
    }
  })
  return { id, deleted: true }
}

export const addTags: Verb<typeof contacts.contacts.addTags, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({ tags: tagsWith(row.tags, input.tags) }))

export const removeTags: Verb<typeof contacts.contacts.removeTags, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({ tags: row.tags.filter((tag) => !input.tags.includes(tag)) }))

type Changes = Omit<InputOf<typeof contacts.contacts.update>, 'id'>

/**
 * Changes the given fields. A new phone number brings its country, unless another than that of the previous one was entered. A country that is
 * cleared becomes that of the phone number.
 */
export const update: Verb<typeof contacts.contacts.update, ContactsRuntime> = async ({ ctx, input }) => {
  const { id, ...changes } = input
  if (changes.phone !== undefined) await changePhone(ctx, id, changes.phone)
  return changeContact(ctx, id, (row) => changesOf(row, changes))
}

/** Returns the changes of a row. A field of the input that is undefined changes nothing. */
function changesOf(row: ContactRow, { fields, tags, ...attributes }: Changes): Partial<ContactRow> {
  const phone = attributes.phone ?? row.phone
  const derived = row.phone ? countryOfPhone(row.phone) : null
  const derivesCountry =
    attributes.country === undefined
      ? attributes.phone !== undefined && (row.country ?? null) === derived
      : attributes.country === null
  return {
    ...defined(attributes),
    ...(derivesCountry && phone && { country: countryOfPhone(phone) }),
    ...(tags && { tags: [...new Set(tags)] }),
    ...(fields && { fields: fieldsWith(row.fields, fields) }),
  }
}

/**
 * Gives a contact the identity of another phone number; fails if another contact has it, or if `refuseShared` does. The old one, if any, is
 * remembered, so that an erasure finds it, and its replacement is announced. The caller stores the number in the contact, with the next version.
 */
async function changePhone(ctx: VerbContext<ContactsRuntime>, id: string, phone: string): Promise<void> {
  const { em, workspace } = ctx
  const row = await findContact(ctx, id, { lock: true })
  const previous = row.phone
  if (phone === previous) return
  refuseShared(ctx, row)
  const owner = (await em.findOne(Identity, { type: 'phone', value: phone }))?.contactId
  const since = await databaseTime(em)
  if (owner !== undefined && owner !== row.id) await refuseTaken(ctx, owner)
  if (owner === undefined) {
    em.create(Identity, { workspaceId: workspace, type: 'phone', value: phone, contactId: row.id, since })
    await em.flush()
    await em.nativeDelete(PreviousAddress, { contactId: row.id, value: phone })
  }
  if (!previous) return
  const released = { workspace, contact: row.id, at: since.getTime() }
  await releaseIdentifiers(em, [{ type: 'phone', value: previous }], released)
  const aggregate = { id: row.id, version: row.version + 1 }
  ctx.emit({ kind: 'contact:address_changed', data: { id: row.id as never, previous, address: phone }, aggregate })
}

/** Deletes the contact and starts erasing the person everywhere. The caller must confirm the contact's phone number or id. */
export const erase: Verb<typeof contacts.contacts.erase, ContactsRuntime> = async ({ ctx, input }) => {
  const row = refuseMerged(await findContact(ctx, input.id, { lock: true }), input.id)
  const confirmation = input.confirm.trim()
  if (![row.id, row.phone].some((own) => own === confirmation || own === (readPhone(confirmation) ?? confirmation))) {
    const message = `must be ${row.phone ? 'the phone of this contact, E.164, or its id' : 'the id of this contact'}`
    fail('contact:not_confirmed', { errors: [{ path: 'confirm', code: 'contact:not_confirmed', message }] })
  }
  return { id: row.id, ...(await eraseContact(ctx, row)) }
}
