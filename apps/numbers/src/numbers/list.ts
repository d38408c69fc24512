import { listPage, type Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type NumberRow } from '../entities/connected-number.ts'
import { visibilityFilter } from './find.ts'
import { presentNumber } from './present.ts'

/** Numbers of the workspace, oldest first. */
export const list: Verb<typeof numbers.numbers.list, NumbersRuntime> = async ({ ctx, input }) => {
  const { rows, next } = await listPage<NumberRow>(ctx, input, {
    entity: ConnectedNumber,
    list: 'numbers',
    order: { column: 'id', direction: 'asc' },
    where: visibilityFilter(ctx),
  })
  return { items: rows.map((row) => presentNumber(row, ctx.config.PUBLIC_URL)), next }
}
