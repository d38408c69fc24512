import type { Verb } from '@posthorn/chassis'
import { type Candidate, candidateFields, type contacts, kindOfId } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { findByAnyId } from '../contacts/contact.ts'
import { callerOf, searchContacts } from '../contacts/select.sql.ts'
import { type ContactRow, Identity } from '../entities/contact.ts'

/** Finds contacts by id, name, phone, email, username or user id, most recently active first. If none match a text, finds similar names. */
export const find: Verb<typeof contacts.matches.find, ContactsRuntime> = async ({ ctx, input: { q, kinds, size } }) => {
  if (!kinds.includes('contact')) return []
  const byId = kindOfId(q)
  if (byId !== null) {
    const row = byId === 'contact' ? await findByAnyId(ctx, q) : null
    return row ? [presentMatch(row, { id: q })] : []
  }
  const cursors = ctx.cursors('matches')
  const selection = { ...callerOf(ctx), where: [], sort: 'lastMessageAt:desc' as const, page: { size }, cursors }
  const { rows } = await searchContacts(ctx.em, selection, q)
  const ids = { contactId: { $in: rows.map(({ id }) => id) }, type: { $ne: 'phone' as const } }
  const identities = (await ctx.em.find(Identity, ids)).filter(({ value }) => value.startsWith(q))
  const userIds = new Map(identities.map(({ contactId, value }) => [contactId, value]))
  return rows.map((row) => presentMatch(row, { userId: userIds.get(row.id) }))
}

/**
 * Returns a contact as a search result, with the fields that the gateway compares with the search. `ids`: the searched id, perhaps that of a merged
 * contact, or a user id that begins with the search.
 */
function presentMatch(row: ContactRow, ids: { id?: string; userId?: string | undefined }): Candidate {
  const { id, name, phone, email, username, lastMessageAt } = row
  return {
    kind: 'contact',
    id,
    name: name ?? phone ?? email ?? username ?? null,
    chat: null,
    number: null,
    at: lastMessageAt?.toISOString() ?? null,
    fields: candidateFields({ ...ids, name, phone, email, username }),
  }
}
