import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Verb, VerbContext } from '@posthorn/chassis'
import { type contact, type contacts, fail, fieldsMax, refuseLimited, tagsMax } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { presentContacts } from './present.ts'
import { resolveMerged } from './tombstones.sql.ts'

type Context = VerbContext<ContactsRuntime>

type WorkspaceContext = Pick<Context, 'em' | 'workspace'>

/** Returns the contact with this id, or the one it was merged into. Fails with `contact:not_found`. */
export async function findContact(
  place: WorkspaceContext,
  id: string,
  opts: { lock?: boolean } = {},
): Promise<ContactRow> {
  return (await findByAnyId(place, id, opts)) ?? fail('contact:not_found')
}

/** Finds a contact by its own id, or by the id of a contact that was merged into it. */
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

/**
 * Returns the row if the id is the contact's own. Otherwise fails with `contact:not_found`, because deleting by a merged contact's id must
 * not delete the contact that it was merged into.
 */
export function refuseMerged(row: ContactRow, id: string): ContactRow {
  return row.id === id ? row : fail('contact:not_found')
}

/** Fails if the contact belongs to a number that the caller may not use. */
export function refuseShared({ call }: Pick<Context, 'call'>, { numberIds }: ContactRow): void {
  if (numberIds.some((id) => !call.numbers?.includes(id as never))) refuseLimited(call)
}

/** Whether the caller may see the contact. */
export async function isSeen({ em, call }: Context, id: string): Promise<boolean> {
  return !call.numbers || (await em.findOne(Contact, { id })) !== null
}

/** Fails because another contact has the phone number. Names that contact if the caller may see it. */
export async function refuseTaken(ctx: Context, owner: string): Promise<never> {
  const message = (await isSeen(ctx, owner))
    ? `belongs to ${owner}`
    : 'belongs to a contact of other numbers; once you write to it, it is yours too'
  return fail('contact:duplicate', { errors: [{ path: 'phone', code: 'contact:duplicate', message }] })
}

/** Changes a locked contact and announces it, unless nothing changed. */
export async function changeContact(
  ctx: Context,
  id: string,
  apply: (row: ContactRow) => Partial<ContactRow>,
): Promise<z.output<typeof contact>> {
  const row = await findContact(ctx, id, { lock: true })
  const changes = Object.entries(apply(row)).filter(
    ([name, value]) => JSON.stringify(row[name as keyof ContactRow] ?? null) !== JSON.stringify(value ?? null),
  )
  if (changes.length > 0) {
    Object.assign(row, Object.fromEntries(changes), { updatedAt: new Date(), version: row.version + 1 })
    return announce(ctx, row, 'contact:updated')
  }
  return presentOne(ctx.em, row)
}

export async function announce(
  ctx: Context,
  row: ContactRow,
  kind: 'contact:created' | 'contact:updated',
): Promise<z.output<typeof contact>> {
  await ctx.em.flush()
  const data = await presentOne(ctx.em, row)
  ctx.emit({ kind, data, aggregate: { id: row.id, version: row.version } })
  return data
}

async function presentOne(em: EntityManager, row: ContactRow): Promise<z.output<typeof contact>> {
  return (await presentContacts(em, [row]))[0] as z.output<typeof contact>
}

export function tagsWith(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...new Set([...tags, ...added])]
  return all.length > tagsMax ? fail('contact:too_many') : all
}

/** Sets fields, and removes those given as null. */
export function fieldsWith(
  fields: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const kept = Object.entries({ ...fields, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null)
  return kept.length > fieldsMax ? fail('contact:too_many') : Object.fromEntries(kept)
}

export const block: Verb<typeof contacts.contacts.block, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ blocked: true }))

export const unblock: Verb<typeof contacts.contacts.unblock, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ blocked: false }))

/** Records when a contact opted out. Keeps an earlier time. */
export const optOut: Verb<typeof contacts.contacts.optOut, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({ optedOutAt: row.optedOutAt ?? new Date(), stopped: false }))

export const optIn: Verb<typeof contacts.contacts.optIn, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ optedOutAt: null, stopped: false }))
