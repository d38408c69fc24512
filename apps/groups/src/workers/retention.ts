import type { Worker } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'
import { forgetRecipients } from '../posts/deliveries.sql.ts'

/** Deletes the recipients of posts that ended long ago. Their counts stay. */
export const retention: Worker<GroupsRuntime> = {
  name: 'retention',
  pollMs: 3_600_000,
  run: async ({ db }) => ({ worked: await forgetRecipients(db.em()) }),
}
