import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { fail } from '@posthorn/contracts'
import { ConnectedNumber, type NumberRow } from '../entities/connected-number.ts'

/** A number of the workspace the EntityManager sees; `number:not_found` for any other. */
export async function findNumber(em: EntityManager, id: string): Promise<NumberRow> {
  return (await em.findOne(ConnectedNumber, { id })) ?? fail('number:not_found')
}

/** A number together with what opens it at its provider. */
export type ConnectedRow = NumberRow & { credentials: string }

/** As `findNumber`; a disconnected one is refused with `number:disconnected`. */
export async function findConnected(em: EntityManager, id: string): Promise<ConnectedRow> {
  return connected(await findNumber(em, id))
}

/** As `findConnected`, and nobody else changes it until the transaction ends. */
export async function lockConnected(em: EntityManager, id: string): Promise<ConnectedRow> {
  const row = await em.findOne(ConnectedNumber, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  return connected(row ?? fail('number:not_found'))
}

function connected(row: NumberRow): ConnectedRow {
  return row.credentials ? (row as ConnectedRow) : fail('number:disconnected')
}
