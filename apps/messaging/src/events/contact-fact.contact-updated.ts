import { on, sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'

type Kind = 'contact:created' | 'contact:updated' | 'contact:deleted'

/** Copies the contact fields that events about messages include. Ignores older versions. */
export const contactFactFromContact = on<Kind, MessagingRuntime>(
  ['contact:created', 'contact:updated', 'contact:deleted'],
  async ({ tx, events }) => {
    for (const { event, workspace, data, aggregate } of events) {
      if (event === 'contact:deleted') {
        await sql(tx.em, 'delete from contact_fact where workspace_id = $1 and contact_id = $2', [workspace, data.id])
        continue
      }
      const { id, fields, blocked } = data as BusEvent<'contact:updated'>['data']
      const isPlain = Object.keys(fields).length === 0 && !blocked
      await sql(
        tx.em,
        `with changed as (
           update contact_fact set fields = $3::jsonb, blocked = $4, version = $5
           where workspace_id = $1 and contact_id = $2 and version < $5
         )
         insert into contact_fact (workspace_id, contact_id, fields, blocked, version) select $1, $2, $3::jsonb, $4, $5
         where not $6 on conflict do nothing`,
        [workspace, id, JSON.stringify(fields), blocked, aggregate.version, isPlain],
      )
    }
  },
)
