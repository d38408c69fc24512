import { on, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

/** Chats of a contact that was merged belong to the other now; those of one that was deleted go with the erasure of the person. */
export const chatFromMergedContact = on<'contact:deleted', MessagingRuntime>(
  'contact:deleted',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      await sql(tx.em, 'delete from blocked_recipient where workspace_id = $1 and contact_id = $2', [
        workspace,
        data.id,
      ])
      if (data.mergedInto === null) continue
      await sql(
        tx.em,
        `update chat set contact_id = $3, version = version + 1, updated_at = now() where workspace_id = $1 and contact_id = $2`,
        [workspace, data.id, data.mergedInto],
      )
    }
  },
)
