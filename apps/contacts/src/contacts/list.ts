import type { Verb } from '@posthorn/chassis'
import { type contacts, phoneSearched } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { filterCondition } from '../segments/compile.sql.ts'
import { findSegment } from '../segments/segments.ts'
import { closeNameCondition, filterConditions, searchCondition } from './filters.sql.ts'
import { presentContacts } from './present.ts'
import { type Condition, callerOf, selectContacts } from './select.sql.ts'

/** Contacts that pass every filter; when no name is as searched, those that are close, on one page. */
export const list: Verb<typeof contacts.contacts.list, ContactsRuntime> = async ({ ctx, input }) => {
  const { size, cursor, sort, segment, search, ...filters } = input
  const inSegment = segment ? [filterCondition((await findSegment(ctx, segment, 'segment')).filter)] : []
  const where = [...filterConditions(filters), ...inSegment]
  const select = (more: Condition[]) =>
    selectContacts(ctx.em, {
      ...callerOf(ctx),
      where: [...where, ...more],
      sort,
      page: { size, cursor },
      cursors: ctx.cursors(`contacts ${sort}`),
    })
  const found = await select(search === undefined ? [] : [searchCondition(ctx.workspace, search)])
  const missed =
    search !== undefined && phoneSearched(search) === null && found.rows.length === 0 && cursor === undefined
  const { rows, next } = missed ? { ...(await select([closeNameCondition(ctx.workspace, search)])), next: null } : found
  return { items: await presentContacts(ctx.em, rows), next }
}
