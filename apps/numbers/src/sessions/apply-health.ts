import { isDeepStrictEqual } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type Device, type NumberRow } from '../entities/connected-number.ts'
import { announceNumber, type NumberChange } from '../numbers/announce.ts'
import { presentDevice } from '../numbers/device.ts'
import type { Health } from '../numbers/health.ts'

/** Change of the health of a number, computed from its present status. */
export type HealthChange = { runtime: NumbersRuntime; healthOf: (present: NumberRow['status']) => Health }

/**
 * Stores the health of a number and announces its changes. Returns the row, or null when the workspace of the EntityManager has no such
 * number; a disconnected one stays as it is.
 */
export async function applyHealth(
  { em, emit }: { em: EntityManager; emit: Tx['emit'] },
  numberId: string,
  { runtime, healthOf }: HealthChange,
): Promise<NumberRow | null> {
  const row = await em.findOne(ConnectedNumber, { id: numberId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row || row.status === 'disconnected') return row
  const health = healthOf(row.status)
  const changes = listChanges(row, health)
  if (health.report) row.checkedAt = new Date()
  if (changes.length === 0) {
    await em.flush()
    return row
  }
  if (health.sessionStatus !== row.sessionStatus) row.sessionSince = new Date()
  const { report, ...session } = health
  em.assign(row, { ...session, ...(report && { device: report.device, phone: report.phone ?? row.phone ?? null }) })
  for (const change of changes) {
    row.version += 1
    await em.flush()
    announceNumber({ emit }, row, { runtime, change })
  }
  return row
}

/** Lists the changes, each of which is announced. A field that was unknown before is no change of quality, limit or name. */
function listChanges(row: NumberRow, health: Health): NumberChange[] {
  const sameSession =
    health.status === row.status &&
    health.sessionStatus === row.sessionStatus &&
    health.sessionErrorCode === (row.sessionErrorCode ?? null)
  const restricted = health.status === 'restricted' && row.status !== 'restricted'
  const changes: NumberChange[] = sameSession ? [] : [restricted ? 'restricted' : 'session']
  if (!health.report) return changes
  const { device, phone } = health.report
  const before = presentDevice(row.device)
  const turned = (field: keyof Device) => before[field] !== null && before[field] !== device[field]
  if (turned('qualityRating')) changes.push('quality')
  if (turned('messagingLimit')) changes.push('limit')
  if (turned('verifiedName') || turned('nameStatus')) changes.push('name')
  const anything = !isDeepStrictEqual(before, device) || (phone !== null && phone !== row.phone)
  if (anything && changes.length === 0) changes.push('device')
  return changes
}
