import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type NumberRow } from '../entities/connected-number.ts'
import { announceNumber } from '../numbers/announce.ts'
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
  const same =
    health.status === row.status &&
    health.sessionStatus === row.sessionStatus &&
    health.sessionErrorCode === (row.sessionErrorCode ?? null)
  if (same) return row
  if (health.sessionStatus !== row.sessionStatus) row.sessionSince = new Date()
  em.assign(row, { ...health, version: row.version + 1 })
  await em.flush()
  announceNumber({ emit }, row, { runtime, change: 'session' })
  return row
}
