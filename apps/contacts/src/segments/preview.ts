import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { presentContacts } from '../contacts/present.ts'
import { callerOf, countContacts, selectContacts } from '../contacts/select.sql.ts'
import { filterCondition } from './compile.sql.ts'

/** Counts the contacts that a filter matches, and lists the newest of them. */
export const preview: Verb<typeof contacts.segments.preview, ContactsRuntime> = async ({ ctx, input }) => {
  const where = [filterCondition(input.filter)]
  const { rows } = await selectContacts(ctx.em, {
    ...callerOf(ctx),
    where,
    sort: 'createdAt:desc',
    page: { size: input.size },
    cursors: ctx.cursors('preview'),
  })
  return { count: await countContacts(ctx.em, callerOf(ctx), where), contacts: await presentContacts(ctx.em, rows) }
}
