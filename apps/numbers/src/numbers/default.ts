import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { announceNumber } from './announce.ts'
import { lockDefault } from './default.sql.ts'

/** Context of a change of the default number: its transaction, workspace and service. */
export type DefaultContext = { em: EntityManager; emit: Tx['emit']; runtime: NumbersRuntime; workspace: string }

/** Decides whether a number becomes the default: on request, or when there is none. The previous default is changed and announced. */
export async function takeDefault(
  ctx: DefaultContext,
  isRequested: boolean | undefined,
  own?: string,
): Promise<boolean> {
  if (isRequested === false) return false
  await lockDefault(ctx.em, ctx.workspace)
  const present = await ctx.em.findOne(ConnectedNumber, { isDefault: true })
  if (!present || present.id === own) return true
  if (isRequested === undefined) return false
  present.isDefault = false
  present.version += 1
  await ctx.em.flush()
  announceNumber(ctx, present, { runtime: ctx.runtime, change: 'settings' })
  return true
}
