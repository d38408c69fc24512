import type { Verb } from '@posthorn/chassis'
import { type contacts, fromAttributes } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow, Identity } from '../entities/contact.ts'
import { segmentConditions } from '../segments/segments.ts'
import { csvLine, fieldOf, tagsCell } from './csv.ts'
import { resolveMerged } from './identities.sql.ts'
import { callerOf, fieldNames, filterConditions, searchCondition, selectContacts } from './select.sql.ts'

const contactsPerPart = 1_000
const sort = 'createdAt:desc'

/** A contact with its newest user id at the provider. One shared by linked accounts stands in for a missing one. */
type Exported = ContactRow & { userId?: string | undefined }

const columns: Record<string, (row: Exported) => string | null | undefined> = {
  id: ({ id }) => id,
  phone: ({ phone }) => phone,
  userId: ({ userId }) => userId,
  ...fromAttributes((_, name) => (row: Exported) => row[name]),
  tags: ({ tags }) => tagsCell(tags),
  blocked: ({ blocked }) => String(blocked),
  optedOutAt: ({ optedOutAt }) => optedOutAt?.toISOString(),
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  lastMessageAt: ({ lastMessageAt }) => lastMessageAt?.toISOString(),
}

/** Returns one part of the contacts as CSV. The first determines the columns, which the cursor carries, so that all parts have the same. */
export const exportPart: Verb<typeof contacts.contacts.export, ContactsRuntime> = async ({ ctx, input }) => {
  const { cursor, segment, search, ...filters } = input
  const parts = ctx.cursors('export')
  const [place, ...known] = cursor === undefined ? [] : parts.take(cursor)
  const names = cursor === undefined ? await fieldNames(ctx.em, callerOf(ctx)) : known
  const searched = search === undefined ? [] : [searchCondition(ctx.workspace, search)]
  const { rows, next } = await selectContacts(ctx.em, {
    ...callerOf(ctx),
    where: [...filterConditions(filters), ...(await segmentConditions(ctx, segment)), ...searched],
    sort,
    page: { size: contactsPerPart, cursor: place },
    cursors: ctx.cursors('export of contacts'),
  })
  const header = csvLine([...Object.keys(columns), ...names.map((name) => `fields.${name}`)])
  const ids = { contactId: { $in: rows.map(({ id }) => id) }, type: { $ne: 'phone' as const } }
  // The last one counts: types in alphabetical order, each with the newest last.
  const identities = await ctx.em.find(Identity, ids, { orderBy: { type: 'asc', since: 'asc' } })
  const userIds = new Map(identities.map(({ contactId, value }) => [contactId, value]))
  const lines = rows.map((row) => csvLine(exportedCells({ ...row, userId: userIds.get(row.id) } as Exported, names)))
  return {
    chunk: `${cursor === undefined ? header : ''}${lines.join('')}`,
    next: next === null ? null : parts.give([next, ...names]),
  }
}

/** Returns a contact's cells in the order of the header. `fieldColumns`: the custom fields that have a column. */
function exportedCells(row: Exported, fieldColumns: readonly string[]): string[] {
  const attributes = Object.values(columns).map((read) => read(row) ?? '')
  return [...attributes, ...fieldColumns.map((name) => fieldOf(row.fields, name) ?? '')]
}

type Card = Awaited<ReturnType<typeof cards>>[number]['card']

/** Maximum number of phone numbers in a card. */
const phonesMax = 20

/** Returns contacts as cards, which become part of messages. Skips those that are unknown or not in the address book. */
export const cards: Verb<typeof contacts.contacts.cards, ContactsRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const resolved = await resolveMerged(em, workspace, input.ids)
  const rows = await em.find(Contact, { id: { $in: [...new Set(resolved.values())] }, unlistedAt: null })
  const identities = await em.find(Identity, { type: 'phone', contactId: { $in: rows.map(({ id }) => id) } })
  const phonesOf = Map.groupBy(identities, ({ contactId }) => contactId)
  const byId = new Map(rows.map((row) => [row.id, cardOf(row, phonesOf.get(row.id)?.map(({ value }) => value) ?? [])]))
  return input.ids.flatMap((id) => {
    const card = byId.get(resolved.get(id) ?? id)
    return card ? [{ id, card }] : []
  })
}

/** Returns a contact as a card. A card needs a name: the contact's, or its first and last, otherwise its phone number, otherwise a dash. */
function cardOf({ name, firstName, lastName, phone, email, company }: ContactRow, identityPhones: string[]): Card {
  const phones = [...new Set([...(phone ? [phone] : []), ...identityPhones])].slice(0, phonesMax)
  const full = [firstName, lastName].filter(Boolean).join(' ')
  return {
    name: name || full || phones[0] || '–',
    ...(phones.length > 0 ? { phones } : {}),
    ...(email ? { email } : {}),
    ...(company ? { organization: company } : {}),
  }
}
