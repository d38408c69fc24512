import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { VerbContext } from '@posthorn/chassis'
import { type contact, fail, fieldsMax, tagsMax } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { GoneContact } from '../entities/gone-contact.ts'
import { presentContacts } from './present.ts'

type Context = VerbContext<ContactsRuntime>

/** Merges that led from one id to the next: more would be a circle. */
export const mergesMax = 20

/** The contact of that id, or the one it was merged into; refuses with `contact:not_found`. */
export async function findContact(em: EntityManager, id: string, opts: { lock?: boolean } = {}): Promise<ContactRow> {
  let wanted = id
  for (let i = 0; i < mergesMax; i++) {
    const row = await em.findOne(Contact, { id: wanted }, opts.lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {})
    if (row) return row
    const gone = await em.findOne(GoneContact, { id: wanted })
    if (!gone?.mergedInto) break
    wanted = gone.mergedInto
  }
  return fail('contact:not_found')
}

/** Changes a contact under its lock and announces it; a change that changes nothing announces nothing. */
export async function changeContact(
  ctx: Context,
  id: string,
  apply: (row: ContactRow) => Partial<ContactRow>,
): Promise<z.output<typeof contact>> {
  const row = await findContact(ctx.em, id, { lock: true })
  const changes = Object.entries(apply(row)).filter(
    ([name, value]) => JSON.stringify(row[name as keyof ContactRow] ?? null) !== JSON.stringify(value ?? null),
  )
  if (changes.length > 0) {
    Object.assign(row, Object.fromEntries(changes), { updatedAt: new Date(), version: row.version + 1 })
    return announce(ctx, row, 'contact:updated')
  }
  return presentOne(ctx.em, row)
}

/** Writes the contact and announces it. */
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

/** Tags with more of them, each once. */
export function tagsWith(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...new Set([...tags, ...added])]
  return all.length > tagsMax ? fail('contact:too_many') : all
}

/** Fields with some set and those given as null removed. */
export function fieldsWith(
  fields: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const kept = Object.entries({ ...fields, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null)
  return kept.length > fieldsMax ? fail('contact:too_many') : Object.fromEntries(kept)
}

/** The first version of a contact with that id: after the last one of a contact that had it before and is gone. */
export async function firstVersion(em: EntityManager, id: string): Promise<number> {
  const gone = await em.findOne(GoneContact, { id })
  if (!gone) return 1
  em.remove(gone)
  return gone.version + 1
}
