import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, on, sql } from '@posthorn/chassis'
import {
  attributeNames,
  type BusEvent,
  type EventData,
  type PersonalContact,
  personalValues,
} from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { columnOf } from '../contacts/csv.ts'
import { binder, filterCondition, isListed } from '../contacts/select.sql.ts'
import { Segment } from '../entities/contact.ts'

const pageMax = 500

/** Lists one page of a segment's members that may receive messages, in id order. A deleted segment has none. */
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

/** Returns the next page of a segment's people that a post may reach: with a phone number, not blocked, not opted out. */
async function membersAfter(
  em: EntityManager,
  workspace: string,
  { segment, after }: BusEvent<'segment:members_requested'>['data'],
): Promise<{ id: string; phone: string }[]> {
  const row = await forWorkspace(em, workspace).findOne(Segment, { id: segment })
  if (!row) return []
  const statement = binder()
  const { bind, values } = statement
  const page = `workspace_id = ${bind(workspace)} and id > ${bind(after)}`
  const reachable = `phone is not null and not blocked and opted_out_at is null and ${isListed}`
  const fits = filterCondition(row.filter)(statement)
  return sql(
    em,
    `select id, phone from contact where ${page} and ${reachable} and ${fits} order by id limit ${pageMax}`,
    values,
  )
}

/** Requests the messages of a post with the values that its placeholders name. People without values get the fallbacks. */
export const valuesFromRequest = on<'post:values_requested', ContactsRuntime>(
  'post:values_requested',
  async ({ tx, events }) => {
    for (const { workspace, traceparent, data } of events) {
      const { names, ...request } = data
      const values = await valuesOf(tx.em, workspace, { phones: request.phones, names })
      const messageBytes = Buffer.byteLength(JSON.stringify(request.message))
      const bytesMax = Math.min(valuesBytesMax, eventBytesMax - messageBytes)
      for (const phones of phonesByBytes(request.phones, values, bytesMax)) {
        const some = Object.fromEntries(phones.map((phone) => [phone, values.get(phone) ?? {}]))
        const aggregate = { id: `${request.reference} ${request.version} ${phones[0]}`, version: 1 }
        tx.emit({
          kind: 'message:requested',
          workspace,
          data: { ...request, phones, values: some },
          aggregate,
          traceparent,
        })
      }
    }
  },
)

type Wanted = Pick<EventData<'post:values_requested'>, 'phones' | 'names'>
type Values = ReadonlyMap<string, Record<string, string>>

const selectedAttributes = attributeNames.map((name) => `c.${columnOf(name)} as "${name}"`).join(', ')

/** Returns the values of those people who are in the address book, by the phone number that was asked for: the message goes there. */
async function valuesOf(em: EntityManager, workspace: string, { phones, names }: Wanted): Promise<Values> {
  const people = await sql<PersonalContact & { phone: string }>(
    em,
    `select i.value as phone, c.fields, ${selectedAttributes} from identity i
     join contact c on c.workspace_id = i.workspace_id and c.id = i.contact_id
     where i.workspace_id = $1 and i.type = 'phone' and i.value = any($2) and c.${isListed}`,
    [workspace, phones],
  )
  return new Map(people.map((person) => [person.phone, personalValues(person, names)]))
}

const valuesBytesMax = 256 * 1024
/** Below the bus's limit of 1 MiB, with room for the phone numbers. */
const eventBytesMax = 960 * 1024

/** Splits a list of phone numbers so that the values in each event stay within the limit, or are those of one person. */
function phonesByBytes(phones: readonly string[], values: Values, bytesMax: number): string[][] {
  const chunks: string[][] = []
  let bytes = bytesMax
  for (const phone of phones) {
    const size = Buffer.byteLength(JSON.stringify([phone, values.get(phone)]))
    if (bytes + size > bytesMax) {
      chunks.push([])
      bytes = 0
    }
    chunks.at(-1)?.push(phone)
    bytes += size
  }
  return chunks
}
