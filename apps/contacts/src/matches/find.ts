import type { Verb } from '@posthorn/chassis'
import { type Candidate, candidateFields, type contacts, kindOfId, phoneSearched } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { findByAnyId } from '../contacts/contact.ts'
import {
  type Condition,
  callerOf,
  closeNameCondition,
  searchCondition,
  selectContacts,
} from '../contacts/select.sql.ts'
import { type ContactRow, Identity } from '../entities/contact.ts'

/** Finds contacts by id, name, phone, email, username or user id, most recently active first. If none match, finds similar names. */
export const find: Verb<typeof contacts.matches.find, ContactsRuntime> = async ({ ctx, input: { q, kinds, size } }) => {
  if (!kinds.includes('contact')) return []
  const byId = kindOfId(q)
  if (byId !== null) {
    const row = byId === 'contact' ? await findByAnyId(ctx, q) : null
    return row ? [presentMatch(row, { id: q })] : []
  }
  const { em, workspace } = ctx
  const sort = 'lastMessageAt:desc' as const
  const select = async (condition: Condition) => {
    const cursors = ctx.cursors('matches')
    const { rows } = await selectContacts(em, { ...callerOf(ctx), where: [condition], sort, page: { size }, cursors })
    return rows
  }
  const rows = await select(searchCondition(workspace, q))
  const isMissed = rows.length === 0 && phoneSearched(q) === null
  const close = isMissed ? await select(closeNameCondition(workspace, q)) : []
  const found = [...rows, ...close]
  const ids = { contactId: { $in: found.map(({ id }) => id) }, type: { $ne: 'phone' as const } }
  const identities = (await em.find(Identity, ids)).filter(({ value }) => value.startsWith(q))
  const userIds = new Map(identities.map(({ contactId, value }) => [contactId, value]))
  return found.map((row) => presentMatch(row, { userId: userIds.get(row.id) }))
}

/** Returns a contact as a search result. `matchedIds`: the ids that the query matched, so that they count as matched fields. */
function presentMatch(row: ContactRow, matchedIds: { id?: string; userId?: string | undefined }): Candidate {
  const { id, name, phone, email, username, lastMessageAt } = row
  return {
    kind: 'contact',
    id,
    name: name ?? phone ?? email ?? username ?? null,
    chat: null,
    number: null,
    at: lastMessageAt?.toISOString() ?? null,
    fields: candidateFields({ ...matchedIds, name, phone, email, username }),
  }
}
