import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { filterCondition } from '../segments/compile.sql.ts'
import { findSegment } from '../segments/find.ts'
import { filterConditions } from './filters.sql.ts'
import { presentContacts } from './present.ts'
import { selectContacts } from './select.sql.ts'

/** Contacts that pass every filter. */
export const list: Verb<typeof contacts.contacts.list, ContactsRuntime> = async ({ ctx, input }) => {
  const { size, cursor, page, sort, segment, ...filters } = input
  const inSegment = segment ? [filterCondition((await findSegment(ctx, segment)).filter)] : []
  const { rows, next } = await selectContacts(ctx.em, {
    workspace: ctx.workspace,
    where: [...filterConditions(filters), ...inSegment],
    sort,
    page: { size, cursor, page },
    cursors: ctx.cursors(`contacts ${sort}`),
  })
  return { items: await presentContacts(ctx.em, rows), next }
}
