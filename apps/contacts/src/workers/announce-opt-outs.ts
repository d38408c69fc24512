import { createRemovalQueue, inTransaction, type Worker } from '@posthorn/chassis'
import type { ContactsRuntime } from '../config.ts'

/** Maximum number of contacts in one event. */
const chunkMax = 500

/** A contact to announce. `version` is null if the contact opted in again or is gone. */
type OptOut = { workspace: string; contact: string; recipients: string[]; version: number | null }

const queue = createRemovalQueue<OptOut>({
  table: 'opt_out_announcement',
  key: { workspace_id: 'workspace', contact_id: 'contact' },
  columns: `c.version, array(select value from identity i where i.workspace_id = c.workspace_id and i.contact_id = c.id order by value) as recipients`,
  from: 'job left join contact c on c.workspace_id = job.workspace_id and c.id = job.contact_id and c.opted_out_at is not null',
})

/** Announces opt-outs that no `contact:updated` event reports. */
export const announceOptOuts: Worker<ContactsRuntime> = {
  name: 'announce-opt-outs',
  pollMs: 60_000,
  run: (runtime) =>
    inTransaction(runtime, async ({ em, emit }) => {
      const taken = await queue.take(em, chunkMax)
      const optOuts = taken.filter(({ version }) => version !== null)
      for (const [workspace, contacts] of Map.groupBy(optOuts, (optOut) => optOut.workspace)) {
        const data = {
          contacts: contacts.map(({ contact, recipients, version }) => ({ contact, recipients, version })),
        } as Parameters<typeof emit<'contact:opted_out'>>[0]['data']
        const aggregate = { id: contacts[0]?.contact ?? '', version: 1 }
        emit({ kind: 'contact:opted_out', workspace, data, aggregate })
      }
      return { worked: taken.length }
    }),
}
