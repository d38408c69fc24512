import type { EntityManager } from '@mikro-orm/postgresql'
import { inTransaction, sql, type Worker } from '@posthorn/chassis'
import type { ContactsRuntime } from '../config.ts'

/** Contacts in one event. */
const chunkMax = 500

type OptOut = { workspace: string; contact: string; recipients: string[]; version: number }

/** Announces opt-outs that no `contact:updated` carries. */
export const announceOptOuts: Worker<ContactsRuntime> = {
  name: 'announce-opt-outs',
  pollMs: 60_000,
  run: (runtime) =>
    inTransaction(runtime, async ({ em, emit }) => {
      const { taken, optOuts } = await takeOptOuts(em)
      for (const [workspace, contacts] of Map.groupBy(optOuts, (optOut) => optOut.workspace)) {
        const data = {
          contacts: contacts.map(({ contact, recipients, version }) => ({ contact, recipients, version })),
        } as Parameters<typeof emit<'contact:opted_out'>>[0]['data']
        const aggregate = { id: contacts[0]?.contact ?? '', version: 1 }
        emit({ kind: 'contact:opted_out', workspace, data, aggregate })
      }
      return { worked: taken }
    }),
}

/** Takes the next announcements; a contact that has opted in again or is gone needs none. */
async function takeOptOuts(em: EntityManager): Promise<{ taken: number; optOuts: OptOut[] }> {
  const rows = await sql<OptOut & { contact: string | null }>(
    em,
    `with taken as (
       delete from opt_out_announcement where (workspace_id, contact_id) in (
         select workspace_id, contact_id from opt_out_announcement order by 1, 2 limit $1 for update skip locked
       ) returning workspace_id, contact_id
     )
     select taken.workspace_id as workspace, c.id as contact, c.version,
       array(select value from identity i where i.workspace_id = c.workspace_id and i.contact_id = c.id order by value) as recipients
     from taken left join contact c on c.workspace_id = taken.workspace_id and c.id = taken.contact_id and c.opted_out_at is not null`,
    [chunkMax],
  )
  return { taken: rows.length, optOuts: rows.filter(({ contact }) => contact !== null) }
}
