import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { ConnectedNumber, type NumberRow } from '../entities/connected-number.ts'

/** Who looks for a number: sees those of one workspace, perhaps only some of them. */
export type NumberSeeker = Pick<VerbContext, 'em' | 'call'>

/** What of the numbers a caller may see: all of the workspace, or those a key is limited to. */
export function visibleTo({ call }: Pick<VerbContext, 'call'>): { id?: { $in: string[] } } {
  return call.numbers ? { id: { $in: call.numbers } } : {}
}

/** A number the caller may see; `number:not_found` for any other. */
export async function findNumber(ctx: NumberSeeker, id: string): Promise<NumberRow> {
  return (await ctx.em.findOne(ConnectedNumber, { $and: [{ id }, visibleTo(ctx)] })) ?? fail('number:not_found')
}

/** As `findNumber`, and nobody else changes it until the transaction ends. */
export async function lockNumber(ctx: NumberSeeker, id: string): Promise<NumberRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = await ctx.em.findOne(ConnectedNumber, { $and: [{ id }, visibleTo(ctx)] }, { lockMode })
  return row ?? fail('number:not_found')
}

/** A number together with what opens it at its provider. */
export type ConnectedRow = NumberRow & { credentials: string }

/** The number as one that is connected; `number:disconnected` when it no longer is. */
export function connected(row: NumberRow): ConnectedRow {
  return row.credentials ? (row as ConnectedRow) : fail('number:disconnected')
}
