import { on, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

/** Chats forget the name of a contact that was deleted; those of one that was merged belong to the other now. */
export const chatFromDeletedContact = on<'contact:deleted', MessagingRuntime>(
  'contact:deleted',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      await sql(
        tx.em,
        `update chat set contact_id = $3, name = case when $3::text is not null then name end, version = version + 1, updated_at = now()
         where workspace_id = $1 and contact_id = $2`,
        [workspace, data.id, data.mergedInto],
      )
    }
  },
)
