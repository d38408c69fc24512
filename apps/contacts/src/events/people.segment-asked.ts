import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, on, sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { binder } from '../contacts/select.sql.ts'
import { Segment } from '../entities/segment.ts'
import { filterCondition } from '../segments/compile.sql.ts'

const pageMax = 500

/** Tells who of a segment may be written to, page by page in the order of their ids; a segment that is gone has nobody. */
export const peopleFromSegment = on<'segment:asked', ContactsRuntime>('segment:asked', async ({ tx, events }) => {
  for (const { workspace, data } of events) {
    const people = await peopleAfter(tx.em, workspace, data)
    const last = people.length === pageMax ? people.at(-1) : undefined
    const told = { ...data, phones: people.map(({ phone }) => phone), next: last?.id ?? null }
    const aggregate = { id: `${data.for} ${data.after}`, version: 1 }
    tx.emit({ kind: 'segment:told', workspace, data: told, aggregate })
  }
})

async function peopleAfter(
  em: EntityManager,
  workspace: string,
  { segment, after }: BusEvent<'segment:asked'>['data'],
): Promise<{ id: string; phone: string }[]> {
  const row = await forWorkspace(em, workspace).findOne(Segment, { id: segment })
  if (!row) return []
  const statement = binder()
  const { bind, values } = statement
  const mine = `workspace_id = ${bind(workspace)} and id > ${bind(after)}`
  const reachable = 'phone is not null and not blocked and opted_out_at is null'
  const fits = filterCondition(row.filter)(statement)
  return sql(
    em,
    `select id, phone from contact where ${mine} and ${reachable} and ${fits} order by id limit ${pageMax}`,
    values,
  )
}
