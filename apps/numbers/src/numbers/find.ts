import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { ConnectedNumber, type NumberRow } from '../entities/connected-number.ts'

export type NumberCaller = Pick<VerbContext, 'em' | 'call'>

/** Returns a filter for the numbers that the caller may see: all of the workspace's, or only those its key is restricted to. */
export function visibilityFilter({ call }: Pick<VerbContext, 'call'>): { id?: { $in: string[] } } {
  return call.numbers ? { id: { $in: call.numbers } } : {}
}

export async function findNumber(ctx: NumberCaller, id: string): Promise<NumberRow> {
  return (await ctx.em.findOne(ConnectedNumber, { $and: [{ id }, visibilityFilter(ctx)] })) ?? fail('number:not_found')
}

/** Like `findNumber`, and locks it until the transaction ends. */
export async function lockNumber(ctx: NumberCaller, id: string): Promise<NumberRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = await ctx.em.findOne(ConnectedNumber, { $and: [{ id }, visibilityFilter(ctx)] }, { lockMode })
  return row ?? fail('number:not_found')
}

export type ConnectedRow = NumberRow & { credentials: string }

/** Returns the number if it is connected, or fails with `number:disconnected`. */
export function requireConnected(row: NumberRow): ConnectedRow {
  return row.credentials ? (row as ConnectedRow) : fail('number:disconnected')
}
