import { on, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

/** Follows the settings of workspaces. */
export const settingFromWorkspace = on<'workspace:updated', MessagingRuntime>(
  'workspace:updated',
  async ({ tx, events }) => {
    for (const { workspace, data, aggregate } of events)
      await sql(
        tx.em,
        `insert into workspace_setting as s (workspace_id, version, opted_out_messages) values ($1, $2, $3)
         on conflict (workspace_id) do update set version = excluded.version, opted_out_messages = excluded.opted_out_messages
           where s.version < excluded.version`,
        [workspace, aggregate.version, data.settings.optedOutMessages],
      )
  },
)
