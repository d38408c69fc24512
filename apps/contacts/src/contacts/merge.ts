import type { Verb } from '@posthorn/chassis'
import { type contacts, fail } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { GoneContact } from '../entities/gone-contact.ts'
import { Identity } from '../entities/identity.ts'
import { announce, fieldsWith, findContact, tagsWith } from './change.ts'
import { moveChats } from './tombstones.sql.ts'

const gaps = ['name', 'firstName', 'lastName', 'phone', 'email', 'company', 'country', 'language'] as const

function joined(into: ContactRow, from: ContactRow): Partial<ContactRow> {
  const filled = Object.fromEntries(gaps.map((name) => [name, into[name] ?? from[name] ?? null]))
  return {
    ...filled,
    tags: tagsWith(into.tags, from.tags),
    fields: fieldsWith(from.fields, into.fields),
    blocked: into.blocked || from.blocked,
    optedOutAt: into.optedOutAt ?? from.optedOutAt ?? null,
    stopped: (into.stopped || from.stopped) && ![into, from].some((row) => row.optedOutAt && !row.stopped),
    preferenceAt: later(into.preferenceAt, from.preferenceAt),
    lastMessageAt: later(into.lastMessageAt, from.lastMessageAt),
    updatedAt: new Date(),
    version: into.version + 1,
  }
}

function later(...times: (Date | null | undefined)[]): Date | null {
  const known = times.filter((time) => time instanceof Date).map((time) => time.getTime())
  return known.length > 0 ? new Date(Math.max(...known)) : null
}

/** Joins two contacts of one person. The stricter wins: blocked and opted out stay so. */
export const merge: Verb<typeof contacts.contacts.merge, ContactsRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  // In one order whoever asks, so that two merges of the same pair never wait for each other.
  const locked = new Map<string, ContactRow>()
  for (const id of [input.into, input.from].toSorted()) locked.set(id, await findContact(ctx, id, { lock: true }))
  const into = locked.get(input.into) as ContactRow
  const from = locked.get(input.from) as ContactRow
  if (into.id === from.id) fail('contact:not_found', { message: 'These two are one contact already.' })
  const version = from.version + 1
  const goneAt = new Date()
  Object.assign(into, joined(into, from))
  await em.nativeUpdate(Identity, { contactId: from.id }, { contactId: into.id })
  em.create(GoneContact, { workspaceId, id: from.id, version, mergedInto: into.id, goneAt })
  await em.flush()
  await em.nativeDelete(Contact, { id: from.id })
  await moveChats(em, workspaceId, { id: from.id, contact: into.id })
  ctx.emit({
    kind: 'contact:deleted',
    data: { id: from.id, deletedAt: goneAt.toISOString(), mergedInto: into.id },
    aggregate: { id: from.id, version },
  })
  return announce(ctx, into, 'contact:updated')
}
