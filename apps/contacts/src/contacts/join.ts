import type { EntityManager } from '@mikro-orm/postgresql'
import { attributeNames, type EventData, fieldsMax, tagsMax } from '@posthorn/contracts'
import { Contact, type ContactRow, ContactTombstone } from '../entities/contact.ts'
import { moveIdentifiers } from './identities.sql.ts'
import { moveChats } from './tombstones.sql.ts'

/** Attributes that the surviving contact takes from the other one if it lacks them. */
const gaps = [...attributeNames, 'phone'] as const

type Deletion = { data: EventData<'contact:deleted'>; aggregate: { id: string; version: number } }

/**
 * Merges two locked contacts for the same person, and flushes. The stricter setting wins: if either is blocked or opted out, the merged
 * contact is too.
 */
export async function joinContacts(
  em: EntityManager,
  { into, from }: { into: ContactRow; from: ContactRow },
): Promise<Deletion> {
  const { workspaceId } = into
  const { id } = from
  const [version, goneAt] = [from.version + 1, new Date()]
  Object.assign(into, joinedAttributes(into, from), { updatedAt: goneAt, version: into.version + 1 })
  await moveIdentifiers(em, { workspace: workspaceId, from: id, into: into.id })
  em.create(ContactTombstone, { workspaceId, id, version, mergedInto: into.id, goneAt })
  await em.flush()
  await em.nativeDelete(Contact, { id })
  await moveChats(em, workspaceId, { id, contact: into.id })
  return { data: { id, deletedAt: goneAt.toISOString(), mergedInto: into.id }, aggregate: { id, version } }
}

/** Drops tags and fields beyond the limit. Callers that can fail check the limit earlier. */
function joinedAttributes(into: ContactRow, from: ContactRow): Partial<ContactRow> {
  return {
    ...Object.fromEntries(gaps.map((name) => [name, into[name] ?? from[name] ?? null])),
    tags: [...new Set([...into.tags, ...from.tags])].slice(0, tagsMax),
    numberIds: [...new Set([...into.numberIds, ...from.numberIds])],
    fields: Object.fromEntries(Object.entries({ ...into.fields, ...from.fields, ...into.fields }).slice(0, fieldsMax)),
    blocked: into.blocked || from.blocked,
    optedOutAt: into.optedOutAt ?? from.optedOutAt ?? null,
    stopped: (into.stopped || from.stopped) && ![into, from].some((row) => row.optedOutAt && !row.stopped),
    ...newestStatements(into, from),
    ...newestUsername(into, from),
    lastMessageAt: latest(into.lastMessageAt, from.lastMessageAt),
    unlistedAt: into.unlistedAt && from.unlistedAt ? into.unlistedAt : null,
  }
}

/** Returns the newest word and the newest preference of the two contacts. */
function newestStatements(into: ContactRow, from: ContactRow): Partial<ContactRow> {
  const time = (at: Date | null | undefined) => at?.getTime() ?? 0
  const said = time(from.wordAt) > time(into.wordAt) ? from : into
  const preferred = time(from.preferenceAt) > time(into.preferenceAt) ? from : into
  const { wordAt = null, saidOut } = said
  const { preferenceAt = null, prefersOut } = preferred
  return { wordAt, saidOut, preferenceAt, prefersOut }
}

function newestUsername(...rows: [ContactRow, ContactRow]): Partial<ContactRow> {
  const time = (at: Date | null | undefined) => at?.getTime() ?? 0
  const [newest] = rows.filter(({ username }) => username).toSorted((a, b) => time(b.usernameAt) - time(a.usernameAt))
  return { username: newest?.username ?? null, usernameAt: newest?.usernameAt ?? null }
}

function latest(...times: (Date | null | undefined)[]): Date | null {
  const known = times.filter((time) => time instanceof Date).map((time) => time.getTime())
  return known.length > 0 ? new Date(Math.max(...known)) : null
}
