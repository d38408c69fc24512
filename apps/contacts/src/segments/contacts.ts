import type { Verb } from '@posthorn/chassis'
import type { contacts as contract } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { presentContacts } from '../contacts/present.ts'
import { callerOf, selectContacts } from '../contacts/select.sql.ts'
import { filterCondition } from './compile.sql.ts'
import { findSegment } from './find.ts'

/** Lists the contacts that the segment matches now. */
export const contacts: Verb<typeof contract.segments.contacts, ContactsRuntime> = async ({ ctx, input }) => {
  const { filter, id } = await findSegment(ctx, input.id)
  const { rows, next } = await selectContacts(ctx.em, {
    ...callerOf(ctx),
    where: [filterCondition(filter)],
    sort: input.sort,
    page: input,
    cursors: ctx.cursors(`contacts of ${id} ${input.sort}`),
  })
  return { items: await presentContacts(ctx.em, rows), next }
}
