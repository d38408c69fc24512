import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, on, sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { binder, filterCondition, isListed } from '../contacts/select.sql.ts'
import { Segment } from '../entities/contact.ts'

const pageMax = 500

/** Lists the members of a segment that may receive messages, page by page in id order. A deleted segment has none. */
export const membersFromRequest = on<'segment:members_requested', ContactsRuntime>(
  'segment:members_requested',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      const people = await membersAfter(tx.em, workspace, data)
      const last = people.length === pageMax ? people.at(-1) : undefined
      const listed = { ...data, phones: people.map(({ phone }) => phone), next: last?.id ?? null }
      const aggregate = { id: `${data.for} ${data.after}`, version: 1 }
      tx.emit({ kind: 'segment:members_listed', workspace, data: listed, aggregate })
    }
  },
)

async function membersAfter(
  em: EntityManager,
  workspace: string,
  { segment, after }: BusEvent<'segment:members_requested'>['data'],
): Promise<{ id: string; phone: string }[]> {
  const row = await forWorkspace(em, workspace).findOne(Segment, { id: segment })
  if (!row) return []
  const statement = binder()
  const { bind, values } = statement
  const mine = `workspace_id = ${bind(workspace)} and id > ${bind(after)}`
  const reachable = `phone is not null and not blocked and opted_out_at is null and ${isListed}`
  const fits = filterCondition(row.filter)(statement)
  return sql(
    em,
    `select id, phone from contact where ${mine} and ${reachable} and ${fits} order by id limit ${pageMax}`,
    values,
  )
}
