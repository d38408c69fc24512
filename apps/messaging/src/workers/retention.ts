import { inTransaction, type Worker } from '@posthorn/chassis'
import { automationRunDays, idFloor, notificationDays } from '@posthorn/contracts'
import { removeOldRuns } from '../automations/facts.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { removeOldMessages, workspacesWithRetention } from '../messages/old-messages.sql.ts'
import { removeOldPending } from '../messages/pending.sql.ts'
import { removeOldNotifications } from '../notifications/store.sql.ts'

const pollMs = 3_600_000
const dayMs = 86_400_000
const sizeMax = 500

/**
 * Deletes old notifications and runs of automations, amendments whose message never arrived, and messages past their workspace's retention, a few for each workspace in a
 * round.
 */
export const retention: Worker<MessagingRuntime> = {
  name: 'retention',
  pollMs,
  run: async (runtime) => {
    const before = new Date(Date.now() - notificationDays * dayMs)
    let worked = await inTransaction(runtime, ({ em }) => removeOldNotifications(em, before, sizeMax))
    const runsBefore = new Date(Date.now() - automationRunDays * dayMs)
    worked += await inTransaction(runtime, ({ em }) => removeOldRuns(em, runsBefore, sizeMax))
    worked += await inTransaction(runtime, ({ em }) => removeOldPending(em, sizeMax))
    for (const { workspace, days } of await workspacesWithRetention(runtime.db.em())) {
      const beforeId = idFloor('msg', Date.now() - days * dayMs)
      worked += await inTransaction(runtime, ({ em }) => removeOldMessages(em, { workspace, beforeId, sizeMax }))
    }
    return { worked }
  },
}
