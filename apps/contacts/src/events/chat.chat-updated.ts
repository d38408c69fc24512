import { on, sql, type Tx } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { announceIdentified } from '../contacts/chats.sql.ts'

type ChatUpdated = BusEvent<'chat:updated'>

/** Tracks the addresses that have a chat, and announces the contact of a new chat. */
export const chatFromUpdate = on<'chat:updated', ContactsRuntime>(
  'chat:updated',
  async ({ tx, events }) => {
    const begun: ChatUpdated[] = []
    for (const event of events) {
      if (isNew(event)) begun.push(event)
      else {
        await noteNew(tx, begun.splice(0))
        await (isMoved(event) ? moveChat(tx, event) : removeChat(tx, event))
      }
    }
    await noteNew(tx, begun)
  },
  (event) => event.data.change === 'deleted' || isMoved(event) || isNew(event),
)

const personOf = ({ data: { phone, contact } }: ChatUpdated) => phone ?? contact
const isNew = (event: ChatUpdated) =>
  event.data.change === 'created' && event.data.type === 'direct' && Boolean(personOf(event))

const isMoved = (event: ChatUpdated) => event.data.change === 'phone' && Boolean(personOf(event))

async function removeChat({ em }: Tx, { workspace, data }: ChatUpdated): Promise<void> {
  await sql(em, 'delete from known_chat where workspace_id = $1 and id = $2', [workspace, data.id])
}

async function moveChat({ em }: Tx, event: ChatUpdated): Promise<void> {
  const text = 'update known_chat set person = $3 where workspace_id = $1 and id = $2'
  await sql(em, text, [event.workspace, event.data.id, personOf(event)])
}

async function noteNew(tx: Tx, begun: ChatUpdated[]): Promise<void> {
  if (begun.length === 0) return
  await sql(
    tx.em,
    `insert into known_chat (workspace_id, id, person, number_id)
     select c.workspace_id, c.id, coalesce(g.merged_into, c.person), c.number_id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as c (workspace_id, id, person, number_id)
     left join gone_contact g on g.workspace_id = c.workspace_id and g.id = c.person on conflict do nothing`,
    [
      begun.map(({ workspace }) => workspace),
      begun.map(({ data }) => data.id),
      begun.map(personOf),
      begun.map(({ data }) => data.number),
    ],
  )
  const unknown = Map.groupBy(
    begun.filter(({ data }) => data.name === null || data.contact === null),
    ({ workspace }) => workspace,
  )
  for (const [workspace, events] of unknown)
    await announceIdentified(
      tx,
      workspace,
      events.flatMap((event) => personOf(event) ?? []),
    )
}
