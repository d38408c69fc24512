import { on, sql } from '@posthorn/chassis'
import { usualSettings } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'

export const settingFromWorkspace = on<'workspace:updated', MessagingRuntime>(
  'workspace:updated',
  async ({ tx, events }) => {
    for (const { workspace, data, aggregate } of events) {
      const { optedOutMessages = usualSettings.optedOutMessages } = data.settings
      await sql(
        tx.em,
        `insert into workspace_setting as s (workspace_id, version, opted_out_messages, settings) values ($1, $2, $3, $4)
         on conflict (workspace_id) do update set version = excluded.version, opted_out_messages = excluded.opted_out_messages,
           settings = excluded.settings
           where s.version < excluded.version`,
        [workspace, aggregate.version, optedOutMessages, JSON.stringify(data.settings)],
      )
    }
    tx.wake('retention')
  },
)
