import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { visibleTo } from './find.ts'
import { presentNumber } from './present.ts'

/** All numbers of the workspace, oldest first. */
export const list: Verb<typeof numbers.numbers.list, NumbersRuntime> = async ({ ctx }) => {
  const rows = await ctx.em.find(ConnectedNumber, visibleTo(ctx), { orderBy: { id: 'asc' } })
  return rows.map((row) => presentNumber(row, ctx.config.PUBLIC_URL))
}
