import { on, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

/** Chats carry the name of their contact. */
export const chatFromContact = on<'contact:created' | 'contact:updated', MessagingRuntime>(
  ['contact:created', 'contact:updated'],
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      const recipients = data.identities.map((identity) => identity.value)
      await sql(
        tx.em,
        `update chat set contact_id = $3, name = coalesce($4, name), version = version + 1
         where workspace_id = $1 and recipient = any($2) and (contact_id is distinct from $3 or name is distinct from coalesce($4, name))`,
        [workspace, recipients, data.id, data.name],
      )
    }
  },
)
