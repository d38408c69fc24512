import type { Worker } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'
import { clearDeletedChannels, forgetRecipients } from '../posts/deliveries.sql.ts'

/** Deletes what deleted channels leave behind, and the recipients of posts that ended long ago, whose counts stay. */
export const retention: Worker<GroupsRuntime> = {
  name: 'retention',
  pollMs: 3_600_000,
  run: async ({ db }) => ({ worked: (await clearDeletedChannels(db.em())) + (await forgetRecipients(db.em())) }),
}
