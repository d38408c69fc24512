import { isDeepStrictEqual } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type Device, type NumberRow } from '../entities/connected-number.ts'
import { announceNumber, type NumberChange } from '../numbers/announce.ts'
import { presentDevice } from '../numbers/device.ts'
import type { Health } from '../numbers/health.ts'

/** Whose health, and what it now is, given the status it had. */
export type HealthNews = { runtime: NumbersRuntime; healthOf: (present: NumberRow['status']) => Health }

/**
 * Writes down how a number fares and announces it when that is news. Answers the row, or null when the workspace that the
 * EntityManager sees has no such number; a disconnected one stays as it is.
 */
export async function applyHealth(
  { em, emit }: { em: EntityManager; emit: Tx['emit'] },
  numberId: string,
  { runtime, healthOf }: HealthNews,
): Promise<NumberRow | null> {
  const row = await em.findOne(ConnectedNumber, { id: numberId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row || row.status === 'disconnected') return row
  const health = healthOf(row.status)
  const changes = changesOf(row, health)
  if (health.told) row.checkedAt = new Date()
  if (changes.length === 0) {
    await em.flush()
    return row
  }
  if (health.sessionStatus !== row.sessionStatus) row.sessionSince = new Date()
  const { told, ...session } = health
  em.assign(row, { ...session, ...(told && { device: told.device, phone: told.phone ?? row.phone ?? null }) })
  for (const change of changes) {
    row.version += 1
    await em.flush()
    announceNumber({ emit }, row, { runtime, change })
  }
  return row
}

/** What is news: each is announced by itself. What was not known before is no change of quality, limit or name. */
function changesOf(row: NumberRow, health: Health): NumberChange[] {
  const sameSession =
    health.status === row.status &&
    health.sessionStatus === row.sessionStatus &&
    health.sessionErrorCode === (row.sessionErrorCode ?? null)
  const restricted = health.status === 'restricted' && row.status !== 'restricted'
  const changes: NumberChange[] = sameSession ? [] : [restricted ? 'restricted' : 'session']
  if (!health.told) return changes
  const { device, phone } = health.told
  const before = presentDevice(row.device)
  const turned = (field: keyof Device) => before[field] !== null && before[field] !== device[field]
  if (turned('qualityRating')) changes.push('quality')
  if (turned('messagingLimit')) changes.push('limit')
  if (turned('verifiedName') || turned('nameStatus')) changes.push('name')
  const anything = !isDeepStrictEqual(before, device) || (phone !== null && phone !== row.phone)
  if (anything && changes.length === 0) changes.push('device')
  return changes
}
