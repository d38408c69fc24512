import type { Verb } from '@posthorn/chassis'
import { type contacts, failField, failUnknown } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import type { ContactRow } from '../entities/contact.ts'
import { announce, fieldsWith, findByAnyId, refuseShared, tagsWith } from './change.ts'
import { joinContacts } from './join.ts'

/** Joins two contacts of one person. The stricter wins: blocked and opted out stay so. */
export const merge: Verb<typeof contacts.contacts.merge, ContactsRuntime> = async ({ ctx, input }) => {
  // In one order for every caller, so that two merges of the same pair never wait for each other.
  const locked = new Map<string, ContactRow>()
  for (const id of [input.into, input.from].toSorted()) {
    const row = await findByAnyId(ctx, id, { lock: true })
    locked.set(id, row ?? failUnknown('contact:not_found', id === input.into ? 'into' : 'from'))
  }
  const into = locked.get(input.into) as ContactRow
  const from = locked.get(input.from) as ContactRow
  if (into.id === from.id) failField('from', 'is merged with this contact already')
  for (const row of [into, from]) refuseShared(ctx, row)
  tagsWith(into.tags, from.tags)
  fieldsWith(from.fields, into.fields)
  ctx.emit({ kind: 'contact:deleted', ...(await joinContacts(ctx.em, { into, from })) })
  return announce(ctx, into, 'contact:updated')
}
