import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, type Person } from '@posthorn/chassis'
import type { ContactFilter } from '@posthorn/contracts'
import { Contact } from '../entities/contact.ts'
import { Segment } from '../entities/segment.ts'

/** Replaces the names of a person in filters: no contact has it, so that the filter still matches no one. */
const nobody = 'erased'

/**
 * Takes a person out of the filters that name them: by phone, however it is written, by the provider's id, or by a name or e-mail
 * address that no other contact has.
 */
export async function redactPerson(tx: EntityManager, person: Person): Promise<void> {
  const em = forWorkspace(tx, person.workspace)
  const phones = person.phones.map(digitsOf)
  const exact = new Set([...person.userIds, ...(await ownTexts(em, person.texts))].map(plain))
  const isNamed = (value: string) => exact.has(plain(value)) || phones.includes(digitsOf(value))
  for (const row of await em.find(Segment, {})) {
    const filter = without(row.filter, isNamed)
    if (JSON.stringify(filter) !== JSON.stringify(row.filter)) row.filter = filter
  }
  await em.flush()
}

const digitsOf = (value: string) => value.replace(/\D/g, '')
const plain = (value: string) => value.trim().toLowerCase()

async function ownTexts(em: EntityManager, texts: string[]): Promise<string[]> {
  const others = await em.find(Contact, { $or: [{ name: { $in: texts } }, { email: { $in: texts } }] })
  return texts.filter((text) => !others.some(({ name, email }) => name === text || email === text))
}

function without(node: ContactFilter, isNamed: (value: string) => boolean): ContactFilter {
  const text = (value: string) => (isNamed(value) ? nobody : value)
  const entries = Object.entries(node).map(([name, value]: [string, unknown]): [string, unknown] => {
    if (name === 'all' || name === 'any')
      return [name, (value as ContactFilter[]).map((each) => without(each, isNamed))]
    if (name === 'not') return [name, without(value as ContactFilter, isNamed)]
    if (name === 'in') return [name, [...new Set((value as string[]).map(text))]]
    const isQuestion = name === 'is' || name === 'contains' || name === 'startsWith'
    return [name, isQuestion && typeof value === 'string' ? text(value) : value]
  })
  return Object.fromEntries(entries)
}
