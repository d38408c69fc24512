import type { Tx } from '@posthorn/chassis'
import type { GroupUpdate } from '@posthorn/provider'
import type { GroupRow } from '../entities/group.ts'
import { announcePeople, recordJoined, recordLeft, recordRefused } from '../participants/record.ts'
import { closeRequestsOf, recordRequest } from '../requests/requests.ts'
import { announce } from './announce.ts'
import { applySettings, takeReport } from './apply-settings.ts'
import { endGroup, keepGroup } from './groups.ts'
import { settleByUpdate } from './settle.ts'

/** Applies a provider update about an active group, no matter who requested the change. */
export async function applyUpdate(tx: Tx, row: GroupRow, update: GroupUpdate): Promise<void> {
  const at = new Date(update.at)
  if (update.kind === 'create') return settleByUpdate(tx, row, update)
  if (row.status === 'deleted') return
  switch (update.kind) {
    case 'delete':
      return update.error ? keepGroup(tx, row, update.error.errorCode) : endGroup(tx, row)
    case 'joined': {
      const joined = await recordJoined(tx, row, { people: update.people, at })
      await closeRequestsOf(tx, row, update.people)
      return announcePeople(tx, row, joined)
    }
    case 'removed':
      return applyRemoval(tx, row, update)
    case 'request':
      return recordRequest(tx, row, update)
    case 'settings':
      return applySettings(tx, row, update)
    case 'suspension':
      if (!takeReport(row, 'suspended', { at, value: standingOf(update), before: standingOf(row) })) return
      if (row.suspended === update.suspended) return
      row.suspended = update.suspended
      return announce(tx, row, { change: update.suspended ? 'suspended' : 'cleared' })
  }
}

/** Within the same second, the end of a suspension wins, because it must have started before. */
const standingOf = ({ suspended }: { suspended: boolean }) => (suspended ? 'begun' : 'cleared')

/** Counts people whom the provider doesn't find in the group as removed. */
async function applyRemoval(tx: Tx, row: GroupRow, update: Extract<GroupUpdate, { kind: 'removed' }>): Promise<void> {
  const at = new Date(update.at)
  const failed = update.failed.map((each) => ({
    ...each,
    errorCode: each.error?.errorCode ?? ('provider:refused' as const),
  }))
  const absent = failed.filter(({ errorCode }) => errorCode === 'participant:not_found')
  const gone = await recordLeft(tx, row, { people: [...update.people, ...absent], byUs: update.byUs, at })
  const kept = await recordRefused(tx, row, failed)
  await announcePeople(tx, row, [...gone, ...kept])
}
