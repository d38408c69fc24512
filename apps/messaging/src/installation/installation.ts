import { isoTime, type Verb } from '@posthorn/chassis'
import { idFloor, installationRowsMax, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { queueReason } from '../messages/queue-view.sql.ts'
import { countFailures, type InstalledQueue, listQueues } from './installation.sql.ts'

const dayMs = 86_400_000
/** Maximum number of attempts read, so that a flood of failures doesn't slow down this report. */
const attemptsMax = 20_000

export const failures: Verb<typeof messaging.installation.failures, MessagingRuntime> = ({ ctx }) =>
  countFailures(ctx.em, { from: idFloor('att', Date.now() - dayMs), attemptsMax, rowsMax: installationRowsMax })

export const installedQueues: Verb<typeof messaging.installation.queues, MessagingRuntime> = async ({ ctx }) => {
  const rows = await listQueues(ctx.em, installationRowsMax + 1)
  const since = ctx.runtime.quarantine.known()
  return {
    queues: rows.slice(0, installationRowsMax).map((row) => present(row, since)),
    more: rows.length > installationRowsMax,
  }
}

function present(row: InstalledQueue, quarantinedSince: Date | null) {
  const { workspace, number, name, phone, queue_status: status, waiting, scheduled, sending } = row
  const connected = row.connected === true
  const oldestAgeMs = row.oldestAgeMs === null ? null : Math.max(0, row.oldestAgeMs)
  const blocked = quarantinedSince ? 'quarantine' : blockedBy(row)
  return { workspace, number, name, phone, status, connected, waiting, scheduled, sending, oldestAgeMs, blocked }
}

function blockedBy(row: InstalledQueue) {
  if (row.queue_status === 'paused') return 'number_paused'
  if (!row.connected) return 'number_offline'
  return isoTime(row.blocked_until) === null ? null : (queueReason(row)?.reason ?? null)
}
