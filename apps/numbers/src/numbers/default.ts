import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { announceNumber } from './announce.ts'
import { lockDefault } from './default.sql.ts'

/** Who asks for the default: the transaction and the service it runs in. */
export type DefaultContext = { em: EntityManager; emit: Tx['emit']; runtime: NumbersRuntime; workspace: string }

/** Settles whether a number becomes the default: on wish, or unasked when there is none. The present one steps back and is announced. */
export async function takeDefault(ctx: DefaultContext, wish: boolean | undefined, own?: string): Promise<boolean> {
  if (wish === false) return false
  await lockDefault(ctx.em, ctx.workspace)
  const present = await ctx.em.findOne(ConnectedNumber, { isDefault: true })
  if (!present || present.id === own) return true
  if (wish === undefined) return false
  present.isDefault = false
  present.version += 1
  await ctx.em.flush()
  announceNumber(ctx, present, { runtime: ctx.runtime, change: 'settings' })
  return true
}
