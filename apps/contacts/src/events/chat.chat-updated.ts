import { on, sql, type Tx } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { tellNames } from '../contacts/chats.sql.ts'

type News = BusEvent<'chat:updated'>

/** Keeps who has a chat; a chat that has just begun is told the name of its contact. */
export const chatFromNews = on<'chat:updated', ContactsRuntime>('chat:updated', async ({ tx, events }) => {
  for (const event of events) await note(tx, event)
})

async function note(tx: Tx, { workspace, data }: News): Promise<void> {
  const { id, type, change } = data
  const person = data.phone ?? data.contact
  if (change === 'deleted') {
    await sql(tx.em, 'delete from known_chat where workspace_id = $1 and id = $2', [workspace, id])
  } else if (change === 'created' && type === 'direct' && person) {
    await sql(tx.em, 'insert into known_chat (workspace_id, id, person) values ($1, $2, $3) on conflict do nothing', [
      workspace,
      id,
      person,
    ])
    if (data.name === null) await tellNames(tx, workspace, [person])
  }
}
