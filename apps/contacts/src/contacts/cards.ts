import type { EntityManager } from '@mikro-orm/postgresql'
import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { GoneContact } from '../entities/gone-contact.ts'
import { Identity } from '../entities/identity.ts'
import { mergesMax } from './change.ts'

type Card = Awaited<ReturnType<typeof cards>>[number]['card']

/** Phones that a card may have. */
const phonesMax = 20

/** Contacts as cards; those that are not here are left out. */
export const cards: Verb<typeof contacts.contacts.cards, ContactsRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const heirs = await heirsOf(em, input.ids)
  const rows = await em.find(Contact, { id: { $in: [...new Set(heirs.values())] } })
  const identities = await em.find(Identity, { type: 'phone', contactId: { $in: rows.map(({ id }) => id) } })
  const phonesOf = Map.groupBy(identities, ({ contactId }) => contactId)
  const byId = new Map(rows.map((row) => [row.id, cardOf(row, phonesOf.get(row.id)?.map(({ value }) => value) ?? [])]))
  return input.ids.flatMap((id) => {
    const card = byId.get(heirs.get(id) ?? id)
    return card ? [{ id, card }] : []
  })
}

/** The contact each id leads to: itself, or whom it was merged into. */
async function heirsOf(em: EntityManager, ids: string[]): Promise<Map<string, string>> {
  const heirs = new Map(ids.map((id) => [id, id]))
  for (let i = 0; i < mergesMax; i++) {
    const merged = await em.find(GoneContact, { id: { $in: [...new Set(heirs.values())] }, mergedInto: { $ne: null } })
    if (merged.length === 0) break
    const next = new Map(merged.map(({ id, mergedInto }) => [id, mergedInto]))
    for (const [id, heir] of heirs) heirs.set(id, next.get(heir) ?? heir)
  }
  return heirs
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
