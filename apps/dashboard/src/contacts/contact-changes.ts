import type { Contact, ContactsUpdateInput } from '@posthorn/sdk'
import { ownValue } from '../words/words.ts'

type Texts = Readonly<Record<string, string>>

/** Values of the contact form: fields by API name, and custom fields. */
export type Known = { texts: Texts; fields: Texts }

/** Returns only the changed fields, so that a colleague's changes to other fields aren't overwritten. */
export function contactChanges(contact: Contact, { texts, fields }: Known): Omit<ContactsUpdateInput, 'id'> {
  const given = Object.entries(texts).map(([name, text]) => [name, text.trim() || null] as const)
  const changed = given.filter(([name, text]) => contact[name as 'name'] !== text)
  const set = Object.entries(fields).filter(([name, value]) => ownValue(contact.fields, name) !== value)
  const removed = Object.keys(contact.fields).filter((name) => !Object.hasOwn(fields, name))
  const own = [...set, ...removed.map((name) => [name, null] as const)]
  return { ...Object.fromEntries(changed), ...(own.length > 0 ? { fields: Object.fromEntries(own) } : {}) }
}
