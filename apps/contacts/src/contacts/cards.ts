import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow, Identity } from '../entities/contact.ts'
import { resolveMerged } from './tombstones.sql.ts'

type Card = Awaited<ReturnType<typeof cards>>[number]['card']

/** Maximum number of phones in a card. */
const phonesMax = 20

/** Returns contacts as cards. Skips unknown and deleted ones. */
export const cards: Verb<typeof contacts.contacts.cards, ContactsRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const contacts = await resolveMerged(em, workspace, input.ids)
  const rows = await em.find(Contact, { id: { $in: [...new Set(contacts.values())] }, unlistedAt: null })
  const identities = await em.find(Identity, { type: 'phone', contactId: { $in: rows.map(({ id }) => id) } })
  const phonesOf = Map.groupBy(identities, ({ contactId }) => contactId)
  const byId = new Map(rows.map((row) => [row.id, cardOf(row, phonesOf.get(row.id)?.map(({ value }) => value) ?? [])]))
  return input.ids.flatMap((id) => {
    const card = byId.get(contacts.get(id) ?? id)
    return card ? [{ id, card }] : []
  })
}

function cardOf({ name, firstName, lastName, phone, email, company }: ContactRow, known: string[]): Card {
  const phones = [...new Set([...(phone ? [phone] : []), ...known])].slice(0, phonesMax)
  const full = [firstName, lastName].filter(Boolean).join(' ')
  return {
    name: name || full || phones[0] || '–',
    ...(phones.length > 0 ? { phones } : {}),
    ...(email ? { email } : {}),
    ...(company ? { organization: company } : {}),
  }
}
